"""Movement of fighters."""

from __future__ import annotations

from engine.core.ask import Ask, Event, Script, later
from engine.knockdown import options
from engine.knockdown.arena import ADJACENT, DISTANCE, LABEL, steps
from engine.knockdown.cards import fighter_event
from engine.knockdown.state import State, other, passive, skill_value


def go(s: State, seat: int, to: int, how: str, **more: object) -> Event:
    """Put a fighter on another space; return the event."""
    one = s.seats[seat]
    start, one.at = one.at, to
    if seat == s.turn and start != to:
        s.moved = True
    return fighter_event(s, "moved", seat, path=[LABEL[start], LABEL[to]], how=how, **more)


def reach(s: State, seat: int, most: int) -> tuple[int, ...]:
    """Spaces within `most` steps under the Move rules."""
    return steps(s.seats[seat].at, s.seats[other(seat)].at, most)


def move_goals(s: State, seat: int) -> list[int]:
    """Spaces where the Move action may end: one step, two with Light Feet; the Mistling goes around an adjacent
    opponent."""
    found = set(reach(s, seat, skill_value(s, seat, "move_steps") or 1))
    here, there = s.seats[seat].at, s.seats[other(seat)].at
    if passive(s, seat, "vault") and DISTANCE[here][there] == 1:
        found.update(space for space in ADJACENT[there] if space != here)
    return sorted(found)


def walk(s: State, seat: int, most: int, how: str, **more: object) -> Script[None]:
    """Ask for a space within `most` steps and go there; does nothing if there is none."""
    if goals := reach(s, seat, most):
        to: int = yield Ask(seat, "knockdown.move-to", later(options.spaces, (goals,)))
        yield go(s, seat, to, how, **more)
