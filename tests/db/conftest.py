from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from db import Store
from tests.support.db.new import new_database
from tests.support.db.sample_matches import Clock
from tests.support.postgres.database import empty_postgres, own_engine


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "arena.sqlite3"


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, path: Path) -> str:
    """An empty database of each engine."""
    return empty_postgres() if request.param == "postgres" else str(new_database(path))


@pytest.fixture
async def store(address: str, clock: Clock) -> AsyncIterator[Store]:
    if address.startswith("postgresql:"):
        yield Store(own_engine(), clock)  # connecting takes longer than most tests
        return
    async with await Store.open(address, clock=clock) as store:
        yield store
