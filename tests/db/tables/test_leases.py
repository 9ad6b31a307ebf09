"""Leases: one process at a time owns each; the leases of an ended process are free."""

import asyncio

import pytest

from db import Store
from db.errors import LeaseLost
from db.rows import NewMessage
from db.tables.leases import Lease, Owner, channel_lease
from tests.support.db.sample_matches import CHANNEL, Clock, live

ONE, TWO = Owner("one", 15), Owner("two", 15)


async def test_a_lease_belongs_to_its_owner_until_it_ends(store: Store, clock: Clock) -> None:
    assert await store.leases.take("x", ONE) == ""
    assert await store.leases.take("x", TWO) is None
    clock.now += 10
    assert await store.leases.take("x", ONE) == "", "renewed"
    clock.now += 15
    assert await store.leases.take("x", TWO) is None, "the last second is the owner's"
    clock.now += 1
    assert await store.leases.take("x", TWO) == "one", "it was not released, so work may be unfinished"
    assert await store.leases.take("x", TWO) == "one", "the former owner stays known"
    assert await store.leases.take("x", ONE) is None


async def test_a_released_lease_has_no_former_owner(store: Store) -> None:
    await store.leases.take("x", ONE)
    assert await store.leases.renew_and_release([], ["x"], TWO) == set()
    assert await store.leases.take("x", TWO) is None, "only its owner releases it"
    await store.leases.renew_and_release([], ["x"], ONE)
    assert await store.leases.take("x", TWO) == ""


async def test_leases_are_renewed_together_and_lost_ones_are_returned(store: Store, clock: Clock) -> None:
    await store.leases.take("x", ONE)
    await store.leases.take("y", ONE)
    clock.now += 16
    await store.leases.take("y", TWO)
    assert await store.leases.renew_and_release(["x", "y"], [], ONE) == {"y"}
    assert await store.leases.active_owners("x") == {"x": "one"}


async def test_several_leases_are_taken_all_or_none(store: Store, clock: Clock) -> None:
    await store.leases.take("shard:1/4", ONE)
    assert await store.leases.take_all(["shard:0/4", "shard:1/4"], TWO) == ["shard:1/4"]
    assert await store.leases.active_owners("shard:") == {"shard:1/4": "one"}
    clock.now += 16
    assert await store.leases.take_all(["shard:1/4", "shard:0/4"], TWO) == []
    assert await store.leases.active_owners("shard:") == {"shard:0/4": "two", "shard:1/4": "two"}


async def test_one_of_many_simultaneous_requests_gets_a_lease(store: Store) -> None:
    owners = [Owner(f"process {number}", 15) for number in range(8)]
    taken = await asyncio.gather(*(store.leases.take("x", owner) for owner in owners))
    assert sorted(one for one in taken if one is not None) == [""]


async def test_leases_of_ended_processes_are_free_at_once(store: Store) -> None:
    await store.leases.take("x", ONE)
    assert await store.leases.owners() == ["one"]
    await store.leases.end("one")
    assert await store.leases.active_owners("x") == {}
    assert await store.leases.take("x", TWO) == "one"


async def test_old_leases_are_forgotten(store: Store, clock: Clock) -> None:
    await store.leases.take("x", ONE)
    clock.now += 86400 + 17
    await store.leases.take("y", ONE)
    await store.leases.forget()
    assert await store.leases.take("x", TWO) == "" and await store.leases.take("y", TWO) is None


async def test_a_lost_lease_stops_its_guarded_writes(store: Store, clock: Clock) -> None:
    match = await live(store)
    await store.outbox.post(match.id, [NewMessage(kind="turn")])
    found = await store.leases.take_channel(CHANNEL, ONE, 10, retry=False)
    assert found is not None
    former, (message,) = found
    lease = Lease(channel_lease(CHANNEL), ONE)
    assert (former, message.kind) == ("", "turn")
    assert await store.outbox.waiting_channels(TWO) == [] and await store.outbox.waiting_channels(ONE) == [CHANNEL]
    assert await store.leases.take_channel(CHANNEL, TWO, 10, retry=False) is None
    clock.now += 16
    assert await store.outbox.waiting_channels(TWO) == [CHANNEL]
    assert await store.leases.take_channel(CHANNEL, TWO, 10, retry=False) == ("one", [message])
    with pytest.raises(LeaseLost):
        await store.outbox.mark_retry(message.id, int(clock.now) + 30, "503", lease=lease)
    with pytest.raises(LeaseLost):
        await store.outbox.mark_failed(message, "gone", instead=[NewMessage(kind="turn")], lease=lease)
    assert await store.outbox.pending() == [message], "nothing was written"
    await store.outbox.mark_sent(message, 7)
    await store.outbox.mark_sent(message, 8)
    await store.outbox.mark_failed(message, "gone", instead=[NewMessage(kind="turn")])
    (sent,) = await store.outbox.of_match(match.id)
    assert (sent.message, sent.failed) == (7, None), "sent messages are neither sent again nor given up"


async def test_times_are_reserved_in_sequence_and_within_a_limit(store: Store, clock: Clock) -> None:
    begun = clock.now
    turns = [await store.variables.reserve_time("identify:0", 5.5, 600) for _ in range(3)]
    assert turns == [begun, begun + 5.5, begun + 11]
    assert await store.variables.reserve_time("identify:1", 5.5, 600) == begun, "every bucket has its own times"
    clock.now += 60
    assert await store.variables.reserve_time("identify:0", 5.5, 600) == begun + 60
    clock.now -= 3600
    assert await store.variables.reserve_time("identify:0", 5.5, 600) == begun - 3540, "the clock was set back"
