"""The engine under a store, and its tables, for tests that need direct access."""

import sqlite3
from typing import Any

import psycopg
import pytest

from db import Store
from db.sql import Tx
from db.sqlite.backend import Sqlite

ON_SQLITE = pytest.mark.parametrize("address", ["sqlite"], indirect=True)
"""The mark of tests that are about the database file."""
INTEGRITY = (sqlite3.IntegrityError, psycopg.IntegrityError)
"""Errors raised when a row violates the schema."""
_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
_COLUMNS = (
    "SELECT column_name FROM information_schema.columns WHERE table_name = :of AND table_schema = current_schema()"
)


def sqlite_under(store: Store) -> Sqlite:
    """The store's engine, which must be SQLite."""
    engine = store._engine
    assert isinstance(engine, Sqlite)
    return engine


async def run(store: Store, sql: str, **values: object) -> list[tuple[Any, ...]]:
    """Run a statement in its own transaction; return its rows."""

    def work(tx: Tx) -> list[tuple[Any, ...]]:
        found = tx.run(sql, **values)
        return found.fetchall() if sql.startswith("SELECT") else []

    return await store._write(work)


async def columns(store: Store) -> list[tuple[str, str]]:
    """Every column of every table, as pairs."""
    sqlite = isinstance(store._engine, Sqlite)
    tables = await run(store, "SELECT name FROM sqlite_master WHERE type = 'table'" if sqlite else _TABLES)
    found = "SELECT name FROM pragma_table_info(:of)" if sqlite else _COLUMNS

    def work(tx: Tx) -> list[tuple[str, str]]:
        results = [(table, tx.run(found, of=table)) for (table,) in tables]
        return [(table, column) for table, names in results for (column,) in names]

    return await store._read(work)
