"""Down-time by shard: only matches on servers of an absent shard get time back."""

import random
from math import lcm

import pytest
from msgspec.structs import replace

from db import Match, NewDue, NewMessage, Store
from db.rows import ClockStop
from db.tables.shards import ALL_SHARDS, Shards
from tests.support.db.sample_matches import ANN, BOB, NEW, Clock

START = 1_000_000


def server(number: int) -> int:
    """The id of a server that belongs to the shard with this number."""
    return (number << 22) + 12345


async def match_of(store: Store, guild: int | None, channel: int = 10) -> Match:
    opened = await store.matches.open(replace(NEW, guild=guild, channel=channel), [ANN, None])
    return await store.matches.start(opened.id, position="{}", to_move=[0], players=[ANN, BOB])


async def lost(store: Store, match: Match) -> list[tuple[int, int | None]]:
    """The outages that count for the match, since the beginning."""
    return [
        (one.starts - START, one.ends and one.ends - START) for one in await store.clock_stops.of_match(match.id, 0)
    ]


def test_every_server_belongs_to_one_shard_and_private_chats_to_the_first() -> None:
    some = Shards((0, 1), 4)
    assert [some.has(server(number)) for number in range(8)] == [True, True, False, False] * 2
    assert some.has(None) and not Shards((2, 3), 4).has(None) and not some.whole and ALL_SHARDS.whole
    assert (str(some), str(Shards((3,), 4)), str(Shards((0, 2), 4))) == ("0-1/4", "3/4", "0,2/4")


async def test_only_an_absent_shard_gives_time_back(store: Store, clock: Clock) -> None:
    here, there = await match_of(store, server(1)), await match_of(store, server(2), 11)
    nowhere = await match_of(store, None, 12)
    for shard in (Shards((0, 1), 4), Shards((2, 3), 4)):
        assert await store.clock_stops.record_downtime(shard) is None
    clock.now += 100
    await store.clock_stops.heartbeat(shards=Shards((2, 3), 4))
    clock.now += 50
    assert await store.clock_stops.record_downtime(Shards((0, 1), 4)) == ClockStop(START, START + 150)
    assert [await lost(store, one) for one in (here, there, nowhere)] == [[(0, 150)], [], [(0, 150)]]
    clock.now += 10
    await store.clock_stops.outage(START + 155, Shards((2,), 4))
    assert [await lost(store, one) for one in (here, there)] == [[(0, 150)], [(155, 160)]]


async def test_heartbeats_without_shards_count_for_all_shards(store: Store, clock: Clock) -> None:
    match = await match_of(store, server(3))
    await store.clock_stops.outage(START - 5)
    clock.now += 20
    await store.clock_stops.record_downtime(Shards((2, 3), 4))
    assert await lost(store, match) == [(-5, 0), (0, 20)]


async def test_a_long_gap_counts_for_the_silent_shard(store: Store, clock: Clock) -> None:
    match, other = await match_of(store, server(0)), await match_of(store, server(1), 11)
    await store.clock_stops.record_downtime(Shards((0, 1), 2))
    clock.now += 50
    await store.clock_stops.heartbeat(60, Shards((1,), 2))
    clock.now += 50
    await store.clock_stops.heartbeat(60, Shards((0, 1), 2))
    assert (await lost(store, match), await lost(store, other)) == ([(0, 100)], [])


async def test_a_changed_number_of_shards_gives_everybody_the_missed_time(store: Store, clock: Clock) -> None:
    """Shards of 2 were served until second 100 and second 200; shards of 3 return at different times."""
    matches = [await match_of(store, server(number), 10 + number) for number in range(6)]
    await store.clock_stops.record_downtime(Shards((0, 1), 2))
    clock.now = START + 100.5
    await store.clock_stops.heartbeat(shards=Shards((0,), 2))
    clock.now = START + 200.5
    await store.clock_stops.heartbeat(shards=Shards((1,), 2))
    back = {0: 300, 1: 400, 2: 500}
    for shard, at in back.items():
        clock.now = START + at + 0.5
        await store.clock_stops.record_downtime(Shards((shard,), 3))
    for number, match in enumerate(matches):
        assert await lost(store, match) == [(100 if number % 2 == 0 else 200, back[number % 3])], number


@pytest.mark.parametrize("seed", range(6))
async def test_changing_the_number_of_shards_neither_adds_nor_removes_time(
    store: Store, clock: Clock, seed: int
) -> None:
    """Compares the store with a simple count, server by server."""
    chance = random.Random(seed)
    counts = [1, *(chance.choice((1, 2, 3, 4, 6)) for _ in range(4))]
    matches = [await match_of(store, server(number), 10 + number) for number in range(12)]
    served: dict[int, int] = {}
    missing: dict[int, set[int]] = {number: set() for number in range(12)}
    for count in counts:
        shards = list(range(count))
        chance.shuffle(shards)
        for shard in shards:
            clock.now += chance.randint(1, 9)
            now = int(clock.now)
            await store.clock_stops.record_downtime(Shards((shard,), count))
            for number in (one for one in missing if one % count == shard):
                missing[number] |= set(range(served.get(number, now), now))
                served[number] = now
        for shard in chance.sample(shards, chance.randint(0, count)):
            clock.now += chance.randint(1, 9)
            await store.clock_stops.heartbeat(shards=Shards((shard,), count))
            served |= {one: int(clock.now) for one in missing if one % count == shard}
    for number, match in enumerate(matches):
        stops = await store.clock_stops.of_match(match.id, 0)
        seconds = [second for one in stops for second in range(one.starts, one.ends or 0)]
        assert sorted(seconds) == sorted(missing[number]), f"server {number} of {counts}, lcm {lcm(*counts)}"


async def test_due_rows_belong_to_the_shard_of_their_match(store: Store, clock: Clock) -> None:
    ours, other = await match_of(store, server(0)), await match_of(store, server(1), 11)
    now = int(clock.now)
    for match in (ours, other):
        for kind in ("flag", "remind:0", "call:0", "result"):
            await store.clock_stops.resume(match.id)
            await store.clock_stops.pause(match.id, 0)
            assert await store.clock_stops.resume(match.id, due=[NewDue(at=now, kind=kind)])
    here = Shards((0,), 2)
    rows = await store.due.overdue(shards=here, takeover=30)
    assert {(one.match, one.kind) for one in rows} == {
        (ours.id, kind) for kind in ("flag", "remind:0", "call:0", "result")
    }
    assert await store.due.next_wake(here) == now and len(await store.due.overdue()) == 8
    clock.now += 31
    others = [one.kind for one in await store.due.overdue(shards=here, takeover=30) if one.match == other.id]
    assert sorted(others) == ["call:0", "result"], "clocks wait for their shard, because its outage is not known yet"
    assert await store.due.next_wake(Shards((), 2)) is None


async def test_a_current_outage_counts_before_it_is_stored(store: Store, clock: Clock) -> None:
    """Somebody moves by a private message while the match's shard is down."""
    match = await match_of(store, server(1))
    await store.clock_stops.record_downtime(Shards((0, 1), 2))
    clock.now += 100
    for silent, expected in ((120, ()), (60, (ClockStop(START, START + 100),))):
        rows = await store.matches.rows(match.id, lambda _: 0, silent=silent)
        assert rows.stops == expected
    await store.clock_stops.heartbeat(shards=Shards((1,), 2))
    assert (await store.matches.rows(match.id, lambda _: 0, silent=60)).stops == ()


async def test_rows_of_a_kind_become_due_for_starting_shards(store: Store, clock: Clock) -> None:
    here, there = await match_of(store, server(1)), await match_of(store, server(2), 11)
    for match in (here, there):
        rows = [NewDue(at=START + 60, kind=kind) for kind in ("think", "flag")]
        await store.outbox.post(match.id, [NewMessage(kind="turn", payload=str(match.id))])
        await store.matches.hand_over(match.id, 0, 1, BOB + 5, due=rows)
    await store.due.make_due_now("think", Shards((0, 1), 4))
    assert [(due.match, due.kind) for due in await store.due.overdue()] == [(here.id, "think")]
    await store.due.make_due_now("think")
    assert [due.match for due in await store.due.overdue()] == [here.id, there.id]
    assert [await store.outbox.last_posted(one.id, "turn") for one in (here, there)] == [str(here.id), str(there.id)]
    assert await store.outbox.last_posted(here.id, "offer") == ""
