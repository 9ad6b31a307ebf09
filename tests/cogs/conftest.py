"""A world with our bot in it, on a database file of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cogs.arena import Arena
from tests.world import World


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """Ada and Celina speak English, Bartek Polish; the bot has just started."""
    database = tmp_path / "arena.sqlite3"
    async with World.open(
        lambda: Arena(database), people=("Ada", "Bartek", "Celina"), languages={"Bartek": "pl"}
    ) as opened:
        yield opened
