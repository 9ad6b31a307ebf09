"""Shared parts of the lesson and puzzle panels: the position with its task, the choices and the control handlers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import discord

from cogs.play.panel import CODE_SEPARATOR, choice_rows, marks_for, rule_label, small_line
from cogs.rules.section_panel import PanelAt, section_button, show_section
from cogs.ui.controls import ActionButton, Address, Control
from cogs.ui.heights import item_height, room_for_pictures
from cogs.ui.interactions import bot_of, person_of, reply
from cogs.ui.layouts import SIDE_COLORS, Row, attachments, galleries, layout
from cogs.ui.unknown_word import unknown_word_text
from cogs.ui.voice import Voice, voice
from engine.core.ask import seen_by
from engine.core.text import Text, text
from search.books import section
from table.exercises.exercises import Exercised, Exercises
from table.outbox.outgoing import clip, quoted

if TYPE_CHECKING:
    from cogs.client.arena_bot import ArenaBot

MAX_WORDS_LENGTH = 3000
"""Characters of text in a panel."""
MAX_BELOW_PICTURE_HEIGHT = 244
"""The target height in pixels of texts and controls together."""
MIN_CONTROLS_HEIGHT = 100
"""The height in pixels of a select and a line of buttons."""
NOT_QUITE = text("Not quite.")
AGAIN = text("Have another try.")

SeenT = TypeVar("SeenT", bound=Exercised)


async def voice_of(interaction: discord.Interaction) -> Voice:
    """The voice for this person."""
    bot = bot_of(interaction)
    person = await person_of(interaction)
    return voice(person.language or bot.language_of(interaction.locale))


async def show(
    interaction: discord.Interaction,
    seen: Exercised,
    speak: Voice,
    over: Sequence[str],
    under: Sequence[str],
    rows: Sequence[Row],
) -> None:
    """Show the panel in place of the message with the pressed control, or as a new private answer."""
    bot, now = bot_of(interaction), seen.now
    head = discord.ui.TextDisplay[Any](clip("\n".join(over), MAX_WORDS_LENGTH))
    below: list[discord.ui.Item[Any]] = [
        discord.ui.TextDisplay(clip("\n".join(under), MAX_WORDS_LENGTH - len(head.content))),
        *rows,
    ]
    board = await bot.pictures.board(
        seen.game,
        seen.game.view(now.position.state, now.seat, now.position.asks),
        language=speak.language,
        palette=(await person_of(interaction)).palette,
        marks=marks_for(seen.game, None if seen.solved else now, () if seen.solved else seen.choices, now.events),
        bottom=now.seat,
        form="fitted" if seen.solved else "panel",
        room=room_for_pictures([head, *below]),
    )
    panel = layout(head, *galleries(board), *below, colour=SIDE_COLORS[now.seat])
    await reply(interaction, panel, attachments(board))


def address_of(seen: Exercised) -> Address:
    """The address for the panel's controls."""
    return Address(seen.row.id, 0, seen.row.revision)


def asked_lines(seen: Exercised, task: Text, news: Sequence[str], speak: Voice) -> list[str]:
    """The lines of the panel: earlier events, the latest news, the task and the question."""
    now = seen.now
    lines = [*news]
    if seen.refused is not None:
        why = seen.refused.text
        if seen.refused.code == "unknown" and now.ask is not None:
            why = unknown_word_text(quoted(seen.word), now.ask, speak.language)
        lines.append(speak(why))
    lines.append(f"**{speak(text('Task: {task}', task=task))}**")
    if now.ask is not None:
        lines.append(speak(seen.game.prompt(now.ask)))
        if card := seen.game.explain(now.ask):
            lines.append(f"> {speak(card)}")
    story = seen.game.narrate(seen_by(now.events, now.seat))
    done = [small_line(seen.game.key, story, speak)] if story else []
    return done + lines


class ExerciseControls(Generic[SeenT]):
    """The controls of one kind of exercise, whose names share a prefix."""

    def __init__(
        self,
        word: str,
        exercises: Callable[[ArenaBot], Exercises[Any, Any, SeenT]],
        show: Callable[[discord.Interaction, SeenT], Awaitable[None]],
        back: Text,
    ) -> None:
        """`back` is the label of the button that returns from a section of the rules."""
        self._word, self._exercises, self._show, self._back_to = word, exercises, show, back

    def action(self, what: str) -> str:
        """The name of a control."""
        return f"{self._word}-{what}"

    def controls(self) -> dict[str, Control]:
        """The controls by name."""
        acts = {
            "pick": self._pick,
            "back": self._back,
            "restart": self._restart,
            "rule": self._open_rule,
            "panel": self._return,
        }
        return {self.action(what): Control(act, in_place=True, own=True) for what, act in acts.items()}

    def choice_rows(
        self, seen: Exercised, speak: Voice, words: Sequence[str], rule: str, *more: discord.ui.Item[Any] | None
    ) -> list[Row]:
        """The rows with the choices, the undo buttons, the button of a rule and more controls, beside these words."""
        address, undo = address_of(seen), list[discord.ui.Item[Any]]()
        if seen.now.codes:
            undo.append(ActionButton(self.action("back"), address, speak(text("Back"))))
            undo.append(ActionButton(self.action("restart"), address, speak(text("Start over"))))

        def controls(*, brief: bool) -> list[discord.ui.Item[Any]]:
            shown = self.rule_button(seen, rule, speak, brief=brief)
            return [*undo, *(one for one in (shown, *more) if one is not None)]

        left = MAX_BELOW_PICTURE_HEIGHT - item_height(discord.ui.TextDisplay("\n".join(words)))
        return choice_rows(
            seen.choices,
            address,
            speak,
            seen.game.key,
            self.action("pick"),
            controls(brief=False),
            controls(brief=True),
            max(MIN_CONTROLS_HEIGHT, left),
        )

    def once_more(self, seen: Exercised, speak: Voice) -> ActionButton:
        """A button that restarts a solved exercise."""
        return ActionButton(self.action("restart"), address_of(seen), speak(text("Try again")))

    def rule_button(
        self, seen: Exercised, rule: str, speak: Voice, *, brief: bool = False
    ) -> discord.ui.Item[Any] | None:
        """A button that shows a section of the rules instead of the panel; None if there is no such section."""
        found = section(rule, speak.language)
        if found is None:
            return None
        return section_button(found.id, rule_label(found.title, speak, brief=brief), self._panel_at(address_of(seen)))

    def _panel_at(self, address: Address) -> PanelAt:
        return PanelAt(address, self.action("rule"), self.action("panel"), self._back_to)

    async def _pick(self, interaction: discord.Interaction, address: Address, codes: str) -> None:
        """Pick one code, or two that belong together."""
        all_of = self._exercises(bot_of(interaction))
        picked = codes.split(CODE_SEPARATOR)
        then = await all_of.pick(address.match, interaction.user.id, picked, address.revision, interaction.id)
        await self._show(interaction, then)

    async def _back(self, interaction: discord.Interaction, address: Address, _: str) -> None:
        """Undo the last click."""
        all_of = self._exercises(bot_of(interaction))
        then = await all_of.back(address.match, interaction.user.id, address.revision, interaction.id)
        await self._show(interaction, then)

    async def _restart(self, interaction: discord.Interaction, address: Address, _: str) -> None:
        """Restart the exercise."""
        all_of = self._exercises(bot_of(interaction))
        then = await all_of.restart(address.match, interaction.user.id, address.revision, interaction.id)
        await self._show(interaction, then)

    async def _open_rule(self, interaction: discord.Interaction, address: Address, rule: str) -> None:
        """Show a section of the rules instead of the panel."""
        await self._exercises(bot_of(interaction)).again(address.match, interaction.user.id)
        await show_section(interaction, rule, panel=self._panel_at(address))

    async def _return(self, interaction: discord.Interaction, address: Address, _: str) -> None:
        """Return from a section of the rules to the panel."""
        all_of = self._exercises(bot_of(interaction))
        await self._show(interaction, await all_of.again(address.match, interaction.user.id))
