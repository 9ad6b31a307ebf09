"""Handlers of due rows: notices, reminders and deadlines."""

from __future__ import annotations

import json

import msgspec

from db.rows import ClockStop, Due, Match, NewMessage
from table.clocks import clocks
from table.clocks.clocks import Timing
from table.computers.computers import is_computer
from table.matches.moves import Moves
from table.matches.offers import Offers
from table.notices import notices, notification_settings
from table.notices.notices import NoticePayload
from table.notices.recipients import Recipients
from table.queues import retry_if_changed


class DueNotices:
    """Sends due notices, and ends or flags matches whose clocks have run out."""

    def __init__(self, moves: Moves, offers: Offers, recipients: Recipients) -> None:
        self._moves, self._store = moves, moves.store
        self._offers, self._recipients = offers, recipients

    async def notify(self, due: Due) -> None:
        """Queue the notice if it still applies to the player; postpone it until after their quiet hours."""
        kind, _, rest = due.kind.partition(":")
        about, _, number = rest.rpartition(":")
        seat, payload, now = int(number), msgspec.json.decode(due.payload, type=NoticePayload), self._moves.now
        match, timing, stops = await self._clocks(due.of_match, payload.since)
        recipient = (await self._recipients.of(match, kind, about)).get(seat)
        if recipient is None:
            await self._store.due.finish(due)
            return
        person = await self._store.people.get(recipient)
        audible = notification_settings.not_before(person, now)
        at = notices.remind_at(person, seat, payload, timing, stops, now) if kind == "remind" else audible
        if at is not None and at > now:
            await self._store.due.put_off(due, at)
            return
        # A reminder that was due before the quiet hours is not made up for during them.
        wanted = at is not None and audible == now
        outbox = (
            notices.notice_messages(kind, person, seat, match.version, pinged=payload.pinged, about=about)
            if wanted
            else []
        )
        await self._store.due.finish(due, outbox=outbox)

    @retry_if_changed
    async def time_over(self, due: Due) -> None:
        """If a clock has run out, end the match or announce that it may be claimed; otherwise postpone the row."""
        async with self._moves.queue(due.of_match):
            match, timing, stops = await self._clocks(due.of_match)
            now, announced = self._moves.now, notices.flag_payload(due).announced
            late = [seat for seat in notices.out_of_time(timing, stops, now) if seat not in announced]
            if match.status != "live" or timing is None:
                await self._store.due.finish(due)
                return
            if not late:
                await self._store.due.put_off(due, notices.flag_at(timing, stops, now, announced))
                return
            if not clocks.load_clock(match.clock).ends:
                await self._flag(due, late, announced)
                return
        await self._offers.time_out(match.id, None, None)  # deletes this row with all others

    async def _flag(self, due: Due, late: list[int], announced: tuple[int, ...]) -> None:
        """Announce the time-outs and notify the seats that may claim the win."""
        live, now = await self._moves.live(due.of_match), self._moves.now
        may = [one.seat for one in live.seats if any(one.seat in live.rivals(seat) for seat in late)]
        reached = notices.notify_seats(live.rows.people, "claim", may, live.seats, now)
        people = [seat for seat in may if not is_computer(live.person_at(seat))]
        payload = json.dumps({"seats": late, "version": live.match.version, "call": reached.ping})
        ahead = [*reached.due, *notices.flag_due(live.timing, live.rows.stops, now, (*announced, *late))]
        outbox = [NewMessage(kind="flag", payload=payload)] if people else []  # computers claim nothing
        await self._store.due.finish(due, outbox=outbox, then=ahead)

    async def _clocks(self, match: int, since: int = 0) -> tuple[Match, Timing | None, list[ClockStop]]:
        """The match, its clock times and their stops; without a clock, the stops from `since` on."""
        row = await self._store.matches.get(match)
        timing = clocks.load_timing(row.timing)
        return row, timing, await self._store.clock_stops.of_match(match, timing.since if timing else since)
