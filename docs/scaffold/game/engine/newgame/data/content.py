"""The components, read from `content.toml`: the single source for pictures, search and texts."""

from __future__ import annotations

from msgspec import Struct

from engine.core.content import Item, Named, load
from engine.core.game import Component
from engine.core.text import Text, text


class Heap(Item, frozen=True):
    """A heap and its number of stones at the start."""

    stones: int


class Piece(Named, frozen=True):
    """A component with a card of its own."""

    text: str


class Content(Struct, frozen=True, forbid_unknown_fields=True):
    most: int
    """Most stones that may be taken at once."""
    heap: tuple[Heap, ...]
    piece: tuple[Piece, ...]


CONTENT = load(__package__, Content)
LABELS: tuple[str, ...] = tuple(heap.id.upper() for heap in CONTENT.heap)
"""The names of the heaps in pictures and positions."""

COMPONENTS: dict[str, Component] = {
    piece.id: Component(
        Text(piece.name),
        Text("Stones"),
        Text(piece.text),
        facts=(text("At most {n} may be taken at once", n=CONTENT.most),),
        count=sum(heap.stones for heap in CONTENT.heap),
    )
    for piece in CONTENT.piece
}
"""The contents of `/card` for each piece: name, kind, effect, printed values, count."""
