"""Schema of a written position; absent fields take their defaults."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from engine.core.game import Outcome

LATER = 3
"""The turn number assumed when the position names none: past the first turns, so that nobody recruits twice."""


class Written(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The position in the protocol's form."""

    pieces: str
    turn: str = "S"
    phase: str = "action"
    acted: list[str] = []
    market: list[str] | None = None
    mode: str | None = None
    first: str | None = None
    number: int | None = None
    recruits: int | None = None
    deck: list[str] | None = None
    banished: list[str] = []
    banishing: str | None = None
    second_banishment: bool | None = None
    seen: dict[str, Annotated[int, Meta(ge=1, le=3)]] | None = None
    outcome: Outcome | None = None
