"""Play, make a backup, continue, restore the backup, continue."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from db.__main__ import main
from tests.sockets.scene import Scene

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_match_continues_from_a_backup(
    fresh: Scene, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await fresh.bot.start()
    table = await fresh.table()
    await table.begin()
    assert await table.turn()
    mover, shown = table.to_move(), table.newest().alt
    database, backups = str(fresh.bot.database), tmp_path / "backups"
    assert main(["--db", database, "backup", "--keep", "3", str(backups)]) == 0
    (backup,) = backups.iterdir()
    assert await table.turn()
    assert table.to_move() is not mover and table.newest().alt != shown

    capsys.readouterr()
    assert await asyncio.to_thread(main, ["--db", database, "restore", str(backup)]) == 1
    assert "in use by another Arena Post" in capsys.readouterr().err
    assert await fresh.bot.stop() == 0
    posted = len(table.boards())
    assert await asyncio.to_thread(main, ["--db", database, "restore", str(backup)]) == 0
    restored, kept = capsys.readouterr().out.splitlines()
    assert restored == f"The database {database} is restored from {backup}."
    assert kept.startswith(f"The previous database is kept in {database}.before-")

    await fresh.bot.start()
    await table.posted("press:play:", after=posted)
    assert (table.to_move(), table.newest().alt) == (mover, shown), "the backup's board is posted again"
    assert await table.turn()
    assert await fresh.bot.stop() == 0
    assert main(["--db", database, "check"]) == 0
    assert "Traceback" not in fresh.bot.log
