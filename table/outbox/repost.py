"""Posts boards again if Discord may not show the stored state."""

from __future__ import annotations

import json
from collections.abc import Sequence

from db.rows import Match, NewMessage, Seat
from db.store import Store
from table.notices.notices import notify

BOARD_KINDS = ("turn", "invitation")
"""Kinds of messages that show the state of a match."""


async def post_boards(store: Store, now: int, *, always: bool = False) -> None:
    """Post the board of every unfinished match, unless it has an unsent one and `always` is false."""
    for match in await store.matches.unfinished():
        waiting = [
            message for message in await store.outbox.of_match(match.id) if not (message.sent_at or message.failed)
        ]
        if always or not any(message.kind in BOARD_KINDS for message in waiting):
            await store.outbox.post(match.id, [await board_again(store, match, now)])


async def board_again(store: Store, match: Match, now: int) -> NewMessage:
    """A new board of the match. It pings the people to move or invited, if they want pings now."""
    seats = await store.matches.seats(match.id)
    asked = {seat: seats[seat].person for seat in match.to_move} if match.status == "live" else _guests(seats)
    people = {person: await store.people.get(person) for person in asked.values() if person is not None and person > 0}
    call = notify(people, "call", asked, now).ping
    if match.status == "open":
        return NewMessage(kind="invitation", payload=json.dumps({"call": call}))
    return NewMessage(kind="turn", payload=json.dumps({"version": match.version, "call": call}))


def _guests(seats: Sequence[Seat]) -> dict[int, int | None]:
    return {seat.seat: seat.invited for seat in seats if seat.person is None}
