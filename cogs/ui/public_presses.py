"""What the buttons under public messages do: look from one's own side, catch up, join, answer an offer."""

from __future__ import annotations

from typing import Any

import discord

from cogs.table.sorry import clip
from cogs.table.story import story
from cogs.ui.answer import arena, speaker, tell
from cogs.ui.controls import Spot, press
from cogs.ui.panel import attached, gallery, layout
from cogs.ui.rules import contents
from engine.core.ask import seen_by
from engine.core.text import text
from render import Marks


@press("side")
async def from_my_side(interaction: discord.Interaction, spot: Spot, _: str) -> None:
    """The present board, privately, with the person's own side at the bottom."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    await show_board(interaction, spot.match)


async def show_board(interaction: discord.Interaction, match: int, *, since: int | None = None, head: str = "") -> None:
    """The present board for this person; with `since`, also what has happened after so many entries."""
    bot = arena(interaction)
    speak = await speaker(interaction)
    person = await bot.store.person(interaction.user.id)
    live = await bot.path.live(await bot.begun(match))
    seat = live.seat_of(interaction.user.id)
    moves = await bot.store.moves(match)
    chapters = story(moves, max(len(moves) - 1, 0) if since is None else since)
    events = [event for chapter in chapters for event in seen_by(chapter.events, seat)]
    board = await bot.pictures.board(
        live.game,
        live.view(seat),
        language=speak.language,
        palette=person.palette,
        marks=Marks(trail=live.game.trail(events)),
        bottom=seat or 0,
    )
    parts: list[discord.ui.Item[Any]] = [gallery(board)]
    if head:
        parts.append(discord.ui.TextDisplay(head))
    if since is not None:
        lines = [f"`{one.number}` " + " · ".join(speak(line) for line in one.told(live.game, seat)) for one in chapters]
        words = "\n".join(lines[-40:]) or speak(text("Nothing has happened since your last move."))
        parts.append(discord.ui.TextDisplay(clip(words, 3000)))
    await interaction.edit_original_response(view=layout(*parts), attachments=[attached(board)])


@press("since")
async def since_my_turn(interaction: discord.Interaction, spot: Spot, _: str) -> None:
    """Everything that has happened after the person's last move."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    bot = arena(interaction)
    live = await bot.path.live(await bot.begun(spot.match))
    seat = live.seat_of(interaction.user.id)
    mine = [move.seq for move in await bot.store.moves(spot.match) if move.seat == seat and seat is not None]
    await show_board(interaction, spot.match, since=mine[-1] if mine else 0)


@press("rules")
async def rules(interaction: discord.Interaction, spot: Spot, _: str) -> None:
    """The table of contents of the game's rules."""
    speak = await speaker(interaction)
    match = await arena(interaction).store.match(spot.match)
    words = speak(text("Rules: choose a section."))
    await tell(interaction, words, contents(match.game, words, speak))


@press("join")
async def join(interaction: discord.Interaction, spot: Spot, _: str) -> None:
    """Sit down at an open match."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    await joined(interaction, spot.match)


async def joined(interaction: discord.Interaction, match: int) -> None:
    """Sit down and say what comes next."""
    bot = arena(interaction)
    row = await bot.seating.join(interaction, match)
    trouble = await bot.post.deliver(match)
    speak = await speaker(interaction)
    waiting = text("You sit at match {match}; others are still missing.", match=match)
    begun = text("Match {match} begins in {where}.", match=match, where=f"<#{row.channel}>")
    await tell(interaction, speak(trouble or (waiting if row.status == "open" else begun)))


@press("cancel")
async def cancel(interaction: discord.Interaction, spot: Spot, _: str) -> None:
    """Call off an open match, or decline the invitation to it."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    bot = arena(interaction)
    await bot.seating.call_off(interaction, spot.match)
    await bot.post.deliver(spot.match)
    await tell(interaction, (await speaker(interaction))(text("The match was cancelled.")))


@press("accept")
async def accept(interaction: discord.Interaction, spot: Spot, kind: str) -> None:
    await _answered(interaction, spot, kind, accept=True)


@press("decline")
async def decline(interaction: discord.Interaction, spot: Spot, kind: str) -> None:
    await _answered(interaction, spot, kind, accept=False)


async def _answered(interaction: discord.Interaction, spot: Spot, kind: str, *, accept: bool) -> None:
    await interaction.response.defer(ephemeral=True, thinking=True)
    bot = arena(interaction)
    await bot.need_seat(interaction, spot.match)
    live = await bot.path.answer(spot.match, interaction.user.id, kind, spot.version, interaction.id, accept=accept)
    trouble = await bot.post.deliver(spot.match)
    speak = await speaker(interaction)
    done = text("Accepted.") if accept else text("Declined.")
    if accept and live.match.version == spot.version:
        done = text("Accepted. Everybody else has to accept, too.")
    await tell(interaction, speak(trouble or done))


@press("resign")
async def resign(interaction: discord.Interaction, spot: Spot, _: str) -> None:
    """Resign for good: the button under the question whether one is sure."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    bot = arena(interaction)
    await bot.path.resign(spot.match, interaction.user.id, spot.version, interaction.id)
    trouble = await bot.post.deliver(spot.match)
    await tell(interaction, (await speaker(interaction))(trouble or text("You have resigned.")))


@press("here")
async def continue_here(interaction: discord.Interaction, spot: Spot, _: str) -> None:
    """Go on in this channel with a match whose own channel is gone."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    bot = arena(interaction)
    await bot.seating.rehome(interaction, spot.match)
    trouble = await bot.post.deliver(spot.match)
    await tell(interaction, (await speaker(interaction))(trouble or text("The match goes on here.")))
