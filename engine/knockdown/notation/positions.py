"""Write a state in the protocol's form and read it back; impossible positions are refused with the reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from engine.core.game import Impossible, MatchOptions
from engine.core.position_checks import LETTERS, need_phase, seat_of, shaped
from engine.core.text import text
from engine.knockdown.arena import LABEL, SPACE, START
from engine.knockdown.data.content import CANDLE, CARD_OF, CARDS, CONTENT, ELIXIRS, FIGHTERS, SKILL_OF, SKILLS
from engine.knockdown.notation.faults import check, won_by_rounds
from engine.knockdown.notation.position_schema import RollWritten, StandingWritten, Written
from engine.knockdown.setup import start
from engine.knockdown.state import Roll, Seat, Standing, State, other
from engine.knockdown.turn import PHASES

BEFORE_CARDS = ("fighters", "draft", "second-draft", "face-up", "round")
"""Phases before the row is laid out."""


def write(s: State) -> dict[str, Any]:
    """The state as a position, readable for people."""
    seats = dict(zip(LETTERS, s.seats, strict=False))

    def ids(cards: Iterable[int]) -> list[str]:
        return ["candle" if card == CANDLE else CARDS[card].id for card in cards]

    def skills(found: Iterable[int]) -> list[str]:
        return [SKILLS[skill].id for skill in found]

    written = Written(
        fighters={letter: one.fighter for letter, one in seats.items() if one.fighter},
        at={letter: LABEL[one.at] for letter, one in seats.items()},
        hands={letter: ids(one.hand) for letter, one in seats.items()},
        row=ids(s.row),
        damage={letter: (one.heavy, one.light) for letter, one in seats.items()},
        skills={letter: skills(one.skills) for letter, one in seats.items()},
        skills_down={letter: skills(one.down) for letter, one in seats.items()},
        draft={letter: skills(one.draft) for letter, one in seats.items()},
        candles=s.candles,
        turn=LETTERS[s.turn],
        actions=s.actions,
        phase=s.phase,
        round=s.round,
        first=LETTERS[s.first],
        number=s.number,
        deck=ids(s.deck),
        discards=ids(s.discards),
        victories={letter: one.victories for letter, one in seats.items()},
        curse={letter: one.curse for letter, one in seats.items()},
        poison={letter: one.poison for letter, one in seats.items()},
        elixirs={letter: list(one.elixirs) for letter, one in seats.items()},
        standing={letter: StandingWritten(one.standing.least_cut, one.standing.react) for letter, one in seats.items()},
        moved=s.moved,
        bile=s.bile,
        combo=s.combo,
        used=list(s.used),
        idle=s.idle,
        left=s.left,
        last_roll=None if s.last_roll is None else RollWritten(**msgspec.structs.asdict(s.last_roll)),
        open_hands=s.open_hands,
        relief=s.relief,
        menhir=s.menhir,
        block=s.block,
        later_pick=s.later_pick,
        random_fighters=s.random_fighters,
        outcome=s.outcome,
    )
    plain: dict[str, Any] = msgspec.to_builtins(written)
    if s.combo is None:
        del plain["combo"]
    return plain


def read(options: MatchOptions, position: Mapping[str, Any], rules: int) -> State:
    """Read a state from its written form, under this rules version."""
    w = shaped(position, Written)
    need_phase(w.phase, PHASES)
    s = start(options, 2)
    s.rules = rules
    _options(s, w)
    s.phase, s.first, s.turn, s.number = w.phase, seat_of(w.first, 2), seat_of(w.turn, 2), w.number
    s.actions = (CONTENT.actions if w.phase in ("refill", "turn") else 0) if w.actions is None else w.actions
    s.moved, s.bile, s.used, s.idle, s.left = w.moved, w.bile, list(w.used), w.idle, w.left
    s.combo = None if w.combo is None else list(w.combo)
    s.candles, s.outcome = w.candles, w.outcome
    if w.last_roll is not None:
        s.last_roll = Roll(**msgspec.structs.asdict(w.last_roll))
    _seats(s, w)
    _cards(s, w)
    s.round = w.round or _round(s)
    check(s)
    return s


def _round(s: State) -> int:
    """The round number that follows from the victories."""
    return sum(one.victories for one in s.seats) + (not won_by_rounds(s.outcome))


def _options(s: State, w: Written) -> None:
    """Set the match options (readings of rules) that the position names."""
    for key, known in (
        ("relief", ("light", "heavy", "each", "all")),
        ("menhir", ("light", "heavy")),
        ("block", ("budget", "both")),
    ):
        value = getattr(w, key)
        if value is not None:
            if value not in known:
                raise Impossible(text("Option {key} takes one of: {values}.", key=key, values=", ".join(known)))
            setattr(s, key, value)
    for key in ("open_hands", "later_pick", "random_fighters"):
        if getattr(w, key) is not None:
            setattr(s, key, getattr(w, key))


def _card(card: str) -> int:
    if card not in CARD_OF:
        raise Impossible(text("There is no card {card}.", card=card))
    return CARD_OF[card]


def _skill(skill: str) -> int:
    if skill not in SKILL_OF:
        raise Impossible(text("There is no skill {skill}.", skill=skill))
    return SKILL_OF[skill]


def _of(s: State, letter: str) -> Seat:
    return s.seats[seat_of(letter, 2)]


def _seats(s: State, w: Written) -> None:
    """Read the two players; a player without a named fighter gets the first free one."""
    for letter, fighter in w.fighters.items():
        if fighter not in FIGHTERS:
            raise Impossible(text("There is no fighter {fighter}.", fighter=fighter))
        _of(s, letter).fighter = fighter
    if s.phase != "fighters":
        for one in s.seats:
            taken = [seat.fighter for seat in s.seats]
            one.fighter = one.fighter or next(fighter for fighter in FIGHTERS if fighter not in taken)
    s.seats[s.first].at, s.seats[other(s.first)].at = START
    for letter, at in w.at.items():
        if at.lower() not in SPACE:
            raise Impossible(text("There is no space {at}.", at=at))
        _of(s, letter).at = SPACE[at.lower()]
    for letter, (heavy, light) in w.damage.items():
        one = _of(s, letter)
        one.heavy, one.light = heavy, light
    for letter, names in w.skills.items():
        _of(s, letter).skills = [_skill(name) for name in names]
    for letter, names in w.skills_down.items():
        _of(s, letter).down = [_skill(name) for name in names]
    for letter, names in w.draft.items():
        _of(s, letter).draft = [_skill(name) for name in names]
    for letter, names in w.elixirs.items():
        if not set(names) <= set(ELIXIRS):
            raise Impossible(text("There is no elixir {elixir}.", elixir=", ".join(names)))
        _of(s, letter).elixirs = list(names)
    for letter, standing in w.standing.items():
        _of(s, letter).standing = Standing(standing.least_cut, standing.react)
    for key in ("victories", "curse", "poison"):
        for letter, count in getattr(w, key).items():
            setattr(_of(s, letter), key, count)


def _cards(s: State, w: Written) -> None:
    """Place the cards; an unnamed row and deck get the cards that are nowhere else."""
    for letter, names in w.hands.items():
        _of(s, letter).hand = [_card(name) for name in names]
    s.discards = [_card(name) for name in w.discards]
    if s.phase in BEFORE_CARDS:
        return
    s.row = [_card(name) for name in w.row or []]
    given = [CANDLE if name == "candle" else _card(name) for name in w.deck or []]
    away = {*s.discards, *s.row, *given, *(card for one in s.seats for card in one.hand)}
    free = [card for card in range(len(CARDS)) if card not in away]
    if w.row is None:
        s.row, free = free[: CONTENT.row], free[CONTENT.row :]
    s.deck = given
    if w.deck is None:
        s.deck = free + ([CANDLE] * (CONTENT.candles - s.candles) if s.phase not in ("pick", "begin") else [])
