"""Files of the database are deleted: the bot notices and does not simply continue."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from db.__main__ import main
from tests.sockets.observer import PLAYED, observe, reading
from tests.sockets.people import Table, happens
from tests.sockets.scene import Scene

pytestmark = pytest.mark.asyncio(loop_scope="module")


def beside(scene: Scene, side: str) -> Path:
    return scene.bot.database.with_name(f"{scene.bot.database.name}{side}")


async def playing(scene: Scene) -> Table:
    """A match in which one move was made."""
    await scene.bot.start()
    table = await scene.table()
    await table.begin()
    assert await table.turn()
    return table


async def test_a_bot_without_its_wal_after_a_crash_refuses_to_start(fresh: Scene) -> None:
    table = await playing(fresh)
    await fresh.bot.stop()
    await fresh.bot.start()
    mover, shown = table.to_move(), table.newest().alt
    assert await table.turn()
    await fresh.bot.kill()
    beside(fresh, "-wal").unlink()
    for _ in range(2):
        fresh.bot.launch()
        assert await fresh.bot.ended() == 78
        assert "are missing" in fresh.bot.log.splitlines()[-1] and "accept-loss" in fresh.bot.log.splitlines()[-1]
    assert "Traceback" not in fresh.bot.log
    assert await asyncio.to_thread(main, ["--db", str(fresh.bot.database), "accept-loss"]) == 0
    posted = len(table.boards())
    await fresh.bot.start()
    await table.posted("press:play:", after=posted)
    assert (table.to_move(), table.newest().alt) == (mover, shown), "the board is posted again"
    assert await table.turn()
    assert await fresh.bot.stop() == 0
    assert main(["--db", str(fresh.bot.database), "check"]) == 0


async def test_removing_the_wal_of_a_running_bot_loses_no_confirmed_move(fresh: Scene) -> None:
    """Moves that people saw confirmed exist after the restart."""
    table = await playing(fresh)
    person, panel = await table.at_confirm()
    beside(fresh, "-wal").unlink()
    answer = await person.click("press:confirm:", panel)
    assert PLAYED in answer.text
    assert await fresh.bot.ended() == 1, "a supervisor starts it again"
    (line,) = [line for line in fresh.bot.log.splitlines() if " CRITICAL " in line]
    assert "-wal was removed or replaced" in line and "Everything that was confirmed is saved" in line
    assert "Traceback" not in fresh.bot.log
    await fresh.bot.kill()
    await fresh.bot.start()
    with reading(fresh.bot.database) as query:
        assert query("SELECT count(*) FROM moves") == [(2,)]
    await table.insist(1)
    assert await fresh.bot.stop() == 0
    assert observe(fresh.discord.world, fresh.bot.database).faults == []
    assert main(["--db", str(fresh.bot.database), "check"]) == 0


async def test_a_database_deleted_under_the_bot_takes_no_moves(fresh: Scene) -> None:
    table = await playing(fresh)
    person, panel = await table.at_confirm()
    for side in ("", "-wal", "-shm"):
        beside(fresh, side).unlink()
    answer = await person.click("press:confirm:", panel)
    assert PLAYED not in answer.text
    assert "This was not saved. Please tell whoever hosts me." in answer.text
    assert await fresh.bot.ended() == 78, "a supervisor does not start it again"
    assert await happens(lambda: "removed or replaced while the bot was using it" in fresh.bot.log)
    assert not fresh.bot.database.exists()
    await fresh.bot.kill()
