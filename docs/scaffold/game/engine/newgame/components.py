"""What has a card of its own, and what there is to know of it in words."""

from __future__ import annotations

from engine.core.game import Component
from engine.core.text import Text, text
from engine.newgame.content import CONTENT

COMPONENTS: dict[str, Component] = {
    piece.id: Component(
        Text(piece.name),
        Text("New Game"),
        Text(piece.text),
        facts=(text("At most {n} may be taken at once", n=CONTENT.most),),
        count=sum(heap.stones for heap in CONTENT.heap),
    )
    for piece in CONTENT.piece
}
