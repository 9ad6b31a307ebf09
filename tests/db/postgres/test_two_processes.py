"""Two processes on one PostgreSQL: each has its own store, and neither loses the other's changes."""

import asyncio
import threading
from collections.abc import AsyncIterator

import pytest
from msgspec.structs import replace

from db import (
    ChannelTaken,
    Committed,
    Match,
    NewDue,
    NewMessage,
    RepeatedInteraction,
    SeatTaken,
    StaleVersion,
    Store,
)
from db.rows import DailyPost, DailyPuzzle, PuzzleRating, Rating, SeatResult
from db.sql import Tx
from db.tables.daily_puzzles import DAILY_KIND
from db.tables.ladder import RatingsChanged
from db.tables.puzzle_ratings import Score
from tests.support.db.sample_matches import ANN, BOB, CID, GUILD, Clock, live, opened, step
from tests.support.postgres.database import empty_postgres, own_engine

Two = tuple[Store, Store]


@pytest.fixture
async def two() -> AsyncIterator[Two]:
    address, clock = empty_postgres(), Clock()
    async with await Store.open(address, clock=clock) as other:
        yield Store(own_engine(), clock), other


async def test_of_two_commits_on_one_version_one_succeeds(two: Two) -> None:
    for number in range(5):
        match = await live(two[0], 100 + number)
        done = await asyncio.gather(
            *(
                store.matches.commit(replace(step(match, code), outbox=[NewMessage(kind=code)]))
                for store, code in zip(two, ("a", "b"), strict=True)
            ),
            return_exceptions=True,
        )
        assert sorted(type(one).__name__ for one in done) == [Committed.__name__, StaleVersion.__name__]
        assert len(await two[0].matches.moves(match.id)) == len(await two[1].outbox.of_match(match.id)) == 1


async def test_a_channel_holds_one_match(two: Two) -> None:
    done = await asyncio.gather(*(opened(store) for store in two), return_exceptions=True)
    assert sorted(type(one).__name__ for one in done) == [ChannelTaken.__name__, Match.__name__]
    assert len(await two[0].matches.unfinished()) == 1


async def test_a_free_seat_is_taken_once(two: Two) -> None:
    match = await opened(two[0])
    seating = [two[0].matches.take_seat(match.id, 1, BOB), two[1].matches.take_seat(match.id, 1, CID)]
    done = await asyncio.gather(*seating, return_exceptions=True)
    assert sorted(type(one).__name__ for one in done) == [Match.__name__, SeatTaken.__name__]


async def test_a_click_delivered_to_both_processes_counts_once(two: Two) -> None:
    match = await live(two[0])
    done = await asyncio.gather(
        *(store.drafts.save(match.id, 0, 0, ["e4"], interaction=7) for store in two), return_exceptions=True
    )
    assert sum(isinstance(one, RepeatedInteraction) for one in done) == 1
    draft = await two[0].drafts.get(match.id, 0)
    assert draft and draft.revision == 1


async def test_settings_changed_in_both_processes_are_kept(two: Two) -> None:
    for _ in range(5):
        await asyncio.gather(two[0].people.update(ANN, language="pl"), two[1].people.update(ANN, palette="safe"))
        person = await two[0].people.get(ANN)
        assert (person.language, person.palette) == ("pl", "safe")
        await two[0].people.update(ANN, language="", palette="")
    await asyncio.gather(
        two[0].guilds.update(GUILD, language="pl"),
        two[1].guilds.allow_channel(GUILD, 30),
        two[1].guilds.allow_channel(GUILD, 31),
    )
    guild = await two[0].guilds.get(GUILD)
    assert (guild.language, set(guild.channels)) == ("pl", {30, 31})


async def test_a_due_row_is_handled_by_one_process(two: Two) -> None:
    match = await live(two[0])
    await two[0].matches.commit(replace(step(match), due=[NewDue(at=5, kind="clock")]))
    (row,) = await two[0].due.overdue()
    done = await asyncio.gather(*(store.due.finish(row, outbox=[NewMessage(kind="late")]) for store in two))
    assert sorted(done) == [False, True]
    assert len(await two[0].outbox.of_match(match.id)) == 1


async def test_ratings_computed_from_the_same_values_count_once(two: Two) -> None:
    rows = []
    for channel in (10, 11):
        match = await live(two[0], channel)
        over = replace(step(match), status="over", due=[NewDue(at=5, kind="result")])
        rows.append(await two[0].matches.commit(over))
    due = [one for one in await two[0].due.overdue() if one.kind == "result"]
    rating = Rating(game="leaders", guild=0, person=ANN, mu=26.0, sigma=8.0, matches=1, at=5)
    done = await asyncio.gather(
        *(
            store.ladder.store_results(
                one, [SeatResult(match=one.of_match, seat=0, person=ANN, place=1, tied=False)], [rating]
            )
            for store, one in zip(two, due, strict=True)
        ),
        return_exceptions=True,
    )
    assert sorted(type(one).__name__ for one in done) == ["RatingsChanged", "bool"], done
    assert any(isinstance(one, RatingsChanged) for one in done)


async def test_a_read_is_consistent_during_writes_of_the_other(two: Two) -> None:
    match = await live(two[0])
    begun, may_go_on = threading.Event(), threading.Event()

    def versions(tx: Tx) -> tuple[int, int]:
        query = "SELECT version FROM matches WHERE id = :id"
        before = tx.value(query, id=match.id)
        begun.set()
        may_go_on.wait()
        return before, tx.value(query, id=match.id)

    reading = asyncio.create_task(two[0]._read(versions))
    await asyncio.to_thread(begun.wait)
    await two[1].matches.commit(step(match, "a"))
    may_go_on.set()
    assert await reading == (0, 0)
    assert (await two[0].matches.get(match.id)).version == 1


async def test_a_write_waits_for_the_match_being_changed_but_not_for_others(two: Two) -> None:
    match, other = await live(two[0], 10), await live(two[0], 11)
    begun, may_go_on = threading.Event(), threading.Event()

    def slowly(tx: Tx) -> None:
        tx.lock_matches([match.id])
        assert tx.value("SELECT 1"), "it is sent"
        begun.set()
        may_go_on.wait()

    changing = asyncio.create_task(two[0]._write(slowly))
    await asyncio.to_thread(begun.wait)
    waiting = asyncio.create_task(two[1].matches.commit(step(match)))
    assert (await two[1].matches.commit(step(other))).match.version == 1
    assert await two[1].matches.get(match.id) == match, "readers do not wait"
    assert not waiting.done()
    may_go_on.set()
    await changing
    assert (await waiting).match.version == 1


async def test_a_closed_store_tells_all_callers() -> None:
    store = await Store.open(empty_postgres())
    task = asyncio.create_task(store.people.update(1, language="pl"))
    await asyncio.sleep(0)
    await store.close()
    assert (await task).language == "pl", "pending requests are finished first"
    done = await asyncio.gather(*(store.people.get(user) for user in (1, 2)), return_exceptions=True)
    assert [type(one) for one in done] == [ValueError] * 2
    await store.close()


async def test_one_of_two_processes_chooses_and_posts_the_puzzle_of_the_day(two: Two) -> None:
    now = int(two[0].clock())
    chosen = await asyncio.gather(
        two[0].daily.choose(DailyPuzzle(day=12, game="leaders", item="a")),
        two[1].daily.choose(DailyPuzzle(day=12, game="leaders", item="b")),
    )
    assert chosen[0] == chosen[1]
    post = DailyPost(guild=GUILD, channel=77, hour=8, zone="UTC", language="en")
    for day in range(12, 17):
        await two[0].daily.start_post(post, NewDue(at=now, kind=DAILY_KIND))
        (due,) = await two[1].due.overdue()
        then = NewDue(at=now + 86400, kind=DAILY_KIND)
        done = await asyncio.gather(*(store.daily.post(due, day, NewMessage(kind=DAILY_KIND), then) for store in two))
        assert sorted(done) == [False, True]
    assert len(await two[0].outbox.of_guild(GUILD)) == 5


async def test_two_simultaneous_first_tries_count_once_each(two: Two) -> None:
    newcomer = PuzzleRating(person=ANN, game="leaders", mu=25.0, sigma=8.0, puzzles=0, at=0)
    score = Score(True, newcomer, lambda before: replace(before, puzzles=before.puzzles + 1))
    begun = [await two[0].exercises.begin(ANN, "puzzle", "leaders", str(number)) for number in range(8)]
    await asyncio.gather(
        *(two[number % 2].exercises.change(row, (), solved=True, score=score) for number, row in enumerate(begun))
    )
    assert [one.puzzles for one in await two[0].puzzle_ratings.of_person(ANN)] == [8]
