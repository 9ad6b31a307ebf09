"""Faults between a store and PostgreSQL: transactions are repeated, take effect once, and nobody notices."""

import asyncio
import logging
import signal
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TypeVar

import psycopg
import pytest

from db import Store, UnreachableDatabase
from db.errors import DatabaseBusy, NoSuchMatch, OutcomeUnknown
from db.postgres import opening
from db.postgres import transactions as tries
from db.postgres.backend import Postgres
from db.sql import Tx
from tests.support.db.engines import run
from tests.support.db.sample_matches import CHANNEL, live, step
from tests.support.postgres.cutting_proxy import Cut, CuttingProxy
from tests.support.postgres.database import empty_postgres, new_postgres, own_engine, own_server, server_or_skip

T = TypeVar("T")


@pytest.fixture
def store() -> Store:
    empty_postgres()
    return Store(own_engine())


def repeats(store: Store) -> int:
    assert isinstance(store._engine, Postgres)
    return store._engine.transactions.repeats


async def noted(store: Store) -> list[str]:
    return [value for (value,) in await run(store, "SELECT value FROM variables ORDER BY value")]


def note(tx: Tx, value: str) -> None:
    """Write a note; fails if it was written before."""
    tx.run("INSERT INTO variables (name, value) VALUES (:value, :value)", value=value)


async def test_a_deadlocked_transaction_is_repeated_invisibly(store: Store) -> None:
    before = repeats(store)
    both = threading.Barrier(2)
    first_time: dict[str, bool] = {}

    def crosswise(one: str, other: str) -> None:
        def work(tx: Tx) -> None:
            tx.lock(one)
            assert tx.value("SELECT 1"), "it is sent"
            if first_time.setdefault(one, True):
                first_time[one] = False
                both.wait(10)
            tx.lock(other)
            note(tx, one)

        works.append(work)

    works: list[object] = []
    crosswise("a", "b")
    crosswise("b", "a")
    await asyncio.gather(*(store._write(work) for work in works))  # type: ignore[arg-type]
    assert await noted(store) == ["a", "b"]
    assert repeats(store) > before


async def test_a_match_that_stays_locked_is_reported_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(opening.CONNECTION_SETTINGS, "lock_timeout", "50ms")
    address = empty_postgres()
    async with await Store.open(address) as store:
        match = await live(store)
        with psycopg.connect(address) as other:
            other.execute("SELECT 1 FROM matches FOR UPDATE")
            with pytest.raises(DatabaseBusy):
                await store.drafts.save(match.id, 0, 0, ["e4"], interaction=7)
        assert (await store.drafts.save(match.id, 0, 0, ["e4"], interaction=7)).revision == 1


async def test_a_connection_cut_within_a_transaction_is_repeated_invisibly(store: Store) -> None:
    cut: list[int] = []

    def work(tx: Tx) -> None:
        note(tx, "once")
        if not cut:
            cut.append(tx.value("SELECT pg_backend_pid()"))
            with psycopg.connect(empty_address) as other:
                other.execute("SELECT pg_terminate_backend(%s)", cut)
        note(tx, "twice")

    engine = store._engine
    assert isinstance(engine, Postgres)
    empty_address = engine.address.url
    await store._write(work)
    assert cut and await noted(store) == ["once", "twice"]


async def test_a_read_with_a_cut_connection_is_repeated_and_logged_in_one_line(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "arena")
    match = await live(store)
    engine = store._engine
    assert isinstance(engine, Postgres)
    with psycopg.connect(engine.address.url) as other:
        others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
        other.execute(f"{others} AND pid <> pg_backend_pid() AND application_name = 'arena-post'")
    assert await store.matches.get(match.id) == match
    text = [line.getMessage() for line in caplog.records if line.name == "arena"]
    assert len(text) == 2 and text[0].startswith("the connection to the database is lost ("), text
    assert text[1] == "the database is reached again"


@pytest.fixture
def proxy() -> Iterator[CuttingProxy]:
    server = server_or_skip()
    with tempfile.TemporaryDirectory() as folder:
        found = CuttingProxy(Path(folder, "net"), server.folder)
        yield found
        found.close()


@pytest.mark.parametrize("cut", ["before", "after"])
async def test_a_commit_with_a_cut_connection_is_neither_lost_nor_repeated(proxy: CuttingProxy, cut: Cut) -> None:
    address = empty_postgres()
    server = server_or_skip()
    done = 0

    def work(tx: Tx) -> str:
        nonlocal done
        done += 1
        note(tx, "once")
        return "result"

    async with await Store.open(address.replace(str(server.folder), str(proxy.folder))) as store:
        proxy.cut = cut
        assert await store._write(work) == "result"
        assert proxy.cuts == 1
        assert done == (2 if cut == "before" else 1)
        assert await noted(store) == ["once"]


async def test_numbers_lost_in_a_crash_were_not_committed(store: Store) -> None:
    engine = store._engine
    assert isinstance(engine, Postgres)
    number = await store._write(lambda tx: tx.value("SELECT pg_current_xact_id()::text"))
    until = time.monotonic() + 5
    assert engine.transactions._was_committed(number, until)
    assert not engine.transactions._was_committed(str(int(number) + 1_000_000), until)


async def test_a_server_restart_or_crash_during_writes_is_not_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with own_server() as server, await Store.open(new_postgres(server)) as store:
        match = await live(store)
        for how in (signal.SIGINT, signal.SIGQUIT):
            written = asyncio.create_task(keep_writing(store, 40))
            await asyncio.sleep(0.05)
            await asyncio.to_thread(server.stop, how)
            await asyncio.to_thread(server.start)
            await written
        match = (await store.matches.commit(step(match))).match
        assert await store.matches.in_channel(CHANNEL) == match
        assert await noted(store) == sorted(f"{number:02}" for number in range(40))
        # A longer fault is reported.
        await asyncio.to_thread(server.stop)
        monkeypatch.setattr(tries, "RETRY_SECONDS", 0.2)
        with pytest.raises(UnreachableDatabase, match=r"cannot be reached: .*\.$"):
            await store.matches.get(match.id)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten every wait for the database."""
    monkeypatch.setattr(tries, "RETRY_SECONDS", 0.4)
    monkeypatch.setattr(tries, "RETRY_SECONDS_IN_TROUBLE", 0.1)


async def test_a_frozen_server_is_abandoned_and_found_again(hasty: None, caplog: pytest.LogCaptureFixture) -> None:
    async with own_server() as server, await Store.open(new_postgres(server)) as store:
        match = await live(store)
        server.freeze()
        try:
            with pytest.raises(UnreachableDatabase, match="does not answer"):
                await store.matches.get(match.id)
            with pytest.raises(UnreachableDatabase):
                await store.matches.commit(step(match))
            with pytest.raises(UnreachableDatabase):
                await store.measure_clock()
            answers = await asyncio.gather(*(store.matches.get(match.id) for _ in range(30)), return_exceptions=True)
            assert {type(one) for one in answers} == {UnreachableDatabase}
        finally:
            server.thaw()
        assert await until_reached(lambda: store.matches.get(match.id)) == match, "nothing was stored"
        assert (await store.matches.commit(step(match))).match.version == 1


async def test_a_server_frozen_at_the_commit_leaves_the_result_open_until_it_answers(hasty: None) -> None:
    async with own_server() as server, await Store.open(new_postgres(server)) as store:
        await store._write(lambda tx: note(tx, "before"))

        def work(tx: Tx) -> None:
            note(tx, "once")
            assert tx.value("SELECT 1"), "it is sent"
            server.freeze()

        try:
            with pytest.raises(OutcomeUnknown):
                await store._write(work, 77)
        finally:
            server.thaw()
        stored = await until_reached(lambda: store.was_carried_out(77))
        assert await noted(store) == (["before", "once"] if stored else ["before"])
        assert not await store.was_carried_out(78)


async def test_failing_work_ends_even_if_the_server_is_frozen(hasty: None) -> None:
    """The server rolls the transaction back; nobody waits for its answer."""
    async with own_server() as server, await Store.open(new_postgres(server)) as store:

        def work(tx: Tx) -> None:
            note(tx, "never")
            assert tx.value("SELECT 1"), "it is sent"
            server.freeze()
            raise NoSuchMatch(5)

        try:
            with pytest.raises(NoSuchMatch):
                await store._write(work)
        finally:
            server.thaw()
        assert await until_reached(lambda: noted(store)) == []


async def until_reached(ask: Callable[[], Awaitable[T]]) -> T:
    """Repeat the request until the store reaches its server again; return the answer."""
    while True:
        try:
            return await ask()
        except UnreachableDatabase:
            await asyncio.sleep(0.05)


async def keep_writing(store: Store, times: int) -> None:
    """Write one note after another; then check that each was written once."""
    for number in range(times):
        await store._write(lambda tx, name=f"{number:02}": _note_unless_known(tx, name))  # type: ignore[misc]


def _note_unless_known(tx: Tx, name: str) -> None:
    if not tx.value("SELECT 1 FROM variables WHERE name = :name", name=name):
        note(tx, name)
