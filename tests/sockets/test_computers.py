"""The bot is killed while a computer thinks: it thinks again, and plays once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sockets.people import happens
from tests.sockets.process import Launcher
from tests.sockets.scene import Scene
from tests.support.db.look import look

pytestmark = pytest.mark.asyncio(loop_scope="module")

LOG = "SELECT seq, seat, kind FROM moves ORDER BY seq"
ASKED = "SELECT to_move FROM matches"


async def test_a_kill_while_a_computer_thinks(launcher: Launcher, tmp_path: Path) -> None:
    async with Scene.open(launcher, tmp_path) as scene:
        await scene.bot.start()
        table = await scene.table(seed=3)

        def asked() -> bool:
            return bool(table.boards()) and table.to_move() is scene.ada

        await scene.ada.slash("match new", table.place, game="leaders", computers=1, level=3)
        assert await happens(asked, seconds=60)
        before = len(table.boards())
        panel = await scene.ada.click("press:play:", table.newest())
        while look(scene.bot.database, ASKED) == [("[0]",)]:  # until Ada's turn is over
            answer = await table.step(scene.ada, panel)
            assert answer is not None
            panel = answer
        log = look(scene.bot.database, LOG)
        await scene.bot.kill()
        await scene.bot.start()
        assert await happens(lambda: len(table.boards()) > before and asked(), seconds=60)
        after = look(scene.bot.database, LOG)
    assert [row[0] for row in after] == list(range(1, len(after) + 1))
    assert after[: len(log)] == log and {row[1] for row in after[len(log) :]} <= {1}
    assert len(table.boards()) == before + 1
