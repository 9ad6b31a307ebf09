"""The panel of a lesson: what there is to know, the task, and the position in which it is solved by playing."""

from __future__ import annotations

from typing import Any

import discord
from msgspec.structs import replace

from cogs.library.books import section
from cogs.pictures import Board
from cogs.ui.access import need_match
from cogs.ui.controls import NOWHERE, ActionButton, Address
from cogs.ui.interactions import bot_of, reply
from cogs.ui.layouts import SIDE_COLOURS, Row, attachments, galleries, layout
from cogs.ui.panel import JOIN, choice_rows, marks_for, small_lines
from cogs.ui.rules import PanelAt, section_button, show_section
from cogs.voice import Voice, voice
from engine.core.ask import seen_by
from engine.core.text import Text, text
from engine.registry import GAMES
from table.choices import choices
from table.lessons import Lessoned
from table.outgoing import clip

LONGEST = 3000
"""Characters of a panel's words."""
_GREEN = discord.ButtonStyle.success
NOVICE = "computer-1"
"""The opponent of a first match, as `cogs.menus.choose_game` takes it."""


async def show_lesson(interaction: discord.Interaction, lesson: Lessoned) -> None:
    """Show the panel in place of the message with the pressed control, or as a new private answer."""
    bot = bot_of(interaction)
    person = await bot.store.person(interaction.user.id)
    speak = voice(person.language or bot.language_of(interaction.locale))
    now, seat = lesson.now, lesson.lesson.seat
    if lesson.solved:  # nothing is asked any more
        marks = marks_for(lesson.game, None, (), now.events)
    else:
        marks = replace(marks_for(lesson.game, now, choices(now), now.events), task=speak(Text(lesson.lesson.task)))
    board = await bot.pictures.board(
        lesson.game,
        lesson.game.view(now.position.state, seat, now.position.asks),
        language=speak.language,
        palette=person.palette,
        marks=marks,
        bottom=seat,
        form="board" if lesson.solved else "parts",
    )
    await reply(interaction, _panel(lesson, board, speak), attachments(board))


def _panel(lesson: Lessoned, board: Board, speak: Voice) -> discord.ui.LayoutView:
    address = Address(lesson.row.id, 0, lesson.row.revision)
    title = text(
        "### Lesson {number} of {count}: {title}",
        number=lesson.number,
        count=lesson.count,
        title=Text(lesson.lesson.title),
    )
    parts: list[discord.ui.Item[Any]] = [discord.ui.TextDisplay("\n".join([speak(title), *_before(lesson, speak)]))]
    parts += [*galleries(board), discord.ui.TextDisplay(clip("\n".join(_after(lesson, speak)), LONGEST))]
    parts += _solved_controls(lesson, address, speak) if lesson.solved else _controls(lesson, address, speak)
    return layout(*parts, colour=SIDE_COLOURS[lesson.lesson.seat])


def _before(lesson: Lessoned, speak: Voice) -> list[str]:
    """What stands over the picture: what there is to know, or what was wrong."""
    if lesson.solved:
        return []
    told = lesson.lesson
    if lesson.wrong is not None:
        return [f"**{speak(text('Not quite.'))}** {speak(Text(lesson.wrong.answer))}"]
    if lesson.failed:
        return [f"**{speak(text('Not quite.'))}** {speak(text('The position is set up again: have another try.'))}"]
    if lesson.stale:
        return [f"-# {speak(text('The lesson has moved on in the meantime. This is how it stands now.'))}"]
    return [speak(Text(told.text))]


def _after(lesson: Lessoned, speak: Voice) -> list[str]:
    """What stands under the picture: the task and the question, or that it is solved."""
    told, now = lesson.lesson, lesson.now
    if lesson.solved:
        done = [f"**{speak(text('Solved!'))}** {speak(Text(told.done))}"]
        return [*done, *([speak(_finished(lesson))] if lesson.is_last else [])]
    lines = [f"**{speak(text('Task: {task}', task=Text(told.task)))}**"]
    if lesson.refused is not None:
        lines.append(speak(lesson.refused.text))
    if now.ask is not None:
        lines.append(speak(lesson.game.prompt(now.ask)))
        if card := lesson.game.explain(now.ask):
            lines.append(f"> {speak(card)}")
    told_lines = lesson.game.narrate(seen_by(now.events, told.seat))
    return lines + small_lines(lesson.game.key, told_lines, speak, LONGEST - len("\n".join(lines)))


def _finished(lesson: Lessoned) -> Text:
    return text("That was the last lesson of {game}.", game=lesson.game.name)


def _controls(lesson: Lessoned, address: Address, speak: Voice) -> list[Row]:
    rows = choice_rows(choices(lesson.now), address, speak, lesson.game.key, "learn-pick")
    last = Row()
    if lesson.now.codes:
        last.add_item(ActionButton("learn-back", address, speak(text("Back"))))
        last.add_item(ActionButton("learn-restart", address, speak(text("Start over"))))
    named = lesson.refused.rule if lesson.refused else lesson.wrong.rule if lesson.wrong else ""
    rule = named or lesson.lesson.rule
    if (found := section(rule, speak.language)) is not None:
        label = speak(text("Rule: {title}", title=found.title))
        last.add_item(section_button(found.id, label, _panel_at(address)))
    if not lesson.is_last:
        last.add_item(ActionButton("learn-next", address, speak(text("Skip the lesson"))))
    return [*rows, last]


def _solved_controls(lesson: Lessoned, address: Address, speak: Voice) -> list[Row]:
    row = Row()
    if not lesson.is_last:
        row.add_item(ActionButton("learn-next", address, speak(text("Next lesson")), style=_GREEN))
    else:
        label = speak(text("Play against the computer"))
        row.add_item(ActionButton("challenge", NOWHERE, label, extra=f"{lesson.game.key}.{NOVICE}", style=_GREEN))
    row.add_item(ActionButton("learn-restart", address, speak(text("Once more"))))
    if (found := section(lesson.lesson.rule, speak.language)) is not None:
        row.add_item(section_button(found.id, speak(text("Rule: {title}", title=found.title)), _panel_at(address)))
    return [row]


def _panel_at(address: Address) -> PanelAt:
    return PanelAt(address, "learn-rule", "learn-panel", text("Back to the lesson"))


async def begin(interaction: discord.Interaction, address: Address, game: str) -> None:
    """Open the course of a game, or of the match's game, where the person left it."""
    wanted = game if game in GAMES else (await need_match(interaction, address.match)).game
    await show_lesson(interaction, await bot_of(interaction).table.lessons.open(interaction.user.id, wanted))


async def pick(interaction: discord.Interaction, address: Address, codes: str) -> None:
    """One click: a code, or two that belong together."""
    lessons = bot_of(interaction).table.lessons
    then = await lessons.pick(address.match, interaction.user.id, codes.split(JOIN), address.revision, interaction.id)
    await show_lesson(interaction, then)


async def back(interaction: discord.Interaction, address: Address, _: str) -> None:
    """Take back the last click."""
    lessons = bot_of(interaction).table.lessons
    await show_lesson(
        interaction, await lessons.back(address.match, interaction.user.id, address.revision, interaction.id)
    )


async def restart(interaction: discord.Interaction, address: Address, _: str) -> None:
    """The lesson from its beginning."""
    lessons = bot_of(interaction).table.lessons
    await show_lesson(
        interaction, await lessons.restart(address.match, interaction.user.id, address.revision, interaction.id)
    )


async def go_on(interaction: discord.Interaction, address: Address, _: str) -> None:
    """The next lesson of the course."""
    lessons = bot_of(interaction).table.lessons
    here = await lessons.again(address.match, interaction.user.id)
    number = min(here.number + 1, here.count)
    await show_lesson(interaction, await lessons.open(interaction.user.id, here.game.key, number))


async def open_rule(interaction: discord.Interaction, address: Address, rule: str) -> None:
    """Show a section of the rules in the place of the panel."""
    await bot_of(interaction).table.lessons.again(address.match, interaction.user.id)
    await show_section(interaction, rule, panel=_panel_at(address))


async def return_to_lesson(interaction: discord.Interaction, address: Address, _: str) -> None:
    """Show the panel again, in the place of a section of the rules."""
    lessons = bot_of(interaction).table.lessons
    await show_lesson(interaction, await lessons.again(address.match, interaction.user.id))
