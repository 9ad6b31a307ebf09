"""/match show, history, film, review: a match from its first move to its last."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str

from cogs.board.own_view import show_board
from cogs.match.film_panel import show_match
from cogs.match.group_part import MatchPart
from cogs.match.history_panel import show_page
from cogs.match.review_panel import show_review
from cogs.ui.access import finished_here
from cogs.ui.controls import ActionButton, Address
from cogs.ui.interactions import voice_for, whisper
from engine.core.text import text
from table.compose.words import options, players
from table.user_error import UserError


class Looking(MatchPart):
    """The commands that show a match."""

    @app_commands.command(
        name=locale_str("show"), description=locale_str("The match in this channel, or one by its number")
    )
    @app_commands.rename(number=locale_str("number"))
    @app_commands.describe(number=locale_str("The match's number, see the list"))
    async def show(self, interaction: discord.Interaction, number: app_commands.Range[int, 1] | None = None) -> None:
        match = await self.bot.match_here(interaction, number, ended=True)
        speak = await voice_for(interaction)
        if match.status in ("open", "cancelled"):
            await whisper(interaction, await self.line(match, speak))
            return
        if (
            match.status == "live"
            and match.channel != interaction.channel_id
            and not await self.bot.platform.reachable(match.channel)
        ):
            await self.bot.table.moves.need_seat(match.id, interaction.user.id)
            view = discord.ui.View(timeout=None)
            view.add_item(ActionButton("here", Address(match.id, match.version), speak(text("Continue here"))))
            await whisper(interaction, speak(text("The channel of match {match} is gone.", match=match.id)), view)
            return
        live = await self.bot.table.moves.live(match.id)
        head = f"**{speak(live.game.name)}** `{match.id}` · {speak(players(live))}"
        if match_options := speak(options(match)):
            head += f"\n-# {match_options}"
        await show_board(interaction, match.id, since=0, head=head)

    @app_commands.command(name=locale_str("history"), description=locale_str("The board after any move, page by page"))
    @app_commands.rename(move=locale_str("move"), number=locale_str("match-number"))
    @app_commands.describe(
        move=locale_str("Show the board after this many moves; leave empty for the current one"),
        number=locale_str("The match's number, see the list"),
    )
    async def history(
        self,
        interaction: discord.Interaction,
        move: app_commands.Range[int, 0] | None = None,
        number: app_commands.Range[int, 1] | None = None,
    ) -> None:
        match = await self.bot.table.moves.need_begun((await self.bot.match_here(interaction, number, ended=True)).id)
        await show_page(interaction, match, await self.bot.store.matches.moves(match.id), move)

    @app_commands.command(name=locale_str("film"), description=locale_str("The whole match as a film"))
    @app_commands.rename(number=locale_str("match-number"), public=locale_str("public"))
    @app_commands.describe(
        number=locale_str("The match's number, see the list"), public=locale_str("Show it to everyone in the channel")
    )
    async def film(
        self,
        interaction: discord.Interaction,
        number: app_commands.Range[int, 1] | None = None,
        public: bool = False,
    ) -> None:
        match = await self.bot.table.moves.need_begun((await self.bot.match_here(interaction, number, ended=True)).id)
        moves = await self.bot.store.matches.moves(match.id)
        if not moves:
            raise UserError(text("There is no film yet: nobody has moved."))
        await show_match(interaction, match, moves, public=public)

    @app_commands.command(
        name=locale_str("review"), description=locale_str("Have the computer review a finished match")
    )
    @app_commands.rename(number=locale_str("match-number"), public=locale_str("public"))
    @app_commands.describe(
        number=locale_str("The match's number; leave empty for the latest finished one in this channel"),
        public=locale_str("Show it to everyone in the channel"),
    )
    async def review(
        self,
        interaction: discord.Interaction,
        number: app_commands.Range[int, 1] | None = None,
        public: bool = False,
    ) -> None:
        found = await finished_here(interaction) if number is None else None
        await show_review(interaction, found or await self.bot.match_here(interaction, number), public=public)
