"""Several bots on one PostgreSQL, each with its shards: killed, frozen and disconnected; nothing may be lost."""

from __future__ import annotations

import asyncio
import random
import signal
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.sockets.kills import Pair, Played, errors, forget_payloads, moment, until_sent
from tests.sockets.observer import observe
from tests.sockets.people import happens
from tests.sockets.process import Bot, Launcher
from tests.sockets.scene import Scene
from tests.sockets.server import FakeDiscord
from tests.sockets.world import Guild, World
from tests.support.postgres.server import Server


@dataclass(frozen=True)
class Trouble:
    """The number of faults of each kind, at random moments in random order."""

    kills: int = 0
    freezes: int = 0
    """A process is stopped for longer than its leases last."""
    restarts: int = 0
    """The database is restarted."""
    crashes: int = 0
    """The database's processes are killed, and it is started again."""

    def in_any_order(self, chance: random.Random) -> list[str]:
        named = {"kill": self.kills, "freeze": self.freezes, "restart": self.restarts, "crash": self.crashes}
        found = [name for name, times in named.items() for _ in range(times)]
        chance.shuffle(found)
        return found


class Crowd:
    """A fake Discord with a server on each shard, two people on all of them, and a bot for each shard."""

    def __init__(self, discord: FakeDiscord, bots: list[Bot]) -> None:
        self.discord, self.bots = discord, bots
        self.scene = Scene(discord, bots[0])
        self.guilds = [self._guild(shard) for shard in range(len(bots))]

    def _guild(self, shard: int) -> Guild:
        """A new server that belongs to the shard."""
        world, people = self.discord.world, (self.scene.ada.user, self.scene.bartek.user)
        while True:
            made = world.guild(f"Arena {shard}", *people)
            if (made.id >> 22) % len(self.bots) == shard:
                return made
            del world.guilds[made.id]
            time.sleep(0.001)

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        launcher: Launcher,
        folder: Path,
        address: str,
        shards: int,
        *,
        lease: int | None = None,
        ahead: Sequence[int] = (),
        identify: float = 0.0,
        world: World,
    ) -> AsyncIterator[Crowd]:
        """The bots are not started; they are killed at the end. `ahead`: the error of each bot's clock."""
        async with FakeDiscord(world) as discord:
            bots = [
                Bot(
                    launcher,
                    discord,
                    folder / "unused.sqlite3",
                    name=f"bot-{shard}",
                    address=address,
                    arguments=("--shards", f"{shard}/{shards}"),
                    lease=lease,
                    ahead=ahead[shard] if ahead else 0,
                    identify=identify,
                )
                for shard in range(shards)
            ]
            try:
                yield cls(discord, bots)
            finally:
                for bot in bots:
                    if bot.pid is not None:
                        bot.signal(signal.SIGCONT)
                    await bot.kill()

    async def start(self) -> None:
        """Start all bots at once."""
        for bot in self.bots:
            bot.launch()
        await self.served()

    async def served(self, seconds: float = 60) -> None:
        """Wait until a bot serves every server."""
        gateway = self.discord.gateway
        all_served = await happens(lambda: all(gateway.serves(one.id) for one in self.guilds), seconds=seconds)
        assert all_served, "\n".join(bot.log[-2000:] for bot in self.bots)


async def play_and_disturb(
    launcher: Launcher,
    folder: Path,
    server: Server,
    address: str,
    *,
    processes: int,
    trouble: Trouble,
    seed: int,
    lease: int = 4,
    latency: float = 0.2,
    nonce_seconds: float = 180.0,
    longest: float = 5.0,
    game: str = "leaders",
    progress: Callable[[str], object] = lambda _: None,
) -> Played:
    """Let two people play on every shard during these faults; then wait until everything is sent.

    `latency`: how long messages take; with more, another process more often sees a message that is on its way.
    """
    chance = random.Random(seed)
    world = World(nonce_seconds=nonce_seconds)
    async with Crowd.open(launcher, folder, address, processes, lease=lease, world=world) as crowd:
        crowd.discord.latency = latency
        await crowd.start()
        pairs = [
            Pair(crowd.scene, game, random.Random(seed + number), guild) for number, guild in enumerate(crowd.guilds, 1)
        ]
        playing = [asyncio.create_task(pair.play()) for pair in pairs]
        began = time.monotonic()
        for number, kind in enumerate(trouble.in_any_order(chance), 1):
            await moment(crowd.discord, chance, longest)
            for task in playing:
                if task.done():
                    await task
            await _disturb(kind, crowd, server, chance, lease)
            forget_payloads(world)
            if number % 25 == 0:
                clicks = sum(pair.clicks for pair in pairs)
                progress(f"{number} disturbances, {clicks} clicks, {time.monotonic() - began:.0f} s")
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await crowd.served()
        await until_sent(crowd.bots[0])
        for bot in crowd.bots:
            await bot.kill()
        report = observe(world, address)
        logged = [line for bot in crowd.bots for line in errors(bot)]
        clicks = sum(pair.clicks for pair in pairs)
        return Played(trouble.kills, clicks, world.repeated_nonces, report, world.violations, logged)


async def _disturb(kind: str, crowd: Crowd, server: Server, chance: random.Random, lease: int) -> None:
    bot = chance.choice(crowd.bots)
    if kind == "kill":
        await bot.kill()
        if chance.random() < 0.2:
            await asyncio.sleep(chance.uniform(0, lease + 1))  # another process takes over the rest
        bot.launch()
        if chance.random() < 0.9:
            await crowd.served()
    elif kind == "freeze" and bot.poll() is None and bot.pid is not None:
        bot.signal(signal.SIGSTOP)
        await asyncio.sleep(lease + chance.uniform(1.5, 3))
        for interaction in crowd.discord.world.interactions.values():
            if bot.name in crowd.discord.gateway.delivered.get(str(interaction.id), ()):
                interaction.held_up |= not interaction.answers
        bot.signal(signal.SIGCONT)
    elif kind == "restart":
        await asyncio.to_thread(server.stop)
        await asyncio.to_thread(server.start)
    elif kind == "crash":
        await asyncio.to_thread(server.stop, signal.SIGQUIT)
        await asyncio.to_thread(server.start)
