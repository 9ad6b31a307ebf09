"""Schema of a written position; absent fields take their defaults."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from engine.core.game import Outcome

MOST = 9999
Count = Annotated[int, Meta(ge=0, le=MOST)]
Actions = Annotated[int, Meta(ge=0, le=99)]
"""More than any turn can have, and few enough to compute with."""
Place = tuple[Count, Count]

EARLY = ("setup", "decks", "deal")
"""Phases without hands and piles."""
LATER = 3
"""The turn number assumed when the position names none: past the first turns."""


class PieceWritten(Struct, forbid_unknown_fields=True):
    owner: str
    rank: str
    at: Place


class ScoreWritten(Struct, forbid_unknown_fields=True):
    points: Count = 0
    by_colour: dict[str, Count] = {}
    tasks: list[str] = []


class Written(Struct, forbid_unknown_fields=True):
    """The position in the protocol's form. Pieces and scores belong to colors, cards to seats."""

    form: str | None = None
    seats: Count | None = None
    pieces: list[PieceWritten] = []
    hands: dict[str, list[str]] = {}
    """Beings and legends of each seat."""
    flares: dict[str, str | list[str]] = {}
    decks: dict[str, str] = {}
    random_decks: bool = False
    phase: str = "turn"
    first: str = "A"
    turn: str = "A"
    control: str | None = None
    number: Count = LATER
    actions: Actions | None = None
    piles: dict[str, list[str]] | None = None
    discards: dict[str, list[str]] = {}
    legend_pile: list[str] | None = None
    legend_discards: list[str] = []
    flare_pile: list[str] | None = None
    flare_discards: list[str] = []
    tasks: list[str] | None = None
    task_pile: list[str] | None = None
    scores: dict[str, ScoreWritten] = {}
    improvised: dict[str, list[str]] = {}
    destroyed: dict[str, tuple[Count, Count, Count]] = {}
    summoned: list[tuple[str, Place]] = []
    discarded: bool = False
    borrow: bool = False
    again: bool = False
    extra: bool = False
    more_cards: Count = 0
    more_legends: Count = 0
    closing: Annotated[int, Meta(ge=-1, le=4)] = -1
    cause: str = ""
    outcome: Outcome | None = None
