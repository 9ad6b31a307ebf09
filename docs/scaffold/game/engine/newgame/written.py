"""The shape of a written position; absent fields take the natural default."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from engine.core.game import Outcome

Number = Annotated[int, Meta(ge=0, le=10_000)]


class Written(Struct, forbid_unknown_fields=True, omit_defaults=True):
    heaps: dict[str, Number] | None = None
    """The stones of each heap, `{"A": 3, "C": 1}`; a heap that is not named has none."""
    turn: str = "A"
    number: Number = 1
    taken: tuple[Number, Number] = (0, 0)
    outcome: Outcome | None = None
