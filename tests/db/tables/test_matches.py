"""Opening, joining, starting, finding and moving matches."""

import pytest
from msgspec.structs import replace

from db import (
    AlreadySeated,
    ChannelTaken,
    NewDue,
    NewMessage,
    NoSuchMatch,
    NotOpen,
    RepeatedInteraction,
    SeatTaken,
    Store,
)
from tests.support.db.sample_matches import ANN, BOB, CHANNEL, CID, GUILD, NEW, Clock, live, opened, step

THREAD = 77


async def users(store: Store, match: int) -> list[int | None]:
    return [seat.person for seat in await store.matches.seats(match)]


# Opening and joining


async def test_an_open_match_is_stored_as_given(store: Store, clock: Clock) -> None:
    match = await opened(store)
    assert await store.matches.get(match.id) == match
    assert (match.status, match.version, match.position, match.to_move, match.seats) == ("open", 0, "", (), 2)
    assert (match.guild, match.channel, match.options, match.seed) == (GUILD, CHANNEL, '{"mode":"basic"}', "a seed")
    assert match.created_at == match.updated_at == int(clock.now)
    assert match.ended_at is None


async def test_the_opener_has_a_seat_and_invited_people_do_not_yet(store: Store, clock: Clock) -> None:
    match = await opened(store, invited=[BOB, ANN, None])
    assert [(s.person, s.invited, s.joined_at) for s in await store.matches.seats(match.id)] == [
        (None, BOB, None),
        (ANN, ANN, int(clock.now)),
        (None, None, None),
    ]


async def test_nobody_is_invited_twice(store: Store) -> None:
    with pytest.raises(AlreadySeated) as refused:
        await opened(store, invited=[ANN, BOB, BOB])
    assert (refused.value.seat, refused.value.person) == (1, BOB)
    assert await store.matches.open_on(GUILD) == []


async def test_a_channel_holds_one_match(store: Store) -> None:
    first = await opened(store)
    with pytest.raises(ChannelTaken) as refused:
        await opened(store)
    assert (refused.value.channel, refused.value.match) == (CHANNEL, first.id)


async def test_an_ended_match_frees_its_channel(store: Store) -> None:
    match = await live(store)
    await store.matches.commit(replace(step(match), status="over", result="{}"))
    second = await opened(store)
    assert second.id != match.id and await store.matches.in_channel(CHANNEL) == second


async def test_a_free_seat_can_be_taken_by_anybody(store: Store, clock: Clock) -> None:
    match = await opened(store)
    clock.now += 60
    joined = await store.matches.take_seat(match.id, 1, CID)
    assert joined.updated_at == int(clock.now)
    assert await users(store, match.id) == [ANN, CID]


async def test_a_taken_seat_stays_taken(store: Store) -> None:
    match = await opened(store, invited=[ANN, None, None])
    await store.matches.take_seat(match.id, 1, BOB)
    with pytest.raises(SeatTaken) as refused:
        await store.matches.take_seat(match.id, 1, CID)
    assert (refused.value.seat, refused.value.person) == (1, BOB)
    assert await users(store, match.id) == [ANN, BOB, None]


async def test_an_invited_seat_is_reserved_for_its_person(store: Store) -> None:
    match = await opened(store, invited=[ANN, BOB])
    with pytest.raises(SeatTaken):
        await store.matches.take_seat(match.id, 1, CID)
    await store.matches.take_seat(match.id, 1, BOB)
    assert await users(store, match.id) == [ANN, BOB]


async def test_nobody_gets_two_seats(store: Store) -> None:
    match = await opened(store)
    with pytest.raises(AlreadySeated) as refused:
        await store.matches.take_seat(match.id, 1, ANN)
    assert refused.value.seat == 0


async def test_nobody_can_join_a_match_that_has_begun(store: Store) -> None:
    match = await live(store)
    with pytest.raises(NotOpen) as refused:
        await store.matches.take_seat(match.id, 1, CID)
    assert refused.value.status == "live"


@pytest.mark.parametrize("seat", [-1, 2])
async def test_seats_beyond_the_number_of_players_are_refused(store: Store, seat: int) -> None:
    match = await opened(store)
    with pytest.raises(ValueError, match="no seat"):
        await store.matches.take_seat(match.id, seat, BOB)


async def test_a_missing_match_is_reported(store: Store) -> None:
    with pytest.raises(NoSuchMatch) as refused:
        await store.matches.get(99)
    assert refused.value.match == 99
    with pytest.raises(NoSuchMatch):
        await store.matches.take_seat(99, 0, ANN)
    with pytest.raises(NoSuchMatch):
        await store.drafts.save(99, 0, 0, [])


# Starting


async def test_the_start_gives_seats_in_the_drawn_order(store: Store, clock: Clock) -> None:
    match = await opened(store)
    await store.matches.take_seat(match.id, 1, BOB)
    clock.now += 60
    started = await store.matches.start(match.id, position="{}", to_move=[0, 1], players=[BOB, ANN])
    assert (started.status, started.version, started.position, started.to_move) == ("live", 0, "{}", (0, 1))
    assert await store.matches.get(match.id) == started
    seats = await store.matches.seats(match.id)
    assert [(seat.person, seat.invited) for seat in seats] == [(BOB, None), (ANN, ANN)]
    assert {seat.joined_at for seat in seats} == {int(clock.now) - 60}


async def test_the_last_player_joins_and_starts_in_one_transaction(store: Store) -> None:
    match = await opened(store)
    await store.matches.start(match.id, position="{}", to_move=[0], players=[ANN, BOB])
    assert await users(store, match.id) == [ANN, BOB]


async def test_a_start_includes_everybody_who_has_joined(store: Store) -> None:
    match = await opened(store)
    await store.matches.take_seat(match.id, 1, BOB)
    with pytest.raises(SeatTaken):
        await store.matches.start(match.id, position="{}", to_move=[0], players=[ANN, CID])
    assert await users(store, match.id) == [ANN, BOB]
    assert (await store.matches.get(match.id)).status == "open"


@pytest.mark.parametrize("players", [[ANN], [ANN, ANN], [ANN, BOB, CID]])
async def test_a_start_needs_one_player_per_seat(store: Store, players: list[int]) -> None:
    match = await opened(store)
    with pytest.raises(ValueError, match="seats"):
        await store.matches.start(match.id, position="{}", to_move=[0], players=players)


async def test_a_match_starts_once(store: Store) -> None:
    match = await live(store)
    with pytest.raises(NotOpen):
        await store.matches.start(match.id, position="{}", to_move=[1], players=[BOB, ANN])


async def test_every_step_before_the_start_can_add_messages_in_its_transaction(store: Store) -> None:
    match = await store.matches.open(
        NEW, [ANN, None], outbox=[NewMessage(kind="invite")], due=[NewDue(at=50, kind="expiry")], interaction=1
    )
    await store.matches.take_seat(match.id, 1, BOB, outbox=[NewMessage(kind="joined")], interaction=2)
    await store.matches.start(
        match.id,
        position="{}",
        to_move=[0],
        players=[ANN, BOB],
        outbox=[NewMessage(kind="turn")],
        due=[NewDue(at=90, kind="clock")],
        interaction=3,
    )
    assert [message.kind for message in await store.outbox.of_match(match.id)] == ["invite", "joined", "turn"]
    assert [(row.at, row.kind) for row in await store.due.of_match(match.id)] == [(50, "expiry"), (90, "clock")]


async def test_a_repeated_click_opens_joins_and_starts_once(store: Store) -> None:
    match = await store.matches.open(NEW, [ANN, None], interaction=1)
    with pytest.raises(RepeatedInteraction):
        await store.matches.open(replace(NEW, channel=11), [ANN, None], interaction=1)
    with pytest.raises(RepeatedInteraction):
        await store.matches.take_seat(match.id, 1, BOB, interaction=1)
    with pytest.raises(RepeatedInteraction):
        await store.matches.start(match.id, position="{}", to_move=[0], players=[ANN, BOB], interaction=1)
    assert await store.matches.of_person(ANN) == [match]
    assert await users(store, match.id) == [ANN, None]


# Finding


async def test_a_channel_has_its_current_and_previous_match(store: Store, clock: Clock) -> None:
    assert await store.matches.in_channel(CHANNEL, ended=True) is None
    for _ in range(2):
        clock.now += 60
        over = (await store.matches.commit(replace(step(await live(store)), status="over"))).match
    cancelled = await opened(store)
    await store.matches.commit(replace(step(cancelled), status="cancelled"))
    assert await store.matches.in_channel(CHANNEL) is None
    assert await store.matches.in_channel(CHANNEL, ended=True) == over
    current = await opened(store)
    assert await store.matches.in_channel(CHANNEL) == current
    assert await store.matches.in_channel(CHANNEL, ended=True) == current


async def test_a_persons_matches_and_invitations_are_found(store: Store, clock: Clock) -> None:
    over = await live(store, 20)
    await store.matches.commit(replace(step(over), status="over"))
    playing = await live(store, 21)
    clock.now += 1
    invited = await opened(store, 22, [ANN, BOB])
    elsewhere = await opened(store, 23)
    assert await store.matches.of_person(BOB) == [invited, playing]
    assert await store.matches.of_person(ANN) == [elsewhere, invited, playing]
    assert await store.matches.of_person(CID) == []


async def test_open_and_running_matches_are_listed_separately(store: Store) -> None:
    playing = await live(store, 20)
    waiting = await opened(store, 21)
    elsewhere = await store.matches.open(replace(NEW, guild=6, channel=22), [ANN, None])
    private = await store.matches.open(replace(NEW, guild=None, channel=23), [ANN, None])
    assert await store.matches.open_on(GUILD) == [waiting]
    assert await store.matches.unfinished() == [playing, waiting, elsewhere, private]
    assert (await store.matches.get(private.id)).guild is None


# Moving house


async def test_a_moved_match_takes_its_unsent_messages_along(store: Store) -> None:
    match = await live(store)
    done = await store.matches.commit(
        replace(
            step(match),
            outbox=[NewMessage(kind="sent"), NewMessage(kind="turn"), NewMessage(kind="elsewhere", channel=30)],
        )
    )
    await store.outbox.mark_sent(done.outbox[0], 500)
    moved = await store.matches.move_to_channel(match.id, 5, THREAD, CHANNEL)
    assert (moved.channel, moved.parent) == (THREAD, CHANNEL)
    assert [message.channel for message in await store.outbox.of_match(match.id)] == [CHANNEL, THREAD, 30]
    assert await store.matches.in_channel(THREAD) == moved
    assert await store.matches.in_channel(CHANNEL) is None


async def test_a_match_cannot_move_into_an_occupied_channel(store: Store) -> None:
    match, other = await live(store), await live(store, THREAD)
    with pytest.raises(ChannelTaken) as refused:
        await store.matches.move_to_channel(match.id, 5, THREAD, CHANNEL)
    assert refused.value.match == other.id
    assert (await store.matches.move_to_channel(match.id, 5, CHANNEL, 9)).parent == 9


async def test_starting_a_match_drops_its_invitations_deadline(store: Store) -> None:
    invited = [NewDue(at=5, kind="invitation"), NewDue(at=6, kind="invited:1"), NewDue(at=7, kind="other")]
    match = await store.matches.open(NEW, [ANN, BOB], due=invited)
    await store.matches.start(match.id, position="{}", to_move=[0], players=[ANN, BOB])
    assert [due.kind for due in await store.due.of_match(match.id)] == ["other"]
