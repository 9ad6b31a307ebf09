"""Intervals in which clocks stand still: outages, vacations, pauses."""

import pytest
from msgspec.structs import replace

from db import Match, NewDue, NewMessage, NewMove, NewOffer, NoSuchMatch, RepeatedInteraction, StaleVersion, Store
from db.rows import ClockStop
from tests.support.db.sample_matches import ANN, BOB, CID, Clock, live, opened, step

NEWS = NewMessage(kind="away")
BACK = NewMessage(kind="back")
START = 1_000_000


async def with_ann(store: Store, channel: int, *others: int) -> Match:
    match = await opened(store, channel, (ANN, *(None for _ in others)))
    return await store.matches.start(match.id, position="{}", to_move=[0], players=[ANN, *others])


async def posted(store: Store, match: int) -> list[str]:
    return [message.kind for message in await store.outbox.of_match(match)]


# Outages


async def test_the_first_start_is_not_an_outage(store: Store) -> None:
    match = await live(store)
    assert await store.clock_stops.record_downtime() is None
    assert await store.clock_stops.of_match(match.id, 0) == []


async def test_the_time_since_the_last_heartbeat_is_an_outage(address: str, clock: Clock) -> None:
    async with await Store.open(address, clock=clock) as store:
        match, other = await live(store), await live(store, 11)
        await store.clock_stops.record_downtime()
        clock.now += 100
        await store.clock_stops.heartbeat()
    clock.now += 500
    async with await Store.open(address, clock=clock) as store:
        outage = await store.clock_stops.record_downtime()
        assert outage == ClockStop(START + 100, START + 600)
        assert (
            await store.clock_stops.of_match(match.id, 0) == await store.clock_stops.of_match(other.id, 0) == [outage]
        )
        assert await store.clock_stops.record_downtime() is None
        clock.now += 50
        assert await store.clock_stops.record_downtime() == ClockStop(START + 600, START + 650)
        assert len(await store.clock_stops.of_match(match.id, 0)) == 2


async def test_a_restart_within_the_same_second_is_not_an_outage(store: Store) -> None:
    match = await live(store)
    await store.clock_stops.record_downtime()
    await store.clock_stops.heartbeat()
    assert await store.clock_stops.record_downtime() is None
    assert await store.clock_stops.of_match(match.id, 0) == []


async def test_a_clock_set_back_causes_no_outage(store: Store, clock: Clock) -> None:
    match = await live(store)
    await store.clock_stops.record_downtime()
    clock.now -= 3600
    assert await store.clock_stops.record_downtime() is None
    assert await store.clock_stops.of_match(match.id, 0) == []
    clock.now += 10
    assert await store.clock_stops.record_downtime() == ClockStop(START - 3600, START - 3590)


async def test_only_stops_that_end_after_the_given_time_are_returned(store: Store, clock: Clock) -> None:
    match = await live(store)
    await store.clock_stops.record_downtime()
    clock.now += 10
    await store.clock_stops.record_downtime()
    assert await store.clock_stops.of_match(match.id, START + 9) == [ClockStop(START, START + 10)]
    assert await store.clock_stops.of_match(match.id, START + 10) == []


# Which stops belong to which match


async def test_a_match_stops_for_its_own_pauses_and_its_players_vacations(store: Store, clock: Clock) -> None:
    here, there = await with_ann(store, 10, BOB), await with_ann(store, 11, CID)
    await store.clock_stops.record_downtime()
    await store.clock_stops.start_vacation(BOB, START + 100, START + 200, NEWS)
    await store.clock_stops.start_vacation(CID, START + 150, START + 250, NEWS)
    await store.clock_stops.start_vacation(99, START, START + 999, NEWS)
    await store.clock_stops.pause(here.id, 0)
    clock.now += 20
    await store.clock_stops.resume(here.id)
    await store.clock_stops.pause(there.id, 0)
    assert await store.clock_stops.of_match(here.id, 0) == [
        ClockStop(START, START + 20),
        ClockStop(START + 100, START + 200),
    ]
    assert await store.clock_stops.of_match(there.id, 0) == [
        ClockStop(START + 20, None),
        ClockStop(START + 150, START + 250),
    ]
    await store.clock_stops.heartbeat()
    clock.now += 10
    outage = await store.clock_stops.record_downtime()
    assert outage == ClockStop(START + 20, START + 30)
    assert await store.clock_stops.of_match(here.id, 0) == [
        ClockStop(START, START + 20),
        outage,
        ClockStop(START + 100, START + 200),
    ]
    assert await store.clock_stops.of_match(here.id, START + 200) == []
    assert await store.clock_stops.of_match(there.id, START + 999) == [ClockStop(START + 20, None)]


async def test_the_vacation_of_a_former_player_stops_nothing(store: Store) -> None:
    match = await live(store)
    await store.clock_stops.start_vacation(BOB, START, START + 100, NEWS)
    await store.clock_stops.start_vacation(CID, START, START + 50, NEWS)
    await store.matches.hand_over(match.id, 0, 1, CID)
    assert await store.clock_stops.of_match(match.id, 0) == [ClockStop(START, START + 50)]
    assert [one.person for one in await store.clock_stops.on_vacation(match.id)] == [CID]


async def test_absent_people_are_listed_by_the_length_of_their_absence(store: Store, clock: Clock) -> None:
    match = await with_ann(store, 10, BOB, CID)
    await store.clock_stops.start_vacation(ANN, START, START + 50, NEWS)
    await store.clock_stops.start_vacation(BOB, START - 10, START + 90, NEWS)
    await store.clock_stops.start_vacation(CID, START + 20, START + 99, NEWS)
    await store.clock_stops.start_vacation(99, START, START + 999, NEWS)
    assert [one.person for one in await store.clock_stops.on_vacation(match.id)] == [BOB, ANN]
    clock.now += 50
    assert [one.person for one in await store.clock_stops.on_vacation(match.id)] == [CID, BOB]


# Vacations


async def test_a_vacation_is_announced_once_in_every_running_match(store: Store, clock: Clock) -> None:
    first, second = await live(store, 10), await live(store, 11)
    waits, strangers = await opened(store, 12, (ANN, BOB)), await with_ann(store, 13, CID)
    over = await live(store, 14)
    await store.matches.commit(replace(step(over), status="over"))
    late = [NewDue(at=START + 500, kind="clock"), NewDue(at=START + 400, kind="remind:1"), NewDue(at=5, kind="old")]
    for match in (first, second, strangers):
        await store.matches.commit(replace(step(match), due=late))
    matches = await store.clock_stops.start_vacation(BOB, START, START + 100, NEWS, interaction=7)
    assert sorted(match.id for match in matches) == [first.id, second.id]
    for match in (first, second):
        assert await posted(store, match.id) == ["away"]
        hastened = {row.kind: row.at for row in await store.due.of_match(match.id)}
        assert hastened == {"old": 5, "clock": START, "remind:1": START}
    for match in (waits, strangers, over):
        assert await posted(store, match.id) == []
    assert [row.at for row in await store.due.of_match(strangers.id)] == [5, START + 400, START + 500]
    with pytest.raises(RepeatedInteraction):
        await store.clock_stops.start_vacation(BOB, START, START + 100, NEWS, interaction=7)
    assert await posted(store, first.id) == ["away"]
    assert len(await store.clock_stops.vacations(BOB, 0)) == 1


async def test_a_person_without_matches_may_go_on_vacation(store: Store) -> None:
    assert await store.clock_stops.start_vacation(CID, START, START + 100, NEWS) == []
    assert [(one.starts, one.ends) for one in await store.clock_stops.vacations(CID, START)] == [(START, START + 100)]


async def test_vacations_belong_to_one_person_and_are_in_order(store: Store) -> None:
    for starts, ends in ((START + 50, START + 60), (START - 30, START - 20), (START, START + 10)):
        await store.clock_stops.start_vacation(ANN, starts, ends, NEWS)
    await store.clock_stops.start_vacation(BOB, START, START + 10, NEWS)
    found = await store.clock_stops.vacations(ANN, 0)
    assert [one.starts for one in found] == [START - 30, START, START + 50]
    assert await store.clock_stops.vacations(ANN, START - 20) == found[1:]
    assert len({one.id for one in found}) == 3


async def test_coming_back_early_ends_the_vacation_and_deletes_planned_ones(store: Store, clock: Clock) -> None:
    match = await live(store)
    await store.matches.commit(replace(step(match), due=[NewDue(at=START + 5000, kind="clock")]))
    await store.clock_stops.start_vacation(BOB, START - 90, START - 80, NEWS)
    await store.clock_stops.start_vacation(BOB, START - 10, START + 100, NEWS)
    await store.clock_stops.start_vacation(BOB, START + 40, START + 60, NEWS)
    await store.clock_stops.start_vacation(BOB, START + 200, START + 300, NEWS)
    await store.clock_stops.start_vacation(ANN, START - 10, START + 70, NEWS)
    (row,) = await store.due.of_match(match.id)
    await store.due.put_off(row, START + 5000)
    clock.now += 40
    back = await store.clock_stops.end_vacation(BOB, BACK, interaction=8)
    assert back
    assert [one.id for one in back] == [match.id]
    kept = [(one.starts, one.ends) for one in await store.clock_stops.vacations(BOB, 0)]
    assert kept == [(START - 90, START - 80), (START - 10, START + 40)]
    assert [(one.starts, one.ends) for one in await store.clock_stops.vacations(ANN, 0)] == [(START - 10, START + 70)]
    assert (await posted(store, match.id))[-1] == "back"
    assert [one.at for one in await store.due.of_match(match.id)] == [START + 40]
    assert await store.clock_stops.end_vacation(BOB, BACK) is None
    assert (await posted(store, match.id)).count("back") == 1


async def test_me_back_without_a_vacation_is_refused(store: Store) -> None:
    match = await live(store)
    await store.clock_stops.start_vacation(BOB, START - 10, START, NEWS)
    assert await store.clock_stops.end_vacation(BOB, BACK) is None
    assert await posted(store, match.id) == ["away"]
    assert len(await store.clock_stops.vacations(BOB, 0)) == 1


async def test_a_vacation_that_begins_this_second_can_be_withdrawn(store: Store) -> None:
    await store.clock_stops.start_vacation(BOB, START, START + 10, NEWS)
    assert await store.clock_stops.end_vacation(BOB, BACK) == []
    assert await store.clock_stops.vacations(BOB, 0) == []


# Pauses


async def test_a_match_is_paused_until_it_is_resumed(store: Store, clock: Clock) -> None:
    match, other = await live(store), await live(store, 11)
    for one in (match, other):
        await store.matches.commit(replace(step(one), due=[NewDue(at=START + 500, kind="clock")]))
    await store.offers.set(match.id, 1, NewOffer(kind="pause", by_seat=0))
    await store.offers.set(match.id, 1, NewOffer(kind="draw", by_seat=0))
    assert await store.clock_stops.paused(match.id) is None
    before = await store.matches.get(match.id)
    paused = await store.clock_stops.pause(
        match.id, 1, clear_offers=["pause"], outbox=[NewMessage(kind="paused")], interaction=1
    )
    assert paused == before == await store.matches.get(match.id)
    assert await store.clock_stops.paused(match.id) == START
    assert [offer.kind for offer in await store.offers.of_match(match.id)] == ["draw"]
    assert [row.at for row in await store.due.of_match(match.id)] == [START]
    assert await store.clock_stops.paused(other.id) is None
    assert [row.at for row in await store.due.of_match(other.id)] == [START + 500]
    clock.now += 60
    assert await store.clock_stops.resume(match.id, outbox=[NewMessage(kind="resumed")], interaction=2)
    assert await store.clock_stops.paused(match.id) is None
    assert await store.clock_stops.of_match(match.id, 0) == [ClockStop(START, START + 60)]
    assert await posted(store, match.id) == ["paused", "resumed"]


async def test_pausing_twice_gives_one_pause_and_one_message(store: Store, clock: Clock) -> None:
    match = await live(store)
    await store.clock_stops.pause(match.id, 0, outbox=[NewMessage(kind="paused")])
    clock.now += 10
    await store.clock_stops.pause(match.id, 0, outbox=[NewMessage(kind="paused")])
    assert await store.clock_stops.paused(match.id) == START
    assert await store.clock_stops.of_match(match.id, 0) == [ClockStop(START, None)]
    clock.now += 10
    assert await store.clock_stops.resume(match.id, outbox=[NewMessage(kind="resumed")])
    assert not await store.clock_stops.resume(match.id, outbox=[NewMessage(kind="resumed")])
    assert await store.clock_stops.of_match(match.id, 0) == [ClockStop(START, START + 20)]
    assert await posted(store, match.id) == ["paused", "resumed"]


async def test_resume_without_a_pause_changes_nothing(store: Store) -> None:
    match = await live(store)
    await store.matches.commit(replace(step(match), due=[NewDue(at=START + 500, kind="clock")]))
    assert not await store.clock_stops.resume(match.id, outbox=[NewMessage(kind="resumed")])
    assert [row.at for row in await store.due.of_match(match.id)] == [START + 500]
    assert await posted(store, match.id) == []


async def test_resuming_moves_future_rows_forward(store: Store, clock: Clock) -> None:
    match = await live(store)
    await store.clock_stops.pause(match.id, 0)
    await store.matches.commit(replace(step(match), due=[NewDue(at=START + 500, kind="clock")]))
    clock.now += 10
    assert await store.clock_stops.resume(match.id)
    assert [row.at for row in await store.due.of_match(match.id)] == [START + 10]


async def test_pauses_follow_each_other_even_in_the_same_second(store: Store, clock: Clock) -> None:
    match = await live(store)
    await store.clock_stops.pause(match.id, 0)
    assert await store.clock_stops.resume(match.id)
    await store.clock_stops.pause(match.id, 0)
    assert await store.clock_stops.of_match(match.id, 0) == [ClockStop(START, None)]
    clock.now += 5
    assert await store.clock_stops.resume(match.id)
    clock.now += 5
    await store.clock_stops.pause(match.id, 0)
    assert await store.clock_stops.of_match(match.id, 0) == [ClockStop(START, START + 5), ClockStop(START + 10, None)]


async def test_a_clock_set_back_does_not_prolong_a_pause(store: Store, clock: Clock) -> None:
    match = await live(store)
    await store.clock_stops.pause(match.id, 0)
    clock.now -= 100
    assert await store.clock_stops.resume(match.id)
    assert await store.clock_stops.paused(match.id) is None
    assert await store.clock_stops.of_match(match.id, START) == []


async def test_an_old_offer_does_not_pause_a_match_that_has_moved_on(store: Store) -> None:
    match = await live(store)
    await store.matches.commit(step(match))
    await store.offers.set(match.id, 1, NewOffer(kind="pause", by_seat=0))
    with pytest.raises(StaleVersion) as refused:
        await store.clock_stops.pause(match.id, 0, clear_offers=["pause"], outbox=[NewMessage(kind="paused")])
    assert refused.value.current == 1
    assert await store.clock_stops.paused(match.id) is None
    assert len(await store.offers.of_match(match.id)) == 1
    assert await posted(store, match.id) == []


async def test_a_missing_match_is_not_paused(store: Store) -> None:
    with pytest.raises(NoSuchMatch):
        await store.clock_stops.pause(77, 0)


async def test_a_move_does_not_end_a_pause(store: Store) -> None:
    """Players may move while the clocks stand still."""
    match = await live(store)
    await store.clock_stops.pause(match.id, 0)
    await store.matches.commit(replace(step(match), moves=[NewMove(seat=0), NewMove(seat=1)]))
    assert await store.clock_stops.paused(match.id) == START


async def test_a_long_gap_between_two_heartbeats_is_an_outage(store: Store, clock: Clock) -> None:
    await store.clock_stops.heartbeat(7000)
    clock.now += 6999
    await store.clock_stops.heartbeat(7000)
    clock.now += 7001
    began = int(clock.now) - 7001
    await store.clock_stops.heartbeat(7000)
    await store.clock_stops.heartbeat(7000)
    assert await store.clock_stops.of_match(1, 0) == [ClockStop(began, int(clock.now))]
