from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from db import Store
from tests.support.db.new import new_database
from tests.support.db.sample_matches import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "arena.sqlite3"


@pytest.fixture
async def store(path: Path, clock: Clock) -> AsyncIterator[Store]:
    async with await Store.open(new_database(path), clock=clock) as store:
        yield store
