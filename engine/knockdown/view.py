"""The view for pictures and words; the deck and face-down cards are left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from engine.core.ask import Ask
from engine.core.text import Text
from engine.knockdown.arena import LABEL, dark_columns
from engine.knockdown.combo import reaches, specials
from engine.knockdown.data.content import (
    ATTACK_NAME,
    ATTACKS,
    CARDS,
    CONTENT,
    ELIXIR_NAME,
    ELIXIRS,
    FIGHTER_NAME,
    FIGHTERS,
    SKILL_NAME,
    SKILLS,
    SYMBOL_NAME,
    TOKEN_NAME,
    TOKENS,
    Attack,
)
from engine.knockdown.ko import bonus, chance
from engine.knockdown.payment import can_pay
from engine.knockdown.state import State, hand_limit, other, total


class AttackView(Struct, frozen=True):
    """An attack card or a special attack as it is printed."""

    id: str
    name: Text
    type: str
    """`strike`, `ability` or `reaction`."""
    symbols: tuple[str, ...]
    """Symbols of a card: one or two of `block`, `dash`, `fist`, `kick`, `rune`."""
    cost: tuple[str, ...]
    """Cost of a special attack: the same symbols and `any`."""
    range: str
    """`exact`, `upto`, `projectile` or `none`."""
    reach: int
    """The number of an exact or up-to range."""
    heavy: int
    light: int
    ko: bool
    trigger: str
    """Trigger of a Reaction: `before_damage`, `after_attack` or `after_ko_pass`."""
    text: Text


class SkillPrint(Struct, frozen=True):
    id: str
    name: Text
    initiative: int
    text: Text


class FighterPrint(Struct, frozen=True):
    id: str
    name: Text
    ability: Text
    ability_text: Text
    specials: tuple[AttackView, ...]


class ThingPrint(Struct, frozen=True):
    """A token or an elixir."""

    id: str
    name: Text
    text: Text


def in_hand(view: KnockdownView, seat: int) -> tuple[str, ...]:
    """The cards in a seat's hand, its skills, face-down ones last, and its fighter's special attacks."""
    one = view.seats[seat]
    special = PRINTED_FIGHTERS[one.fighter].specials if one.fighter else ()
    return (
        *(f"attack.{card}" for card in one.hand),
        *(f"skill.{skill}" for skill in (*one.skills, *one.secret)),
        *(f"special.{attack.id}" for attack in special),
    )


def _print(one: Attack) -> AttackView:
    return AttackView(
        id=one.id,
        name=ATTACK_NAME[one.id],
        type=one.type,
        symbols=one.symbols,
        cost=one.cost,
        range=one.range.kind,
        reach=one.range.n,
        heavy=one.pool.heavy,
        light=one.pool.light,
        ko=one.ko,
        trigger=one.trigger.window if one.trigger else "",
        text=Text(one.text),
    )


PRINTED_ATTACKS: dict[str, AttackView] = {one.id: _print(one) for one in CARDS}
PRINTED_SKILLS: dict[str, SkillPrint] = {
    one.id: SkillPrint(one.id, SKILL_NAME[n], one.initiative, Text(one.text)) for n, one in enumerate(SKILLS)
}
PRINTED_FIGHTERS: dict[str, FighterPrint] = {
    one.id: FighterPrint(
        one.id,
        FIGHTER_NAME[one.id],
        Text(one.ability),
        Text(one.ability_text),
        tuple(_print(special) for special in one.special),
    )
    for one in FIGHTERS.values()
}
PRINTED_TOKENS: dict[str, ThingPrint] = {
    one.id: ThingPrint(one.id, TOKEN_NAME[one.id], Text(one.text)) for one in TOKENS.values()
}
PRINTED_ELIXIRS: dict[str, ThingPrint] = {
    one.id: ThingPrint(one.id, ELIXIR_NAME[one.id], Text(one.text)) for one in ELIXIRS.values()
}
SYMBOL_NAMES = SYMBOL_NAME
ROUNDS_TO_WIN = CONTENT.rounds_to_win
CANDLES = CONTENT.candles


class SeatView(Struct, frozen=True):
    seat: int
    fighter: str
    """The fighter's id, empty until it is revealed."""
    at: str
    """The fighter's space as typed: `f4`."""
    heavy: int
    light: int
    chance: int
    """The chance in percent to pass a Knockdown Test now."""
    cards: int
    """Number of cards in hand."""
    limit: int
    """The hand limit."""
    hand: tuple[str, ...]
    """The cards in hand; with hidden hands only the viewer's own."""
    skills: tuple[str, ...]
    """Face-up skills."""
    down: int
    """Number of face-down skills."""
    secret: tuple[str, ...]
    """The face-down skills, shown to their owner only (during the draft: those kept so far)."""
    draft: tuple[str, ...]
    """The skills to choose from, shown to their owner only."""
    victories: int
    curse: int
    poison: int
    elixirs: tuple[str, ...]
    payable: tuple[str, ...] = ()
    """Special attacks, Reactions included, that the hand can pay for; empty if the hand is hidden."""
    ready: tuple[str, ...] = ()
    """Special attacks that could be used in a Combo now: affordable, in range and not used in it yet."""


class RowView(Struct, frozen=True):
    id: str
    reaches: tuple[bool, bool]
    """By seat: whether its opponent is in range of the card now."""


class RollView(Struct, frozen=True):
    seat: int
    dice: tuple[int, ...]
    bonus: int
    total: int
    passed: bool


class AttackUnderway(Struct, frozen=True):
    """An attack in progress."""

    seat: int
    """The attacking seat."""
    attack: str
    heavy: int
    light: int
    """The light damage left in its pool, or dealt by it."""
    paid: tuple[str, ...]
    """The cards that paid for a special attack."""
    reaction: bool
    dealt: bool


class KnockdownView(Struct, frozen=True):
    phase: str
    """`fighters`, `skills`, `pick`, `turn` or `over`."""
    round: int
    turn: int
    number: int
    actions: int
    to_move: tuple[int, ...]
    seats: tuple[SeatView, SeatView]
    row: tuple[RowView, ...]
    deck: int
    """Number of cards left, including candles."""
    discards: tuple[str, ...]
    candles: int
    dark: tuple[int, ...]
    """The dark columns, 1 to 9."""
    bile: int
    roll: RollView | None
    open_hands: bool
    winners: tuple[int, ...]
    reason: str
    """Empty while the match runs, else `knock-out`, `cards`, `stalled`, `agreed`, `resigned` or `timeout`."""
    payable: tuple[str, ...] = ()
    """For a player: the same as in their own part of `seats`."""
    ready: tuple[str, ...] = ()
    seat: int | None = None
    attacks: tuple[AttackUnderway, ...] = ()
    """The current attack and the Reaction to it; or the attack that is being paid for."""


_PHASES = {
    "draft": "skills",
    "second-draft": "skills",
    "face-up": "skills",
    "round": "pick",
    "begin": "turn",
    "refill": "turn",
}


def view(s: State, seat: int | None, asks: Sequence[Ask]) -> KnockdownView:
    """The position as the seat may see it: hands as agreed, no face-down skills of others, never the deck."""
    outcome = s.outcome
    one, two = (_seat_view(s, who, who == seat, asks) for who in (0, 1))
    return KnockdownView(
        phase="over" if outcome else _PHASES.get(s.phase, s.phase),
        round=s.round,
        turn=s.turn,
        number=s.number,
        actions=s.actions,
        to_move=tuple(ask.seat for ask in asks),
        seats=(one, two),
        row=tuple(RowView(CARDS[card].id, (reaches(s, 0, CARDS[card]), reaches(s, 1, CARDS[card]))) for card in s.row),
        deck=len(s.deck),
        discards=_ids(s.discards),
        candles=s.candles,
        dark=tuple(dark_columns(s.candles)),
        bile=s.bile,
        roll=_roll(s),
        open_hands=s.open_hands,
        winners=outcome.winners if outcome else (),
        reason=outcome.reason if outcome else "",
        payable=() if seat is None else (one, two)[seat].payable,
        ready=() if seat is None else (one, two)[seat].ready,
        seat=seat,
        attacks=() if outcome else (*_underway(s), *_declared(asks)),
    )


def _roll(s: State) -> RollView | None:
    """The last test of this round, unless an attack is on its way that may lead to a new one."""
    last = s.last_roll
    if last is None or (s.underway and not s.underway[0].tested):
        return None
    if s.round > 1 and not (last.passed or s.outcome or s.underway):  # it ended the round before (rules versions 1, 2)
        return None
    return RollView(last.seat, tuple(last.dice), last.bonus, last.total, last.passed)


def _underway(s: State) -> Iterator[AttackUnderway]:
    for one in s.underway:
        yield AttackUnderway(one.seat, one.attack, one.heavy, one.light, _ids(one.paid), one.reaction, one.dealt)


def _declared(asks: Sequence[Ask]) -> Iterator[AttackUnderway]:
    """Yield the attack that is about to be paid for or used with Long Reach."""
    for ask in asks:
        if ask.prompt in ("knockdown.pay", "knockdown.long-reach"):
            attack = ATTACKS[ask.about[0]]
            reaction = attack.type == "reaction"
            yield AttackUnderway(ask.seat, attack.id, attack.pool.heavy, attack.pool.light, (), reaction, False)


def _payable(s: State, seat: int) -> tuple[str, ...]:
    own = FIGHTERS[s.seats[seat].fighter].special
    return tuple(one.id for one in own if can_pay(s, seat, one.cost))


def _ready(s: State, seat: int, asks: Sequence[Ask]) -> tuple[str, ...]:
    """Special attacks that can continue the Combo in progress, or begin one."""
    for ask in asks:
        if ask.seat == seat and ask.prompt == "knockdown.combo":
            links = [option.value for option in ask.options]
            return tuple(name for what, name in links if what == "special")
    return tuple(specials(s, seat, []))


def _ids(cards: Sequence[int]) -> tuple[str, ...]:
    return tuple(CARDS[card].id for card in cards)


def _skills(skills: Sequence[int]) -> tuple[str, ...]:
    return tuple(SKILLS[skill].id for skill in skills)


def _seat_view(s: State, seat: int, own: bool, asks: Sequence[Ask]) -> SeatView:
    one, fights = s.seats[seat], all(player.fighter for player in s.seats)
    seen = own or s.open_hands
    return SeatView(
        seat=seat,
        fighter=one.fighter,
        at=LABEL[one.at],
        heavy=one.heavy,
        light=one.light,
        chance=chance(total(one) - bonus(s, other(seat), seat)),
        cards=len(one.hand),
        limit=hand_limit(s, seat),
        hand=_ids(one.hand) if seen else (),
        skills=_skills(one.skills),
        down=len(one.down),
        secret=_skills(one.down) if own else (),
        draft=_skills(one.draft) if own else (),
        victories=one.victories,
        curse=one.curse,
        poison=one.poison,
        elixirs=tuple(one.elixirs),
        payable=_payable(s, seat) if seen and fights else (),
        ready=_ready(s, seat, asks) if seen and fights else (),
    )
