"""Statements in PostgreSQL's pipeline mode, which do not wait for each other's results."""

import time

import pytest

from db import Store
from db.postgres import opening, pipeline
from db.sql import Tx
from tests.support.db.engines import run
from tests.support.db.sample_matches import live
from tests.support.postgres.database import empty_postgres, own_engine

NOTE = "INSERT INTO variables (name, value) VALUES (:name, :value)"


@pytest.fixture
def store() -> Store:
    empty_postgres()
    return Store(own_engine())


async def count(store: Store) -> int:
    ((found,),) = await run(store, "SELECT count(*) FROM variables")
    return int(found)


async def test_a_statement_whose_preparation_was_skipped_is_prepared_later(store: Store) -> None:
    fresh = "SELECT value FROM variables WHERE name = :name AND value <> 'never'"

    def failing(tx: Tx) -> None:
        tx.run("SELECT 1 / CAST(:zero AS BIGINT)", zero=0)
        for _ in range(pipeline.PREPARE_AT_USE + 1):
            tx.run(fresh, name="a")

    for _ in range(9):  # on any of the connections
        with pytest.raises(Exception, match="division by zero"):
            await store._write(failing)
    await store._write(lambda tx: tx.run(NOTE, name="a", value="b"))
    for _ in range(9):
        assert await store._read(lambda tx: tx.value(fresh, name="a")) == "b"


async def test_more_statements_than_the_pipeline_holds_all_run_or_none(store: Store) -> None:
    many = 2 * pipeline.MAX_UNREAD_RESULTS + 1

    def notes(tx: Tx, last: str) -> None:
        for number in range(many):
            tx.run(NOTE, name=str(number), value="x" * 2000)
        tx.run(NOTE, name=last, value="")

    with pytest.raises(Exception, match="null value"):
        await store._write(lambda tx: notes(tx, None))  # type: ignore[arg-type]
    assert await count(store) == 0
    await store._write(lambda tx: notes(tx, "last"))
    assert await count(store) == many + 1


async def test_results_can_be_read_in_any_order_and_in_parts(store: Store) -> None:
    def work(tx: Tx) -> list[object]:
        first = tx.run("SELECT n FROM generate_series(1, 3) AS n")
        second = tx.run("SELECT CAST(:n AS BIGINT)", n=7)
        third = tx.run("SELECT name FROM variables")
        return [third.fetchone(), second.fetchall(), first.fetchone(), list(first), first.fetchone(), first.rowcount]

    assert await store._read(work) == [None, [(7,)], (1,), [(2,), (3,)], None, 3]


async def test_a_canceled_transaction_does_not_block_its_match(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(opening.CONNECTION_SETTINGS, "idle_in_transaction_session_timeout", "100ms")
    async with await Store.open(empty_postgres()) as store:
        match = await live(store)
        attempts = 0

        def stopped(tx: Tx) -> None:
            nonlocal attempts
            attempts += 1
            tx.lock_matches([match.id])
            assert tx.value("SELECT 1") == 1
            if attempts == 1:
                time.sleep(0.3)
            tx.run("UPDATE matches SET palette = 'late' WHERE id = :match", match=match.id)

        await store._write(stopped)
        assert attempts == 2, "the server has ended the first one's transaction, and its lock"
        assert (await store.matches.get(match.id)).palette == "late"
