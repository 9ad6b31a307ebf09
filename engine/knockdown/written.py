"""The shape of a written position; absent fields take the natural default."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from engine.core.game import Outcome
from engine.knockdown.state import Roll

Count = Annotated[int, Meta(ge=0, le=9999)]

LATER = 3
"""The turn number of a position that names none."""


class StandingWritten(Struct, forbid_unknown_fields=True):
    least_cut: Count = 0
    react: bool = True


class Written(Struct, forbid_unknown_fields=True):
    """The position as it stands in the protocol; what belongs to a player is named by the letter A or B."""

    fighters: dict[str, str] = {}
    at: dict[str, str] = {}
    hands: dict[str, list[str]] = {}
    row: list[str] | None = None
    damage: dict[str, tuple[Count, Count]] = {}
    """Heavy and light."""
    skills: dict[str, list[str]] = {}
    """Face up."""
    skills_down: dict[str, list[str]] = {}
    draft: dict[str, list[str]] = {}
    candles: Annotated[int, Meta(ge=0, le=4)] = 0
    turn: str = "A"
    actions: Count | None = None
    phase: str = "turn"
    round: Annotated[int, Meta(ge=1, le=3)] = 1
    first: str = "A"
    number: Count = LATER
    deck: list[str] | None = None
    """Attack cards and `candle`, the next first."""
    discards: list[str] = []
    victories: dict[str, Annotated[int, Meta(ge=0, le=2)]] = {}
    curse: dict[str, Annotated[int, Meta(ge=0, le=1)]] = {}
    poison: dict[str, Annotated[int, Meta(ge=0, le=2)]] = {}
    elixirs: dict[str, list[str]] = {}
    standing: dict[str, StandingWritten] = {}
    moved: bool = False
    bile: Count = 0
    used: list[str] = []
    idle: Count = 0
    left: bool = False
    last_roll: Roll | None = None
    open_hands: bool | None = None
    relief: str | None = None
    menhir: str | None = None
    block: str | None = None
    later_pick: bool | None = None
    random_fighters: bool | None = None
    outcome: Outcome | None = None
