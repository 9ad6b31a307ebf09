"""The course of a match: set-up, and turns of taking stones until none are left."""

from __future__ import annotations

from engine.core.ask import Ask, Event, Roll, Script
from engine.core.game import MatchOptions, Outcome
from engine.newgame import options
from engine.newgame.data.content import LABELS
from engine.newgame.state import State


def start(chosen: MatchOptions, _seats: int) -> State:
    """The state before set-up: full heaps."""
    return State(last_wins=chosen["last"] == "wins")


def step(s: State) -> Script[None]:
    """Play until the next rest: the set-up, or a turn."""
    yield from take(s) if s.number else set_up(s)


def set_up(s: State) -> Script[None]:
    """Choose the first player at random (newgame.set-up)."""
    s.turn = yield Roll(2)
    s.number = 1
    yield Event("started", {"first": s.turn})


def take(s: State) -> Script[None]:
    """Let the player take stones from one heap (newgame.turn).

    When none are left, the match is over (newgame.end).
    """
    heap: int = yield Ask(s.turn, "newgame.which", options.heaps(s))
    count: int = yield Ask(s.turn, "newgame.how-many", options.counts(s, heap), (LABELS[heap],))
    s.heaps[heap] -= count
    s.taken[s.turn] += count
    yield Event("took", {"side": s.turn, "heap": LABELS[heap], "count": count})
    if not any(s.heaps):
        winner = s.turn if s.last_wins else 1 - s.turn
        s.outcome = Outcome((winner,), "last-stone")
        yield Event("over", {"winners": (winner,), "reason": "last-stone"})
    else:
        s.turn, s.number = 1 - s.turn, s.number + 1
