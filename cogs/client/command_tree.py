"""Dispatch of all commands: they are acknowledged before anything is read, and their errors are answered."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from cogs.ui.channels import OUTSIDE, in_server, needs_no_server
from cogs.ui.errors import explain
from cogs.ui.interactions import Way, acknowledge, log_interaction
from table.user_error import UserError

if TYPE_CHECKING:
    from cogs.client.arena_bot import ArenaBot


class Tree(app_commands.CommandTree["ArenaBot"]):
    """discord.py's command tree with our acknowledgment and error messages."""

    async def interaction_check(self, interaction: discord.Interaction[ArenaBot], /) -> bool:
        """Acknowledge every command; refuse those that need a server outside of our servers."""
        typing = interaction.type is discord.InteractionType.autocomplete
        if typing:
            log_interaction(interaction)
            if not interaction.client.pacing.admit_suggestion(interaction.user.id, asyncio.current_task()):
                return False
        else:
            way = Way.PUBLIC if interaction.namespace.public else Way.PRIVATE
            if not await acknowledge(interaction, way):
                return False
        command = interaction.command
        if command is None or in_server(interaction) or needs_no_server(command.qualified_name):
            return True
        if typing:
            await interaction.response.autocomplete([])
        else:
            await explain(interaction, UserError(OUTSIDE))
        return False

    async def on_error(self, interaction: discord.Interaction[ArenaBot], error: app_commands.AppCommandError) -> None:
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        await explain(interaction, cause)
