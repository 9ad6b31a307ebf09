"""A decision as it is shown to people: the board after it, what it does in words, what it gains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from db.rows import Match, Move
from engine.core.ask import seen_by
from engine.core.position import Position
from engine.core.record import from_rows
from engine.core.text import Text, text
from engine.players.judging import DEALS, Decision
from engine.players.review import Review, made_decisions, moments
from table.drafting import drafted
from table.live import game_of, options_of


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
    """The moments of a review as they are shown, the worst first."""
    start = Position.new(game_of(match), options_of(match), match.seats, match.seed)
    made, _ = made_decisions(start, from_rows(moves))
    befores = {one.number: one.before for one in made}
    return [_moment(befores[one.number], one) for one in moments(found)]


def _moment(before: Position, one: Decision) -> Moment:
    return Moment(one, before, shown(before, one.seat, one.played), shown(before, one.seat, one.better))


SURE = 3.0
"""A loss of so many times its error is sure."""


def sureness(decision: Decision) -> Text:
    """How sure a review is that another decision was better."""
    if decision.is_forced:
        return text("Certain: a forced line.")
    deals, wins, error = decision.deals, decision.wins, f"{max(1, round(100 * decision.error))}%"
    if decision.loss >= SURE * decision.error:
        return text("Sure: better in {wins} of {deals} tries, ± {error}.", wins=wins, deals=deals, error=error)
    return text("Likely: better in {wins} of {deals} tries, ± {error}.", wins=wins, deals=deals, error=error)


def meaning_of_sureness() -> Text:
    """What the words of `sureness` mean."""
    return text(
        "Each turning point was played on both ways by computer players, {deals} times; ± is how far its loss may be "
        "off. A forced line wins or loses at once, whatever anybody answers.",
        deals=DEALS,
    )
