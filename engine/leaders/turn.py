"""The course of a match: set-up, banishments, and turns of an action phase and a recruitment phase."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.ask import Event, Roll, Script, Shuffle
from engine.core.game import MatchOptions
from engine.leaders.action import action_phase
from engine.leaders.data.content import CARDS, CONTENT
from engine.leaders.ending import capped, finish, repeated
from engine.leaders.recruiting import banish_phase, full, recruit_phase
from engine.leaders.state import State, cards


def start(options: MatchOptions, _seats: int) -> State:
    """The state before set-up: two Leaders on their crown spaces."""
    return State(mode=str(options["mode"]), crown=bool(options["crown_is_recruit_space"]))


def step(s: State) -> Script[None]:
    """Play until the next rest: one action, one recruitment or one banishment."""
    yield from PHASES[s.phase](s)
    if s.outcome is None and s.phase == "recruit" and not s.recruits:
        yield from end_turn(s)
    elif s.outcome is None and s.phase == "banish" and not s.banishing:
        yield from next_turn(s)


def set_up(s: State) -> Script[None]:
    """Lay out the cards and choose the first player at random (TRN-14, ADV-01)."""
    if s.mode == "basic":
        s.deck = yield Shuffle(CARDS)
        s.market, s.deck = s.deck[: CONTENT.market_size], s.deck[CONTENT.market_size :]
    else:
        s.market = list(CARDS)
    s.first = yield Roll(2)
    s.turn = 1 - s.first
    yield Event("started", {"first": s.first, "mode": s.mode, "market": list(s.market)})
    if s.mode == "advanced":
        s.second_banishment = True
        yield from begin_banishment(s)
    else:
        yield from next_turn(s)


def begin_banishment(s: State) -> Script[None]:
    """Begin a banishment: one character each, the first player first (ADV-02, ADV-04)."""
    s.phase, s.banishing = "banish", [s.first, 1 - s.first]
    yield Event("banishment", {})


def end_turn(s: State) -> Script[None]:
    """Pass the turn to the other side, after the second banishment if it is due (ADV-03, ADV-07)."""
    if s.second_banishment and all(len(cards(s, side)) + 1 >= 3 for side in (0, 1)):
        s.second_banishment = False
        yield from begin_banishment(s)
    else:
        yield from next_turn(s)


def next_turn(s: State) -> Script[None]:
    """Begin a new turn; the second player recruits twice in their first (TRN-07)."""
    if capped(s):
        yield from finish(s, (), "cap")
        return
    s.turn, s.number = 1 - s.turn, s.number + 1
    s.phase, s.acted = "action", 0
    s.recruits = 0 if full(s, s.turn) else 2 if s.number == 2 else 1
    if repeated(s):
        yield from finish(s, (), "repetition")
        return
    yield Event("turn", {"side": s.turn, "number": s.number})


PHASES: dict[str, Callable[[State], Script[None]]] = {
    "setup": set_up,
    "banish": banish_phase,
    "action": action_phase,
    "recruit": recruit_phase,
}
