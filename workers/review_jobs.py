"""The job that reviews a finished match."""

from __future__ import annotations

from collections.abc import Sequence

from db.rows import Match, Move
from engine.computers.review import Review, review
from engine.core.position import Position
from engine.core.record import from_rows
from table.matches.live import game_of, options_of
from workers.job import Progress, Work


def review_job(match: Match, moves: Sequence[Move]) -> Work[Review]:
    """The review of the match; its progress is counted in decisions."""
    start = Position.new(game_of(match), options_of(match), match.seats, match.seed)
    work = review(start, from_rows(moves))
    while True:
        try:
            done, of = next(work)
        except StopIteration as end:
            found: Review = end.value
            return found
        yield Progress(done, of)
