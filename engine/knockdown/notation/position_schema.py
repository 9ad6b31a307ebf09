"""The shape of a written position; absent fields take the natural default."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from engine.core.game import Outcome
from engine.knockdown.data.content import CONTENT

MOST_DAMAGE = 999
"""Of each kind: more than a round can deal before the cards run out or six turns without one of them end it."""
Count = Annotated[int, Meta(ge=0, le=9999)]
Damage = Annotated[int, Meta(ge=0, le=MOST_DAMAGE)]
Die = Annotated[int, Meta(ge=1, le=CONTENT.die_sides)]

LATER = 3
"""The turn number of a position that names none."""


class StandingWritten(Struct, forbid_unknown_fields=True):
    least_cut: Count = 0
    react: bool = True


class RollWritten(Struct, forbid_unknown_fields=True):
    seat: Annotated[int, Meta(ge=0, le=1)]
    dice: Annotated[list[Die], Meta(min_length=CONTENT.dice, max_length=CONTENT.dice)]
    bonus: Annotated[int, Meta(ge=-1, le=1)]
    total: Annotated[int, Meta(ge=0, le=2 * MOST_DAMAGE)]
    passed: bool


class Written(Struct, forbid_unknown_fields=True):
    """The position as it stands in the protocol; what belongs to a player is named by the letter A or B."""

    fighters: dict[str, str] = {}
    at: dict[str, str] = {}
    hands: dict[str, list[str]] = {}
    row: list[str] | None = None
    damage: dict[str, tuple[Damage, Damage]] = {}
    """Heavy and light."""
    skills: dict[str, list[str]] = {}
    """Face up."""
    skills_down: dict[str, list[str]] = {}
    draft: dict[str, list[str]] = {}
    candles: Annotated[int, Meta(ge=0, le=4)] = 0
    turn: str = "A"
    actions: Count | None = None
    phase: str = "turn"
    round: Annotated[int, Meta(ge=1, le=3)] | None = None
    """By default the one after the rounds that were won."""
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
    combo: list[str] | None = None
    """In the middle of a combo: the special attacks that have been used in it. Between actions `write` leaves it out,
    as positions of earlier versions do."""
    used: list[str] = []
    idle: Annotated[int, Meta(ge=0, le=CONTENT.stall_turns)] = 0
    left: bool = False
    last_roll: RollWritten | None = None
    open_hands: bool | None = None
    relief: str | None = None
    menhir: str | None = None
    block: str | None = None
    later_pick: bool | None = None
    random_fighters: bool | None = None
    outcome: Outcome | None = None
