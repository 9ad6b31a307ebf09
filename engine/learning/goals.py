"""The goal of an exercise: a predicate over events and position, as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from engine.core.ask import Event
from engine.core.position import Position


class Goal(Struct, frozen=True, forbid_unknown_fields=True):
    """All given conditions must hold."""

    events: tuple[dict[str, Any], ...] = ()
    """Each must have happened: an event with these fields. An entry that is listed twice must have happened twice."""
    never: tuple[dict[str, Any], ...] = ()
    """None of these has happened."""
    position: dict[str, Any] = {}
    """Fields of the written position; a list in place of a text names parts that the text must contain."""
    picked: tuple[str, ...] = ()
    """All of these codes were picked."""
    wins: bool = False
    """The match is over, and the seat has won."""
    ends: bool = False
    """The decision is complete."""
    either: tuple[Goal, ...] = ()
    """If not empty, one of these must be reached."""


def reached(goal: Goal, seat: int, position: Position, events: Sequence[Event], picks: Sequence[str]) -> bool:
    """Whether the goal is reached in this position after these events and picks."""
    if goal.either and not any(reached(one, seat, position, events, picks) for one in goal.either):
        return False
    if goal.wins and (position.outcome is None or seat not in position.outcome.winners):
        return False
    if goal.ends and not position.boundary:
        return False
    if not set(goal.picked) <= set(picks):
        return False
    happened = [{"kind": event.kind, **event.args} for event in events]
    if not all(sum(_fits(wanted, one) for one in happened) >= goal.events.count(wanted) for wanted in goal.events):
        return False
    if any(_fits(unwanted, one) for unwanted in goal.never for one in happened):
        return False
    return not goal.position or _fits(goal.position, position.game.write(position.state))


def _fits(wanted: Any, found: Any) -> bool:
    """Whether `found` contains everything that `wanted` names."""
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(
            key in found and _fits(value, found[key]) for key, value in wanted.items()
        )
    if isinstance(wanted, list) and isinstance(found, str):
        return all(one in found for one in wanted)
    if isinstance(wanted, list) and isinstance(found, (list, tuple)):
        return len(wanted) == len(found) and all(map(_fits, wanted, found))
    return bool(wanted == found)
