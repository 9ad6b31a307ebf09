"""Who is told what, where and when. A notice is a row: of the outbox when it goes with a move, else of what is due."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from db.rows import ClockStop, Due, Match, NewDue, NewMessage, Person, Seat
from db.store import Store
from table import clocks, habits
from table.alarm import when_due
from table.clocks import Timing

if TYPE_CHECKING:
    from cogs.arena import Arena

BREATH = 60
"""A personal message waits so many seconds: what happens meanwhile makes one notice, or none."""
SUBSTITUTE = "substitute"
"""The kind of an offer that somebody else plays on."""
SOME_DAY = 365 * clocks.DAY
"""When a clock stands still until further notice, its times are looked at again when it goes on."""


class Calls(Struct, frozen=True):
    """How players are called: pinged by the board's message, or by rows that become due."""

    ping: tuple[int, ...] = ()
    due: tuple[NewDue, ...] = ()
    messages: tuple[NewMessage, ...] = ()
    """To people, at once."""


class Called(Struct, frozen=True, omit_defaults=True):
    """The payload of a call or a reminder that is due; where it is told is for the person to choose until then."""

    pinged: bool = False
    """For a call: whether the board's message has called them already."""
    since: int = 0
    """For a reminder: when they were called …"""
    full: int = 0
    """… and how much time they had then."""


async def calls(
    store: Store,
    called: Sequence[int],
    seats: Sequence[Seat],
    timing: Timing | None,
    stops: Sequence[ClockStop],
    now: int,
    *,
    going_on: Iterable[int] = (),
) -> Calls:
    """Call the players at these seats: now, or when their quiet hours are over; and remind them in time.

    Who is `going_on` with a move of their own is only reminded.
    """
    reached = await hail(store, "call", called, seats, now)
    due = [*reached.due]
    for seat in (*called, *going_on):
        due += _reminder(await store.person(seats[seat].person or 0), seat, timing, stops, now)
    return Calls(reached.ping, tuple(due))


async def hail(store: Store, kind: str, asked: Iterable[int], seats: Sequence[Seat], now: int) -> Calls:
    """Reach the players at these seats."""
    return await reach(store, kind, {seat: seats[seat].person for seat in asked}, now)


async def reach(store: Store, kind: str, asked: Mapping[int, int | None], now: int) -> Calls:
    """Reach those who are asked something, where they wish: by the message that asks it, or by rows of this kind.

    They are known by the seat that it is about.
    """
    ping: list[int] = []
    due: list[NewDue] = []
    for seat, user in asked.items():
        if user is None:
            continue
        person = await store.person(user)
        loud = habits.not_before(person, now)
        at_once = habits.wants_ping(person) and loud == now
        if at_once:
            ping.append(seat)
        dm = habits.wants_dm(person)
        if dm or (habits.wants_ping(person) and not at_once):
            due.append(_due(kind, seat, max(loud, now + BREATH) if dm else loud, Called(pinged=at_once)))
    return Calls(tuple(ping), tuple(due))


def _reminder(person: Person, seat: int, timing: Timing | None, stops: Sequence[ClockStop], now: int) -> list[NewDue]:
    payload = Called(since=now, full=timing.left[seat] if timing else 0)
    at = _remind_at(person, seat, payload, timing, stops, now)
    return [] if at is None or at <= now else [_due("remind", seat, at, payload)]


def _remind_at(
    person: Person, seat: int, payload: Called, timing: Timing | None, stops: Sequence[ClockStop], now: int
) -> int | None:
    """When to remind them, as things stand: not in quiet hours, but before the time is over. None: not at all."""
    if not habits.wants_ping(person) and not habits.wants_dm(person):
        return None
    if timing is None:
        after = habits.reminder_without_clock(person)
        if after is None:
            return None
        then = clocks.when_elapsed(payload.since, after, stops)
        return now + SOME_DAY if then is None else habits.not_before(person, then)
    before = habits.reminder(person, payload.full)
    if before is None:
        return None
    at = clocks.when_elapsed(timing.since, timing.left[seat] - before, stops)
    if at is None:
        return now + SOME_DAY
    loud, end = habits.not_before(person, at), clocks.deadline(timing, stops, seat)
    return loud if end is None or loud < end else habits.quiet_since(person, at) - BREATH


def _due(kind: str, seat: int, at: int, payload: Called) -> NewDue:
    return NewDue(at=at, kind=f"{kind}:{seat}", payload=msgspec.json.encode(payload).decode())


class Flag(Struct, frozen=True, omit_defaults=True):
    """The payload of the moment at which somebody's time is over."""

    told: tuple[int, ...] = ()
    """The seats whose time is over, as the others know."""


def flag(timing: Timing | None, stops: Sequence[ClockStop], now: int, told: Iterable[int] = ()) -> list[NewDue]:
    """When the next of the running clocks will be over."""
    if timing is None or not timing.running:
        return []
    known = tuple(sorted({*told} & {*timing.running}))
    return [
        NewDue(
            at=_flag_at(timing, stops, now, known), kind="flag", payload=msgspec.json.encode(Flag(told=known)).decode()
        )
    ]


def _flag_at(timing: Timing, stops: Sequence[ClockStop], now: int, told: Sequence[int]) -> int:
    ends = [clocks.deadline(timing, stops, seat) for seat in timing.running if seat not in told]
    return min((end for end in ends if end is not None), default=now + SOME_DAY)


async def told_late(store: Store, match: int) -> tuple[int, ...]:
    """The seats of whom the others know that their time is over."""
    found = [one for one in await store.due_of(match) if one.kind == "flag"]
    return _flagged(found[0]).told if found else ()


def _flagged(due: Due) -> Flag:
    return msgspec.json.decode(due.payload, type=Flag)


def run_out(timing: Timing | None, stops: Sequence[ClockStop], now: int) -> list[int]:
    """The seats that are to decide and whose time is over."""
    if timing is None:
        return []
    ends = [(seat, clocks.deadline(timing, stops, seat)) for seat in timing.running]
    return [seat for seat, end in ends if end is not None and end <= now]


async def farewell(store: Store, seats: Sequence[Seat], by: int | None, now: int, version: int) -> Calls:
    """The end is told to everybody but who brought it about; then it is settled what it counts."""
    ping: list[int] = []
    due = [NewDue(at=now, kind="result")]
    messages: list[NewMessage] = []
    for seat in seats:
        if seat.person is None or seat.seat == by:
            continue
        person = await store.person(seat.person)
        if (loud := habits.not_before(person, now)) != now:
            due.append(_due("ended", seat.seat, loud, Called()))
            continue
        if habits.wants_ping(person):
            ping.append(seat.seat)
        if habits.wants_dm(person):
            messages += _messages("ended", person, seat.seat, version, pinged=habits.wants_ping(person))
    return Calls(tuple(ping), tuple(due), tuple(messages))


def _messages(kind: str, person: Person, seat: int, version: int, *, pinged: bool, about: str = "") -> list[NewMessage]:
    """One in the channel unless they were pinged there, one to the person, as they have chosen."""
    channel, dm = habits.wants_ping(person) and not pinged, habits.wants_dm(person)
    told = json.dumps({"seat": seat, "version": version, "pinged": pinged or channel, "kind": about})
    there = [NewMessage(kind=kind, payload=told)] if channel else []
    return there + ([NewMessage(kind=kind, payload=told, person=person.person)] if dm else [])


@when_due("call")
async def call(bot: Arena, due: Due) -> None:
    """A call that has waited: for the end of quiet hours, or for what else might happen."""
    await _tell(bot, due)


@when_due("ended")
async def ended(bot: Arena, due: Due) -> None:
    """The end came in somebody's quiet hours, which are over now."""
    await _tell(bot, due)


@when_due("claim")
async def claim(bot: Arena, due: Due) -> None:
    """Somebody may claim the match, and could not be told at once."""
    await _tell(bot, due)


@when_due("invited")
async def invited(bot: Arena, due: Due) -> None:
    """Somebody is invited, and could not be told at once."""
    await _tell(bot, due)


@when_due("answer")
async def answer(bot: Arena, due: Due) -> None:
    """Somebody is offered something, and could not be told at once."""
    await _tell(bot, due)


@when_due("remind")
async def remind(bot: Arena, due: Due) -> None:
    """Time is running short."""
    await _tell(bot, due)


async def _tell(bot: Arena, due: Due) -> None:
    """Tell the player at the seat, if it still concerns them and it is time; what they wish by now counts."""
    kind, _, rest = due.kind.partition(":")
    about, _, number = rest.rpartition(":")
    seat, payload, now = int(number), msgspec.json.decode(due.payload, type=Called), int(bot.clock())
    match, timing, stops = await clocks_of(bot.store, due.match, payload.since)
    user = (await concerned(bot, match, kind, about)).get(seat)
    if user is None:
        await bot.store.finish_due(due)
        return
    person = await bot.store.person(user)
    loud = habits.not_before(person, now)
    at = _remind_at(person, seat, payload, timing, stops, now) if kind == "remind" else loud
    if at is not None and at > now:
        await bot.store.put_off(due, at)
        return
    # A reminder that had to come before the quiet hours and did not is not made up for in them.
    wanted = at is not None and loud == now
    messages = _messages(kind, person, seat, match.version, pinged=payload.pinged, about=about) if wanted else []
    await bot.store.finish_due(due, outbox=messages)


async def concerned(bot: Arena, match: Match, kind: str, about: str) -> Mapping[int, int | None]:
    """Those for whom a notice of this kind has a sense, as things stand, by the seats that it is about."""
    seats = await bot.store.seats(match.id)
    if kind == "invited":
        return {one.seat: one.invited for one in seats if one.person is None} if match.status == "open" else {}
    if kind == "ended":
        return {one.seat: one.person for one in seats} if match.status == "over" else {}
    if match.status != "live":
        return {}
    if kind == "answer" and about == SUBSTITUTE:
        return await bot.substitutes.asked(match)
    if kind == "claim":
        asked = await bot.offers.claimants(match)
    else:
        asked = await bot.offers.asked(match, about) if kind == "answer" else list(match.to_move)
    return {seat: seats[seat].person for seat in asked}


@when_due("flag")
async def time_over(bot: Arena, due: Due) -> None:
    """Somebody's time may be over: the match ends, or the others are told that they may claim it."""
    async with bot.path.queue(due.match):
        match, timing, stops = await clocks_of(bot.store, due.match)
        now, told = int(bot.clock()), _flagged(due).told
        over = [seat for seat in run_out(timing, stops, now) if seat not in told]
        if match.status != "live" or timing is None:
            await bot.store.finish_due(due)
            return
        if not over:
            await bot.store.put_off(due, _flag_at(timing, stops, now, told))
            return
        if not clocks.load_clock(match.clock).ends:
            live = await bot.path.live(match)
            may = [one.seat for one in live.seats if any(one.seat in live.rivals(seat) for seat in over)]
            reached = await hail(bot.store, "claim", may, live.seats, now)
            payload = json.dumps({"seats": over, "version": match.version, "call": reached.ping})
            news = [NewMessage(kind="flag", payload=payload)]
            ahead = [*reached.due, *flag(timing, stops, now, (*told, *over))]
            await bot.store.finish_due(due, outbox=news, then=ahead)
            return
    await bot.offers.time_out(match.id, None, None)  # which clears this row with all others


async def clocks_of(store: Store, match: int, since: int = 0) -> tuple[Match, Timing | None, list[ClockStop]]:
    """The match, its clocks, and when they stand still; without a clock, when they would have, from `since` on."""
    row = await store.match(match)
    timing = clocks.load_timing(row.timing)
    return row, timing, await store.stops(match, timing.since if timing else since)
