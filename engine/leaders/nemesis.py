"""The Nemesis: she moves only after an action that has moved the Leader opposing her, and then she must."""

from __future__ import annotations

from engine.core.ask import Ask, Event, Script
from engine.core.masks import spaces_of
from engine.leaders import options
from engine.leaders.board import ADJACENT, LABELS
from engine.leaders.data.content import NEMESIS
from engine.leaders.ending import check
from engine.leaders.state import State, occupied


def reach(s: State, owner: int) -> int:
    """Spaces the Nemesis can reach: two steps through empty spaces, not back to the start; else one; else none (NEM-04
    to NEM-06)."""
    taken = occupied(s)
    start = s.at[NEMESIS | owner]
    once = ADJACENT[start] & ~taken
    twice = 0
    for space in spaces_of(once):
        twice |= ADJACENT[space]
    return twice & ~taken or once


def react(s: State, owner: int) -> Script[None]:
    """Let the owner choose where the Nemesis goes, in either player's turn; the consequences stand (NEM-03, NEM-11,
    NEM-17)."""
    ends = reach(s, owner)
    if not ends:
        return
    end: int = yield Ask(owner, "leaders.nemesis", options.spaces(ends), ("nemesis",))
    start, s.at[NEMESIS | owner] = s.at[NEMESIS | owner], end
    walked = [LABELS[start], LABELS[end]]
    yield Event("moved", {"side": owner, "who": "nemesis", "way": "react", "path": walked})
    yield from check(s, owner)
