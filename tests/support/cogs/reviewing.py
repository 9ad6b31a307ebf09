"""A reviewer that answers at once."""

from __future__ import annotations

import random
from collections.abc import Generator, Sequence

from engine.computers.judging import Decision
from engine.computers.review import Progress, Review, recorded_decisions
from engine.core.position import Position
from engine.core.record import Entry


def quick_review(start: Position, entries: Sequence[Entry]) -> Generator[Progress, None, Review]:
    """Judge every decision as worse than another random one, later ones more so."""
    made, end = recorded_decisions(start, entries)
    found = []
    for number, one in enumerate(made, 1):
        yield number, len(made)
        better = at_random(one.before, one.seat)
        worse = number / (2 * len(made)) if better != one.codes else 0
        found.append(Decision(one.number, one.seat, one.codes, better, 0.6, 0.6 - worse, 0.04, 12, 11))
    winners = end.outcome.winners if end.outcome else None
    return Review(end.game.teams(end.state), tuple(found), len(entries), winners)


def at_random(position: Position, seat: int) -> tuple[str, ...]:
    """A random whole decision, the same for the same position."""
    here, codes, chance = position.fork(), [], random.Random(seat)
    while not here.held and here.outcome is None:
        ask = here.ask_of(seat)
        assert ask is not None
        codes.append(chance.choice(ask.options).code)
        here.pick(seat, codes[-1], hold=True)
    return tuple(codes)
