"""What the buttons under public messages do: look from one's own side, catch up, join, answer an offer."""

from __future__ import annotations

import discord

from cogs.ui.answer import arena, speaker, tell
from cogs.ui.controls import Spot, press
from cogs.ui.looking import show_board, show_since
from cogs.ui.rules import contents
from engine.core.text import text


@press("side")
async def from_my_side(interaction: discord.Interaction, spot: Spot, _: str) -> None:
    """The present board, privately, with the person's own side at the bottom."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    await show_board(interaction, spot.match)


@press("since")
async def since_my_turn(interaction: discord.Interaction, spot: Spot, _: str) -> None:
    """Everything that has happened after the person's last move."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    await show_since(interaction, spot.match)


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
    await bot.offers.answer(spot.match, interaction.user.id, kind, spot.version, interaction.id, accept=accept)
    trouble = await bot.post.deliver(spot.match)
    speak = await speaker(interaction)
    done = text("Accepted.") if accept else text("Declined.")
    if accept and await bot.store.offer(spot.match, kind) is not None:
        done = text("Accepted. Everybody else has to accept, too.")
    await tell(interaction, speak(trouble or done))


@press("takeover")
async def take_over(interaction: discord.Interaction, spot: Spot, new: str) -> None:
    """Play on at somebody's seat, or agree that somebody does."""
    await _stepped_in(interaction, spot.match, int(new), accept=True)


@press("stay")
async def stay(interaction: discord.Interaction, spot: Spot, new: str) -> None:
    await _stepped_in(interaction, spot.match, int(new), accept=False)


async def _stepped_in(interaction: discord.Interaction, match: int, new: int, *, accept: bool) -> None:
    await interaction.response.defer(ephemeral=True, thinking=True)
    bot = arena(interaction)
    done = await bot.substitutes.answer(match, interaction.user.id, new, interaction.id, accept=accept)
    trouble = await bot.post.deliver(match)
    waiting = text("Accepted. Everybody else has to accept, too.") if accept else text("Declined.")
    await tell(interaction, (await speaker(interaction))(trouble or (text("Done.") if done else waiting)))


@press("resign")
async def resign(interaction: discord.Interaction, spot: Spot, _: str) -> None:
    """Resign for good: the button under the question whether one is sure."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    bot = arena(interaction)
    await bot.path.resign(spot.match, interaction.user.id, spot.version, interaction.id)
    trouble = await bot.post.deliver(spot.match)
    await tell(interaction, (await speaker(interaction))(trouble or text("You have resigned.")))


@press("claim")
async def claim(interaction: discord.Interaction, spot: Spot, _: str) -> None:
    """The other side's time is over, and this person says so."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    await claimed(interaction, spot.match)


async def claimed(interaction: discord.Interaction, match: int) -> None:
    """End a match whose time is over."""
    bot = arena(interaction)
    await bot.need_seat(interaction, match)
    await bot.offers.time_out(match, interaction.user.id, interaction.id)
    trouble = await bot.post.deliver(match)
    await tell(interaction, (await speaker(interaction))(trouble or text("The match is over: time ran out.")))


@press("here")
async def continue_here(interaction: discord.Interaction, spot: Spot, _: str) -> None:
    """Go on in this channel with a match whose own channel is gone."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    bot = arena(interaction)
    await bot.seating.rehome(interaction, spot.match)
    trouble = await bot.post.deliver(spot.match)
    await tell(interaction, (await speaker(interaction))(trouble or text("The match goes on here.")))
