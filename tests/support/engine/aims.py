"""The measure of a puzzle's aim along a line of picks."""

from __future__ import annotations

from typing import Protocol

from engine.core.position import Position


class Table(Protocol):
    """A test table with a position."""

    @property
    def position(self) -> Position: ...


def measures(aim: str, table: Table, picks: str) -> list[int | None]:
    """The aim's measure after each of the first seat's picks, none of which passes the boundary."""
    position = table.position
    measure, before = position.game.aims[aim].measure, position.fork().state
    found = []
    for code in picks.split():
        position.pick(0, code, hold=True)
        found.append(measure(before, position.state, 0))
    return found
