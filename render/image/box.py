"""A rectangle of a picture, in pixels."""

from __future__ import annotations

from msgspec import Struct


class Box(Struct, frozen=True):
    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        return self.x + self.width

    @property
    def bottom(self) -> int:
        return self.y + self.height
