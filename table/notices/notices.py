"""Decides who is notified of a change of a match, and how: by a ping in its message, or by due rows.

Pure: takes people's settings and returns rows. A due row is checked again when it is due
(`table.notices.due_handlers`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

import msgspec
from msgspec import Struct

from db.rows import ClockStop, Due, NewDue, NewMessage, Person, Seat
from table.clocks import clocks
from table.clocks.clocks import Timing
from table.computers.computers import is_computer
from table.notices import notification_settings

DM_DELAY_SECONDS = 60
"""Seconds for which a private message is delayed, so that several notices merge and answered ones are dropped."""
PAUSED_DELAY_SECONDS = 365 * clocks.DAY
"""Placeholder delay of a due row whose clock is stopped without a known end."""

People = Mapping[int, Person]
"""People's settings by their ids."""


class Notices(Struct, frozen=True):
    """The notifications of one change."""

    ping: tuple[int, ...] = ()
    """Seats pinged by the message of the change."""
    due: tuple[NewDue, ...] = ()
    messages: tuple[NewMessage, ...] = ()
    """Private messages to send at once."""


class NoticePayload(Struct, frozen=True, omit_defaults=True):
    """The payload of a due notice or reminder. The person's settings are applied when it is due."""

    pinged: bool = False
    """For a notice: whether the message of the change has pinged the person already."""
    since: int = 0
    """For a reminder: when the person was notified …"""
    full: int = 0
    """… and how much time they had then."""


def notify_turn(
    people: People,
    seats_to_notify: Sequence[int],
    seats: Sequence[Seat],
    timing: Timing | None,
    stops: Sequence[ClockStop],
    now: int,
    *,
    continuing: Iterable[int] = (),
) -> Notices:
    """Notices and reminders for the players at these seats that it is their move.

    Seats `continuing` their own move only get reminders.
    """
    reached = notify_seats(people, "call", seats_to_notify, seats, now)
    due = [*reached.due]
    for seat in (*seats_to_notify, *continuing):
        if is_computer(seats[seat].person):
            continue
        person = people.get(seats[seat].person or 0, Person(person=0))
        due += _reminder(person, seat, timing, stops, now)
    return Notices(reached.ping, tuple(due))


def notify_seats(people: People, kind: str, asked: Iterable[int], seats: Sequence[Seat], now: int) -> Notices:
    """Notices for the players at these seats."""
    return notify(people, kind, {seat: seats[seat].person for seat in asked}, now)


def notify(people: People, kind: str, asked: Mapping[int, int | None], now: int) -> Notices:
    """Notices for these people (seat → person), by each person's settings."""
    ping: list[int] = []
    due: list[NewDue] = []
    for seat, person_id in asked.items():
        if person_id is None or is_computer(person_id):
            continue
        person = people[person_id]
        audible = notification_settings.not_before(person, now)
        ping_now = notification_settings.wants_ping(person) and audible == now
        if ping_now:
            ping.append(seat)
        dm = notification_settings.wants_dm(person)
        if dm or (notification_settings.wants_ping(person) and not ping_now):
            at = max(audible, now + DM_DELAY_SECONDS) if dm else audible
            due.append(_due(kind, seat, at, NoticePayload(pinged=ping_now)))
    return Notices(tuple(ping), tuple(due))


def notify_end(people: People, seats: Sequence[Seat], by: int | None, now: int, version: int) -> Notices:
    """Notify everyone except the seat that ended the match, and schedule the rating."""
    ping: list[int] = []
    due = [NewDue(at=now, kind="result")]
    messages: list[NewMessage] = []
    for seat in seats:
        if seat.person is None or is_computer(seat.person) or seat.seat == by:
            continue
        person = people[seat.person]
        if (audible := notification_settings.not_before(person, now)) != now:
            due.append(_due("ended", seat.seat, audible, NoticePayload()))
            continue
        if notification_settings.wants_ping(person):
            ping.append(seat.seat)
        if notification_settings.wants_dm(person):
            messages += notice_messages(
                "ended", person, seat.seat, version, pinged=notification_settings.wants_ping(person)
            )
    return Notices(tuple(ping), tuple(due), tuple(messages))


def notice_messages(
    kind: str, person: Person, seat: int, version: int, *, pinged: bool, about: str = ""
) -> list[NewMessage]:
    """The notice in the channel (unless the person was `pinged` there), as a private message, or both, by the person's
    settings.
    """
    channel, dm = notification_settings.wants_ping(person) and not pinged, notification_settings.wants_dm(person)
    payload = json.dumps({"seat": seat, "version": version, "pinged": pinged or channel, "kind": about})
    public = [NewMessage(kind=kind, payload=payload)] if channel else []
    return public + ([NewMessage(kind=kind, payload=payload, person=person.person)] if dm else [])


# Reminders


def _reminder(person: Person, seat: int, timing: Timing | None, stops: Sequence[ClockStop], now: int) -> list[NewDue]:
    payload = NoticePayload(since=now, full=timing.left[seat] if timing else 0)
    at = remind_at(person, seat, payload, timing, stops, now)
    return [] if at is None or at <= now else [_due("remind", seat, at, payload)]


def remind_at(
    person: Person, seat: int, payload: NoticePayload, timing: Timing | None, stops: Sequence[ClockStop], now: int
) -> int | None:
    """The time at which to remind the person, outside quiet hours but before the deadline. None: not at all."""
    if not notification_settings.wants_ping(person) and not notification_settings.wants_dm(person):
        return None
    if timing is None:
        after = notification_settings.reminder_without_clock(person)
        if after is None:
            return None
        then = clocks.when_elapsed(payload.since, after, stops)
        return now + PAUSED_DELAY_SECONDS if then is None else notification_settings.not_before(person, then)
    before = notification_settings.reminder(person, payload.full)
    if before is None:
        return None
    at = clocks.when_elapsed(timing.since, timing.left[seat] - before, stops)
    if at is None:
        return now + PAUSED_DELAY_SECONDS
    audible, end = notification_settings.not_before(person, at), clocks.deadline(timing, stops, seat)
    return audible if end is None or audible < end else notification_settings.quiet_since(person, at) - DM_DELAY_SECONDS


def _due(kind: str, seat: int, at: int, payload: NoticePayload) -> NewDue:
    return NewDue(at=at, kind=f"{kind}:{seat}", payload=msgspec.json.encode(payload).decode())


# Deadlines


class FlagPayload(Struct, frozen=True, omit_defaults=True, rename={"announced": "told"}):
    """The payload of the row that is due when the next clock runs out."""

    announced: tuple[int, ...] = ()
    """Seats whose time-out has been announced."""


def flag_due(
    timing: Timing | None, stops: Sequence[ClockStop], now: int, announced: Iterable[int] = ()
) -> list[NewDue]:
    """The row that is due when the next running clock runs out."""
    if timing is None or not timing.running:
        return []
    known = tuple(sorted({*announced} & {*timing.running}))
    payload = msgspec.json.encode(FlagPayload(announced=known)).decode()
    return [NewDue(at=flag_at(timing, stops, now, known), kind="flag", payload=payload)]


def flag_at(timing: Timing, stops: Sequence[ClockStop], now: int, announced: Sequence[int]) -> int:
    """The time at which the next clock runs out, without announced time-outs."""
    ends = [clocks.deadline(timing, stops, seat) for seat in timing.running if seat not in announced]
    return min((end for end in ends if end is not None), default=now + PAUSED_DELAY_SECONDS)


def announced_timeouts(due: Mapping[str, Due]) -> tuple[int, ...]:
    """Seats whose time-out has been announced."""
    return flag_payload(due["flag"]).announced if "flag" in due else ()


def flag_payload(due: Due) -> FlagPayload:
    """Decode the payload of a flag row."""
    return msgspec.json.decode(due.payload, type=FlagPayload)


def out_of_time(timing: Timing | None, stops: Sequence[ClockStop], now: int) -> list[int]:
    """The seats to move that are out of time."""
    if timing is None:
        return []
    ends = [(seat, clocks.deadline(timing, stops, seat)) for seat in timing.running]
    return [seat for seat, end in ends if end is not None and end <= now]
