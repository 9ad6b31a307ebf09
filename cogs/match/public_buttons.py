"""Handlers of the buttons under public messages: show the board from the person's side, join, answer an offer …"""

from __future__ import annotations

import discord

from cogs.board.own_view import show_board, show_since
from cogs.play.confirm import show_and_follow
from cogs.rules.section_panel import contents
from cogs.ui.access import need_match
from cogs.ui.channels import need_permissions, place_of
from cogs.ui.controls import ActionButton, Address, number_of
from cogs.ui.interactions import bot_of, reply_in_words, voice_for, whisper
from cogs.ui.layouts import Row, layout
from cogs.ui.voice import Voice
from engine.computers.think import NAMES
from engine.core.text import text
from table.computers.computers import DEFAULT_LEVEL

LEVELS = [str(number) for number, _ in enumerate(NAMES, 1)]


async def from_my_side(interaction: discord.Interaction, address: Address, _: str) -> None:
    """Show the current board privately, with the person's own side at the bottom."""
    await show_board(interaction, address.match)


async def since_my_turn(interaction: discord.Interaction, address: Address, _: str) -> None:
    """Show all events since the person's last move."""
    await show_since(interaction, address.match)


async def rules(interaction: discord.Interaction, address: Address, _: str) -> None:
    """Show the contents of the game's rules, and the hash for checking the match's randomness."""
    speak = await voice_for(interaction)
    match = await need_match(interaction, address.match)
    words = speak(text("Rules: choose a section."))
    if match.seed_hash:
        proof = text("Fair randomness: the seed's SHA-256 is {hash}", hash=f"`{match.seed_hash}`")
        words = f"{words}\n-# {speak(proof)}"
    await whisper(interaction, words, contents(match.game, words, speak))


async def join(interaction: discord.Interaction, address: Address, _: str) -> None:
    """Join an open match."""
    await join_match(interaction, address.match)


async def join_match(interaction: discord.Interaction, match: int) -> None:
    """Give the person a seat at the open match and answer whether it has begun."""
    bot = bot_of(interaction)
    row = await bot.table.seating.join(match, interaction.user.id, interaction.id)
    trouble = await bot.table.deliver(match)
    speak = await voice_for(interaction)
    waiting = text("You are in match {match}; it is still waiting for other players.", match=match)
    begun = text("Match {match} begins in {where}.", match=match, where=f"<#{row.channel}>")
    await whisper(interaction, speak(trouble or (waiting if row.status == "open" else begun)))


async def fill(interaction: discord.Interaction, address: Address, _: str) -> None:
    """Ask for the level of the computers that take all open seats."""
    bot = bot_of(interaction)
    await bot.table.seating.need_fillable(address.match, interaction.user.id)
    speak = await voice_for(interaction)
    asked = speak(text("Computers take the open seats, and the match begins. How strong?"))
    await whisper(interaction, "", layout(discord.ui.TextDisplay(asked), level_row("fill-with", address, "", speak)))


async def fill_with(interaction: discord.Interaction, address: Address, level: str) -> None:
    """Give all open seats to computers of this level."""
    table, number = bot_of(interaction).table, int(level) if level in LEVELS else DEFAULT_LEVEL
    match = await table.seating.fill(address.match, interaction.user.id, number, interaction.id)
    trouble = await table.deliver(match.id)
    begun = text("Match {match} begins in {where}.", match=match.id, where=f"<#{match.channel}>")
    await show_and_follow(interaction, await table.moves.live(match.id), trouble or begun)


def level_row(action: str, address: Address, before: str, speak: Voice) -> Row:
    """A button for each level; its `extra` is the level with the prefix `before`."""
    return Row(
        *(
            ActionButton(action, address, speak(name), extra=f"{before}{number}")
            for number, name in zip(LEVELS, NAMES, strict=True)
        )
    )


async def cancel(interaction: discord.Interaction, address: Address, _: str) -> None:
    """Cancel an open match, or decline the invitation to it."""
    bot = bot_of(interaction)
    here = (await need_match(interaction, address.match)).channel == interaction.channel_id
    admin = here and interaction.permissions.manage_channels
    await bot.table.seating.call_off(address.match, interaction.user.id, interaction.id, admin=admin)
    await bot.table.deliver(address.match)
    await whisper(interaction, (await voice_for(interaction))(text("The match was canceled.")))


async def accept(interaction: discord.Interaction, address: Address, kind: str) -> None:
    """Accept an offer of this kind."""
    await _answer_offer(interaction, address, kind, accept=True)


async def decline(interaction: discord.Interaction, address: Address, kind: str) -> None:
    """Decline an offer of this kind."""
    await _answer_offer(interaction, address, kind, accept=False)


async def _answer_offer(interaction: discord.Interaction, address: Address, kind: str, *, accept: bool) -> None:
    bot = bot_of(interaction)
    await bot.table.moves.need_seat(address.match, interaction.user.id)
    await bot.table.offers.answer(
        address.match, interaction.user.id, kind, address.version, interaction.id, accept=accept
    )
    trouble = await bot.table.deliver(address.match)
    speak = await voice_for(interaction)
    done = text("Declined.")
    if accept and await bot.store.offers.get(address.match, kind) is not None:
        done = text("Accepted. The others still have to accept.")
    elif accept:
        done = await bot.table.offers.accepted(address.match, kind)
    await whisper(interaction, speak(trouble or done))


async def take_over(interaction: discord.Interaction, address: Address, new: str) -> None:
    """Accept that `new` takes over a seat: as that person, or as another player."""
    await _answer_substitute(interaction, address.match, number_of(new), accept=True)


async def stay(interaction: discord.Interaction, address: Address, new: str) -> None:
    """Decline that `new` takes over a seat."""
    await _answer_substitute(interaction, address.match, number_of(new), accept=False)


async def _answer_substitute(interaction: discord.Interaction, match: int, new: int, *, accept: bool) -> None:
    bot = bot_of(interaction)
    done = await bot.table.substitutes.answer(match, interaction.user.id, new, interaction.id, accept=accept)
    trouble = await bot.table.deliver(match)
    waiting = text("Accepted. The others still have to accept.") if accept else text("Declined.")
    await whisper(interaction, (await voice_for(interaction))(trouble or (text("Done.") if done else waiting)))


async def resign(interaction: discord.Interaction, address: Address, _: str) -> None:
    """Resign: the button under the confirmation question."""
    bot = bot_of(interaction)
    await bot.table.moves.resign(address.match, interaction.user.id, address.version, interaction.id)
    trouble = await bot.table.deliver(address.match)
    await reply_in_words(interaction, (await voice_for(interaction))(trouble or text("You have resigned.")))


async def claim(interaction: discord.Interaction, address: Address, _: str) -> None:
    """The button that claims the win in a match whose time is over."""
    await claim_match(interaction, address.match)


async def claim_match(interaction: discord.Interaction, match: int) -> None:
    """End the match in favor of this person's side, if an opponent has run out of time."""
    bot = bot_of(interaction)
    await bot.table.moves.need_seat(match, interaction.user.id)
    await bot.table.offers.time_out(match, interaction.user.id, interaction.id)
    trouble = await bot.table.deliver(match)
    await whisper(interaction, (await voice_for(interaction))(trouble or text("The match is over: time ran out.")))


async def continue_here(interaction: discord.Interaction, address: Address, _: str) -> None:
    """Continue a match in this channel whose own channel is gone."""
    bot = bot_of(interaction)
    await bot.table.moves.need_seat(address.match, interaction.user.id)
    need_permissions(interaction, thread=False)
    await bot.table.seating.rehome(address.match, interaction.user.id, place_of(interaction))
    trouble = await bot.table.deliver(address.match)
    await whisper(interaction, (await voice_for(interaction))(trouble or text("The match goes on here.")))
