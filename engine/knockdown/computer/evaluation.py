"""Position evaluation: who wins the round, by damage, cards, threats and tempo, and from that the match."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from engine.core.logistic import chance
from engine.knockdown.arena import COLUMNS, DISTANCE, EDGES, SPACES, column, dark, in_range
from engine.knockdown.data.content import ATTACKS, CARD_OF, CARDS, CONTENT, FIGHTERS, SKILL_OF, Attack, Step
from engine.knockdown.effects import FAR
from engine.knockdown.rounds import score
from engine.knockdown.state import State, Underway

NAMES = (
    "heavy",
    "light",
    "danger",
    "late",
    "ending",
    "cards",
    "blocks",
    "symbols",
    "power",
    "ready",
    "progress",
    "finish",
    "dark",
    "middle",
    "curse",
    "elixirs",
    "skills",
    "tempo",
    "row",
    "row_ko",
)
WEIGHTS = (
    -0.23, -0.07, -0.55, -0.24, 0.95, 0.045, 0.03, 0.06, 0.03, 0.03,
    0.19, 0.53, -0.09, 0.03, -0.2, 0.08, 0.28, 0.2, 0.05, 0.59,
)  # fmt: skip
"""Logistic regression on the winner of the round, from `python -m bench tune knockdown`.

Regularized toward earlier weights; 123 matches of players who look one action ahead and sometimes err, 5,546 positions.
Log loss on the third held out: 0.612 (0.693 without knowledge). Of ten bands of predicted chances, none is off by more
than 0.08.
"""

_SUMS = [sum(roll) for roll in product(range(1, CONTENT.die_sides + 1), repeat=CONTENT.dice)]
_MOST = CONTENT.dice * CONTENT.die_sides + 1
"""Total damage that no roll reaches; more makes no difference."""
FAILS = tuple(sum(one < needed for one in _SUMS) / len(_SUMS) for needed in range(_MOST + 2))
"""The chance, by total damage, that the sum of three dice stays below it."""
_LAST_STAND, _MERCILESS = SKILL_OF["last_stand"], SKILL_OF["merciless"]
_WICK_KEEPER, _LOOSE_FORM, _WARD_SENSE = SKILL_OF["wick_keeper"], SKILL_OF["loose_form"], SKILL_OF["ward_sense"]
_HEAVY, _LIGHT = 1.4, 1.0
"""Value of one heavy and one light damage when attacks are compared."""
_CARDS_AT_START = len(CARDS) + CONTENT.candles - CONTENT.row
_WIN_AHEAD, _WIN_LEVEL = 0.71, 0.52
"""The chance to win the match with the only victory so far; and, with one each, for the loser of round 2."""
_SKILL_WORTH = (1.3, 0.8, 1.2, 1.1, 1.1, 1.0, 1.0, 0.9, 0.9, 1.0, 1.0, 1.0)
_FACE_DOWN = 0.4
"""The share of a skill's value that counts while it is face down."""
_SYMBOLS = ("fist", "kick", "rune", "block", "dash")


def worth(s: State, seat: int) -> float:
    """The seat's chance to win the match."""
    if s.underway:
        return _during_attack(s, seat)
    if s.phase == "refill" and len(s.row) + _stock(s) < CONTENT.row and not _is_over(s):
        return _won(s, seat, score(s, s.turn))
    return _match(s, seat, chance(WEIGHTS, features(s, seat)))


def features(s: State, seat: int) -> list[float]:
    """Evaluation features of this round: the seat's side minus the opponent's."""
    one, two = s.seats
    found = _features(s, (one.heavy, one.light, two.heavy, two.light), (tuple(one.hand), tuple(two.hand)))
    return found if seat == 0 else [-value for value in found]


def rounds_won(s: State) -> tuple[int, ...]:
    """Rounds won by each seat; the features describe one round only."""
    return tuple(one.victories for one in s.seats)


Cubes = tuple[int, int, int, int]
"""Heavy and light damage of A, heavy and light damage of B."""
Hands = tuple[tuple[int, ...], tuple[int, ...]]


def _match(s: State, seat: int, round_chance: float) -> float:
    """The chance to win the match, from the chance to win this round."""
    mine, theirs = s.seats[seat].victories, s.seats[1 - seat].victories
    if mine == theirs:
        if mine:
            return round_chance
        return round_chance * _WIN_AHEAD + (1 - round_chance) * (1 - _WIN_AHEAD)
    if mine > theirs:
        return round_chance + (1 - round_chance) * _WIN_LEVEL
    return round_chance * (1 - _WIN_LEVEL)


def _is_over(s: State) -> bool:
    """Whether the round has been won and the next one is still to be laid out."""
    return s.seats[0].victories + s.seats[1].victories >= s.round


def _stock(s: State) -> int:
    """Number of attack cards in the deck."""
    return len(s.deck) - (CONTENT.candles - s.candles)


def _won(s: State, seat: int, winner: int) -> float:
    """The seat's chance to win the match once somebody has won this round."""
    return _match(s, seat, 1.0 if seat == winner else 0.0)


def _features(s: State, cubes: Cubes, hands: Hands) -> list[float]:
    """The features of A minus those of B, with these cubes and hands."""
    one, two = s.seats
    skills = _skills(one.skills, one.down) - _skills(two.skills, two.down)
    if s.phase in _BEFORE_ROUND or _is_over(s):
        return [0.0] * _SKILLS + [skills] + [0.0] * (len(NAMES) - _SKILLS - 1)
    heavy_1, light_1, heavy_2, light_2 = cubes
    light_1 += one.poison * (one.poison + 1) // 2
    light_2 += two.poison * (two.poison + 1) // 2
    needed_1 = min(heavy_1 + light_1 + (_MERCILESS in two.skills) - (_LAST_STAND in one.skills) + 1, _MOST)
    needed_2 = min(heavy_2 + light_2 + (_MERCILESS in one.skills) - (_LAST_STAND in two.skills) + 1, _MOST)
    late = 1 - len(s.deck) / _CARDS_AT_START
    ending = 1 - _stock(s) / _SOON
    if ending > 0:
        ending *= (heavy_1, light_1) < (heavy_2, light_2) or -((heavy_1, light_1) > (heavy_2, light_2))
    else:
        ending = 0.0
    apart = one.at * _PLACES + two.at
    cards_1, blocks_1, symbols_1, power_1, ready_1, progress_1, finish_1 = _hand(
        one.fighter, hands[0], _LOOSE_FORM in one.skills, apart
    )
    cards_2, blocks_2, symbols_2, power_2, ready_2, progress_2, finish_2 = _hand(
        two.fighter, hands[1], _LOOSE_FORM in two.skills, apart
    )
    candles = s.candles
    gloom_1 = 0 if _WICK_KEEPER in one.skills else max(0, candles - _FROM_EDGE[one.at])
    gloom_2 = 0 if _WICK_KEEPER in two.skills else max(0, candles - _FROM_EDGE[two.at])
    if s.turn == 0:
        sign, needed = 1, needed_2
    else:
        sign, needed = -1, needed_1
    hit, row_ko = 0.0, 0
    for card in s.row:
        value = _REACHED[card][apart]
        if value > hit:
            hit = value
        if card in _KO_CARDS and value:
            row_ko = 1
    return [
        float(heavy_1 - heavy_2),
        float(light_1 - light_2),
        FAILS[needed_1] - FAILS[needed_2],
        late * (heavy_1 - heavy_2),
        ending,
        float(cards_1 - cards_2),
        float(blocks_1 - blocks_2),
        float(symbols_1 - symbols_2),
        power_1 - power_2,
        ready_1 - ready_2,
        progress_1 - progress_2,
        finish_1 * FAILS[needed_2 + 1] - finish_2 * FAILS[needed_1 + 1],
        float(gloom_1 - gloom_2),
        float(_FROM_EDGE[one.at] - _FROM_EDGE[two.at]),
        float(one.curse - two.curse),
        float(len(one.elixirs) - len(two.elixirs)),
        skills,
        float(sign * (s.actions - 1)),
        sign * hit,
        sign * row_ko * FAILS[needed],
    ]


_SKILLS = NAMES.index("skills")
_SOON = 8
"""When fewer attack cards than this are in the deck, the less damaged fighter is about to win."""
_BEFORE_ROUND = ("fighters", "draft", "second-draft", "face-up", "round")
_PLACES = len(SPACES)
_FROM_EDGE = tuple(min(column(space), COLUMNS - 1 - column(space)) for space in SPACES)
_KO_CARDS = frozenset(number for number, card in enumerate(CARDS) if card.ko)


def _strength(attack: Attack) -> float:
    return _HEAVY * attack.pool.heavy + _LIGHT * attack.pool.light + 0.01


def _reach(attack: Attack) -> tuple[float, ...]:
    """The damage of an attack, by the attacker's and the target's space."""
    return tuple(
        _strength(attack) if one != other and in_range(attack.range, one, other) else 0.0
        for one in SPACES
        for other in SPACES
    )


_REACHED = tuple(_reach(card) for card in CARDS)
_VALUE = {
    "curse": 1.6, "doom": 2.6, "drawn_in": 1.2, "shared_burden": 1.8,
    "venom_fang": 3.4, "spitting_arc": 2.6, "coil": 1.7, "shed_skin": 0.8, "last_bite": 2.4,
    "distil": 0.8, "flask_toss": 1.2, "copper_fist": 2.8, "boil_over": 2.8,
    "slab_drop": 2.4, "grave_grip": 1.0, "stone_skin": 1.0, "bury": 2.8,
}  # fmt: skip
"""Approximate value of each special attack."""


class _Special:
    """A special attack for evaluation: its cost per symbol and its effect."""

    def __init__(self, attack: Attack) -> None:
        self.needs = tuple(attack.cost.count(symbol) for symbol in _SYMBOLS)
        self.count, self.ko, self.value = len(attack.cost), attack.ko, _VALUE[attack.id]
        self.reached = tuple(value > 0 for value in _reach(attack))


_SPECIALS = {fighter.id: tuple(_Special(special) for special in fighter.special) for fighter in CONTENT.fighter}
_COUNTS = tuple(tuple(card.symbols.count(symbol) for symbol in _SYMBOLS) for card in CARDS)


@lru_cache(maxsize=1 << 16)
def _hand(
    fighter: str, hand: tuple[int, ...], wild: bool, apart: int
) -> tuple[int, int, int, float, float, float, int]:
    """Features of a hand: cards, blocks, symbols, affordable attacks, those in range, closeness to a K.O., K.O.

    affordable.
    """
    counts = [0, 0, 0, 0, 0]
    blocks = 0
    for card in hand:
        one = _COUNTS[card]
        for n in range(5):
            counts[n] += one[n]
        blocks += one[3]
    symbols = sum(counts)
    power = ready = progress = 0.0
    finish = 0
    for special in _SPECIALS[fighter]:
        missing = sum(max(0, need - have) for need, have in zip(special.needs, counts, strict=True))
        if wild and missing:
            missing -= 1 if counts[4] > special.needs[4] else 0
        missing = max(missing, special.count - symbols)
        if missing <= 0:
            power += special.value
            if special.reached[apart]:
                ready += special.value
        if special.ko:
            progress = max(0.0, 1 - missing / special.count)
            finish = 1 if missing <= 0 else 0
    return len(hand), min(blocks, 3), symbols, power, ready, progress, finish


def _skills(up: Sequence[int], down: Sequence[int]) -> float:
    found = 0.0
    for one in up:
        found += _SKILL_WORTH[one]
    for one in down:
        found += _FACE_DOWN * _SKILL_WORTH[one]
    return found


def _during_attack(s: State, seat: int) -> float:
    """The seat's chance during an attack: with its damage still to come, the better of block and no block, and its
    test."""
    one, two = s.seats
    cubes = [one.heavy, one.light, two.heavy, two.light]
    hands = [tuple(one.hand), tuple(two.hand)]
    first = s.underway[0]
    for underway in s.underway:
        card = CARD_OF.get(underway.attack)
        if card is not None:
            hands[underway.seat] = (*hands[underway.seat], card)
        if underway.dealt:
            continue
        target = 1 - underway.seat
        heavy, light = _extra(s, underway)
        blocked = _blocked(s, underway, hands[target])
        plain = list(cubes)
        plain[2 * target] += underway.heavy + heavy
        plain[2 * target + 1] += underway.light + light
        if blocked is not None:
            (cut_heavy, cut_light), left = blocked
            less = list(plain)
            less[2 * target] -= cut_heavy
            less[2 * target + 1] -= cut_light
            with_block = list(hands)
            with_block[target] = left
            if _after_attack(s, target, less, with_block) > _after_attack(s, target, plain, hands):
                cubes, hands = less, with_block
                continue
        cubes = plain
    value = _after_attack(s, seat, cubes, hands)
    if not ATTACKS[first.attack].ko or first.tested or first.spared:
        return value
    attacker, target = first.seat, 1 - first.seat
    needed = cubes[2 * target] + cubes[2 * target + 1]
    needed += (_MERCILESS in s.seats[attacker].skills) - (_LAST_STAND in s.seats[target].skills)
    fails = FAILS[min(max(0, needed), _MOST)]
    if s.relief in ("light", "each", "all"):
        cubes[2 * target + 1] -= cubes[2 * target + 1] // 2
    if s.relief in ("heavy", "each", "all"):
        cubes[2 * target] -= cubes[2 * target] // 2
    tested = fails * _won(s, seat, attacker) + (1 - fails) * _after_attack(s, seat, cubes, hands)
    return max(value, tested) if attacker == seat else min(value, tested)


def _after_attack(s: State, seat: int, cubes: Sequence[int], hands: Sequence[tuple[int, ...]]) -> float:
    found = chance(WEIGHTS, _features(s, (cubes[0], cubes[1], cubes[2], cubes[3]), (hands[0], hands[1])))
    return _match(s, seat, found if seat == 0 else 1 - found)


def _extra(s: State, underway: Underway) -> tuple[int, int]:
    """Extra heavy and light damage that the attack's effect will deal."""
    heavy = light = 0
    for step in ATTACKS[underway.attack].effect:
        if step.op == "damage":
            times = _times(s, underway, step)
            heavy += times * step.heavy
            light += times * step.light
        elif step.op == "token_add" and step.token == "poison":
            light += 1
    return heavy, light


def _times(s: State, underway: Underway, step: Step) -> int:
    """How many times a damage step will be carried out."""
    mine, theirs = s.seats[underway.seat], s.seats[1 - underway.seat]
    if step.per == "removed":
        return theirs.poison if mine.fighter == "adder_daughter" else len(mine.elixirs)
    if step.when == "removed":
        return theirs.curse
    if step.when == "target_in_dark":
        return int(dark(theirs.at, s.candles))
    if step.when == "target_at_edge":
        return int(column(theirs.at) in EDGES)
    if step.when == "far":
        return int(DISTANCE[mine.at][theirs.at] >= FAR)
    return int(step.when != "as_reaction" or underway.reaction)


def _blocked(s: State, underway: Underway, hand: tuple[int, ...]) -> tuple[tuple[int, int], tuple[int, ...]] | None:
    """The damage that the target can block and the hand left after that; None if it cannot block."""
    target = s.seats[1 - underway.seat]
    kind = ATTACKS[underway.attack].type
    if kind == "reaction" or (kind == "ability" and _WARD_SENSE not in target.skills):
        return None
    shield = next((card for card in hand if _COUNTS[card][3]), None)
    if shield is None:
        return None
    left = len(hand) - 1 + (2 if _WARD_SENSE in target.skills else 0)
    heavy = min(underway.heavy, left // CONTENT.cards_per_heavy)
    rest = left if s.block == "both" else left - heavy * CONTENT.cards_per_heavy
    light = min(underway.light, rest)
    if not heavy and not light:
        return None
    return (heavy, light), tuple(card for card in hand if card != shield)


assert set(_VALUE) == {special.id for fighter in FIGHTERS.values() for special in fighter.special}
assert len(NAMES) == len(WEIGHTS)
