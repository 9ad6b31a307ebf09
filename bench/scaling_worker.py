"""A process of `bench/scaling.py`: a table like the bot's with simulated players, without Discord and pictures.

It reports that it is ready, reads jobs as lines of JSON, and writes each result as a line of JSON.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import random
import secrets
import sys
import time
from collections.abc import Iterator

import msgspec
from msgspec import Struct

import bot
from bench.memory import resident
from bench.memory_store import MemoryStore
from bench.plain_commits import plain_postgres
from db.address import PostgresAddress, parse
from db.rows import Message
from db.store import Store
from db.tables.leases import Owner
from db.tables.shards import Shards
from table.matches.live import Live
from table.outbox.leases import LEASE_SECONDS, Leases, need_lease
from table.outbox.outgoing import Outgoing
from table.process_name import own_name
from table.table import Table

SHARDS = 4
WARM = 1.0
"""Seconds before the measured time: leases are taken, positions read, connections opened."""


class Place(Struct, frozen=True, kw_only=True):
    """The configuration of a process."""

    address: str
    shards: tuple[int, ...] = tuple(range(SHARDS))
    stores: bool = True
    """Whether moves are stored; otherwise they stay in memory."""


class Job(Struct, frozen=True, kw_only=True):
    """A job of a process: to play or, with `plain` connections, only to commit."""

    plain: int = 0
    matches: tuple[int, int] = (0, 0)
    """First and last number of the matches; a process plays those that belong to its shards."""
    players: int = 0
    seconds: float = 0.0
    pause: float = 0.0
    """Seconds that a player waits between two moves, on average."""
    roam: bool = False
    """Whether every move is made in another match."""


class Found(Struct, kw_only=True):
    """The measurements of a process; times are in seconds, memory is in MB."""

    rate: float = 0.0
    """Moves, or plain commits, per second."""
    confirmed: list[float] = []
    """Seconds from the confirm until it is stored and could be answered."""
    public: list[float] = []
    """Seconds from the confirm until the platform has taken its message."""
    moves: int = 0
    memory: list[float] = []
    """Memory before anybody has played, and at the end."""
    cpu: float = 0.0
    """CPU seconds for a move."""


class Accepting:
    """A platform that takes every message at once."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)

    async def send(self, message: Message, outgoing: Outgoing) -> int:
        need_lease()
        return next(self._numbers)

    async def find(self, message: Message) -> int | None:
        return None

    async def edit(self, message: Message, outgoing: Outgoing, *, same_board: bool) -> None:
        need_lease()

    async def remove(self, message: Message) -> None:
        need_lease()

    async def reachable(self, channel: int) -> bool:
        return True


class Players:
    """Players who confirm a move, wait until it is public, and play on, for both sides."""

    def __init__(self, table: Table, place: Place, job: Job) -> None:
        self._table, self._job = table, job
        first, last = job.matches
        mine = [number for number in range(first, last + 1) if number % SHARDS in place.shards]
        self._matches = itertools.cycle(mine)
        self._interactions = itertools.count(secrets.randbits(60))
        self.found = Found()

    async def play(self) -> Found:
        """Let all players play for the time of the job; moves in progress at the end are finished but not counted."""
        job, found = self._job, self.found
        begins = time.perf_counter() + WARM + job.pause
        ends = begins + job.seconds
        players = [asyncio.create_task(self._player(begins, ends, number)) for number in range(job.players)]
        await asyncio.sleep(begins - time.perf_counter())
        used, before = time.process_time(), found.moves
        await asyncio.sleep(ends - time.perf_counter())
        found.cpu = (time.process_time() - used) / max(found.moves - before, 1)
        await asyncio.gather(*players)
        found.rate = len(found.public) / job.seconds
        return found

    async def _player(self, begins: float, ends: float, number: int) -> None:
        rng = random.Random(number)
        live: Live | None = None
        await self._wait(rng)
        while time.perf_counter() < ends:
            if live is None or self._job.roam:
                live = await self._table.moves.live(next(self._matches))
            if live.position.outcome is None:
                live = await self._turn(live, rng, begins, ends)
                await self._wait(rng)
            else:
                live = None

    async def _turn(self, live: Live, rng: random.Random, begins: float, ends: float) -> Live:
        seat = live.position.asks[0].seat
        person = live.person_at(seat)
        assert person is not None
        codes = list(_codes(live, seat, rng))
        start = time.perf_counter()
        after = await self._table.moves.confirm(live.match.id, person, None, next(self._interactions), codes)
        stored = time.perf_counter()
        trouble = await self._table.deliver(live.match.id, live.match.channel)
        sent = time.perf_counter()
        assert trouble is None, trouble
        self.found.moves += 1
        if begins <= sent < ends:
            self.found.confirmed.append(stored - start)
            self.found.public.append(sent - start)
        return after

    async def _wait(self, rng: random.Random) -> None:
        if self._job.pause:
            await asyncio.sleep(rng.uniform(0, 2 * self._job.pause))


def _codes(live: Live, seat: int, rng: random.Random) -> Iterator[str]:
    """Yield the codes of a whole random move."""
    position = live.position.fork()
    while not position.held and position.outcome is None:
        ask = position.ask_of(seat)
        assert ask is not None
        code = rng.choice(ask.options).code
        position.pick(seat, code, hold=True)
        yield code


async def _serve(place: Place) -> None:
    """Serve like the bot: leases if others may use the database; due rows and polling beside the players."""
    shared = isinstance(parse(place.address), PostgresAddress)
    async with await (Store if place.stores else MemoryStore).open(place.address) as store:
        table = Table(
            store,
            store.clock,
            Accepting(),
            monotonic=time.monotonic,
            heartbeat=bot.HEARTBEAT_SECONDS,
            shards=Shards(place.shards, SHARDS),
            leases=Leases(store, Owner(own_name(), LEASE_SECONDS) if shared else None),
        )
        await table.start()
        await table.run_due()
        memory = resident()
        print("ready", flush=True)
        while line := await asyncio.to_thread(sys.stdin.readline):
            job = msgspec.json.decode(line, type=Job)
            found = Found(rate=plain_postgres(place.address, job.plain)) if job.plain else Found()
            if job.players:
                found = await Players(table, place, job).play()
            found.memory = [memory, resident()]
            print(msgspec.json.encode(found).decode(), flush=True)
        await table.stop()


if __name__ == "__main__":
    logging.basicConfig(level=logging.WARNING)
    asyncio.run(_serve(msgspec.json.decode(sys.argv[1], type=Place)))
