"""The terms of a new match as typed, and their parsing."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from db.rows import Guild
from engine.core.game import AnyGame
from engine.core.text import text
from table.clocks import clocks
from table.clocks.clocks import Clock
from table.computers.computers import DEFAULT_LEVEL, new_computers
from table.user_error import UserError


class Terms(Struct, frozen=True, kw_only=True):
    """The terms as typed; None means the server's default."""

    options: str = ""
    players: int | None = None
    open: bool | None = None
    """Whether anyone may take seats without a named player."""
    clock: str | None = None
    ends: bool | None = None
    """Whether running out of time ends the match by itself."""
    rated: bool = False
    hints: bool = False
    """Whether players may ask for hints."""
    thread: bool | None = None
    computers: int = 0
    level: int | None = None
    """The computers' level."""


def read_options(game: AnyGame, typed: str) -> dict[str, str | int | bool]:
    """Parse match options like `mode=advanced, crown_is_recruit_space=false`. Raises UserError with a list of
    options.
    """
    chosen: dict[str, str | int | bool] = {}
    for part in typed.replace(";", ",").split(","):
        if not part.strip():
            continue
        key, _, value = (piece.strip().lower() for piece in part.partition("="))
        option = next((one for one in game.match_options if one.key == key), None)
        found = next((one for one in option.values if str(one).lower() == value), None) if option else None
        if option is None or found is None:
            known = ", ".join(f"{one.key}={'|'.join(str(v).lower() for v in one.values)}" for one in game.match_options)
            raise UserError(text("Unknown option. This game has: {known}.", known=f"`{known}`"))
        chosen[key] = found
    return chosen


def computers_of(terms: Terms) -> list[int]:
    """New ids for the requested computers. Raises UserError for a level without computers."""
    if terms.level is not None and not terms.computers:
        raise UserError(text("A level is for computers: choose me as the opponent, or say how many computers play."))
    return new_computers(terms.computers, terms.level or DEFAULT_LEVEL)


def seats_of(game: AnyGame, people: Sequence[int], terms: Terms) -> list[int | None]:
    """The player of each seat, None for anyone. Raises UserError if the number of players does not fit."""
    wanted = terms.players or max(len(people), game.seat_counts[0])
    if terms.open and terms.players is None:
        wanted = next((count for count in game.seat_counts if count > len(people)), len(people) + 1)
    if wanted not in game.seat_counts or len(people) > wanted:
        counts = ", ".join(str(count) for count in game.seat_counts)
        raise UserError(text("{game} is for {counts} players.", game=game.name, counts=counts))
    if terms.open and len(people) == wanted:
        raise UserError(text("You have invited someone for every seat: none is left open."))
    if terms.open is False and len(people) < wanted:
        raise UserError(text("There are too few players: name them all, or leave the open seats open to anyone."))
    return [*people, *[None] * (wanted - len(people))]


def chosen_clock(terms: Terms, guild: Guild) -> Clock:
    """The typed clock, else the server's default."""
    clock = clocks.load_clock(guild.clock) if terms.clock is None else clocks.read(terms.clock)
    return clock if terms.ends is None or not clock.full else replace(clock, ends=terms.ends)
