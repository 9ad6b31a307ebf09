"""A scene: a fake Discord, a bot, a server and two people."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests.sockets.people import Person, Table
from tests.sockets.process import Bot, Launcher
from tests.sockets.server import FakeDiscord
from tests.sockets.world import Guild


class Scene:
    """Everything that a scenario needs."""

    def __init__(self, discord: FakeDiscord, bot: Bot) -> None:
        self.discord, self.bot = discord, bot
        world = discord.world
        self.ada, self.bartek = (Person(discord, world.person(name)) for name in ("Ada", "Bartek"))
        self.guild: Guild = world.guild("The Arena", self.ada.user, self.bartek.user)

    @classmethod
    @asynccontextmanager
    async def open(cls, launcher: Launcher, folder: Path, **how: Any) -> AsyncIterator[Scene]:
        """A fake Discord on its own port and a bot that is not started; a running bot is killed at the end."""
        async with FakeDiscord(**how) as discord:
            bot = Bot(launcher, discord, folder / "arena.sqlite3")
            try:
                yield cls(discord, bot)
            finally:
                await bot.kill()

    async def table(self, name: str = "arena", *, seed: int = 0, guild: Guild | None = None) -> Table:
        """Create a channel with the two people; a running bot is notified."""
        place = self.discord.world.channel(self.guild if guild is None else guild, name)
        await self.discord.gateway.dispatch("CHANNEL_CREATE", self.discord.world.channel_payload(place))
        return Table(self.discord, place, (self.ada, self.bartek), seed=seed)
