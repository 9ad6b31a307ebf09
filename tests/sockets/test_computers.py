"""The bot is killed while a computer thinks, or stopped during a review: started work is completed once."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import Iterator, Sequence
from itertools import takewhile
from pathlib import Path

import pytest

from tests.sockets.kills import errors, until_sent
from tests.sockets.observer import Query, observe, reading
from tests.sockets.people import Table, happens
from tests.sockets.process import Bot, Launcher
from tests.sockets.processes import Crowd
from tests.sockets.scene import Scene
from tests.sockets.world import World
from tests.support.postgres.database import new_postgres, server_or_skip

pytestmark = pytest.mark.asyncio(loop_scope="module")

LONG = 240
"""Seconds to wait for a low-priority process on a busy machine."""
PATIENCE = 600
"""Seconds to wait for the computer's answer before a move is posted alone; more than the bot waits, for busy machines.
"""
LOG = "SELECT seq, seat, kind FROM moves ORDER BY seq"


class Solo:
    """Ada's match against a computer, and its log."""

    def __init__(self, scene: Scene, table: Table, query: Query, bots: Sequence[Bot]) -> None:
        self.ada, self.table, self._query, self._bots = scene.ada, table, query, bots
        self.boards = 0
        self.log: list[tuple[object, ...]] = []

    async def begin(self, level: int) -> None:
        """Begin the match and wait until Ada is asked; the computer may have moved first."""
        await self.ada.slash("match new", self.table.place, game="leaders", computers=1, level=level)
        assert await happens(lambda: bool(self.table.boards()) and self._asks_ada(), seconds=LONG)

    async def answered(self) -> None:
        """Wait for a board that asks Ada; only the computer has moved before it."""
        more = await happens(lambda: len(self.table.boards()) > self.boards and self._asks_ada(), seconds=LONG)
        assert more, "\n".join(bot.log[-2000:] for bot in self._bots)
        assert len(self.table.boards()) == self.boards + 1
        log = self._query(LOG)
        assert [row[0] for row in log] == list(range(1, len(log) + 1))
        assert log[: len(self.log)] == self.log and {row[1] for row in log[len(self.log) :]} <= {1}

    def _asks_ada(self) -> bool:
        return self.table.to_move() is self.ada

    async def move(self) -> None:
        """Play Ada's turn to its end; the computer may have answered by then."""
        self.boards = len(self.table.boards())
        panel = await self.ada.click("press:play:", self.table.newest())
        known = len(self._query(LOG))
        while True:
            ((seats,),) = self._query("SELECT to_move FROM matches")
            new = self._query(LOG)[known:]
            hers = list(takewhile(lambda row: row[1] == 0, new))
            if seats != "[0]" or hers != new:
                break
            answer = await self.table.step(self.ada, panel)
            assert answer is not None
            panel = answer
        self.log = self._query(LOG)[: known + len(hers)]


@contextlib.contextmanager
def stopped_workers(bot: Bot) -> Iterator[None]:
    """Stop the bot's worker processes, so that their work never ends; they end by themselves when continued."""
    workers = bot.children()
    for worker in workers:
        os.kill(worker, signal.SIGSTOP)
    try:
        yield
    finally:
        for worker in workers:
            with contextlib.suppress(ProcessLookupError):  # a bot that stops has ended it already
                os.kill(worker, signal.SIGCONT)


async def test_the_process_that_takes_over_continues_the_killed_ones_computer_decision(
    launcher: Launcher, tmp_path: Path
) -> None:
    address = new_postgres(server_or_skip())
    async with Crowd.open(launcher, tmp_path, address, 1, lease=10, world=World(nonce_seconds=0)) as crowd:
        first, world = crowd.bots[0], crowd.discord.world
        first.patience = PATIENCE
        await crowd.start()
        second = Bot(launcher, crowd.discord, tmp_path / "unused.sqlite3", name="second", address=address, lease=10)
        second.patience = PATIENCE
        crowd.bots.append(second)
        second.launch("--shards", "0/1")
        with reading(address) as query:
            solo = Solo(crowd.scene, await crowd.scene.table(guild=crowd.guilds[0], seed=3), query, crowd.bots)
            await solo.begin(level=1)
            await solo.move()
            await solo.answered()
            assert first.children()
            with stopped_workers(first):
                await solo.move()
                assert query("SELECT kind FROM due") == [("think",)]
                await first.kill()
                await solo.answered()
            assert query("SELECT kind FROM due") == []
        await until_sent(second)
        # The observer knows only moves that a person has confirmed.
        report = observe(world, address)
        assert report.lost + report.doubled + report.missing + report.out_of_order == [] == world.violations
        assert [*errors(first), *errors(second)] == []


async def test_a_kill_while_thinking_and_a_stop_while_reviewing_lose_nothing(
    launcher: Launcher, tmp_path: Path
) -> None:
    async with Scene.open(launcher, tmp_path) as scene:
        bot, ada, table = scene.bot, scene.ada, await scene.table(seed=3)
        bot.patience = PATIENCE
        await bot.start()
        with reading(bot.database) as query:
            solo = Solo(scene, table, query, [bot])
            await solo.begin(level=1)
            with stopped_workers(bot):  # has a process already if the computer moved first
                await solo.move()
                await bot.kill()
            assert query("SELECT kind FROM due") == [("think",)]
            await bot.start()
            await solo.answered()
        await ada.click("press:resign:", await ada.slash("match resign", table.place))
        thinkers = len(bot.children())
        task = asyncio.create_task(ada.slash("match review", table.place))
        assert await happens(lambda: len(bot.children()) > thinkers)
        with stopped_workers(bot):
            assert await bot.stop() == 0
        assert (await task).text.startswith("I'm restarting.")
        with reading(bot.database) as query:
            assert query("SELECT * FROM reviews") == []
        await bot.start()
        answer = await ada.slash("match review", table.place, patience=LONG)
        assert await happens(lambda: "accuracy" in answer.text, seconds=LONG)
        with reading(bot.database) as query:
            assert len(query("SELECT * FROM reviews")) == 1
        assert errors(bot) == [] == scene.discord.world.violations
