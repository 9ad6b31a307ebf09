"""The bot: a table whose platform is Discord, and what the cogs share."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

import discord
from discord import app_commands
from discord.ext import commands

import locales
from cogs import admin, board, card, ladder, match, me, menus, plan, play, privacy, rules
from cogs import help as help_cog
from cogs.actions import ACTIONS
from cogs.command_mentions import COMMAND_MENTIONS
from cogs.delivery import Discord
from cogs.library.index import warm_library
from cogs.pictures import Pictures
from cogs.translator import Catalogues
from cogs.ui import access
from cogs.ui.controls import ActionButton, OptionSelect
from cogs.ui.errors import explain
from cogs.ui.places import OUTSIDE, in_server, needs_no_server
from cogs.ui.rules import RuleButton, SectionSelect, ShowAll
from db.rows import Match
from db.store import Store
from engine import __version__
from engine.core.text import text
from engine.registry import GAMES
from table.sorry import Sorry
from table.table import Table

log = logging.getLogger("arena")

COGS = (
    match.setup,
    play.setup,
    plan.setup,
    board.setup,
    card.setup,
    rules.setup,
    ladder.setup,
    me.setup,
    admin.setup,
    privacy.setup,
    help_cog.setup,
    menus.setup,
)
"""Each adds one group of commands to the bot."""

GATEWAY_GRACE = 60
"""Seconds for which the gateway may be lost without it counting as an outage."""


def now() -> float:
    """Discord's clock (the simulator has its own)."""
    return discord.utils.utcnow().timestamp()


class Arena(commands.Bot):
    """Everything a cog needs; one per process."""

    store: Store
    table: Table

    def __init__(self, database: Path | str, *, clock: Callable[[], float] = now) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            help_command=None,
            tree_cls=Tree,
            # Of commands that do not say otherwise: for servers that have added the bot.
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        self.database, self.clock = database, clock
        self.pictures = Pictures()
        self.platform = Discord(self, self.pictures)
        self.actions, self.explain = ACTIONS, explain
        self.gateway_lost: int | None = None
        """When the gateway was lost, while it is."""
        self.failures = 0
        """How many interactions have failed for reasons of our own."""

    async def setup_hook(self) -> None:
        self.store = await Store.open(self.database, clock=self.clock)
        games = ", ".join(f"{game.key} {game.rules_version}" for game in GAMES.values())
        log.info("Arena Post %s; database %s; games and their rules versions: %s", __version__, self.database, games)
        self.table = Table(self.store, self.clock, self.platform, reachable=self.reachable)
        await self.table.start()
        self.pictures.warm(warm_library)
        self.add_dynamic_items(ActionButton, OptionSelect, RuleButton, SectionSelect, ShowAll)
        for setup in COGS:
            await setup(self)
        await self.tree.set_translator(Catalogues())
        synced = await self.tree.sync()
        COMMAND_MENTIONS.learn(self.tree.walk_commands(), {command.name: command.id for command in synced})

    async def on_ready(self) -> None:
        """Run the due rows and send the messages that an earlier run left unsent."""
        await self._gateway_back()
        await self.table.run_due()

    async def on_resumed(self) -> None:
        """The gateway is back: run the due rows."""
        await self._gateway_back()
        await self.table.run_due()

    async def on_disconnect(self) -> None:
        """Gateway lost: remember since when."""
        if self.gateway_lost is None:
            self.gateway_lost = int(self.clock())

    async def _gateway_back(self) -> None:
        """Store the gateway outage, so that no clock ran during it."""
        since, self.gateway_lost = self.gateway_lost, None
        if since is not None and self.clock() - since > GATEWAY_GRACE:
            log.info("the gateway was lost for %s s", int(self.clock()) - since)
            await self.store.outage(since)

    def reachable(self) -> bool:
        """Whether people can reach us."""
        return self.gateway_lost is None or self.clock() - self.gateway_lost <= GATEWAY_GRACE

    async def close(self) -> None:
        if hasattr(self, "table"):
            self.table.alarm.stop()
        await super().close()
        self.pictures.close()
        if hasattr(self, "table"):
            await self._gateway_back()
            await self.table.stop()
        if hasattr(self, "store"):
            await self.store.close()

    def language_of(self, locale: discord.Locale | str | None) -> str:
        """Ours that fits a Discord language."""
        return locales.pick(str(locale) if locale is not None else None)

    async def channel_language(self, interaction: discord.Interaction) -> str:
        """The language of public messages: the guild's choice, else that of who opens the match."""
        chosen = await self.store.guild_language(interaction.guild_id) if interaction.guild_id else ""
        person = await self.store.person(interaction.user.id)
        return chosen or person.language or self.language_of(interaction.locale)

    async def match_here(
        self, interaction: discord.Interaction, number: int | None = None, *, ended: bool = False
    ) -> Match:
        """The match of this channel, or the one that was named, if the person may know of it."""
        if number is not None:
            return await access.need_match(interaction, number)
        found = await access.match_here(interaction, ended=ended)
        if found is None:
            raise Sorry(text("There is no match in this channel. Start one with /match new."))
        return found


class Tree(app_commands.CommandTree[Arena]):
    """Commands, whose errors are answered like everything else."""

    async def interaction_check(self, interaction: discord.Interaction[Arena], /) -> bool:
        """Refuse commands that need a server where there is none of ours."""
        command = interaction.command
        if command is None or in_server(interaction) or needs_no_server(command.qualified_name):
            return True
        if interaction.type is discord.InteractionType.autocomplete:
            await interaction.response.autocomplete([])
        else:
            await explain(interaction, Sorry(OUTSIDE))
        return False

    async def on_error(self, interaction: discord.Interaction[Arena], error: app_commands.AppCommandError) -> None:
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        await explain(interaction, cause)
