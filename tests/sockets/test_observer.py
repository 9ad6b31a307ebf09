"""Moves made over real sockets are stored, and posted once and in order; the observer detects deviations."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import pytest_asyncio

from tests.sockets.kills import until_sent
from tests.sockets.observer import observe
from tests.sockets.people import Table, happens
from tests.sockets.scene import Scene

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def match(running: Scene) -> Table:
    """A match with a few turns and no faults."""
    table = await running.table(seed=3)
    await table.begin()
    await table.insist(4)
    return table


async def test_moves_are_stored_and_posted_once_and_in_order(scene: Scene, match: Table) -> None:
    await until_sent(scene.bot)
    report = observe(scene.discord.world, scene.bot.database)
    assert report.faults == []
    assert report.answered > 12 and report.boards > 4 and report.moves >= 4
    assert await happens(lambda: sum(one.can("press:play:") for one in match.boards()) == 1)


async def test_the_observer_detects_errors(scene: Scene, match: Table, tmp_path: Path) -> None:
    await until_sent(scene.bot)
    before = match.place.messages

    def seen(db_change: str = "") -> list[str]:
        copy = tmp_path / "copy.sqlite3"
        with closing(sqlite3.connect(scene.bot.database)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
            target.executescript(db_change)
        found = observe(scene.discord.world, copy).faults
        copy.unlink()
        return sorted({fault.partition(":")[0] for fault in found})

    try:
        assert seen() == []
        _, second, third, *_ = sorted(before)
        match.place.messages = {id_: one for id_, one in before.items() if id_ != second}
        assert seen() == ["missing"]
        match.place.messages = before | {third: before[second], second: before[third]}
        assert seen() == ["out of order"]
        match.place.messages = before | {max(before) + 1: before[third]}
        assert seen() == ["doubled", "out of order"]
    finally:
        match.place.messages = before
    assert seen("DELETE FROM interactions") == ["lost"]
    assert seen("DROP TRIGGER moves_are_never_deleted; DELETE FROM moves WHERE seq = 2") == ["lost"]
    more = "INSERT INTO moves SELECT match, 1 + max(seq), seat, kind, codes, note, at, NULL FROM moves"
    assert seen(more) == ["uncalled"]
