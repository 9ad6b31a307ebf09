"""Puzzle ratings, daily puzzles, and the servers that get them posted."""

import asyncio

from msgspec.structs import replace

from db import Store
from db.rows import DailyPost, DailyPuzzle, Exercise, NewDue, NewMessage, PuzzleRating
from db.tables.daily_puzzles import DAILY_KIND, DAY
from db.tables.puzzle_ratings import Score
from db.tables.shards import Shards
from tests.support.db.sample_matches import Clock, live

ADA, BEA = 1001, 1002
GUILD, CHANNEL = 5 << 22, 77
POST = DailyPost(guild=GUILD, channel=CHANNEL, hour=8, zone="UTC", language="pl")
NEWS = NewMessage(kind=DAILY_KIND, payload='{"day": 12}')


def score(won: bool, person: int = ADA) -> Score:
    newcomer = PuzzleRating(person=person, game="leaders", mu=25.0, sigma=8.0, puzzles=0, at=0)

    def rate(before: PuzzleRating) -> PuzzleRating:
        return replace(before, mu=before.mu + (1 if won else -1), puzzles=before.puzzles + 1)

    return Score(won, newcomer, rate)


async def begun(store: Store, item: str = "a", person: int = ADA) -> Exercise:
    return await store.exercises.begin(person, "puzzle", "leaders", item)


async def due_at(store: Store, at: int) -> None:
    await store.daily.start_post(POST, NewDue(at=at, kind=DAILY_KIND))


async def test_only_the_first_try_counts(store: Store) -> None:
    row = await store.exercises.change(await begun(store), (), wrong=True, score=score(False))
    row = await store.exercises.change(row, ("x",), solved=True, score=score(True))
    (result,) = await store.puzzle_ratings.results(ADA, "leaders")
    assert (result.won, result.mu, result.mu_after) == (False, 25.0, 24.0)
    await store.exercises.change(await begun(store, "b"), ("x",), solved=True, score=score(True))
    (rating,) = await store.puzzle_ratings.of_person(ADA)
    assert (rating.mu, rating.puzzles) == (25.0, 2)
    assert await store.puzzle_ratings.result(ADA, "leaders", "b") is not None
    assert await store.puzzle_ratings.result(BEA, "leaders", "b") is None


async def test_a_puzzle_whose_solution_was_shown_is_not_solved(store: Store) -> None:
    row = await store.exercises.change(await begun(store), (), shown=True)
    row = await store.exercises.change(row, ("x",), solved=True, days=[int(store.clock()) // DAY])
    assert row.shown_at is not None and row.solved_at is None
    assert await store.daily.solvers(int(store.clock()) // DAY) == 0
    solved = await store.exercises.change(await begun(store, "b"), ("x",), solved=True)
    assert (await store.exercises.change(solved, (), shown=True)).shown_at is None


async def test_the_puzzle_of_a_day_does_not_change(store: Store) -> None:
    first, other = (DailyPuzzle(day=12, game="leaders", item=item) for item in "ab")
    assert await store.daily.of_day(12) is None
    assert await store.daily.choose(first) == first
    assert await store.daily.choose(other) == first == await store.daily.of_day(12)
    assert await store.daily.choose(other, instead=first) == other, "the first puzzle no longer exists"
    assert await store.daily.all() == [other]


async def test_days_count_for_a_streak_if_solved_in_time(store: Store, clock: Clock) -> None:
    today = int(clock()) // DAY
    row = await store.exercises.change(await begun(store), ("x",), solved=True, days=[today - 1, today])
    clock.now += DAY
    await store.exercises.change(row, ("x",), solved=True, days=[today])
    await store.exercises.change(await begun(store, person=BEA), ("x",), solved=True, days=[today])
    assert await store.daily.days_solved(ADA) == [today], "yesterday's puzzle was solved too late"
    assert await store.daily.days_solved(BEA) == []
    assert [await store.daily.solvers(day) for day in (today - 1, today, today + 1)] == [1, 2, 0]


async def test_each_days_puzzle_is_posted_once(store: Store, clock: Clock) -> None:
    now = int(clock())
    await due_at(store, now)
    (due,) = await store.due.overdue()
    assert (due.guild, due.match, due.kind) == (GUILD, None, DAILY_KIND)
    done = await asyncio.gather(
        *(store.daily.post(due, 12, NEWS, NewDue(at=now + DAY, kind=DAILY_KIND)) for _ in range(2))
    )
    assert sorted(done) == [False, True]
    (message,) = await store.outbox.pending()
    assert (message.channel, message.guild, message.match, message.person) == (CHANNEL, GUILD, None, None)
    assert await store.due.overdue() == [] and await store.due.next_wake() == now + DAY
    clock.now += DAY
    (due,) = await store.due.overdue()
    assert await store.daily.post(due, 12, NEWS, NewDue(at=now + 2 * DAY, kind=DAILY_KIND))
    assert len(await store.outbox.of_guild(GUILD)) == 1, "this day was posted already"
    clock.now += DAY
    (due,) = await store.due.overdue()
    assert await store.daily.post(due, 14, NEWS, NewDue(at=now + 3 * DAY, kind=DAILY_KIND))
    old, new = await store.outbox.of_guild(GUILD)
    assert old.failed and not new.failed, "an unsent post is dropped when the next one comes"


async def test_due_rows_of_servers_belong_to_their_shards(store: Store, clock: Clock) -> None:
    await due_at(store, int(clock()))
    assert [due.guild for due in await store.due.overdue(shards=Shards((1,), 2))] == [GUILD]
    assert await store.due.overdue(shards=Shards((0,), 2), takeover=30) == []
    assert await store.due.next_wake(Shards((0,), 2)) is None
    clock.now += 60
    assert [due.guild for due in await store.due.overdue(shards=Shards((0,), 2), takeover=30)] == [GUILD]


async def test_a_permanently_failing_post_ends_the_daily_puzzle(store: Store, clock: Clock) -> None:
    await due_at(store, int(clock()))
    (due,) = await store.due.overdue()
    await store.daily.post(due, 12, NEWS, NewDue(at=int(clock()) + DAY, kind=DAILY_KIND))
    (message,) = await store.outbox.pending()
    await store.outbox.mark_failed(message, "404 unknown channel")
    post = await store.daily.post_of(GUILD)
    assert post is not None and post.stopped == "404 unknown channel"
    assert await store.due.next_wake() is None
    await due_at(store, int(clock()))
    again = await store.daily.post_of(GUILD)
    assert again is not None and not again.stopped and again.posted == 12


async def test_a_server_that_removed_the_bot_has_no_posts(store: Store, clock: Clock) -> None:
    await due_at(store, int(clock()))
    assert GUILD in await store.retention.servers_with_matches()
    await store.retention.server_left(GUILD, closing=int(clock()) + DAY)
    assert await store.daily.post_of(GUILD) is None and await store.due.overdue() == []
    assert await store.retention.servers_with_matches() == set()
    assert not await store.daily.end_post(GUILD)


async def test_old_posts_are_deleted(store: Store, clock: Clock) -> None:
    await live(store)
    await due_at(store, int(clock()))
    (due,) = await store.due.overdue()
    await store.daily.post(due, 12, NEWS, NewDue(at=int(clock()) + 99 * DAY, kind=DAILY_KIND))
    (message,) = await store.outbox.of_guild(GUILD)
    await store.outbox.mark_sent(message, 4711)
    clock.now += 31 * DAY
    while await store.retention.tidy():
        pass
    assert await store.outbox.of_guild(GUILD) == []


async def test_puzzles_are_exported_and_deleted_with_a_persons_data(store: Store) -> None:
    today = int(store.clock()) // DAY
    for person in (ADA, BEA):
        row = await begun(store, person=person)
        await store.exercises.change(row, ("x",), solved=True, score=score(True, person), days=[today])
    known = await store.privacy.dossier(ADA)
    assert (len(known.puzzle_ratings), len(known.puzzle_results), len(known.daily_puzzles)) == (1, 1, 1)
    assert await store.privacy.forget(ADA, NewMessage(kind="invitation", payload="{}"))
    after = await store.privacy.dossier(ADA)
    assert (after.puzzle_ratings, after.puzzle_results, after.daily_puzzles) == ((), (), ())
    assert await store.daily.solvers(today) == 1 and len((await store.privacy.dossier(BEA)).puzzle_results) == 1
