"""A decision as shown to people: the board after it, what it does in words, and its gain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from db.rows import Match, Move
from engine.computers.judging import PLAYOUT_DEALS, Decision
from engine.computers.review import Review, moments, recorded_decisions
from engine.core.ask import seen_by
from engine.core.position import Position
from engine.core.record import from_rows
from engine.core.text import Text, text
from table.matches.draft import drafted, labels
from table.matches.live import game_of, options_of


class ShownDecision(Struct, frozen=True):
    """A decision up to the next boundary, as its seat sees it."""

    view: Any
    trail: tuple[tuple[str, ...], ...]
    spots: tuple[str, ...]
    lines: tuple[Text, ...]
    gain: Text | None
    """The gain in words, if the game can name it."""


class Moment(Struct, frozen=True):
    """A turning point of a match: the position before it, the played decision and the better one."""

    decision: Decision
    before: Position
    played: ShownDecision
    better: ShownDecision


def describe_decision(position: Position, seat: int, codes: Sequence[str]) -> ShownDecision:
    """The decision with these codes."""
    game = position.game
    then = drafted(position, seat, codes)
    events = seen_by(then.events, seat)
    return ShownDecision(
        game.view(then.position.state, seat, then.position.asks),
        game.trail(events),
        then.spots,
        _without_last_heading(game.narrate(events)) or tuple(labels(position, seat, codes)),
        game.merit(position.state, then.position.state, seat),
    )


def _without_last_heading(lines: Sequence[Text]) -> tuple[Text, ...]:
    """The lines without a heading at the end, such as `Initiative 3:`, under which nothing has happened yet."""
    end = len(lines)
    while end and lines[end - 1].msgid.endswith(":"):
        end -= 1
    return tuple(lines[:end])


def moments_of(match: Match, moves: Sequence[Move], found: Review) -> list[Moment]:
    """The turning points of a review, the worst first."""
    start = Position.new(game_of(match), options_of(match), match.seats, match.seed)
    made, _ = recorded_decisions(start, from_rows(moves))
    befores = {one.number: one.before for one in made}
    return [_moment(befores[one.number], one) for one in moments(found)]


def _moment(before: Position, one: Decision) -> Moment:
    return Moment(
        one, before, describe_decision(before, one.seat, one.played), describe_decision(before, one.seat, one.better)
    )


SURE_ERRORS = 3.0
"""A loss is called sure from this multiple of its error on."""


def sureness(decision: Decision) -> Text:
    """How certain a review is that another decision was better."""
    if decision.is_forced:
        return text("Certain: a forced line.")
    deals, wins, error = decision.deals, decision.wins, f"{max(1, round(100 * decision.error))}%"
    if decision.loss >= SURE_ERRORS * decision.error:
        return text("Sure: better in {wins} of {deals} tries, ± {error}.", wins=wins, deals=deals, error=error)
    return text("Likely: better in {wins} of {deals} tries, ± {error}.", wins=wins, deals=deals, error=error)


def meaning_of_sureness() -> Text:
    """The explanation of the words of `sureness`."""
    return text(
        "Computer players played on from each turning point, {deals} times each way; ± is how far its loss may be "
        "off. A forced line wins or loses at once, whatever anyone answers.",
        deals=PLAYOUT_DEALS,
    )
