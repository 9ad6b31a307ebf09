"""Two people play while the bot is killed again and again; at the end nothing may be lost."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.sockets.observer import Report, observe, reading
from tests.sockets.people import Person, Table, Unanswered, happens
from tests.sockets.process import Bot, Launcher
from tests.sockets.scene import Scene
from tests.sockets.server import FakeDiscord
from tests.sockets.world import Guild, World

TURNS = 40
"""After this many turns the match is resigned and another one begins."""
LOOK_AGAIN = 3.0
"""Seconds without a new message after which people click again."""
MOST_REQUESTS = 30
"""Most requests of a bot before it is killed."""
UNSENT = "SELECT count(*) FROM outbox WHERE sent_at IS NULL AND failed IS NULL"


@dataclass
class Played:
    """The result of a run."""

    kills: int
    clicks: int
    repeated_nonces: int
    report: Report
    violations: list[str]
    errors: list[str]


class Pair:
    """Two people who keep playing, whatever happens to the bot."""

    def __init__(self, scene: Scene, game: str, chance: random.Random, guild: Guild | None = None) -> None:
        self.scene, self.game, self.chance = scene, game, chance
        self.guild = scene.guild if guild is None else guild
        self.table: Table | None = None
        self.clicks = 0

    async def play(self) -> None:
        """Play matches forever; a person without anything to do waits for new messages."""
        while True:
            before = self._screen()
            try:
                await self._match()
            except Unanswered:
                await self._connected()
            else:
                await self._news(before)

    async def _news(self, before: list[tuple[int, int]]) -> None:
        """Wait until the screen changes or the bot ends."""
        gateway, guild = self.scene.discord.gateway, self.guild.id
        await happens(lambda: self._screen() != before or not gateway.serves(guild), seconds=LOOK_AGAIN)

    def _screen(self) -> list[tuple[int, int]]:
        """The current contents of the channel."""
        return [(one.message.id, one.message.edits) for one in self.table.boards()] if self.table else []

    async def _connected(self) -> None:
        while not self.scene.discord.gateway.serves(self.guild.id):  # noqa: ASYNC110 -- people just look again
            await asyncio.sleep(0.005)

    async def _match(self) -> None:
        """Continue the channel's match, or begin one in a new channel."""
        if self.table is None:
            seed = self.chance.randrange(1 << 30)
            self.table = await self.scene.table(f"arena-{self.clicks}", seed=seed, guild=self.guild)
        table = self.table
        if not table.boards():
            first, second = table.people.values()
            await first.slash("match new", table.place, game=self.game, opponent=second)
        elif (last := table.newest()).can("press:join:"):
            await self.scene.bartek.click("press:join:", last)
        elif last.can("press:rematch:"):
            self.table = None
        else:
            await self._turn(table)
        self.clicks += table.clicks
        table.clicks = 0

    async def _turn(self, table: Table) -> None:
        await table.turn()
        if len(table.boards()) > TURNS:
            await self._resign(table, self.scene.ada)

    async def _resign(self, table: Table, person: Person) -> None:
        sure = await person.slash("match resign", table.place)
        if sure.can("press:resign:"):
            await person.click("press:resign:", sure)


async def play_and_kill(
    launcher: Launcher,
    folder: Path,
    *,
    kills: int,
    seed: int,
    nonce_seconds: float = 180.0,
    longest: float = 5.0,
    game: str = "leaders",
    progress: Callable[[str], object] = lambda _: None,
) -> Played:
    """Kill the bot `kills` times while two people play; at the end it runs until everything is sent."""
    chance = random.Random(seed)
    async with Scene.open(launcher, folder, world=World(nonce_seconds=nonce_seconds)) as scene:
        bot, world = scene.bot, scene.discord.world
        await bot.start()
        pair = Pair(scene, game, random.Random(seed + 1))
        playing = asyncio.create_task(pair.play())
        began = time.monotonic()
        for number in range(1, kills + 1):
            await moment(scene.discord, chance, longest)
            if playing.done():
                await playing
            await bot.kill()
            forget_payloads(world)
            bot.launch()
            if chance.random() < 0.9:
                await bot.connected(scene.discord.gateway.identified)
            if number % 50 == 0:
                progress(f"{number} kills, {pair.clicks} clicks, {time.monotonic() - began:.0f} s")
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        await until_sent(bot)
        await bot.kill()
        report = observe(world, bot.address)
        return Played(kills, pair.clicks, world.repeated_nonces, report, world.violations, errors(bot))


async def moment(discord: FakeDiscord, chance: random.Random, longest: float) -> None:
    """Wait for a random moment: after a few more requests of the bot, or after a while without enough of them."""
    wanted = discord.requests.total() + chance.randint(0, MOST_REQUESTS)
    await happens(lambda: discord.requests.total() >= wanted, seconds=longest)
    await asyncio.sleep(chance.uniform(0, 0.06))


async def until_sent(bot: Bot, seconds: float = 60) -> None:
    """Wait until the outbox is empty."""
    until = time.monotonic() + seconds
    while True:
        with reading(bot.address) as query:
            unsent = query(UNSENT)
        if unsent == [(0,)]:
            return
        assert time.monotonic() < until, f"still in the outbox: {unsent}"
        await asyncio.sleep(0.1)


def errors(bot: Bot) -> list[str]:
    """The errors in the bot's log."""
    return re.findall(r"^.* (?:ERROR|CRITICAL) .*$|^\w*Error: .*$", bot.log, re.MULTILINE)


def forget_payloads(world: World) -> None:
    """Drop the payloads that the observer does not need."""
    for one in world.interactions.values():
        if one.answers or one.given_up:
            one.payload = {"data": one.payload["data"]}
            one.source = None
