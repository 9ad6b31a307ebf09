"""Clicks while five films and twenty pictures are drawn, by separate processes and by the bot's threads."""

from __future__ import annotations

import asyncio
import itertools
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import quantiles
from typing import Any

from bench.crowding import FILMS, ROUNDS, TABLES, TimedPerson, import_matches, seat
from bench.rows import Row
from db.store import Store
from tests.sockets.people import Answer, Person, Unanswered, happens
from tests.sockets.process import Launcher
from tests.sockets.scene import Scene
from tests.sockets.world import Channel
from workers.render_pool import sensible_workers

WATCHING, LOOKING, PAUSE = 5, 20, 1.0
"""People who request one film after the other; people who all request a picture at once; seconds between those."""
SECONDS = 12.0
"""Duration of clicking in one turn; there are two turns with processes and two without."""
WORKERS = sensible_workers() or 1
ACKNOWLEDGED, ANSWERED = 1.0, 1.5
"""The bars. On two cores one process replaces two drawing threads: answers may wait longer, acknowledgments may not."""
MATCHES = FILMS * ROUNDS


class Clicker(TimedPerson):
    """A person whose clicks are timed, to the answer and to the acknowledgment."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.times: list[float] = []
        self.acknowledged: list[float] = []

    async def _use(self, *args: Any, **more: Any) -> Answer:
        answer = await super()._use(*args, **more)
        self.acknowledged.append(answer.seconds)
        return answer


class Times:
    """Seconds until acknowledgments and answers, and how much was drawn meanwhile."""

    def __init__(self) -> None:
        self.acknowledged: list[float] = []
        self.answered: list[float] = []
        self.films = self.pictures = 0


async def drawing() -> list[Row]:
    """Measure acknowledgments and answers with and without drawing processes, in turns: median and 99th percentile."""
    launcher = Launcher()
    times = {0: Times(), WORKERS: Times()}
    for workers in (WORKERS, 0, 0, WORKERS):
        with tempfile.TemporaryDirectory() as folder:
            await _measure(launcher, Path(folder), workers, times[workers])
    launcher.close()
    drawn, threads = times[WORKERS], times[0]
    assert all(one.pictures for one in times.values()), "nothing was drawn during the clicks"
    what = f"clicks beside {WATCHING} films and {LOOKING} pictures, {WORKERS} render workers"
    made = f"({drawn.films} films and {drawn.pictures} pictures; by threads {threads.films} and {threads.pictures})"
    return [
        _row(f"{what}, acknowledged, p50 {made}", drawn.acknowledged, threads.acknowledged, 50, ACKNOWLEDGED),
        _row("the same, p99", drawn.acknowledged, threads.acknowledged, 99, ACKNOWLEDGED),
        _row(f"{what}, answered, p50", drawn.answered, threads.answered, 50, ANSWERED),
        _row("the same, p99", drawn.answered, threads.answered, 99, ANSWERED),
    ]


def _row(what: str, ours: list[float], yardstick: list[float], percent: int, bar: float) -> Row:
    mine, threads = (quantiles(times, n=100)[percent - 1] for times in (ours, yardstick))
    ratio = mine / threads
    return Row(
        what, f"{mine * 1000:.1f} ms", f"{threads * 1000:.1f} ms (threads)", ratio, f"≤ {bar:g}", ratio <= bar
    )  # fmt: skip


async def _measure(launcher: Launcher, folder: Path, workers: int, times: Times) -> None:
    async with Scene.open(launcher, folder) as scene:
        world = scene.discord.world
        crowd = [Person(scene.discord, world.person(f"Guest {number}")) for number in range(WATCHING + LOOKING)]
        for one in crowd:
            scene.guild.members[one.user.id] = scene.guild.members[scene.ada.user.id]
        cinema = world.channel(scene.guild, "cinema")
        await import_matches(scene.bot.database, scene.guild.id, cinema.id)
        async with await Store.open(scene.bot.database) as store:
            lengths = {number: len(await store.matches.moves(number)) for number in range(1, FILMS + 1)}
        await scene.bot.start("--render-workers", str(workers))
        tables = [await seat(scene, number, Clicker) for number in range(TABLES)]
        for table in tables:
            for person in table.people.values():
                assert isinstance(person, Clicker)
                person.times, person.acknowledged = times.answered, times.acknowledged
        await _draw_once(crowd[0], cinema)
        numbers = itertools.count(1)
        boards = iter([(move, number) for move in range(2, 60) for number, last in lengths.items() if move <= last])
        guests = [
            *(asyncio.create_task(_watch(one, cinema, numbers, times)) for one in crowd[:WATCHING]),
            asyncio.create_task(_look(crowd[WATCHING:], cinema, boards, times)),
        ]
        until = time.perf_counter() + SECONDS

        async def play(table: Any) -> None:
            while time.perf_counter() < until:
                try:
                    await table.turn()
                except Unanswered:
                    times.answered.append(3.0)

        await asyncio.gather(*map(play, tables))
        for guest in guests:
            assert not guest.done(), guest
            guest.cancel()
        await asyncio.gather(*guests, return_exceptions=True)


async def _draw_once(person: Person, where: Channel) -> None:
    """Draw a picture of every game before timing: fonts and sprites are made once per process."""
    for number in range(1, MATCHES + 1):
        await person.slash("board", where, match_number=number, move=1, patience=60)


async def _watch(person: Person, where: Channel, numbers: Iterator[int], times: Times) -> None:
    for number in numbers:
        answer = await person.slash("match film", where, match_number=(number - 1) % MATCHES + 1, patience=60)
        message = answer.message
        await happens(lambda message=message: bool(message.attachments), seconds=60)  # type: ignore[misc]
        times.films += 1


async def _look(people: list[Person], where: Channel, boards: Iterator[tuple[int, int]], times: Times) -> None:
    async def look(person: Person) -> None:
        move, number = next(boards)
        answer = await person.slash("board", where, match_number=number, move=move, patience=60)
        assert answer.message.attachments
        times.pictures += 1

    while True:
        await asyncio.gather(*map(look, people), asyncio.sleep(PAUSE))


if __name__ == "__main__":
    for row in asyncio.run(drawing()):
        print(row)
