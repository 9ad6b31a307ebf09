"""A decision as it is shown to people: the board after it, what it does in words, what it gains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from db.rows import Match, Move
from engine.computers.review import Decision, Review, made_decisions, moments
from engine.core.ask import seen_by
from engine.core.position import Position
from engine.core.record import from_rows
from engine.core.text import Text
from table.matches.draft import drafted
from table.matches.live import game_of, options_of


class Shown(Struct, frozen=True):
    """A decision up to the boundary, as its seat sees it."""

    view: Any
    trail: tuple[tuple[str, ...], ...]
    spots: tuple[str, ...]
    lines: tuple[Text, ...]
    gain: Text | None
    """What it gains, where the game can name that."""


class Moment(Struct, frozen=True):
    """A decision that turned a match, the position before it, what was played and what was better."""

    decision: Decision
    before: Position
    played: Shown
    better: Shown


def shown(position: Position, seat: int, codes: Sequence[str]) -> Shown:
    """The decision with these codes."""
    game = position.game
    then = drafted(position, seat, codes)
    events = seen_by(then.events, seat)
    return Shown(
        game.view(then.position.state, seat, then.position.asks),
        game.trail(events),
        then.spots,
        tuple(game.narrate(events)),
        game.merit(position.state, then.position.state, seat),
    )


def moments_of(match: Match, moves: Sequence[Move], found: Review) -> list[Moment]:
    """The moments of a review as they are shown."""
    start = Position.new(game_of(match), options_of(match), match.seats, match.seed)
    made, _ = made_decisions(start, from_rows(moves))
    turning = moments(found)
    return [
        Moment(
            one, before.before, shown(before.before, one.seat, one.played), shown(before.before, one.seat, one.better)
        )
        for one, before in zip(found.decisions, made, strict=True)
        if one in turning
    ]
