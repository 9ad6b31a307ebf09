"""/match new, join, list, cancel: how a match comes about, and where one's matches are."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str

from cogs.matches.part import MatchPart
from cogs.table.seating import Wish
from cogs.table.sorry import Sorry, clip
from cogs.ui.answer import speaker, tell
from cogs.ui.limits import CHOICE, CHOICES
from cogs.ui.public_presses import joined
from engine.core.text import text
from engine.registry import GAMES

TYPED = 200
"""The longest text we take for options."""


class Opening(MatchPart):
    """The commands around a match's beginning."""

    @app_commands.command(name=locale_str("new"), description=locale_str("Start a match in this channel"))
    @app_commands.rename(
        game=locale_str("game"),
        opponent=locale_str("opponent"),
        second=locale_str("second-opponent"),
        third=locale_str("third-opponent"),
        players=locale_str("players"),
        options=locale_str("options"),
        thread=locale_str("thread"),
    )
    @app_commands.describe(
        game=locale_str("Which game"),
        opponent=locale_str("Whom you invite; leave empty for anyone"),
        second=locale_str("One more, in games for three or four"),
        third=locale_str("One more, in games for three or four"),
        players=locale_str("How many play; seats without an invitation are open to anyone"),
        options=locale_str("Options of the game, for instance mode=advanced"),
        thread=locale_str("Open a thread for the match"),
    )
    async def new(
        self,
        interaction: discord.Interaction,
        game: str,
        opponent: discord.Member | None = None,
        second: discord.Member | None = None,
        third: discord.Member | None = None,
        players: app_commands.Range[int, 2, 4] | None = None,
        options: app_commands.Range[str, 0, TYPED] = "",
        thread: bool = False,
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        opponents = [one for one in (opponent, second, third) if one is not None]
        match = await self.bot.seating.open(interaction, game, opponents, options, players=players, thread=thread)
        trouble = await self.bot.post.deliver(match.id)
        speak = await speaker(interaction)
        done = text("Match {match} is open in {where}.", match=match.id, where=f"<#{match.channel}>")
        await tell(interaction, speak(trouble or done))

    @new.autocomplete("game")
    async def games(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        speak = await speaker(interaction)
        names = {key: speak(game.name) for key, game in GAMES.items()}
        return [
            app_commands.Choice(name=name, value=key)
            for key, name in names.items()
            if typed.lower() in name.lower() or typed.lower() in key
        ][:CHOICES]

    @new.autocomplete("options")
    async def option_choices(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Everything that may follow what has been typed so far."""
        speak = await speaker(interaction)
        game = GAMES.get(str(interaction.namespace.game))
        if game is None:
            return []
        before, _, last = typed.rpartition(",")
        try:
            Wish.read(game, before)
        except Sorry:
            return []
        stem = f"{before.strip()}, " if before.strip() else ""
        found = []
        for choice in game.choices:
            for number, value in enumerate(choice.values):
                shown = speak(choice.value_names[number]) if choice.value_names else str(value)
                code = f"{choice.key}={str(value).lower()}"
                label = f"{stem}{speak(choice.name)}: {shown}"
                if choice.key not in stem and (last.strip().lower() in code or last.strip().lower() in label.lower()):
                    found.append(app_commands.Choice(name=clip(label, CHOICE), value=stem + code))
        return [choice for choice in found if len(choice.value) <= CHOICE][:CHOICES]

    @app_commands.command(name=locale_str("join"), description=locale_str("Sit down at the open match of this channel"))
    async def join(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        match = await self.bot.match_here(interaction)
        await joined(interaction, match.id)

    @app_commands.command(
        name=locale_str("list"), description=locale_str("Your matches and the open ones of this server")
    )
    async def list_matches(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        speak = await speaker(interaction)
        mine = await self.bot.store.matches_of(interaction.user.id)
        known = {match.id for match in mine}
        others = [one for one in await self.bot.store.open_matches(interaction.guild_id or 0) if one.id not in known]
        lines = [await self.line(match, interaction.user.id, speak) for match in [*mine, *others]]
        await tell(interaction, clip("\n".join(lines), 1900) or speak(text("No matches. Start one with /match new.")))

    @app_commands.command(name=locale_str("cancel"), description=locale_str("Call off a match that has hardly begun"))
    async def cancel(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        match = await self.bot.match_here(interaction)
        if match.status == "open":
            await self.bot.seating.call_off(interaction, match.id)
        else:
            await self.bot.seating.cancel(interaction, match.id)
        trouble = await self.bot.post.deliver(match.id)
        await tell(interaction, (await speaker(interaction))(trouble or text("The match was cancelled.")))
