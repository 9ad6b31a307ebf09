"""A seat is handed over to another player."""

from typing import Any

import pytest
from msgspec.structs import replace

from db import (
    AlreadySeated,
    Match,
    NewDue,
    NewMessage,
    NewOffer,
    NoSuchMatch,
    NotOpen,
    RepeatedInteraction,
    StaleVersion,
    Store,
)
from db.rows import Sitting
from tests.support.db.sample_matches import ANN, BOB, CID, Clock, live, opened, step

DEE = 4


async def everything(store: Store, match: int) -> list[Any]:
    """All rows that a refused change must leave unchanged."""
    return [
        await store.matches.get(match),
        await store.matches.seats(match),
        await store.matches.sittings(match),
        [await store.drafts.get(match, seat) for seat in (0, 1)],
        await store.plans.of_match(match),
        await store.offers.of_match(match),
        await store.due.of_match(match),
        await store.outbox.of_match(match),
    ]


async def busy(store: Store) -> Match:
    """A match in which both seats have a draft, a plan and an offer."""
    match = await live(store)
    match = (await store.matches.commit(replace(step(match), timing="before", due=[NewDue(at=5, kind="clock")]))).match
    for seat in (0, 1):
        await store.drafts.save(match.id, seat, match.version, ["half"])
        await store.plans.add(match.id, seat, "line", ["a"], match.version)
    await store.offers.set(match.id, match.version, NewOffer(kind="draw", by_seat=0))
    await store.offers.set(match.id, match.version, NewOffer(kind="substitute", by_seat=1))
    return match


async def who(store: Store, match: int) -> list[int | None]:
    return [seat.person for seat in await store.matches.seats(match)]


async def test_the_start_of_a_match_records_its_players(store: Store) -> None:
    match = await live(store)
    expected = [Sitting(match=match.id, seat=seat, since=0, person=user) for seat, user in enumerate((ANN, BOB))]
    assert await store.matches.sittings(match.id) == expected


async def test_a_handed_over_seat_loses_what_its_former_player_prepared(store: Store, clock: Clock) -> None:
    match = await busy(store)
    clock.now += 60
    found = await store.matches.hand_over(
        match.id,
        match.version,
        1,
        CID,
        timing="settled",
        clear_offers=["substitute", "nothing"],
        outbox=[NewMessage(kind="substituted")],
        due=[NewDue(at=99, kind="clock")],
        interaction=1,
    )
    assert found == await store.matches.get(match.id) == replace(match, timing="settled", updated_at=int(clock.now))
    assert await who(store, match.id) == [ANN, CID]
    assert (await store.matches.seats(match.id))[1].joined_at == int(clock.now)
    assert await store.drafts.get(match.id, 1) is None
    assert await store.drafts.get(match.id, 0) is not None
    assert [plan.seat for plan in await store.plans.of_match(match.id)] == [0]
    assert [offer.kind for offer in await store.offers.of_match(match.id)] == ["draw"]
    assert [message.kind for message in await store.outbox.of_match(match.id)] == ["substituted"]
    assert [row.at for row in await store.due.of_match(match.id)] == [99]
    assert [one.id for one in await store.matches.of_person(CID)] == [match.id]
    assert await store.matches.of_person(BOB) == []


async def test_a_hand_over_without_a_new_clock_keeps_the_old_one(store: Store) -> None:
    match = await busy(store)
    assert (await store.matches.hand_over(match.id, match.version, 1, CID)).timing == "before"


async def test_the_store_knows_who_played_from_which_version_on(store: Store) -> None:
    match = await live(store)
    for _ in range(2):
        match = (await store.matches.commit(step(match))).match
    await store.matches.hand_over(match.id, 2, 1, CID)
    match = (await store.matches.commit(step(match))).match
    await store.matches.hand_over(match.id, 3, 0, DEE)
    await store.matches.hand_over(match.id, 3, 1, BOB)
    sittings = [(one.seat, one.since, one.person) for one in await store.matches.sittings(match.id)]
    assert sittings == [(0, 0, ANN), (0, 3, DEE), (1, 0, BOB), (1, 2, CID), (1, 3, BOB)]


async def test_all_former_players_of_a_seat_are_remembered(store: Store) -> None:
    match = (await store.matches.commit(step(await live(store)))).match
    await store.matches.hand_over(match.id, 1, 1, CID)
    await store.matches.hand_over(match.id, 1, 1, DEE)
    assert [(one.since, one.person) for one in await store.matches.sittings(match.id) if one.seat == 1] == [
        (0, BOB),
        (1, CID),
        (1, DEE),
    ]


@pytest.mark.parametrize(("user", "sits"), [(ANN, 0), (BOB, 1)])
async def test_nobody_gets_a_second_seat_or_their_own_seat_again(store: Store, user: int, sits: int) -> None:
    match = await busy(store)
    before = await everything(store, match.id)
    with pytest.raises(AlreadySeated) as refused:
        await store.matches.hand_over(match.id, match.version, 1, user, outbox=[NewMessage(kind="substituted")])
    assert (refused.value.seat, refused.value.person) == (sits, user)
    assert await everything(store, match.id) == before


async def test_a_seat_is_not_handed_over_on_an_older_version(store: Store) -> None:
    match = await busy(store)
    before = await everything(store, match.id)
    with pytest.raises(StaleVersion):
        await store.matches.hand_over(
            match.id, 0, 1, CID, clear_offers=["draw"], outbox=[NewMessage(kind="substituted")]
        )
    assert await everything(store, match.id) == before


@pytest.mark.parametrize("status", ["over", "cancelled"])
async def test_an_ended_match_cannot_change_players(store: Store, status: str) -> None:
    match = await live(store)
    await store.matches.commit(replace(step(match), status=status))
    before = await everything(store, match.id)
    with pytest.raises(NotOpen) as refused:
        await store.matches.hand_over(match.id, 1, 1, CID)
    assert refused.value.status == status
    assert await everything(store, match.id) == before


async def test_a_match_that_has_not_begun_cannot_hand_over_seats(store: Store) -> None:
    match = await opened(store)
    with pytest.raises(NotOpen):
        await store.matches.hand_over(match.id, 0, 1, CID)
    assert await who(store, match.id) == [ANN, None]
    assert await store.matches.sittings(match.id) == []
    with pytest.raises(NoSuchMatch):
        await store.matches.hand_over(match.id + 1, 0, 1, CID)


async def test_a_repeated_click_hands_nothing_over(store: Store) -> None:
    match = await live(store)
    await store.matches.hand_over(match.id, 0, 1, CID, interaction=1)
    with pytest.raises(RepeatedInteraction):
        await store.matches.hand_over(match.id, 0, 1, DEE, interaction=1)
    assert await who(store, match.id) == [ANN, CID]
