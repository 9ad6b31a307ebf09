"""Schema of a written position; absent fields take their defaults."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from engine.core.game import Outcome

Signed = Annotated[int, Meta(ge=-9999, le=9999)]
Count = Annotated[int, Meta(ge=0, le=9999)]

LATER = 5
"""The turn number assumed when the position names none: past the opening draws."""


class TokenWritten(Struct, forbid_unknown_fields=True):
    owner: str
    token: str
    at: tuple[Signed, Signed] | None = None
    """None for a tile inside a folded monolith."""
    rot: Count = 0
    wounds: Count = 0
    poison: Count = 0
    net: bool = False
    trench: bool = False
    id: Count | None = None


class MonolithWritten(Struct, forbid_unknown_fields=True):
    hidden: list[Count] | None = None
    """Ids of the tiles inside, 0 for an empty segment; by default the owner's tiles that are nowhere else."""
    fields: list[tuple[Signed, Signed]] = []
    seen: bool = False


class BattleWritten(Struct, forbid_unknown_fields=True):
    """A battle at a segment in which a player may have to choose."""

    segment: Count
    attacks: list[tuple[Count, list[Count]]] = []
    """By tile id, the numbers of the attacks made in earlier segments.

    0 is the first printed initiative; extra attacks come after the printed ones. Unnamed tiles have made none.
    """


class Written(Struct, forbid_unknown_fields=True):
    """The position in the protocol's form."""

    tokens: list[TokenWritten] = []
    hands: dict[str, list[str]] = {}
    banner_hp: dict[str, Count] = {}
    turn: str | None = None
    phase: str = "play"
    seats: Count | None = None
    order: str | None = None
    place: Count | None = None
    """The index in the turn order that has the turn: with three players B is there twice."""
    number: Count = LATER
    factions: dict[str, str] = {}
    random_factions: bool = False
    tactical: bool | None = None
    piles: dict[str, list[str]] | None = None
    """By default all other tiles of the faction, kind after kind as in the file, over and over."""
    discards: dict[str, list[str]] = {}
    monoliths: dict[str, MonolithWritten] | None = None
    used: list[tuple[str, Count]] = []
    played: Count = 0
    unfolded: bool = False
    closing: Count = 0
    extra: bool = False
    battle: BattleWritten | None = None
    """Progress of the battle in the phases `battle` and `last-battle`; without it, the battle begins.

    `write` leaves it out where there is none, as earlier versions do.
    """
    next_id: Count | None = None
    outcome: Outcome | None = None
