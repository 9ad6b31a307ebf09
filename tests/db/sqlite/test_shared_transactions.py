"""Writes requested at the same time share one transaction; otherwise each behaves as if it were alone."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing

import pytest
from msgspec.structs import replace

from db import Committed, DatabaseBusy, NewDue, NoSuchMatch, RepeatedInteraction, StaleVersion, Store
from db.sql import Tx
from db.sqlite import writer
from db.sqlite.connection import transaction
from db.tables import matches
from tests.support.db.engines import ON_SQLITE, sqlite_under
from tests.support.db.sample_matches import live, step

pytestmark = ON_SQLITE
"""Only SQLite shares transactions; in PostgreSQL concurrent commits share a sync of the disk."""


@asynccontextmanager
async def busy_disk(store: Store) -> AsyncIterator[asyncio.Task[None]]:
    """Everything requested in the block waits until its end, because a task keeps the disk busy."""
    begun, may_go_on = threading.Event(), threading.Event()

    def wait(_: sqlite3.Connection) -> None:
        begun.set()
        may_go_on.wait()

    waiting = asyncio.create_task(sqlite_under(store).writer.run(wait))
    await asyncio.to_thread(begun.wait)
    try:
        yield waiting
        await asyncio.sleep(0)  # wait until everything requested in the block is queued
    finally:
        may_go_on.set()
    await asyncio.wait([waiting])


@pytest.fixture
def transactions(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A list that gets one entry for each transaction that begins."""
    begun: list[int] = []

    def counted(conn: sqlite3.Connection, work: Callable[[], object]) -> object:
        begun.append(len(begun))
        return transaction(conn, work)

    monkeypatch.setattr(writer, "transaction", counted)
    return begun


async def test_writes_that_wait_for_the_disk_share_one_transaction(store: Store, transactions: list[int]) -> None:
    async with busy_disk(store):
        tasks = [asyncio.create_task(store.people.update(user, language=f"l{user}")) for user in range(1, 51)]
    assert [(await one).language for one in tasks] == [f"l{user}" for user in range(1, 51)]
    assert transactions == [0, 1], "one for the job that keeps the disk busy, and one for the writes"
    assert (await store.people.get(50)).language == "l50"


async def test_a_single_write_is_its_own_transaction(store: Store, transactions: list[int]) -> None:
    for number in range(3):
        await store.people.update(number + 1, language="pl")
    assert transactions == [0, 1, 2]


async def test_a_refused_write_does_not_affect_the_others_in_its_transaction(store: Store) -> None:
    first, second = await live(store, 10), await live(store, 11)
    async with busy_disk(store):
        tasks = [
            asyncio.create_task(one)
            for one in (
                store.matches.commit(step(first, "a")),
                store.matches.commit(step(first, "too late")),
                store.matches.commit(step(second, "b")),
                store.matches.commit(replace(step(second, "wrong"), moves=[])),
                store.people.update(7, language="pl"),
            )
        ]
    done = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(one) for one in (done[1], done[3])] == [StaleVersion, ValueError]
    assert isinstance(done[0], Committed)
    assert isinstance(done[2], Committed)
    assert [move.codes for move in await store.matches.moves(first.id)] == ['["a"]']
    assert [move.codes for move in await store.matches.moves(second.id)] == ['["b"]']
    assert await store.matches.get(second.id) == done[2].match
    assert (await store.people.get(7)).language == "pl"


async def test_reads_do_not_wait_for_writes_and_their_errors_are_their_own(store: Store) -> None:
    match = await live(store)
    async with busy_disk(store) as writing:
        written = asyncio.create_task(store.matches.commit(step(match, "a")))
        done = await asyncio.gather(store.matches.get(77), store.matches.get(match.id), return_exceptions=True)
        assert not writing.done() and not written.done()
    assert isinstance(done[0], NoSuchMatch)
    assert done[1] == match
    assert (await written).match == await store.matches.get(match.id)


async def test_a_read_is_consistent_during_writes(store: Store) -> None:
    match = await live(store)
    begun, may_go_on = threading.Event(), threading.Event()

    def versions(tx: Tx) -> tuple[int, int]:
        before = matches.match(tx, match.id).version
        begun.set()
        may_go_on.wait()
        return before, matches.match(tx, match.id).version

    reading = asyncio.create_task(store._read(versions))
    await asyncio.to_thread(begun.wait)
    await store.matches.commit(step(match, "a"))
    may_go_on.set()
    assert await reading == (0, 0)
    assert (await store.matches.get(match.id)).version == 1


async def test_while_another_process_holds_the_lock_writes_wait_and_reads_continue(
    store: Store, transactions: list[int]
) -> None:
    await store.people.update(1, language="pl")
    await sqlite_under(store).writer._connection.execute("PRAGMA busy_timeout = 20")
    with closing(sqlite3.connect(sqlite_under(store).path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        del transactions[:]
        tasks = [asyncio.create_task(store.people.update(user, language="en")) for user in range(1, 11)]
        assert (await store.people.get(1)).language == "pl"
        done = await asyncio.gather(*tasks, return_exceptions=True)
        other.rollback()
    assert [type(one) for one in done] == [DatabaseBusy] * 10
    assert len(transactions) <= 2, "one for the first write, and one for those that came while it waited"
    assert (await store.people.update(1, language="en")).language == "en"


async def test_a_click_that_comes_twice_at_once_counts_once(store: Store) -> None:
    match = await live(store)
    async with busy_disk(store):
        clicks = [
            asyncio.create_task(store.drafts.save(match.id, 0, 0, [f"click {number}"], interaction=1))
            for number in range(3)
        ]
    done = await asyncio.gather(*clicks, return_exceptions=True)
    assert [isinstance(one, RepeatedInteraction) for one in done] == [False, True, True]
    draft = await store.drafts.get(match.id, 0)
    assert draft
    assert (draft.codes, draft.revision) == (("click 0",), 1)


async def test_a_canceled_waiter_does_not_disturb_the_others(store: Store) -> None:
    async with busy_disk(store):
        tasks = [asyncio.create_task(store.people.update(user, language="pl")) for user in (1, 2, 3)]
        await asyncio.sleep(0)
        tasks[0].cancel()
    await asyncio.wait(tasks)
    assert [one.cancelled() for one in tasks] == [True, False, False]
    assert [one.result() for one in tasks[1:]] == [await store.people.get(user) for user in (2, 3)]


async def test_a_canceled_first_writer_does_not_block_the_others(store: Store) -> None:
    async with busy_disk(store) as first:
        tasks = [asyncio.create_task(store.people.update(user, language="pl")) for user in (1, 2)]
        await asyncio.sleep(0)
        first.cancel()
    assert first.cancelled()
    assert [(await one).language for one in tasks] == ["pl", "pl"]
    assert (await store.people.get(2)).language == "pl"


async def test_requested_writes_are_stored_even_if_their_callers_were_canceled(store: Store) -> None:
    async with busy_disk(store) as first:
        tasks = [asyncio.create_task(store.people.update(user, language="pl")) for user in (1, 2)]
        await asyncio.sleep(0)
        for one in (first, *tasks):
            one.cancel()
    await asyncio.wait(tasks)
    assert all(one.cancelled() for one in tasks)
    assert [(await store.people.get(user)).language for user in (1, 2)] == ["pl", "pl"]


async def test_a_job_that_runs_out_of_row_ids_fails_alone(store: Store) -> None:
    async with busy_disk(store):
        wrong = asyncio.create_task(store._write(lambda tx: next(iter(()))))
        task = asyncio.create_task(store.people.update(1, language="pl"))
    with pytest.raises(RuntimeError, match="StopIteration"):
        await wrong
    assert (await task).language == "pl"


async def test_a_failed_batch_fails_its_jobs_and_no_later_one(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as broken:
        async with busy_disk(store):
            tasks = [asyncio.create_task(store.people.update(user, language="pl")) for user in (1, 2)]
            broken.setattr(writer.Writer, "_write", lambda *_: 1 / 0)
        done = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(one) for one in done] == [ZeroDivisionError] * 2
    assert (await store.people.update(3, language="pl")).language == "pl"


async def test_a_closing_store_finishes_waiting_writes_and_refuses_later_ones(store: Store) -> None:
    async with busy_disk(store):
        task = asyncio.create_task(store.people.update(1, language="pl"))
        await asyncio.sleep(0)
        closing_store = asyncio.create_task(store.close())
    assert (await task).language == "pl"
    await closing_store
    with pytest.raises(ValueError, match="closed"):
        await store.people.update(2, language="pl")


async def test_a_closed_store_tells_all_callers(store: Store) -> None:
    await store.close()
    done = await asyncio.gather(*(store.people.get(user) for user in (1, 2, 3)), return_exceptions=True)
    assert [type(one) for one in done] == [ValueError] * 3


async def test_due_rows_finished_together_are_each_finished_once(store: Store, transactions: list[int]) -> None:
    begun = [await live(store, channel) for channel in range(10, 20)]
    for match in begun:
        await store.matches.commit(replace(step(match), due=[NewDue(at=5, kind="clock")]))
    rows = await store.due.overdue()
    before = len(transactions)
    async with busy_disk(store):
        tasks = [asyncio.create_task(store.due.finish(row)) for row in [*rows, *rows]]
    assert [await one for one in tasks] == [True] * 10 + [False] * 10
    assert len(transactions) == before + 2
    assert await store.due.overdue() == []
