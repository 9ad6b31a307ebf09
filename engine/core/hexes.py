"""Hexagonal boards as numbered spaces: neighbors, rays and bit masks, computed once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.masks import mask

Axial = tuple[int, int]


class HexBoard:
    """Spaces numbered in the given order. A mask has bit n set for space n; `directions` go round the clock."""

    def __init__(self, spaces: Sequence[Axial], directions: Sequence[Axial]) -> None:
        self.size = len(spaces)
        self.index = {space: number for number, space in enumerate(spaces)}
        self.full = (1 << self.size) - 1
        self.step: list[list[int]] = [
            [self.index.get((q + dq, r + dr), -1) for dq, dr in directions] for q, r in spaces
        ]
        """The neighbor of a space in each direction, −1 off the board."""
        self.adjacent: list[int] = [mask(n for n in row if n >= 0) for row in self.step]
        self.ray: list[list[list[int]]] = [
            [list(self._walk(space, direction)) for direction in range(len(directions))] for space in range(self.size)
        ]
        """All spaces from a space outward in each direction, nearest first."""
        self.two_in_line: list[int] = [mask(ray[1] for ray in rays if len(ray) > 1) for rays in self.ray]

    def _walk(self, space: int, direction: int) -> Iterator[int]:
        while (space := self.step[space][direction]) >= 0:
            yield space
