"""The finished picture, and the marks that can be drawn in it."""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class Picture(Struct, frozen=True):
    """A finished picture as the bytes of a palette PNG."""

    data: bytes
    width: int
    height: int


class Marks(Struct, frozen=True):
    """What is pointed out on a board, in the names of its spots."""

    targets: tuple[str, ...] = ()
    """Spots that can be chosen now."""
    chosen: tuple[str, ...] = ()
    """Spots already picked: the acting figure, say."""
    trail: tuple[tuple[str, ...], ...] = ()
    """The last moves as paths; a path of one spot is a figure that entered there."""


NO_MARKS: Final = Marks()
