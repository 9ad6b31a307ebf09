"""Position evaluation: hit points, tiles, the result of a battle, and who can start one."""

from __future__ import annotations

from typing import Any

from engine.core.logistic import chance
from engine.monolith.board import ADJACENT
from engine.monolith.computer.battle_forecast import VALUE, clash
from engine.monolith.data.content import CONTENT, IS_BANNER, KINDS, SIDES
from engine.monolith.influence import sides_of
from engine.monolith.state import State, seat_on_turn

NAMES: tuple[str, ...] = (
    "points",
    "points early",
    "champions",
    "runes",
    "tiles",
    "battle points",
    "battle points early",
    "battle tiles",
    "battle by who moves",
    "battle by who follows",
    "battles in hand",
    "others in hand",
    "to move",
    "poison",
    "Banner falls",
    "Banner sheltered",
)
WEIGHTS: tuple[float, ...] = (
    0.95, -0.4, 0.45, 0.95, 0.65, 0.97, -0.6, 0.45, 0.55, 0.0, 0.0, 0.09, 1.45, 2.1, 4.0, 0.3,
)  # fmt: skip
"""In hit points at the end of the match, by `python -m bench margin`.

213 matches, 11,332 positions; 48 % of the squared final differences explained (without the factions), log loss 0.504.
Where a seat was judged at 3, 15, 25, 35, 45, 55, 65, 75, 85 and 97 %, it won 2, 18, 24, 32, 39, 51, 62, 76, 84 and 97
%. Set by hand: a falling Banner, which is too rare; a Banner in a corner at the start, which makes no difference; and 0
where two halves of the matches disagree.
"""

_BATTLE_OF: dict[str, int] = {
    kind.faction: number for number, kind in enumerate(KINDS) if kind.effect in ("battle", "battle_or_charge")
}
_IS_RUNE: tuple[bool, ...] = tuple(kind.kind == "rune" for kind in KINDS)
_RATIO = 1.0
"""Hit points that a tile of value 1 is worth when starting a battle is considered."""
_SPREAD_LATE, _SPREAD_EARLY = 1.5, 3.0
"""How certain the predicted difference of hit points is, late and early in a match: see `spread`."""
_PILE = CONTENT.tokens_per_faction - 1
_IN_REACH = 12
"""Most hit points that a Banner can lose in one battle."""
_MOST_BOARDS = 20_000

Board = tuple[float, ...]
_boards: dict[tuple[int, ...], Board] = {}
"""Cache of evaluated boards."""


def worth(s: State, seat: int) -> float:
    """The seat's chance to win."""
    return chance(WEIGHTS, features(s, seat))


def features(s: State, seat: int) -> list[float]:
    """The evaluation's features for the seat's team, in the order of `NAMES`."""
    team = 0 if seat in s.teams[0] else 1
    own = 1.0 if team == 0 else -1.0
    lost0, lost1, tiles0, tiles1, champions, runes, tiles, poison = _board(s)
    hit0, hit1 = s.hit_points
    after0, after1 = max(0, hit0 - lost0), max(0, hit1 - lost1)
    gain = (hit1 - after1) - (hit0 - after0)
    left = _left(s)
    swing = gain + _RATIO * left * (tiles1 - tiles0)
    moves = 1.0 if s.order[s.turn] in s.teams[0] else -1.0
    mover = follower = fall = 0.0
    if s.closing:
        fall = float(after1 == 0) - float(after0 == 0)
    elif s.phase == "battle" or swing * moves > 0:
        ready = _ready(s, s.order[s.turn])
        mover = ready * swing
        fall = ready * (float(after1 == 0) - float(after0 == 0))
    elif swing:
        ready = _ready(s, s.order[(s.turn + 1) % len(s.order)])
        follower = ready * swing
        fall = 0.5 * ready * (float(after1 == 0) - float(after0 == 0))
    battles, others = _hands(s)
    scale = own / (_SPREAD_LATE + _SPREAD_EARLY * left)
    return [
        scale * (hit0 - hit1),
        scale * (hit0 - hit1) * left,
        scale * champions * left,
        scale * runes * left,
        scale * tiles * left,
        scale * gain,
        scale * gain * left,
        scale * (tiles1 - tiles0) * left,
        scale * mover,
        scale * follower,
        0.0 if s.closing else scale * battles,
        scale * others,
        scale * moves * left if s.number else 0.0,
        scale * poison * left,
        scale * fall,
        scale * _shelter(s) if s.number <= 1 else 0.0,
    ]


def _shelter(s: State) -> float:
    """The sides of the first team's Banners at the edge, minus the other team's: for a sensible set-up."""
    found = 0.0
    for token in s.tokens:
        if IS_BANNER[token.kind]:
            edge = SIDES - ADJACENT[token.at].bit_count()
            found += edge if token.owner in s.teams[0] else -edge
    return found


def aim(s: State, seat: int) -> float:
    """The share of the enemy Banner's hit points that a battle would take, if the seat can start one now."""
    team = 0 if seat in s.teams[0] else 1
    left = s.hit_points[1 - team]
    if s.closing or not 0 < left <= _IN_REACH or not s.factions[seat]:
        return 0.0
    if s.phase != "battle" and _BATTLE_OF[s.factions[seat]] not in s.hands[seat]:
        return 0.0
    lost0, lost1, tiles0, tiles1, *_ = _board(s)
    lost, own = (lost1, lost0) if team == 0 else (lost0, lost1)
    tiles = tiles1 if team == 0 else tiles0
    if own >= s.hit_points[team]:
        return 0.001
    return 0.002 + 0.9 * min(1.0, lost / left) + 0.01 * min(8.0, tiles)


def _left(s: State) -> float:
    """The share of the match that is still to come, 1 to 0."""
    return 0.0 if s.closing else min(1.0, sum(map(len, s.piles)) / (_PILE * len(s.piles)))


def spread(s: State) -> float:
    """The final difference of hit points that makes the odds e to 1: features in hit points are divided by it."""
    return _SPREAD_LATE + _SPREAD_EARLY * _left(s)


def _ready(s: State, seat: int) -> float:
    """The chance that the seat can start a battle in this turn or its next; 1 as a battle begins."""
    if s.phase == "battle":
        return 1.0
    if not s.factions[seat]:
        return 0.0
    battle, hand = _BATTLE_OF[s.factions[seat]], s.hands[seat]
    if battle in hand:
        return 1.0
    if s.phase != "draw" and seat == seat_on_turn(s):
        return 0.0
    pile = s.piles[seat]
    count, left = pile.count(battle), len(pile)
    none = 1.0
    for _ in range(min((CONTENT.tactical_hand if s.tactical else CONTENT.hand) - len(hand), left)):
        none *= (left - count) / left
        left -= 1
    return 1 - none


def _hands(s: State) -> tuple[float, float]:
    """Battle orders and other tiles in hand, the first team's minus the second's."""
    battles = others = 0
    for seat, hand in enumerate(s.hands):
        if not hand:
            continue
        count = hand.count(_BATTLE_OF[s.factions[seat]])
        if seat in s.teams[0]:
            battles += count
            others += len(hand) - count
        else:
            battles -= count
            others -= len(hand) - count
    return float(battles), float(others)


def _tiles(s: State) -> list[int]:
    """The tiles on the board, each encoded as a number, in canonical order."""
    found = [
        ((((one.kind * 32 + one.at) * 8 + one.rot) * 4 + one.owner) * 4 + one.wounds) * 64
        + (one.poison * 2 + one.net) * 2
        + one.trench
        for one in s.tokens
        if one.at >= 0
    ]
    found.sort()
    return found


def alike(s: State) -> Any:
    """A key that is equal for states with the same board, hands and effects left in the turn."""
    used = _used(s) if s.used else ()
    hands = tuple([tuple(sorted(hand)) for hand in s.hands])
    inside = tuple([(*one.fields, *one.hidden) for one in s.monoliths])
    battle = _battle_progress(s) if s.battle else ()
    turn = (*s.factions, s.phase, s.number, s.played, s.unfolded, *s.hit_points)
    return (*_tiles(s), hands, used, inside, *turn, battle)


def _battle_progress(s: State) -> tuple[int, ...]:
    """Progress of the battle: the next segment, and by space the attacks made in earlier ones."""
    assert s.battle is not None
    at = {one.id: one.at for one in s.tokens}
    made = sorted((at[number], slots) for number, slots in s.battle.made.items() if number in at)
    return (s.battle.segment, *(part for pair in made for part in pair))


def _used(s: State) -> tuple[tuple[str, int], ...]:
    """The effects used in this turn, by the tiles' spaces, because ids of new tiles depend on their order."""
    at = {str(one.id): one.at for one in s.tokens}
    found = []
    for key, number in s.used:
        name, _, giver = key.partition(":")
        if name != "placed" and str(number) in at and (not giver or giver in at):
            found.append((f"{name}{at[giver]}" if giver else name, at[str(number)]))
    found.sort()
    return tuple(found)


def _board(s: State) -> Board:
    """The board and its battle forecast, cached."""
    key = _tiles(s)
    key.append(len(s.factions))
    packed = tuple(key)
    found = _boards.get(packed)
    if found is None:
        if len(_boards) >= _MOST_BOARDS:
            _boards.clear()
        found = _boards[packed] = _forecast_board(s)
    return found


def _forecast_board(s: State) -> Board:
    first = sides_of(s)
    after = clash(s.tokens, first)
    fallen = [0.0, 0.0]
    for token in after.fallen:
        fallen[not first[token.owner]] += VALUE[token.kind]
    champions = runes = tiles = 0.0
    for token in s.tokens:
        if token.at < 0 or IS_BANNER[token.kind]:
            continue
        sign = 1.0 if first[token.owner] else -1.0
        tiles += sign * VALUE[token.kind]
        if _IS_RUNE[token.kind]:
            runes += sign
        else:
            champions += sign
    lost, poison = after.losses, after.poisoned
    return lost[0], lost[1], fallen[0], fallen[1], champions, runes, tiles, float(poison[1] - poison[0])
