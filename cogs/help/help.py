"""/help: what the bot does, how to begin, how to move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.rules.section_panel import contents
from cogs.ui.access import match_here
from cogs.ui.channels import usable_anywhere
from cogs.ui.controls import NOWHERE, ActionButton
from cogs.ui.interactions import voice_for, whisper
from cogs.ui.voice import Voice
from engine import __version__
from engine.core.text import Text, text
from engine.learning.lessons import course
from engine.registry import GAMES

if TYPE_CHECKING:
    from cogs.client.arena_bot import ArenaBot

LINES: tuple[Text, ...] = (
    text("**Arena Post {version}** — arena board games by correspondence, here in your channel.", version=__version__),
    text(
        "**Start**: `/match new` opens a match; the other player presses *Join*. With *thread* it gets its own thread."
    ),
    text("**Learn**: `/learn` teaches a game in short lessons, alone and at your own pace: press a button below."),
    text(
        "**Train**: `/puzzle today` is the same for everyone, `/puzzle next` matches your level: find the best turn; "
        "any way that leads there counts."
    ),
    text(
        "**Alone**: `/match new` with me as the *opponent* begins a match against the computer; *level* says how "
        "strong it is, *computers* gives it more seats."
    ),
    text("**On your terms**: `/match new` takes a *clock*, *rated* for the ladder, *open* for anyone to join."),
    text("**Move**: press *Play* under the board, choose step by step, go *Back* as you like, then *Confirm*."),
    text("**Or type**: `/play leader d2 end archer b1 confirm` — the next word is suggested while you type."),
    text(
        "**Think ahead**: `/plan add` prepares answers to their moves, `/plan always` to "
        "questions that keep coming back."
    ),
    text("**Look**: `/board` shows the board, `/match history` steps through the match, `/match film` makes a film."),
    text(
        "**Get better**: *Hint* in the panel, against computers or with *hints*; `/match review` analyzes a "
        "finished match: winning chances, turning points, better moves."
    ),
    text("**Ask the other side**: `/match undo` asks to take back a confirmed move, `/match draw` offers a draw."),
    text("**Take a break**: `/me vacation`, or `/match pause` if the others agree; no clock runs meanwhile."),
    text("**Leave**: `/match resign`, `/match substitute` if someone takes over; `/match cancel` at the start."),
    text(
        "**Again**: *Rematch* under the last board; `/match export` and `/match import` turn a "
        "match into a file and back."
    ),
    text("**Find**: `/match list` shows your matches on all servers, the most urgent first, and the open seats here."),
    text(
        "**By right-click** (on a phone: long-press), under *Apps*: *Challenge* on a person, *Show this position* on a "
        "board."
    ),
    text(
        "**Anywhere**: once you add me to your account, you can use `/match list`, `/rules`, `/card`, `/puzzle "
        "today` and `/me show` in every chat."
    ),
    text("**Ladder**: with *rated*, a match counts for `/ladder`; `/me stats` shows your results."),
    text("**Settings**: `/me show` lists yours: language, colors, notices, quiet hours, reminders."),
    text("**Your data**: `/privacy export`, `/privacy delete`. For the server's moderators: `/admin defaults`."),
    text(
        "**Servers** can have a lobby: with `/admin lobby` every match gets a post in a forum; `/admin puzzle` posts "
        "the puzzle of the day."
    ),
    text("Nothing counts until you confirm, and nothing confirmed is ever lost."),
)


class HelpCog(commands.Cog):
    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot

    @app_commands.command(
        name=locale_str("help"), description=locale_str("How to play here, and the rules of the games")
    )
    @usable_anywhere
    async def help(self, interaction: discord.Interaction) -> None:
        speak = await voice_for(interaction)
        here = await match_here(interaction, ended=True)
        game = here.game if here else next(iter(GAMES))
        words = "\n".join(speak(line) for line in LINES)
        rules = speak(text("The rules of {game}:", game=GAMES[game].name))
        before: tuple[discord.ui.Item[Any], ...] = discord.ui.TextDisplay(words), _lessons(speak)
        await whisper(interaction, f"{words}\n{rules}", contents(game, rules, speak, *before))


def _lessons(speak: Voice) -> discord.ui.ActionRow[Any]:
    """A button for each game's course."""
    labels = {key: speak(text("Learn: {game}", game=game.name)) for key, game in GAMES.items() if course(key)}
    return discord.ui.ActionRow(*(ActionButton("learn", NOWHERE, label, extra=key) for key, label in labels.items()))


async def setup(bot: ArenaBot) -> None:
    await bot.add_cog(HelpCog(bot))
