"""A match with its seats, people, drafts, offers, plans, due rows and clock stops, in one read."""

from collections.abc import Callable

from db.rows import ClockStop, Match, MatchRows, Person
from db.sql import Tx
from db.tables import clock_stops, deadlines, drafts, matches, people, plans

Since = Callable[[Match], int | None]


def match_rows(
    tx: Tx, match_id: int, stops_since: Since, silent: int | None = None, match: Match | None = None
) -> MatchRows:
    """Read the rows of a match; reads the match as well unless `match` is given."""
    # Send all queries before reading the first result.
    found = None if match else matches.find_match(tx, match_id)
    found_seats = matches.find_seats(tx, match_id)
    chosen = people.find_seated(tx, match_id)
    found_drafts = drafts.find_drafts(tx, match_id)
    found_offers = drafts.find_offers(tx, match_id)
    found_plans = plans.find(tx, match_id)
    due = deadlines.find(tx, match_id)
    pause = clock_stops.find_paused(tx, match_id)
    match = matches.need_match(found, match_id) if found else match
    assert match is not None
    since = stops_since(match)
    stops = None if since is None else clock_stops.find_stops(tx, match_id, since, silent)
    seats = found_seats.all()
    named = {one for seat in seats for one in (seat.person, seat.invited) if one is not None and one > 0}
    known = {one.person: one for one in chosen.all()}
    paused = pause.fetchone()
    return MatchRows(
        match=match,
        seats=tuple(seats),
        people={one: known.get(one) or Person(person=one) for one in sorted(named)},
        drafts={one.seat: one for one in found_drafts.all()},
        offers={one.kind: one for one in found_offers.all()},
        plans=tuple(found_plans.all()),
        due={one.kind: one for one in due.all()},
        stops=() if stops is None else tuple(ClockStop(starts, ends) for starts, ends in stops),
        paused=None if paused is None else paused[0],
    )
