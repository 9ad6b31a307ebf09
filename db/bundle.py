"""A match with its seats, people, drafts, offers, plans, due rows and clock stops, in one read."""

from collections.abc import Callable

from . import deadlines, drafts, matches, people, plans, times
from .rows import Match, MatchRows
from .sql import Tx

Since = Callable[[Match], int | None]


def match_rows(tx: Tx, match_id: int, stops_since: Since, silent: int | None = None) -> MatchRows:
    match = matches.match(tx, match_id)
    seats = matches.seats(tx, match_id)
    since = stops_since(match)
    named = {one for seat in seats for one in (seat.person, seat.invited) if one is not None and one > 0}
    return MatchRows(
        match=match,
        seats=tuple(seats),
        people={one: people.person(tx, one) for one in sorted(named)},
        drafts={one.seat: one for one in drafts.drafts(tx, match_id)},
        offers={one.kind: one for one in drafts.offers(tx, match_id)},
        plans=tuple(plans.of_match(tx, match_id)),
        due={one.kind: one for one in deadlines.of_match(tx, match_id)},
        stops=() if since is None else tuple(times.stops(tx, match_id, since, silent)),
        paused=times.paused(tx, match_id),
    )
