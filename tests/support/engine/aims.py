"""What a puzzle's aim measures along a line."""

from __future__ import annotations

from typing import Protocol

from engine.core.position import Position


class Table(Protocol):
    """A test's position."""

    @property
    def position(self) -> Position: ...


def brought(aim: str, table: Table, picks: str) -> list[int | None]:
    """What the measure says after each of the first seat's picks, none of which goes beyond the boundary."""
    position = table.position
    measure, before = position.game.aims[aim].measure, position.fork().state
    found = []
    for code in picks.split():
        position.pick(0, code, hold=True)
        found.append(measure(before, position.state, 0))
    return found
