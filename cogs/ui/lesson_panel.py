"""The panel of a lesson: what there is to know, the task, and the position in which it is solved by playing."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from cogs.ui.access import need_match
from cogs.ui.controls import NOWHERE, ActionButton, Address
from cogs.ui.exercise_panel import AGAIN, NOT_QUITE, ExerciseControls, address_of, asked_lines, show, voice_of
from cogs.ui.interactions import bot_of
from cogs.ui.layouts import Row
from cogs.voice import Voice
from engine.core.lessons import course
from engine.core.text import Text, text
from engine.registry import GAMES
from table.lessons import Lessoned
from table.sorry import Sorry

_GREEN = discord.ButtonStyle.success
NOVICE = "computer-1"
"""The opponent of a first match, as `cogs.menus.choose_game` takes it."""


async def show_lesson(interaction: discord.Interaction, lesson: Lessoned) -> None:
    """Show the panel in place of the message with the pressed control, or as a new private answer."""
    speak = await voice_of(interaction)
    title = text(
        "### Lesson {number} of {count}: {title}",
        number=lesson.number,
        count=lesson.count,
        title=Text(lesson.lesson.title),
    )
    rows = _solved_controls(lesson, speak) if lesson.solved else _controls(lesson, speak)
    news = _news(lesson, speak)
    known = lesson.solved or news or lesson.now.codes
    over = [speak(title), *([] if known else [speak(Text(lesson.lesson.text))])]
    await show(interaction, lesson, speak, over, _under(lesson, news, speak), rows)


def _news(lesson: Lessoned, speak: Voice) -> list[str]:
    """What was wrong, or that the lesson has moved on."""
    if lesson.wrong is not None:
        return [f"**{speak(NOT_QUITE)}** {speak(Text(lesson.wrong.answer))}"]
    if lesson.failed:
        return [f"**{speak(NOT_QUITE)}** {speak(AGAIN)}"]
    if lesson.stale:
        return [f"-# {speak(text('The lesson has moved on in the meantime. This is how it stands now.'))}"]
    return []


def _under(lesson: Lessoned, news: Sequence[str], speak: Voice) -> list[str]:
    """What stands beside the buttons: what has just changed, the task and the question, or that it is solved."""
    if not lesson.solved:
        return asked_lines(lesson, Text(lesson.lesson.task), news, speak)
    done = [f"**{speak(text('Solved!'))}** {speak(Text(lesson.lesson.done))}"]
    return [*done, *([speak(_finished(lesson))] if lesson.is_last else [])]


def _finished(lesson: Lessoned) -> Text:
    return text("That was the last lesson of {game}.", game=lesson.game.name)


def _controls(lesson: Lessoned, speak: Voice) -> list[Row]:
    named = lesson.refused.rule if lesson.refused else lesson.wrong.rule if lesson.wrong else ""
    rule = CONTROLS.rule_button(lesson, named or lesson.lesson.rule, speak)
    skip = None
    if not lesson.is_last:
        skip = ActionButton("learn-next", address_of(lesson), speak(text("Skip the lesson")))
    return CONTROLS.choice_rows(lesson, speak, rule, skip)


def _solved_controls(lesson: Lessoned, speak: Voice) -> list[Row]:
    row = Row()
    if not lesson.is_last:
        row.add_item(ActionButton("learn-next", address_of(lesson), speak(text("Next lesson")), style=_GREEN))
    else:
        label = speak(text("Play against the computer"))
        row.add_item(ActionButton("challenge", NOWHERE, label, extra=f"{lesson.game.key}.{NOVICE}", style=_GREEN))
    row.add_item(CONTROLS.once_more(lesson, speak))
    if (rule := CONTROLS.rule_button(lesson, lesson.lesson.rule, speak)) is not None:
        row.add_item(rule)
    return [row]


async def open_lesson(interaction: discord.Interaction, game: str, number: int = 0) -> Lessoned:
    """A lesson of the game by its number, or where the person left the course; a game without lessons is refused."""
    if not course(game):
        raise Sorry(text("There are no lessons for this game yet. /rules explains how it is played."))
    return await bot_of(interaction).table.lessons.open(interaction.user.id, game, number)


async def begin(interaction: discord.Interaction, address: Address, game: str) -> None:
    """Open the course of a game, or of the match's game, where the person left it."""
    wanted = game if game in GAMES else (await need_match(interaction, address.match)).game
    await show_lesson(interaction, await open_lesson(interaction, wanted))


async def go_on(interaction: discord.Interaction, address: Address, _: str) -> None:
    """The next lesson of the course."""
    lessons = bot_of(interaction).table.lessons
    here = await lessons.again(address.match, interaction.user.id)
    number = min(here.number + 1, here.count)
    await show_lesson(interaction, await lessons.open(interaction.user.id, here.game.key, number))


CONTROLS = ExerciseControls("learn", lambda bot: bot.table.lessons, show_lesson, text("Back to the lesson"))
