"""A confirmed step is stored completely, once, and only for the version it was made for."""

import asyncio

import pytest
from msgspec.structs import replace

from db import (
    ChannelTaken,
    Committed,
    NewDue,
    NewMessage,
    NewMove,
    NewOffer,
    OfferStands,
    RepeatedInteraction,
    StaleVersion,
    Store,
)
from db.sqlite.backend import Sqlite
from tests.support.db.engines import INTEGRITY, run
from tests.support.db.sample_matches import CHANNEL, Clock, live, opened, step


async def everything_of(store: Store, match: int) -> object:
    return [
        await store.matches.get(match),
        await store.matches.seats(match),
        await store.matches.moves(match),
        [await store.drafts.get(match, seat) for seat in (0, 1)],
        await store.offers.of_match(match),
        await store.outbox.of_match(match),
        await store.due.of_match(match),
    ]


async def test_a_commit_stores_moves_position_and_messages(store: Store, clock: Clock) -> None:
    match = await live(store)
    clock.now += 60
    done = await store.matches.commit(
        replace(
            step(match),
            moves=[
                NewMove(seat=0, codes='[[0,"e4"]]', note='{"events":[]}'),
                NewMove(seat=None, kind="cancel"),
            ],
            outbox=[NewMessage(kind="turn", payload='{"seat":1}'), NewMessage(kind="note", channel=30, not_before=99)],
        )
    )
    assert (done.match.version, done.match.position, done.match.to_move) == (2, '{"ply":1}', (1,))
    assert done.match.updated_at == int(clock.now)
    assert await store.matches.get(match.id) == done.match
    assert tuple(await store.matches.moves(match.id)) == done.moves
    assert [(move.seq, move.seat, move.kind, move.codes, move.note) for move in done.moves] == [
        (1, 0, "play", '[[0,"e4"]]', '{"events":[]}'),
        (2, None, "cancel", "[]", "{}"),
    ]
    assert {move.at for move in done.moves} == {int(clock.now)}
    assert tuple(await store.outbox.of_match(match.id)) == done.outbox
    assert [(m.channel, m.kind, m.payload, m.not_before, m.attempts) for m in done.outbox] == [
        (CHANNEL, "turn", '{"seat":1}', 0, 0),
        (30, "note", "{}", 99, 0),
    ]


async def test_of_two_commits_on_one_version_one_is_stored_and_nothing_of_the_other(store: Store) -> None:
    match = await live(store)
    await store.drafts.save(match.id, 1, 0, ["c3"])
    both = [
        replace(
            step(match, code),
            outbox=[NewMessage(kind=code)],
            offers=[NewOffer(kind=code, by_seat=0)],
            due=[NewDue(at=5, kind=code)],
            interaction=number,
        )
        for number, code in enumerate(["e4", "e5"], 1)
    ]
    done = await asyncio.gather(*(store.matches.commit(one) for one in both), return_exceptions=True)
    won, lost = sorted(done, key=lambda one: isinstance(one, BaseException))  # either of them may win
    assert isinstance(won, Committed)
    assert isinstance(lost, StaleVersion)
    assert (lost.match, lost.expected, lost.current) == (match.id, 0, 1)
    code, other = ("e4", 2) if won is done[0] else ("e5", 1)
    assert [move.codes for move in await store.matches.moves(match.id)] == [f'["{code}"]']
    assert [message.kind for message in await store.outbox.of_match(match.id)] == [code]
    assert [offer.kind for offer in await store.offers.of_match(match.id)] == [code]
    assert [row.kind for row in await store.due.of_match(match.id)] == [code]
    # The loser's interaction is still unused, so it may be repeated.
    await store.matches.commit(replace(step(won.match), interaction=other))


async def test_a_repeated_interaction_counts_once(store: Store) -> None:
    match = await live(store)
    done = await store.matches.commit(replace(step(match), interaction=2**63 - 1))
    before = await everything_of(store, match.id)
    with pytest.raises(RepeatedInteraction) as refused:
        await store.matches.commit(replace(step(done.match), interaction=2**63 - 1))
    assert refused.value.interaction == 2**63 - 1
    assert await everything_of(store, match.id) == before


async def test_a_repeated_interaction_is_reported_as_such_even_if_its_version_is_stale(store: Store) -> None:
    match = await live(store)
    await store.matches.commit(replace(step(match), interaction=7))
    with pytest.raises(RepeatedInteraction):
        await store.matches.commit(replace(step(match), interaction=7))


async def test_interactions_are_forgotten_after_an_hour(store: Store, clock: Clock) -> None:
    match = await live(store)
    for interaction, wait in ((1, 3600), (2, 1), (3, 0)):
        match = (await store.matches.commit(replace(step(match), interaction=interaction))).match
        clock.now += wait
    await store.clock_stops.heartbeat()
    assert await run(store, "SELECT id FROM interactions ORDER BY id") == [(2,), (3,)]


async def test_a_commit_that_fails_late_leaves_nothing(store: Store) -> None:
    match = await live(store)
    await store.drafts.save(match.id, 1, 0, ["c3"])
    await store.offers.set(match.id, 0, NewOffer(kind="draw", by_seat=1))
    before = await everything_of(store, match.id)
    with pytest.raises(OfferStands):
        await store.matches.commit(replace(step(match), offers=[NewOffer(kind="draw", by_seat=0)], interaction=1))
    with pytest.raises(INTEGRITY):
        await store.matches.commit(replace(step(match), outbox=[NewMessage(kind=None)]))  # type: ignore[arg-type]
    assert await everything_of(store, match.id) == before
    await store.matches.commit(replace(step(match), interaction=1))


async def test_a_commit_with_a_canceled_caller_is_complete(store: Store) -> None:
    match = await live(store)
    task = asyncio.create_task(store.matches.commit(replace(step(match), outbox=[NewMessage(kind="turn")])))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    after = await store.matches.get(match.id)
    assert len(await store.matches.moves(match.id)) == len(await store.outbox.of_match(match.id)) == after.version


async def test_every_change_of_a_match_is_an_entry_in_its_log(store: Store) -> None:
    match = await live(store)
    with pytest.raises(ValueError, match="has no moves"):
        await store.matches.commit(replace(step(match), moves=[]))


@pytest.mark.parametrize("status", ["over", "cancelled"])
async def test_an_ended_match_keeps_only_its_messages(store: Store, clock: Clock, status: str) -> None:
    match = await live(store)
    other = await live(store, 11)
    for one in (match, other):
        await store.drafts.save(one.id, 1, 0, ["c3"])
        await store.offers.set(one.id, 0, NewOffer(kind="draw", by_seat=1))
        await store.matches.commit(replace(step(one), due=[NewDue(at=5, kind="clock")], keep_drafts=[1]))
    clock.now += 60
    done = await store.matches.commit(
        replace(
            step(await store.matches.get(match.id)),
            status=status,
            result='{"winners":[0]}',
            to_move=[],
            keep_drafts=[1],
            due=[NewDue(at=9, kind="archive")],
            outbox=[NewMessage(kind="end")],
        )
    )
    assert (done.match.status, done.match.result, done.match.ended_at) == (status, '{"winners":[0]}', int(clock.now))
    assert await store.drafts.get(match.id, 1) is None
    assert await store.offers.of_match(match.id) == []
    assert [row.kind for row in await store.due.of_match(match.id)] == ["archive"]
    assert [message.kind for message in await store.outbox.pending()] == ["end"]
    assert await store.drafts.get(other.id, 1) is not None
    assert len(await store.offers.of_match(other.id)) == len(await store.due.of_match(other.id)) == 1


async def test_an_open_match_may_be_canceled(store: Store) -> None:
    match = await opened(store)
    done = await store.matches.commit(
        replace(step(match), moves=[NewMove(seat=None, kind="cancel")], position="", to_move=[], status="cancelled")
    )
    assert (done.match.status, done.match.version) == ("cancelled", 1)


async def test_an_ended_match_may_be_reopened_if_its_channel_is_free(store: Store) -> None:
    match = await live(store)
    over = (await store.matches.commit(replace(step(match), status="over"))).match
    again = (await store.matches.commit(step(over))).match
    assert (again.status, again.ended_at) == ("live", None)
    over = (await store.matches.commit(replace(step(again), status="over"))).match
    other = await opened(store)
    with pytest.raises(ChannelTaken) as refused:
        await store.matches.commit(step(over))
    assert refused.value.match == other.id


# The log


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE moves SET codes = '[]'",
        "DELETE FROM moves",
        """INSERT INTO moves SELECT match, 1, 1, kind, '["c3"]', note, at, checksum FROM moves WHERE seq = 1
        ON CONFLICT (match, seq) DO UPDATE SET codes = excluded.codes""",
        "INSERT INTO moves SELECT match, 9, seat, kind, codes, note, at, checksum FROM moves WHERE seq = 1",
        "DELETE FROM matches",
    ],
)
async def test_only_the_next_move_changes_the_log(store: Store, sql: str) -> None:
    match = await live(store)
    match = (await store.matches.commit(step(match))).match
    await store.matches.commit(step(match, "e5", seat=1))
    before = await store.matches.moves(match.id)
    with pytest.raises(INTEGRITY):
        await run(store, sql)
    assert await store.matches.moves(match.id) == before


async def test_database_features_cannot_bypass_the_protection_of_the_log(store: Store) -> None:
    match = await live(store)
    await store.matches.commit(step(match))
    before = await store.matches.moves(match.id)
    replaced = """INSERT OR REPLACE INTO moves SELECT match, 1, 1, kind, '["c3"]', note, at, checksum FROM moves"""
    with pytest.raises(INTEGRITY):
        await run(store, replaced if isinstance(store._engine, Sqlite) else "TRUNCATE moves")
    assert await store.matches.moves(match.id) == before


async def test_moves_are_numbered_per_match(store: Store) -> None:
    first, second = await live(store), await live(store, 11)
    for _ in range(3):
        first = (await store.matches.commit(step(first))).match
    assert [move.seq for move in (await store.matches.commit(step(second))).moves] == [1]
    assert [move.seq for move in await store.matches.moves(first.id)] == [1, 2, 3]


async def test_two_hundred_matches_can_be_played_at_once(store: Store) -> None:
    table = [await live(store, 1000 + number) for number in range(200)]
    for _ in range(2):
        done = await asyncio.gather(
            *(store.matches.commit(replace(step(match), outbox=[NewMessage(kind="turn")])) for match in table)
        )
        table = [one.match for one in done]
    assert [one for one in await store.matches.unfinished() if one.status == "live"] == table
    assert {match.version for match in table} == {2}
    waiting = await store.outbox.pending(limit=1000)
    assert len({message.nonce for message in waiting}) == 400
    assert max(len(message.nonce) for message in waiting) <= 25
