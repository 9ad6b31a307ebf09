"""What is in the box, from `content.toml`: pictures, search and texts read it here and nowhere else."""

from __future__ import annotations

from msgspec import Struct

from engine.core.content import Item, Named, load
from engine.core.game import Component
from engine.core.text import Text, text


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

COMPONENTS: dict[str, Component] = {
    piece.id: Component(
        Text(piece.name),
        Text("Pieces"),
        Text(piece.text),
        facts=(text("At most {n} may be taken at once", n=CONTENT.most),),
        count=sum(heap.stones for heap in CONTENT.heap),
    )
    for piece in CONTENT.piece
}
"""What `/card` says of each piece: its name, the kind of piece, what it does, what is printed on it, how many."""
