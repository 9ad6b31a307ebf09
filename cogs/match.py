"""/match: open one, join, see what runs, resign, offer a draw, ask for an undo, call it off, take it home as a file."""

from __future__ import annotations

import io

import discord
import msgspec
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.arena import Arena
from cogs.table.live import record_of
from cogs.table.seating import Wish
from cogs.table.sorry import Sorry, clip
from cogs.table.story import note
from cogs.ui.answer import speaker, tell
from cogs.ui.controls import Press, Spot
from cogs.ui.limits import CHOICE, CHOICES
from cogs.ui.panel import show_panel
from cogs.ui.public import described_options, mention
from cogs.ui.public_presses import joined, show_board
from cogs.voice import Voice
from db.rows import Match
from engine.core.text import text
from engine.registry import GAMES

TYPED = 200
"""The longest text we take for options."""


@app_commands.guild_only()
class MatchCog(commands.GroupCog, name=locale_str("match")):
    def __init__(self, bot: Arena) -> None:
        self.bot = bot

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
        lines = [await self._line(match, interaction.user.id, speak) for match in [*mine, *others]]
        await tell(interaction, clip("\n".join(lines), 1900) or speak(text("No matches. Start one with /match new.")))

    async def _line(self, match: Match, user: int, speak: Voice) -> str:
        seats = await self.bot.store.seats(match.id)
        names = " – ".join(mention(seat.user or seat.invited) for seat in seats)
        if match.status == "cancelled":
            state = speak(text("cancelled"))
        elif match.status == "open":
            state = speak(text("seats are free"))
        elif any(seats[seat].user == user for seat in match.to_move):
            state = f"**{speak(text('your move'))}**"
        else:
            waited = ", ".join(mention(seats[seat].user) for seat in match.to_move)
            state = speak(text("waiting for {names}", names=waited))
        return f"`{match.id}` {speak(GAMES[match.game].name)} · {names} · {state} · <#{match.channel}>"

    @app_commands.command(
        name=locale_str("show"), description=locale_str("The match of this channel, or one by its number")
    )
    @app_commands.rename(number=locale_str("number"))
    @app_commands.describe(number=locale_str("The match's number, see the list"))
    async def show(self, interaction: discord.Interaction, number: app_commands.Range[int, 1] | None = None) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        match = await self.bot.match_here(interaction, number, ended=True)
        speak = await speaker(interaction)
        if match.status in ("open", "cancelled"):
            await tell(interaction, await self._line(match, interaction.user.id, speak))
            return
        if (
            match.status == "live"
            and match.channel != interaction.channel_id
            and not await self.bot.reachable(match.channel)
        ):
            await self.bot.need_seat(interaction, match.id)
            view = discord.ui.View(timeout=None)
            view.add_item(Press("here", Spot(match.id, match.version), speak(text("Continue here"))))
            await tell(interaction, speak(text("The channel of match {match} is gone.", match=match.id)), view)
            return
        game = GAMES[match.game]
        seats = await self.bot.store.seats(match.id)
        names = " · ".join(f"{speak(game.side_names[seat.seat])} {mention(seat.user)}" for seat in seats)
        head = f"**{speak(game.name)}** `{match.id}` · {names}\n-# {described_options(game, match, speak)}"
        await show_board(interaction, match.id, since=0, head=head)

    @app_commands.command(name=locale_str("resign"), description=locale_str("Give up the match of this channel"))
    async def resign(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        match = await self.bot.match_here(interaction)
        live, _ = await self.bot.path.playing(match.id, interaction.user.id)
        live.position.need_resignable()
        speak = await speaker(interaction)
        view = discord.ui.View(timeout=None)
        view.add_item(
            Press(
                "resign", Spot(match.id, match.version), speak(text("Yes, I resign")), style=discord.ButtonStyle.danger
            )
        )
        await tell(interaction, speak(text("Do you really want to resign?")), view)

    @app_commands.command(name=locale_str("draw"), description=locale_str("Offer a draw"))
    async def draw(self, interaction: discord.Interaction) -> None:
        await self._offer(interaction, "draw")

    @app_commands.command(
        name=locale_str("undo"), description=locale_str("Take back a step, or ask to take back your last move")
    )
    async def undo(self, interaction: discord.Interaction) -> None:
        """Free while nothing is confirmed; beyond that the other side has to agree."""
        match = await self.bot.match_here(interaction)
        live, seat = await self.bot.path.playing(match.id, interaction.user.id)
        if live.position.ask_of(seat) is not None and (await self.bot.path.draft(live, seat)).codes:
            await interaction.response.defer(ephemeral=True, thinking=True)
            live, now = await self.bot.path.back(match.id, interaction.user.id, None, interaction.id)
            await show_panel(interaction, live, now)
            return
        await self._offer(interaction, "undo")

    async def _offer(self, interaction: discord.Interaction, kind: str) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        match = await self.bot.match_here(interaction)
        await self.bot.path.offer(match.id, interaction.user.id, kind, interaction.id)
        trouble = await self.bot.post.deliver(match.id)
        speak = await speaker(interaction)
        await tell(interaction, speak(trouble or text("The other side has been asked.")))

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

    @app_commands.command(name=locale_str("export"), description=locale_str("The whole match as a file"))
    @app_commands.rename(number=locale_str("number"))
    @app_commands.describe(number=locale_str("The match's number, see the list"))
    async def export(self, interaction: discord.Interaction, number: app_commands.Range[int, 1] | None = None) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        match = await self.bot.match_here(interaction, number, ended=True)
        if match.status == "open":
            raise Sorry(text("The match has not begun: seats are still free."))
        moves = await self.bot.store.moves(match.id)
        seat = next((one.seat for one in await self.bot.store.seats(match.id) if one.user == interaction.user.id), None)
        record = record_of(match, moves, seat, [note(move).secret for move in moves])
        data = msgspec.json.format(msgspec.json.encode(record), indent=1)
        file = discord.File(io.BytesIO(data), f"{match.game}-{match.id}.json")
        await interaction.followup.send(file=file, ephemeral=True)


async def setup(bot: Arena) -> None:
    await bot.add_cog(MatchCog(bot))
