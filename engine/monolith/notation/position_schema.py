"""The shape of a written position; absent fields take the natural default."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from engine.core.game import Outcome

Signed = Annotated[int, Meta(ge=-9999, le=9999)]
Count = Annotated[int, Meta(ge=0, le=9999)]

LATER = 5
"""The turn number of a position that names none: past the opening draws."""


class TokenWritten(Struct, forbid_unknown_fields=True):
    owner: str
    token: str
    at: tuple[Signed, Signed] | None = None
    """Nothing for a token inside a folded monolith."""
    rot: Count = 0
    wounds: Count = 0
    poison: Count = 0
    net: bool = False
    trench: bool = False
    id: Count | None = None


class MonolithWritten(Struct, forbid_unknown_fields=True):
    hidden: list[Count] | None = None
    """Ids of the tokens inside, 0 for an empty segment; by default the owner's tokens that are nowhere else."""
    fields: list[tuple[Signed, Signed]] = []
    seen: bool = False


class BattleWritten(Struct, forbid_unknown_fields=True):
    """A battle that has come to a segment in which somebody may have to choose."""

    segment: Count
    attacks: list[tuple[Count, list[Count]]] = []
    """By the id of a tile, the attacks that it has made in earlier segments: 0 is its first printed initiative, extra
    attacks come after the printed ones. Tiles that are not named have made none."""


class Written(Struct, forbid_unknown_fields=True):
    """The position as it stands in the protocol."""

    tokens: list[TokenWritten] = []
    hands: dict[str, list[str]] = {}
    banner_hp: dict[str, Count] = {}
    turn: str | None = None
    phase: str = "play"
    seats: Count | None = None
    order: str | None = None
    place: Count | None = None
    """Which place of the order has the turn: with three players B has two."""
    number: Count = LATER
    factions: dict[str, str] = {}
    random_factions: bool = False
    tactical: bool | None = None
    piles: dict[str, list[str]] | None = None
    """By default all other tokens of the faction, kind after kind as in the file, over and over."""
    discards: dict[str, list[str]] = {}
    monoliths: dict[str, MonolithWritten] | None = None
    used: list[tuple[str, Count]] = []
    played: Count = 0
    unfolded: bool = False
    closing: Count = 0
    extra: bool = False
    battle: BattleWritten | None = None
    """In the phases `battle` and `last-battle`: how far the battle has come; without it, it begins. `write` leaves it
    out where there is none, as positions of earlier versions do."""
    next_id: Count | None = None
    outcome: Outcome | None = None
