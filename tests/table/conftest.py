"""Fixtures of the table's tests: seeds, a table without Discord, a database with two stores."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from db import Store
from table.matches import seating
from table.table import Table
from tests.support.cogs.fixed_seed import FixedSeed
from tests.support.db.kept import emptied
from tests.support.db.new import new_database
from tests.support.db.on_loop import work_on_loop
from tests.support.postgres.database import empty_postgres, own_engine
from tests.support.table.opened import Clock
from tests.support.table.platform import ListPlatform
from tests.support.table.processes import Wire


@pytest.fixture(autouse=True)
def one_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every new match the same seed, so that a test always does the same."""
    monkeypatch.setattr(seating, "secrets", FixedSeed())


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def platform() -> ListPlatform:
    return ListPlatform()


@pytest.fixture
def database(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty database used on the event loop; with `stores`, each process has its own threads."""
    kept = emptied(tmp_path_factory.getbasetemp())
    work_on_loop(monkeypatch, kept)
    return kept.path


@pytest.fixture
async def table(database: Path, clock: Clock, platform: ListPlatform) -> AsyncIterator[Table]:
    async with await Store.open(database, clock=clock) as store:
        table = Table(store, clock, platform)
        await table.start()
        yield table
        await table.stop()


@pytest.fixture
def wire() -> Wire:
    return Wire()


@pytest.fixture(params=["sqlite", "postgres"])
async def stores(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> AsyncIterator[tuple[Store, Store]]:
    if request.param == "postgres":
        empty_postgres()
        yield Store(own_engine(), clock), Store(own_engine(), clock)  # separate connections, as in two processes
        return
    path = new_database(tmp_path / "arena.sqlite3")
    async with await Store.open(path, clock=clock) as one, await Store.open(path, clock=clock) as two:
        yield one, two
