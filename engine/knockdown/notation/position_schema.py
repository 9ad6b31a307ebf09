"""Schema of a written position; absent fields take their defaults."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from engine.core.game import Outcome
from engine.knockdown.data.content import CONTENT

MOST_DAMAGE = 999
"""Upper bound for damage of each kind: no round can deal more before it ends."""
Count = Annotated[int, Meta(ge=0, le=9999)]
Damage = Annotated[int, Meta(ge=0, le=MOST_DAMAGE)]
Die = Annotated[int, Meta(ge=1, le=CONTENT.die_sides)]

LATER = 3
"""The turn number assumed when the position names none."""


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
    """The position in the protocol's form; fields of a player are keyed by the letter A or B."""

    fighters: dict[str, str] = {}
    at: dict[str, str] = {}
    hands: dict[str, list[str]] = {}
    row: list[str] | None = None
    damage: dict[str, tuple[Damage, Damage]] = {}
    """Heavy and light damage of each player."""
    skills: dict[str, list[str]] = {}
    """Face-up skills of each player."""
    skills_down: dict[str, list[str]] = {}
    draft: dict[str, list[str]] = {}
    candles: Annotated[int, Meta(ge=0, le=4)] = 0
    turn: str = "A"
    actions: Count | None = None
    phase: str = "turn"
    round: Annotated[int, Meta(ge=1, le=3)] | None = None
    """The round; by default the one after the rounds that were won."""
    first: str = "A"
    number: Count = LATER
    deck: list[str] | None = None
    """The deck: attack cards and `candle`, the next card first."""
    discards: list[str] = []
    victories: dict[str, Annotated[int, Meta(ge=0, le=2)]] = {}
    curse: dict[str, Annotated[int, Meta(ge=0, le=1)]] = {}
    poison: dict[str, Annotated[int, Meta(ge=0, le=2)]] = {}
    elixirs: dict[str, list[str]] = {}
    standing: dict[str, StandingWritten] = {}
    moved: bool = False
    bile: Count = 0
    combo: list[str] | None = None
    """Special attacks used in the Combo in progress. Outside a Combo `write` leaves it out, as earlier versions do."""
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
