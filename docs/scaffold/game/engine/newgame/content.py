"""What is in the box, from `content.toml`."""

from __future__ import annotations

from msgspec import Struct

from engine.core.content import Item, Named, load


class Heap(Item, frozen=True):
    """A heap and how many stones it has at the start."""

    stones: int


class Piece(Named, frozen=True):
    """Something with a card of its own."""

    text: str


class Content(Struct, frozen=True, forbid_unknown_fields=True):
    most: int
    """How many stones may be taken at once."""
    heap: tuple[Heap, ...]
    piece: tuple[Piece, ...]


CONTENT = load(__package__, Content)
LABELS: tuple[str, ...] = tuple(heap.id.upper() for heap in CONTENT.heap)
"""The heaps as pictures and positions name them."""
