"""Sections of the rules: one in full with its diagrams and neighbors, and the controls that open sections."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import discord
from msgspec import Struct

from cogs.ui.channels import in_server
from cogs.ui.command_mentions import COMMAND_MENTIONS
from cogs.ui.controls import ActionButton, Address
from cogs.ui.interactions import Answered, Way, bot_of, person_of, reply, voice_for
from cogs.ui.layouts import check_limits, gallery
from cogs.ui.limits import MAX_LABEL_LENGTH, MAX_OPTION_LABEL_LENGTH, MAX_OPTIONS
from cogs.ui.voice import Voice
from engine.core.position import Position
from engine.core.text import Text, text
from engine.learning.rulebook import Diagram, Section
from engine.registry import GAMES
from render import Marks
from search.books import BOT, book, book_name, section
from table.outbox.outgoing import clip
from table.user_error import UserError
from workers.picture_cache import ALT_LIMIT, Board

if TYPE_CHECKING:
    from cogs.client.arena_bot import ArenaBot

BUTTONS_PER_ROW = 5
DIAGRAM_HEIGHT = 330
"""The maximum height in pixels of a diagram that only its reader sees."""


class PanelAt(Struct, frozen=True):
    """A panel that a section replaces: its address, and the actions that open a section in it and return."""

    address: Address
    rule: str = "rule"
    back: str = "panel"
    label: Text = text("Back to your move")


class RuleButton(Answered, discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"ap:rule:(?P<rule>[a-z0-9.-]+)"):
    """Opens a section of the rules privately for the person who pressed it."""

    def __init__(self, rule: str, label: str = "…") -> None:
        super().__init__(discord.ui.Button(label=clip(label, MAX_LABEL_LENGTH), custom_id=f"ap:rule:{rule}"))
        self.rule = rule

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str]
    ) -> RuleButton:
        return cls(match["rule"])

    async def act(self, interaction: discord.Interaction) -> None:
        await show_section(interaction, self.rule)


class ShowAll(Answered, discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"ap:show:(?P<rule>[a-z0-9.-]+)"):
    """Shows a section to everybody in the channel."""

    def __init__(self, rule: str, label: str = "…") -> None:
        super().__init__(discord.ui.Button(label=clip(label, MAX_LABEL_LENGTH), custom_id=f"ap:show:{rule}"))
        self.rule = rule

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str]) -> ShowAll:
        return cls(match["rule"])

    def way(self, interaction: discord.Interaction) -> Way:
        return Way.PUBLIC if in_server(interaction) else Way.PRIVATE

    async def act(self, interaction: discord.Interaction) -> None:
        await show_section(interaction, self.rule, public=in_server(interaction))


class SectionSelect(
    Answered, discord.ui.DynamicItem[discord.ui.Select[Any]], template=r"ap:rules:(?P<game>[a-z]+):(?P<part>\d+)"
):
    """The table of contents."""

    def __init__(self, game: str, part: int, sections: list[Section] | None = None, placeholder: str = "…") -> None:
        options = [
            discord.SelectOption(label=clip(one.title, MAX_OPTION_LABEL_LENGTH), value=one.id) for one in sections or []
        ] or [discord.SelectOption(label="…", value="…")]
        super().__init__(
            discord.ui.Select(
                custom_id=f"ap:rules:{game}:{part}",
                options=options,
                placeholder=clip(placeholder, MAX_OPTION_LABEL_LENGTH),
            )
        )

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction, _item: discord.ui.Item[Any], match: re.Match[str]
    ) -> SectionSelect:
        return cls(match["game"], int(match["part"]))

    async def act(self, interaction: discord.Interaction) -> None:
        await show_section(interaction, self.item.values[0])


def rule_button(rule: str, speak: Voice) -> discord.ui.View:
    """A view with one button that opens the rule."""
    view = discord.ui.View(timeout=None)
    found = section(rule, speak.language)
    if found is not None:
        view.add_item(RuleButton(rule, speak(text("Rule: {title}", title=found.title))))
    return view


async def show_section(
    interaction: discord.Interaction,
    rule: str,
    *,
    also: Sequence[str] = (),
    cards: Sequence[str] = (),
    public: bool = False,
    panel: PanelAt | None = None,
) -> None:
    """Show a section: its text and diagrams, and buttons for other answers (`also`) and related sections.

    `cards` are components of its game whose texts are shown with it. With `panel`, it replaces that panel and has a
    button back to it.
    """
    bot = bot_of(interaction)
    speak = await voice_for(interaction)
    found = section(rule, speak.language)
    if found is None:
        raise UserError(text("This rule is no longer in the rules."))
    palette = (await person_of(interaction)).palette
    boards = [await _draw_diagram(bot, found, one, speak, palette, public=public) for one in found.diagrams]
    shareable = in_server(interaction) and not public
    view = _section_layout(found, boards, also, speak, cards=cards, shareable=shareable, panel=panel)
    files = [
        discord.File(io.BytesIO(board.picture.data), f"{number}.png", description=board.alt)
        for number, board in enumerate(boards)
    ]
    await reply(interaction, view, files)


async def _draw_diagram(
    bot: ArenaBot, found: Section, diagram: Diagram, speak: Voice, palette: str, *, public: bool
) -> Board:
    """A diagram drawn by the game's own renderer; a private one is small, because controls follow."""
    game = GAMES[found.id.partition(".")[0]]
    position = Position.read(game, {}, diagram.position)
    view = game.view(position.state, None, position.asks)
    marks = Marks(targets=diagram.targets, trail=diagram.trail)
    board = await bot.pictures.board(
        game,
        view,
        language=speak.language,
        palette=palette,
        marks=marks,
        form="board" if public else "bare",
        room=DIAGRAM_HEIGHT,
    )
    return Board(board.picture, clip(f"{diagram.caption} {board.alt}", ALT_LIMIT))


def _section_layout(
    found: Section,
    boards: Sequence[Board],
    also: Sequence[str],
    speak: Voice,
    *,
    cards: Sequence[str],
    shareable: bool,
    panel: PanelAt | None,
) -> discord.ui.LayoutView:
    name = speak(book_name(found.id.partition(".")[0]))
    body = COMMAND_MENTIONS(found.body)
    parts: list[discord.ui.Item[Any]] = [discord.ui.TextDisplay(f"### {found.title}\n-# {name}\n{body}")]
    for card in cards:
        component = GAMES[found.id.partition(".")[0]].components[card]
        title = f"**{speak(component.name)} · {speak(component.group)}**"
        parts.append(discord.ui.TextDisplay(f"{title}\n{speak(component.text)}"))
    for number, (diagram, board) in enumerate(zip(found.diagrams, boards, strict=True)):
        parts += [gallery(f"{number}.png", board.alt), discord.ui.TextDisplay(f"-# {diagram.caption}")]
    shown = {found.id}
    rows = [
        (speak(text("Other answers")), also),
        (speak(text("See also")), found.see),
        (speak(text("Previous and next")), _neighbours(found, speak)),
    ]
    for head, ids in rows:
        buttons = _buttons([one for one in ids if one not in shown], speak, panel)
        shown.update(ids)
        if buttons:
            parts += [discord.ui.TextDisplay(f"-# {head}"), discord.ui.ActionRow(*buttons)]
    last: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
    if panel is not None:
        label = speak(panel.label)
        last.add_item(ActionButton(panel.back, panel.address, label, style=discord.ButtonStyle.primary))
    if shareable:
        last.add_item(ShowAll(found.id, speak(text("Show to everyone"))))
    if last.children:
        parts.append(last)
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.Container(*parts))
    return check_limits(view)


def _neighbours(found: Section, speak: Voice) -> list[str]:
    """The previous and the next section in reading order."""
    ids = list(book(found.id.partition(".")[0], speak.language))
    place = ids.index(found.id)
    return [*ids[max(place - 1, 0) : place], *ids[place + 1 : place + 2]]


def _buttons(ids: Sequence[str], speak: Voice, panel: PanelAt | None) -> list[discord.ui.Item[Any]]:
    """Up to a row of buttons that open sections."""
    named = ((one, section(one, speak.language)) for one in dict.fromkeys(ids))
    return [section_button(one, other.title, panel) for one, other in named if other is not None][:BUTTONS_PER_ROW]


def section_button(rule: str, label: str, panel: PanelAt | None) -> discord.ui.Item[Any]:
    """A button that opens a section, in place of `panel` if it is given."""
    return RuleButton(rule, label) if panel is None else ActionButton(panel.rule, panel.address, label, extra=rule)


def section_choices(ids: Sequence[str], words: str, speak: Voice) -> discord.ui.LayoutView:
    """A layout with these words and a button for each section, labeled with its game."""
    view = discord.ui.LayoutView(timeout=None)
    parts: list[discord.ui.Item[Any]] = [discord.ui.TextDisplay(words)]
    buttons = []
    for one in ids:
        found = section(one, speak.language)
        if found is not None:
            name = speak(book_name(one.partition(".")[0]))
            buttons.append(RuleButton(one, f"{found.title} · {name}"))
    parts += [
        discord.ui.ActionRow(*buttons[start : start + BUTTONS_PER_ROW])
        for start in range(0, len(buttons), BUTTONS_PER_ROW)
    ]
    view.add_item(discord.ui.Container(*parts))
    return check_limits(view)


def contents(game: str, words: str, speak: Voice, *before: discord.ui.Item[Any]) -> discord.ui.LayoutView:
    """A layout with the items `before`, these words, and selects with the contents of the game's rules and the bot's
    book.
    """
    view = discord.ui.LayoutView(timeout=None)
    for item in (*before, discord.ui.TextDisplay[Any](words)):
        view.add_item(item)
    for key in (game, BOT):
        sections = list(book(key, speak.language).values())
        parts = [sections[start : start + MAX_OPTIONS] for start in range(0, len(sections), MAX_OPTIONS)]
        for number, part in enumerate(parts):
            placeholder = speak(book_name(key)) if key == BOT else f"{part[0].title} – {part[-1].title}"
            row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(SectionSelect(key, number, part, placeholder))
            view.add_item(row)
    return check_limits(view)
