"""Faults that take minutes, because the bot waits with retries; run by hand only."""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path

from tests.sockets.kills import errors, until_sent
from tests.sockets.observer import observe
from tests.sockets.process import Launcher
from tests.sockets.scene import Scene


async def lose_discord(launcher: Launcher, folder: Path, outage: float | None) -> int:
    """Make Discord unreachable for this many seconds, or silence its gateway; return 1 if anything was lost."""
    async with Scene.open(launcher, folder) as scene, scene.bot:
        discord, gateway = scene.discord, scene.discord.gateway
        table = await scene.table()
        await table.begin()
        await table.insist(2)
        greeted = gateway.resumed + gateway.identified
        began = time.monotonic()
        if outage is None:
            gateway.freeze()
        else:
            discord.faults.down = True
            gateway.cut()
            await asyncio.sleep(outage)
            discord.faults.down = False
        lost = time.monotonic()
        await gateway.until(lambda: gateway.resumed + gateway.identified > greeted, 1200)
        back = time.monotonic()
        await table.insist(2)
        await until_sent(scene.bot)
        report = observe(discord.world, scene.bot.database)
        found = [*report.faults, *discord.world.violations]
        lines = [
            f"lost for {lost - began:.0f} s, greeted again {back - lost:.1f} s later ({gateway.resumed} resumed, "
            f"{gateway.identified} identified), a turn played {time.monotonic() - back:.1f} s after that",
            f"boards {report.boards}, moves {report.moves}, faults {len(found)}, errors {len(errors(scene.bot))}",
            *found,
            *errors(scene.bot),
        ]
        sys.stdout.write("\n".join(lines) + "\n")
        return 1 if found else 0
