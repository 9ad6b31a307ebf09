"""The bot: the store, the path of moves, pictures, the post and the alarm clock, tied to Discord."""

from __future__ import annotations

import asyncio
import importlib
import logging
from collections.abc import Callable, Mapping
from pathlib import Path as File

import discord
from discord import app_commands
from discord.ext import commands

import locales
from cogs.actions import ACTIONS
from cogs.library.index import warm_library
from cogs.pictures import Pictures
from cogs.translator import Catalogues
from cogs.ui.controls import ActionButton, OptionSelect
from cogs.ui.errors import explain
from cogs.ui.layouts import laid_out
from cogs.ui.rules import RuleButton, SectionSelect, ShowAll
from db.rows import Due, Match, Message
from db.store import Store
from engine import __version__
from engine.core.text import text
from engine.registry import GAMES
from table.alarm import DUE, SNOOZE, Alarm
from table.compose.composer import Composer
from table.notices import concerned
from table.offers import Offers
from table.path import Path
from table.post import Letter, Post
from table.seating import Seating
from table.sorry import Sorry
from table.substitutes import Substitutes

log = logging.getLogger("arena")

COGS = (
    "cogs.match",
    "cogs.play",
    "cogs.plan",
    "cogs.board",
    "cogs.card",
    "cogs.rules",
    "cogs.ladder",
    "cogs.me",
    "cogs.admin",
    "cogs.privacy",
    "cogs.help",
)


MOMENT = 60
"""Seconds for which Discord may be away without anybody noticing."""


def now() -> float:
    """Discord's clock (the simulator has its own)."""
    return discord.utils.utcnow().timestamp()


class Arena(commands.Bot):
    """Everything a cog needs; one per process."""

    store: Store
    path: Path
    offers: Offers
    post: Post
    alarm: Alarm

    def __init__(self, database: File | str, *, clock: Callable[[], float] = now) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            help_command=None,
            tree_cls=Tree,
        )
        self.database, self.clock = database, clock
        self.pictures = Pictures()
        self.seating = Seating(self)
        self.substitutes = Substitutes(self)
        self.actions, self.explain = ACTIONS, explain
        self.cut_off: int | None = None
        """Since when Discord has not been heard of, when it is not."""
        self.troubles = 0
        """How many interactions have failed for reasons of our own."""

    async def setup_hook(self) -> None:
        self.store = await Store.open(self.database, clock=self.clock)
        games = ", ".join(f"{game.key} {game.rules_version}" for game in GAMES.values())
        log.info("Arena Post %s; database %s; games and their rules versions: %s", __version__, self.database, games)
        if outage := await self.store.record_downtime():
            log.info("back after %s s; the time is nobody's", (outage.ends or 0) - outage.starts)
        self.post = Post(self, self.store, self._compose, self.clock)
        self.alarm = Alarm(self.store, self.ring, self.clock, self.reached)
        self.path = Path(self.store, self.clock, posted=self.post.kick, wake=self.alarm.at)
        self.composer = Composer(self.store, self.path._lay, self._recipients, self.clock)
        self.offers = Offers(self.path, posted=self.post.kick, wake=self.alarm.now)
        self.post.alarm = self.alarm.at
        self.pictures.warm(warm_library)
        self.add_dynamic_items(ActionButton, OptionSelect, RuleButton, SectionSelect, ShowAll)
        for cog in COGS:
            await importlib.import_module(cog).setup(self)  # load_extension would run the module anew for every bot
        await self.tree.set_translator(Catalogues())
        await self.tree.sync()

    async def _compose(self, message: Message) -> Letter | None:
        outgoing = await self.composer(message)
        if outgoing is None:
            return None
        laid = await laid_out(self.pictures, outgoing)
        return Letter(laid.view, laid.files, laid.pings)

    async def _recipients(self, match: Match, kind: str, about: str) -> Mapping[int, int | None]:
        return await concerned(self, match, kind, about)

    async def on_ready(self) -> None:
        """Send what an earlier run left unsent, and do what has become due."""
        await self._heard()
        await self.alarm.wind()

    async def on_resumed(self) -> None:
        """Discord is there again."""
        await self._heard()
        await self.alarm.wind()

    async def on_disconnect(self) -> None:
        """Nobody can reach us, and we nobody; mostly for a moment."""
        if self.cut_off is None:
            self.cut_off = int(self.clock())

    async def _heard(self) -> None:
        """The time in which nobody could do anything is nobody's."""
        since, self.cut_off = self.cut_off, None
        if since is not None and self.clock() - since > MOMENT:
            log.info("cut off from Discord for %s s; the time is nobody's", int(self.clock()) - since)
            await self.store.outage(since)

    def reached(self) -> bool:
        """Whether people can reach us."""
        return self.cut_off is None or self.clock() - self.cut_off <= MOMENT

    async def ring(self) -> None:
        """Do everything that is due now."""
        tried: set[int] = set()
        while ripe := [due for due in await self.store.due() if due.id not in tried]:
            tried.update(due.id for due in ripe)
            await asyncio.gather(*(self._do(due) for due in ripe))  # side by side: their writes share a transaction
        self.post.kick()  # not waited for: one channel that Discord does not take must not stop all clocks

    async def _do(self, due: Due) -> None:
        try:
            await DUE[due.kind.partition(":")[0]](self, due)
        except Exception:
            # One that cannot be done must not stop all the others.
            log.exception("due row %s (%s of match %s) could not be done", due.id, due.kind, due.match)
            self.troubles += 1
            await self.store.put_off(due, int(self.clock()) + SNOOZE)

    async def close(self) -> None:
        if hasattr(self, "alarm"):
            self.alarm.stop()
        await super().close()
        self.pictures.close()
        if hasattr(self, "store"):
            await self._heard()
            await self.store.heartbeat()
            await self.store.close()

    def language_of(self, locale: discord.Locale | str | None) -> str:
        """Ours that fits a Discord language."""
        return locales.pick(str(locale) if locale is not None else None)

    async def channel_language(self, interaction: discord.Interaction) -> str:
        """The language of public messages: the guild's choice, else that of who opens the match."""
        chosen = await self.store.guild_language(interaction.guild_id) if interaction.guild_id else ""
        person = await self.store.person(interaction.user.id)
        return chosen or person.language or self.language_of(interaction.locale)

    async def begun(self, match: int) -> Match:
        """The match, if there is a board to look at."""
        row = await self.store.match(match)
        if row.status == "cancelled":
            raise Sorry(text("The match was cancelled."))
        if row.status == "open":
            raise Sorry(text("The match has not begun: seats are still free."))
        return row

    async def match_here(
        self, interaction: discord.Interaction, number: int | None = None, *, ended: bool = False
    ) -> Match:
        """The match of this channel, or the one that was named."""
        if number is not None:
            row = await self.store.match(number)
            if (row.guild == interaction.guild_id and may_see(interaction, row)) or any(
                seat.person == interaction.user.id for seat in await self.store.seats(row.id)
            ):
                return row
            raise Sorry(text("There is no such match."))
        found = await self.store.match_in(interaction.channel_id or 0, ended=ended)
        if found is None:
            raise Sorry(text("There is no match in this channel. Start one with /match new."))
        return found

    async def need_seat(self, interaction: discord.Interaction, match: int) -> int:
        """The person's seat in the match; a spectator is told so."""
        for seat in await self.store.seats(match):
            if seat.person == interaction.user.id:
                return seat.seat
        raise Sorry(text("You are not playing in this match."))

    async def reachable(self, channel: int) -> bool:
        """Whether the channel is still there for us."""
        if self.get_channel(channel) is not None:
            return True
        try:
            await self.fetch_channel(channel)
        except (discord.NotFound, discord.Forbidden):
            return False
        return True


def may_see(interaction: discord.Interaction, match: Match) -> bool:
    """Whether this person sees the channel that the match is played in; one that is gone hides nothing."""
    place = interaction.guild.get_channel_or_thread(match.channel) if interaction.guild else None
    if place is None or not isinstance(interaction.user, discord.Member):
        return True
    return place.permissions_for(interaction.user).view_channel


class Tree(app_commands.CommandTree[Arena]):
    """Commands, whose errors are answered like everything else."""

    async def on_error(self, interaction: discord.Interaction[Arena], error: app_commands.AppCommandError) -> None:
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        await explain(interaction, cause)
