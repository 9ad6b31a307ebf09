"""Who is told what, where and when. A notice is a row: of the outbox when it goes with a move, else of what is due."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from cogs.table import clocks, habits
from cogs.table.alarm import when_due
from cogs.table.clocks import Timing
from db.rows import Due, Match, NewDue, NewMessage, Person, Seat, Stop
from db.store import Store

if TYPE_CHECKING:
    from cogs.arena import Arena

BREATH = 60
"""A personal message waits so many seconds: what happens meanwhile makes one notice, or none."""
SOME_DAY = 365 * clocks.DAY
"""When a clock stands still until further notice, its times are looked at again when it goes on."""


class Calls(Struct, frozen=True):
    """How players are called: pinged by the board's message, or by rows that become due."""

    ping: tuple[int, ...] = ()
    due: tuple[NewDue, ...] = ()
    messages: tuple[NewMessage, ...] = ()
    """To people, at once."""


class Called(Struct, frozen=True, omit_defaults=True):
    """The payload of a call or a reminder that is due."""

    channel: bool = False
    dm: bool = False
    left: int = 0
    """For a reminder: when the seat has so much time left …"""
    at: int = 0
    """… or, without a clock, at this time."""


async def calls(
    store: Store, called: Iterable[int], seats: Sequence[Seat], timing: Timing | None, stops: Sequence[Stop], now: int
) -> Calls:
    """Call the players at these seats: now, or when their quiet hours are over; and remind them in time."""
    ping: list[int] = []
    due: list[NewDue] = []
    for seat in called:
        user = seats[seat].user
        if user is None:
            continue
        person = await store.person(user)
        loud = habits.loud_at(person, now)
        at_once = habits.wants_ping(person) and loud == now
        if at_once:
            ping.append(seat)
        later = Called(channel=habits.wants_ping(person) and not at_once, dm=habits.wants_dm(person))
        if later.channel or later.dm:
            due.append(_due("call", seat, max(loud, now + BREATH) if later.dm else loud, later))
        due += _reminder(person, seat, timing, stops, now)
    return Calls(tuple(ping), tuple(due))


def _reminder(person: Person, seat: int, timing: Timing | None, stops: Sequence[Stop], now: int) -> list[NewDue]:
    how = Called(channel=habits.wants_ping(person), dm=habits.wants_dm(person))
    if not how.channel and not how.dm:
        return []
    if timing is None:
        after = habits.reminder_without_clock(person)
        if after is None:
            return []
        at = habits.loud_at(person, now + after)
        return [_due("remind", seat, at, msgspec.structs.replace(how, at=at))]
    before = habits.reminder(person, timing.left[seat])
    if before is None or before >= timing.left[seat]:
        return []
    payload = msgspec.structs.replace(how, left=before)
    return [_due("remind", seat, _remind_at(person, timing, stops, seat, before, now), payload)]


def _remind_at(person: Person, timing: Timing, stops: Sequence[Stop], seat: int, left: int, now: int) -> int:
    """When the seat has so much time left; not in quiet hours, but before the time is over."""
    at = clocks.moment(timing.since, timing.left[seat] - left, stops)
    if at is None:
        return now + SOME_DAY
    loud, end = habits.loud_at(person, at), clocks.deadline(timing, stops, seat)
    return loud if end is None or loud < end else max(now, habits.quiet_from(person, at) - 1)


def _due(kind: str, seat: int, at: int, payload: Called) -> NewDue:
    return NewDue(at=at, kind=f"{kind}:{seat}", payload=msgspec.json.encode(payload).decode())


def flag(timing: Timing | None, stops: Sequence[Stop], now: int) -> list[NewDue]:
    """When the first of the running clocks will be over."""
    if timing is None or not timing.running:
        return []
    return [NewDue(at=_flag_at(timing, stops, now), kind="flag")]


def _flag_at(timing: Timing, stops: Sequence[Stop], now: int) -> int:
    ends = [clocks.deadline(timing, stops, seat) for seat in timing.running]
    return min((end for end in ends if end is not None), default=now + SOME_DAY)


def run_out(timing: Timing | None, stops: Sequence[Stop], now: int) -> list[int]:
    """The seats that are to decide and whose time is over."""
    if timing is None:
        return []
    ends = [(seat, clocks.deadline(timing, stops, seat)) for seat in timing.running]
    return [seat for seat, end in ends if end is not None and end <= now]


async def farewell(store: Store, seats: Sequence[Seat], by: int | None, now: int, version: int) -> Calls:
    """The end is told to everybody but who brought it about; then it is settled what it counts."""
    ping: list[int] = []
    messages: list[NewMessage] = []
    for seat in seats:
        if seat.user is None or seat.seat == by:
            continue
        person = await store.person(seat.user)
        if habits.loud_at(person, now) != now:
            continue
        if habits.wants_ping(person):
            ping.append(seat.seat)
        if habits.wants_dm(person):
            payload = json.dumps({"seat": seat.seat, "version": version, "pinged": habits.wants_ping(person)})
            messages.append(NewMessage(kind="ended", payload=payload, user=seat.user))
    return Calls(tuple(ping), (NewDue(at=now, kind="result"),), tuple(messages))


@when_due("call")
async def call(bot: Arena, due: Due) -> None:
    """A call that has waited: for the end of quiet hours, or for what else might happen."""
    await _tell(bot, due, "call")


@when_due("remind")
async def remind(bot: Arena, due: Due) -> None:
    """Time is running short."""
    seat = int(due.kind.partition(":")[2])
    payload = msgspec.json.decode(due.payload, type=Called)
    match, timing, stops = await clocks_of(bot.store, due.match)
    now = int(bot.clock())
    if payload.left and timing is not None and seat in timing.running:
        person = await bot.store.person((await bot.store.seats(match.id))[seat].user or 0)
        at = _remind_at(person, timing, stops, seat, payload.left, now)
        if at > now:  # the clock has stood still in the meantime
            await bot.store.put_off(due, at)
            return
    elif payload.at > now:
        await bot.store.put_off(due, payload.at)
        return
    await _tell(bot, due, "remind")


async def _tell(bot: Arena, due: Due, kind: str) -> None:
    """Tell the player at the seat, if there is still something to decide there."""
    seat = int(due.kind.partition(":")[2])
    payload = msgspec.json.decode(due.payload, type=Called)
    match = await bot.store.match(due.match)
    user = (await bot.store.seats(match.id))[seat].user
    if match.status != "live" or seat not in match.to_move or user is None:
        await bot.store.finish_due(due)
        return
    now = int(bot.clock())
    loud = habits.loud_at(await bot.store.person(user), now)
    if loud > now and kind == "call":
        await bot.store.put_off(due, loud)
        return
    told = json.dumps({"seat": seat, "version": match.version, "pinged": payload.channel})
    messages = [NewMessage(kind=kind, payload=told)] if payload.channel else []
    messages += [NewMessage(kind=kind, payload=told, user=user)] if payload.dm else []
    await bot.store.finish_due(due, outbox=messages)


@when_due("flag")
async def time_over(bot: Arena, due: Due) -> None:
    """Somebody's time may be over: the match ends, or the others are told that they may claim it."""
    match, timing, stops = await clocks_of(bot.store, due.match)
    now = int(bot.clock())
    over = run_out(timing, stops, now)
    if match.status != "live" or timing is None:
        await bot.store.finish_due(due)
    elif not over:
        await bot.store.put_off(due, _flag_at(timing, stops, now))
    elif clocks.of(match.clock).ends:
        await bot.offers.time_out(match.id, None, None)  # which clears this row with all others
    else:
        payload = json.dumps({"seats": over, "version": match.version})
        await bot.store.finish_due(due, outbox=[NewMessage(kind="flag", payload=payload)])


async def clocks_of(store: Store, match: int) -> tuple[Match, Timing | None, list[Stop]]:
    """The match, its clocks, and when they stand still."""
    row = await store.match(match)
    timing = clocks.timing_of(row.timing)
    return row, timing, await store.stops(match, timing.since) if timing else []
