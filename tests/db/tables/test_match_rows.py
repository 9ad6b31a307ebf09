"""A match with all that stands around it, in one read; and how reads are counted."""

import pytest
from msgspec.structs import replace

from db import NewDue, NewOffer, NoSuchMatch, Store
from db.rows import Person
from tests.support.db.sample_matches import ANN, BOB, CID, Clock, live, opened, step


async def test_one_read_tells_what_the_single_ones_tell(store: Store, clock: Clock) -> None:
    match, other = await live(store), await live(store, 11)
    for one in (match, other):
        await store.save_draft(one.id, 1, 0, ["a", "b"])
        await store.set_offer(one.id, 0, NewOffer(kind="draw", by_seat=0), due=[NewDue(at=9, kind="flag")])
        await store.set_offer(one.id, 0, NewOffer(kind="undo", by_seat=0), due=[NewDue(at=8, kind="remind:0")])
        await store.add_plan(one.id, 0, "line", [str(one.id)], 0)
    await store.remember(BOB, language="pl")
    await store.pause(match.id, 0)
    clock.now += 100
    await store.outage(int(clock.now) - 50)
    before = store.usage.reads
    found = await store.match_rows(match.id, lambda row: row.created_at)
    assert store.usage.reads == before + 1
    assert found.match == await store.match(match.id)
    assert list(found.seats) == await store.seats(match.id)
    assert found.people == {ANN: Person(person=ANN), BOB: await store.person(BOB)}
    assert found.drafts == {1: await store.draft(match.id, 1)}
    assert list(found.offers.values()) == await store.offers(match.id)
    assert list(found.offers) == ["draw", "undo"]
    assert list(found.plans) == await store.plans(match.id)
    assert list(found.due.values()) == await store.due_of(match.id)
    assert {*found.due} == {"remind:0", "flag"}
    assert list(found.stops) == await store.stops(match.id, match.created_at)
    assert len(found.stops) == 2
    assert found.paused == await store.paused(match.id) is not None


async def test_stops_are_told_from_the_time_that_the_match_itself_says(store: Store, clock: Clock) -> None:
    match = await live(store)
    clock.now += 100
    await store.outage(int(clock.now) - 50)
    assert (await store.match_rows(match.id)).stops == ()
    assert (await store.match_rows(match.id, lambda row: row.updated_at + 100)).stops == ()
    assert len((await store.match_rows(match.id, lambda row: row.updated_at)).stops) == 1


async def test_the_invited_are_among_the_people(store: Store) -> None:
    match = await opened(store, invited=(ANN, CID, None))
    await store.remember(CID, palette="night")
    found = await store.match_rows(match.id)
    assert found.people == {ANN: Person(person=ANN), CID: Person(person=CID, palette="night")}
    assert (found.drafts, found.offers, found.plans, found.due, found.paused) == ({}, {}, (), {}, None)


async def test_a_match_that_is_not_there_is_refused(store: Store) -> None:
    with pytest.raises(NoSuchMatch):
        await store.match_rows(7)


async def test_the_log_can_be_read_from_a_version_on(store: Store) -> None:
    match = await live(store)
    for code in "abc":
        match = (await store.commit(replace(step(match, code), match=match.id))).match
    log = await store.moves(match.id)
    assert [await store.moves(match.id, after) for after in range(5)] == [log, log[1:], log[2:], [], []]


def counted(store: Store) -> tuple[int, int]:
    """How many reads and writes have been asked for."""
    return store.usage.reads, store.usage.writes


async def test_every_read_and_every_write_is_counted(store: Store) -> None:
    assert counted(store) == (0, 0)
    match = await opened(store)
    await store.seats(match.id)
    await store.match(match.id)
    with pytest.raises(NoSuchMatch):
        await store.match(99)
    assert counted(store) == (3, 1)
