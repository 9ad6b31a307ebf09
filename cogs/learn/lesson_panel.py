"""The panel of a lesson: its text, the task, and the position to solve."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from cogs.learn.exercise_panel import AGAIN, NOT_QUITE, ExerciseControls, address_of, asked_lines, show, voice_of
from cogs.ui.access import need_match
from cogs.ui.controls import NOWHERE, ActionButton, Address
from cogs.ui.interactions import bot_of
from cogs.ui.layouts import Row
from cogs.ui.voice import Voice
from engine.core.text import Text, text
from engine.learning.lessons import course
from engine.registry import GAMES
from table.exercises.lessons import LessonState
from table.user_error import UserError

_GREEN = discord.ButtonStyle.success
FIRST_OPPONENT = "computer-1"
"""The opponent of a first match, in the form that `cogs.match.context_menus.choose_game` expects."""


async def show_lesson(interaction: discord.Interaction, lesson: LessonState) -> None:
    """Show the panel in place of the message with the pressed control, or as a new private answer."""
    speak = await voice_of(interaction)
    over, under, rows = lesson_parts(lesson, speak)
    await show(interaction, lesson, speak, over, under, rows)


def lesson_parts(lesson: LessonState, speak: Voice) -> tuple[list[str], list[str], list[Row]]:
    """The lines above and below the picture, and the controls."""
    title = text(
        "### Lesson {number} of {count}: {title}",
        number=lesson.number,
        count=lesson.count,
        title=Text(lesson.lesson.title),
    )
    news = _news(lesson, speak)
    known = lesson.solved or news or lesson.now.codes
    over = [speak(title), *([] if known else [speak(Text(lesson.lesson.text))])]
    under = _under(lesson, news, speak)
    rows = _solved_controls(lesson, speak) if lesson.solved else _controls(lesson, [*over, *under], speak)
    return over, under, rows


def _news(lesson: LessonState, speak: Voice) -> list[str]:
    """The feedback on the last try, or a note that the lesson has changed."""
    if lesson.wrong is not None:
        return [f"**{speak(NOT_QUITE)}** {speak(Text(lesson.wrong.answer))}"]
    if lesson.failed:
        return [f"**{speak(NOT_QUITE)}** {speak(AGAIN)}"]
    if lesson.stale:
        return [f"-# {speak(text('The lesson has moved on in the meantime. This is how it stands now.'))}"]
    return []


def _under(lesson: LessonState, news: Sequence[str], speak: Voice) -> list[str]:
    """The lines beside the buttons: the news, the task and the question, or that the lesson is solved."""
    if not lesson.solved:
        return asked_lines(lesson, Text(lesson.lesson.task), news, speak)
    done = [f"**{speak(text('Solved!'))}** {speak(Text(lesson.lesson.done))}"]
    return [*done, *([speak(_finished(lesson))] if lesson.is_last else [])]


def _finished(lesson: LessonState) -> Text:
    return text("That was the last lesson of {game}.", game=lesson.game.name)


def _controls(lesson: LessonState, words: Sequence[str], speak: Voice) -> list[Row]:
    named = lesson.refused.rule if lesson.refused else lesson.wrong.rule if lesson.wrong else ""
    skip = None
    if not lesson.is_last:
        skip = ActionButton("learn-next", address_of(lesson), speak(text("Skip the lesson")))
    rule = named or lesson.lesson.rule
    return CONTROLS.choice_rows(lesson, speak, words, rule, _text_button(lesson, speak), skip)


def _text_button(lesson: LessonState, speak: Voice) -> ActionButton | None:
    """Shows the lesson's text again, in place of the answer to a wrong try."""
    if not lesson.failed:
        return None
    return ActionButton(CONTROLS.action("panel"), address_of(lesson), speak(text("Show the lesson")))


def _solved_controls(lesson: LessonState, speak: Voice) -> list[Row]:
    row = Row()
    if not lesson.is_last:
        row.add_item(ActionButton("learn-next", address_of(lesson), speak(text("Next lesson")), style=_GREEN))
    else:
        label = speak(text("Play against the computer"))
        row.add_item(
            ActionButton("challenge", NOWHERE, label, extra=f"{lesson.game.key}.{FIRST_OPPONENT}", style=_GREEN)
        )
    row.add_item(CONTROLS.once_more(lesson, speak))
    if (rule := CONTROLS.rule_button(lesson, lesson.lesson.rule, speak)) is not None:
        row.add_item(rule)
    return [row]


async def open_lesson(interaction: discord.Interaction, game: str, number: int = 0) -> LessonState:
    """Open a lesson by its number, or continue the course. Raises UserError for a game without lessons."""
    if not course(game):
        raise UserError(text("There are no lessons for this game yet. /rules explains how it is played."))
    return await bot_of(interaction).table.lessons.open(interaction.user.id, game, number)


async def begin(interaction: discord.Interaction, address: Address, game: str) -> None:
    """Continue the course of a game, or of the match's game."""
    wanted = game if game in GAMES else (await need_match(interaction, address.match)).game
    await show_lesson(interaction, await open_lesson(interaction, wanted))


async def open_next(interaction: discord.Interaction, address: Address, _: str) -> None:
    """Open the next lesson of the course."""
    lessons = bot_of(interaction).table.lessons
    here = await lessons.again(address.match, interaction.user.id)
    number = min(here.number + 1, here.count)
    await show_lesson(interaction, await lessons.open(interaction.user.id, here.game.key, number))


CONTROLS = ExerciseControls("learn", lambda bot: bot.table.lessons, show_lesson, text("Back to the lesson"))
