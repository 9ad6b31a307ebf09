"""A match with all its related rows in one read; and the count of reads and writes."""

import pytest
from msgspec.structs import replace

from db import NewDue, NewOffer, NoSuchMatch, Store
from db.rows import Person
from tests.support.db.sample_matches import ANN, BOB, CID, Clock, live, opened, step


async def test_a_combined_read_equals_the_single_reads(store: Store, clock: Clock) -> None:
    match, other = await live(store), await live(store, 11)
    for one in (match, other):
        await store.drafts.save(one.id, 1, 0, ["a", "b"])
        await store.offers.set(one.id, 0, NewOffer(kind="draw", by_seat=0), due=[NewDue(at=9, kind="flag")])
        await store.offers.set(one.id, 0, NewOffer(kind="undo", by_seat=0), due=[NewDue(at=8, kind="remind:0")])
        await store.plans.add(one.id, 0, "line", [str(one.id)], 0)
    await store.people.update(BOB, language="pl")
    await store.clock_stops.pause(match.id, 0)
    clock.now += 100
    await store.clock_stops.outage(int(clock.now) - 50)
    before = store.usage.reads
    found = await store.matches.rows(match.id, lambda row: row.created_at)
    assert store.usage.reads == before + 1
    assert found.match == await store.matches.get(match.id)
    assert list(found.seats) == await store.matches.seats(match.id)
    assert found.people == {ANN: Person(person=ANN), BOB: await store.people.get(BOB)}
    assert found.drafts == {1: await store.drafts.get(match.id, 1)}
    assert list(found.offers.values()) == await store.offers.of_match(match.id)
    assert list(found.offers) == ["draw", "undo"]
    assert list(found.plans) == await store.plans.of_match(match.id)
    assert list(found.due.values()) == await store.due.of_match(match.id)
    assert {*found.due} == {"remind:0", "flag"}
    assert list(found.stops) == await store.clock_stops.of_match(match.id, match.created_at)
    assert len(found.stops) == 2
    assert found.paused == await store.clock_stops.paused(match.id) is not None


async def test_clock_stops_are_returned_from_the_time_that_the_match_needs(store: Store, clock: Clock) -> None:
    match = await live(store)
    clock.now += 100
    await store.clock_stops.outage(int(clock.now) - 50)
    assert (await store.matches.rows(match.id)).stops == ()
    assert (await store.matches.rows(match.id, lambda row: row.updated_at + 100)).stops == ()
    assert len((await store.matches.rows(match.id, lambda row: row.updated_at)).stops) == 1


async def test_invited_people_are_included(store: Store) -> None:
    match = await opened(store, invited=(ANN, CID, None))
    await store.people.update(CID, palette="night")
    found = await store.matches.rows(match.id)
    assert found.people == {ANN: Person(person=ANN), CID: Person(person=CID, palette="night")}
    assert (found.drafts, found.offers, found.plans, found.due, found.paused) == ({}, {}, (), {}, None)


async def test_a_missing_match_is_refused(store: Store) -> None:
    with pytest.raises(NoSuchMatch):
        await store.matches.rows(7)


async def test_the_log_can_be_read_from_any_version(store: Store) -> None:
    match = await live(store)
    for code in "abc":
        match = (await store.matches.commit(replace(step(match, code), match=match.id))).match
    log = await store.matches.moves(match.id)
    assert [await store.matches.moves(match.id, after) for after in range(5)] == [log, log[1:], log[2:], [], []]


def counted(store: Store) -> tuple[int, int]:
    """The numbers of reads and of writes requested so far."""
    return store.usage.reads, store.usage.writes


async def test_every_read_and_every_write_is_counted(store: Store) -> None:
    assert counted(store) == (0, 0)
    match = await opened(store)
    await store.matches.seats(match.id)
    await store.matches.get(match.id)
    with pytest.raises(NoSuchMatch):
        await store.matches.get(99)
    assert counted(store) == (3, 1)
