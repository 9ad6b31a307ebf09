"""How soon a hundred clicks at once are acknowledged over sockets, alone and while five films are being made."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Awaitable
from pathlib import Path
from statistics import median

from bench.rows import Row
from tests.sockets.people import Answer, Person, Table
from tests.sockets.process import Launcher
from tests.sockets.scene import Scene

TABLES, FILMS = 25, 5
BAR = 3.0
"""Seconds that Discord waits for an acknowledgment."""
PATIENCE = 120.0
RECORDS = Path(__file__).parents[1] / "tests" / "records"


async def acknowledging() -> list[Row]:
    """Measure clicks of two people with 25 matches who use four controls of each at the same moment."""
    launcher = Launcher()
    try:
        with tempfile.TemporaryDirectory() as folder:
            async with Scene.open(launcher, Path(folder)) as scene, scene.bot:
                tables = [await scene.table(f"table-{number}", seed=number) for number in range(TABLES)]
                for table in tables:
                    await table.begin()
                alone = _row("acknowledged, 100 clicks at once", await _click(scene, tables))
                films = await _films(scene)
                times = await _click(scene, tables)
                left = sum(not film.message.attachments for film in films)
                assert left, "the films were finished before the clicks were answered"
                busy = _row(f"acknowledged, the same; of five films {left} are still being made", times)
    finally:
        launcher.close()
    return [alone, busy]


async def _click(scene: Scene, tables: list[Table]) -> list[tuple[float, float]]:
    """For each click, the seconds until it was acknowledged and until it was answered."""
    ada, bartek = scene.ada, scene.bartek
    clicks: list[Awaitable[Answer]] = []
    for table in tables:
        board, place = table.newest(), table.place
        clicks += [
            ada.click("press:play:", board, patience=PATIENCE),
            bartek.click("press:side:", board, patience=PATIENCE),
            ada.slash("board", place),
            bartek.slash("match show", place),
        ]
    return [*await asyncio.gather(*(_timed(click) for click in clicks))]


async def _timed(click: Awaitable[Answer]) -> tuple[float, float]:
    begun = time.perf_counter()
    answer = await click
    return answer.seconds, time.perf_counter() - begun


async def _films(scene: Scene) -> list[Answer]:
    """Let five people each start the film of a long match that was never drawn; return the answers that it is being
    drawn."""
    record = max(RECORDS.glob("*.json"), key=lambda file: file.stat().st_size).read_bytes()
    world = scene.discord.world
    orders = []
    for number in range(FILMS):
        fan = Person(scene.discord, world.person(f"Fan{number}"))
        scene.guild.members[fan.user.id] = scene.guild.members[scene.ada.user.id]
        table = await scene.table(f"film-{number}")
        await fan.slash("match import", table.place, file=("match.json", record))
        orders.append(fan.slash("match film", table.place))
    return [*await asyncio.gather(*orders)]


def _row(what: str, times: list[tuple[float, float]]) -> Row:
    acknowledged, answered = ([*sorted(one)] for one in zip(*times, strict=True))
    worst = acknowledged[len(acknowledged) * 99 // 100]
    ours = (
        f"p50 {median(acknowledged) * 1000:.0f} ms, p99 {worst * 1000:.0f} ms "
        f"(answered: {median(answered):.1f} s, {answered[len(answered) * 99 // 100]:.1f} s)"
    )
    return Row(what, ours, f"{BAR:.0f} s", worst / BAR, "< 1", worst < BAR)
