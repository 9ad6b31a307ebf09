"""Clicks of others while one person asks for twenty films at once: the real bot.py with a simulated Discord over
sockets."""

from __future__ import annotations

import asyncio
import json
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import msgspec

from bench.rows import Row
from db.rows import NewMatch
from db.store import Store
from engine.core.record import Record
from table.matches import import_record
from tests.sockets.people import Answer, Person, Table, Unanswered, happens
from tests.sockets.process import Launcher
from tests.sockets.scene import Scene
from tests.sockets.world import Channel

RECORDS = Path(__file__).parents[1] / "tests" / "records"
FILMS, TABLES, ROUNDS = 20, 4, 2
LONGEST = 15.0
"""Most seconds of clicking while the films of one round are made; without films it lasts as long."""
THINKING = 0.05
BAR = 1.5


class TimedPerson(Person):
    """A person whose clicks are timed, from the click to the answer."""

    times: list[float]

    async def _use(self, *args: Any, **more: Any) -> Answer:
        begun = time.perf_counter()
        answer = await super()._use(*args, **more)
        self.times.append(time.perf_counter() - begun)
        await asyncio.sleep(THINKING)
        return answer


async def crowding() -> list[Row]:
    """Measure clicks with and without films in turns: the median and the 95th percentile."""
    launcher = Launcher()
    with tempfile.TemporaryDirectory() as folder:
        alone, beside, made = await _measure(launcher, Path(folder))
    launcher.close()
    assert made, "no film was made during the clicks"
    return [
        _row(f"clicks beside {FILMS} films by one person ({made} made), median", median(beside), median(alone)),
        _row("the same, 95th percentile", quantiles(beside, n=20)[-1], quantiles(alone, n=20)[-1]),
    ]


def _row(what: str, ours: float, yardstick: float) -> Row:
    ratio = ours / yardstick
    yard = f"{yardstick * 1000:.1f} ms (without films)"
    return Row(what, f"{ours * 1000:.1f} ms", yard, ratio, f"≤ {BAR:g}", ratio <= BAR)


async def _measure(launcher: Launcher, folder: Path) -> tuple[list[float], list[float], int]:
    """The times of clicks without and with films, and the number of films made."""
    times: dict[bool, list[float]] = {False: [], True: []}
    async with Scene.open(launcher, folder) as scene:
        celina = Person(scene.discord, scene.discord.world.person("Celina"))
        scene.guild.members[celina.user.id] = scene.guild.members[scene.ada.user.id]
        cinema = scene.discord.world.channel(scene.guild, "cinema")
        await import_matches(scene.bot.database, scene.guild.id, cinema.id)
        await scene.bot.start()
        tables = [await seat(scene, number) for number in range(TABLES)]
        made: list[int] = []
        for number in range(ROUNDS):
            films = range(number * FILMS + 1, (number + 1) * FILMS + 1)
            watching = asyncio.create_task(_watch(celina, cinema, films, made))
            begun = time.perf_counter()
            await _click(tables, times[True], begun + LONGEST, watching)
            seconds, counted = time.perf_counter() - begun, len(made)
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)
            del made[counted:]
            await _idle(celina, cinema)
            await _click(tables, times[False], time.perf_counter() + seconds)
    return times[False], times[True], len(made)


async def import_matches(database: Path, guild: int, channel: int) -> None:
    """Store matches to make films of, each several times: no film is requested twice."""
    records = sorted(RECORDS.glob("*.json"))[:: len([*RECORDS.glob("*.json")]) // FILMS][:FILMS]
    async with await Store.open(database) as store:
        imported = [import_record.import_record(msgspec.json.decode(one.read_bytes(), type=Record)) for one in records]
        for one in imported * ROUNDS:
            record = one.record
            await store.imports.add(
                NewMatch(
                    guild=guild,
                    channel=channel,
                    game=record.game,
                    options=json.dumps(record.options),
                    seed=record.seed,
                    seed_hash=record.seed_hash,
                    rules_version=record.rules_version,
                    language="en",
                    creator=1,
                ),
                record.seats,
                moves=one.moves,
                position=one.position,
                result=one.result,
            )


async def seat(scene: Scene, number: int, kind: type[TimedPerson] = TimedPerson) -> Table:
    """A match between two new people."""
    world = scene.discord.world
    people = [kind(scene.discord, world.person(f"{name} {number}")) for name in ("Ada", "Bartek")]
    for one in people:
        one.times = []
        scene.guild.members[one.user.id] = scene.guild.members[scene.ada.user.id]
    place = world.channel(scene.guild, f"table {number}")
    await scene.discord.gateway.dispatch("CHANNEL_CREATE", world.channel_payload(place))
    table = Table(scene.discord, place, people, seed=number)
    await table.begin()
    return table


async def _click(
    tables: list[Table], times: list[float], until: float, watching: asyncio.Task[None] | None = None
) -> None:
    """Play at all tables until the given time, or until all films are made."""
    people: list[Any] = [one for table in tables for one in table.people.values()]
    for one in people:
        one.times = times

    async def play(table: Table) -> None:
        while time.perf_counter() < until and not (watching is not None and watching.done()):
            try:
                await table.turn()
            except Unanswered:
                times.append(3.0)

    await asyncio.gather(*map(play, tables))


async def _watch(person: Person, where: Channel, films: range, made: list[int]) -> None:
    """Request all films at once, then request refused ones again, one after the other."""
    await asyncio.gather(*(_film(person, where, number, made) for number in films))
    for number in films:
        if number not in made:
            await _film(person, where, number, made)


async def _film(person: Person, where: Channel, number: int, made: list[int]) -> None:
    """Request a film and wait for it, unless the request is refused."""
    answer = await person.slash("match film", where, match_number=number, patience=60)
    message = answer.message
    await happens(lambda: bool(message.attachments) or "busy" in answer.text, seconds=60)
    if message.attachments:
        made.append(number)


async def _idle(person: Person, where: Channel) -> None:
    """Wait until no film for this person is being made."""
    made: list[int] = []
    while not made:
        await _film(person, where, 1, made)
        await asyncio.sleep(0.2)


if __name__ == "__main__":
    for row in asyncio.run(crowding()):
        print(row)
