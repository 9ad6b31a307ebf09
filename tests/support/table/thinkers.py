"""Computers that decide at once, or when a test lets them; and a table that waits for them."""

from __future__ import annotations

import asyncio
import json
import random

from engine.core.position import Position
from engine.registry import game_for
from table.computers.think_task import ThinkTask
from table.table import Table


async def at_random(task: ThinkTask) -> tuple[str, ...]:
    """A random whole decision, the same for the same task."""
    game = game_for(task.game, task.rules_version)
    position = Position.read(game, json.loads(task.options), json.loads(task.position))
    chance = random.Random(task.seed)
    codes: list[str] = []
    while not codes or not (position.held or position.outcome):
        ask = position.ask_of(task.seat)
        assert ask is not None
        codes.append(chance.choice(ask.options).code)
        position.pick(task.seat, codes[-1], hold=True)
    return tuple(codes)


class Slow:
    """Decides at random, but only after `go` is set; records its `tasks`."""

    def __init__(self) -> None:
        self.tasks: list[ThinkTask] = []
        self.go = asyncio.Event()

    async def __call__(self, task: ThinkTask) -> tuple[str, ...]:
        self.tasks.append(task)
        await self.go.wait()
        return await at_random(task)


async def settle(table: Table) -> None:
    """Run due rows until no computer thinks or has to think."""
    while True:
        await table.run_due()
        await asyncio.sleep(0)
        if not table.thinking.busy and not await table.store.due.overdue():
            return
