"""The local table on its own database file; nothing is drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.cogs import drawing, process_cache
from tests.support.db.new import new_database
from tests.support.quick_simcord import hurry


@pytest.fixture(autouse=True)
def shared(monkeypatch: pytest.MonkeyPatch) -> None:
    process_cache.share(monkeypatch)
    hurry(monkeypatch)
    drawing.draw_nothing(monkeypatch)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return new_database(tmp_path / "arena.sqlite3")
