"""A message of the table in Discord's form: a framed layout with the board, the text and the buttons."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

import discord
from msgspec import Struct

from cogs.ui.controls import ActionButton, Address
from cogs.ui.emojis import EMOJIS
from cogs.ui.limits import MAX_COMPONENTS, MAX_CUSTOM_ID_LENGTH, MAX_LABEL_LENGTH, MAX_TEXT_LENGTH
from cogs.ui.voice import Voice, voice
from engine.registry import game_for
from render import Marks
from table.outbox.outgoing import BoardView, Button, Line, Link, Outgoing, clip
from workers.picture_cache import Board, PictureCache

BOARD_FILE = "board.png"
BOARD_PART_FILE = "board-{number}.png"
SIDE_COLORS = (0xE0A82E, 0x8E6BD6, 0x3BA57C, 0xD9604C)
"""The accent color of a message, by seat."""
MAX_STORY_LENGTH = 2500
"""The maximum number of characters, so that the rest of the message fits below Discord's limit."""
MARKUP = {"plain": "{}", "small": "-# {}", "heading": "### {}"}
Row = discord.ui.ActionRow[Any]


Attached = tuple[tuple[str, str], ...]
"""The names and alternative texts of a message's pictures."""


class DiscordMessage(Struct, frozen=True):
    """A message in Discord's form. It pings only the people in `pings`."""

    view: discord.ui.LayoutView
    files: tuple[discord.File, ...]
    pings: tuple[int, ...]
    attached: Attached


async def discord_message(
    pictures: PictureCache, outgoing: Outgoing, attached: Attached | None = None, mark: int | None = None
) -> DiscordMessage:
    """The message in Discord's form and in its own language. `attached`: its pictures are attached already and need no
    drawing.

    `mark` becomes the id of its container, by which it can be found again.
    """
    speak = voice(outgoing.language)
    parts: list[discord.ui.Item[Any]] = []
    files: tuple[discord.File, ...] = ()
    if outgoing.board is not None and attached is None:
        board = await _draw_board(pictures, outgoing.board, outgoing.language)
        files = (*attachments(board),)
        attached = tuple((name, alt) for name, _, alt in _pictures(board))
    parts += [gallery(name, alt) for name, alt in attached or ()]
    if words := markdown(outgoing.lines, speak, outgoing.board.game if outgoing.board else ""):
        parts.append(discord.ui.TextDisplay(words))
    if outgoing.buttons:
        address = Address(outgoing.match, outgoing.version)
        parts.append(Row(*(_button(button, address, speak) for button in outgoing.buttons)))
    colour = None if outgoing.seat is None else SIDE_COLORS[outgoing.seat]
    return DiscordMessage(layout(*parts, colour=colour, mark=mark), files, outgoing.pings, attached or ())


async def _draw_board(pictures: PictureCache, board: BoardView, language: str) -> Board:
    game = game_for(board.game, board.rules_version)
    marks = Marks(trail=board.trail, task=voice(language)(board.task) if board.task else "")
    return await pictures.board(
        game, board.view, language=language, palette=board.palette, marks=marks, bottom=board.bottom
    )


def markdown(lines: Iterable[Line], speak: Voice, game: str = "") -> str:
    """The lines with Discord's markup; story lines are shortened together and get the emojis of `game`."""
    blocks = []
    for style, group in groupby(lines, key=lambda line: line.style):
        if style == "story":
            story = EMOJIS.lines(game, [line.text for line in group], speak, MAX_STORY_LENGTH)
            blocks.append(clip("\n".join(story), MAX_STORY_LENGTH))
        else:
            blocks.append("\n".join(MARKUP[style].format(speak(line.text)) for line in group))
    return "\n".join(blocks)


def _button(button: Button | Link, address: Address, speak: Voice) -> ActionButton | discord.ui.Button[Any]:
    label = speak(button.label)
    if isinstance(button, Link):
        return discord.ui.Button(label=clip(label, MAX_LABEL_LENGTH), url=url(button))
    style = discord.ButtonStyle[button.style]
    return ActionButton(button.action, address, label, extra=button.extra, style=style)


def url(link: Link) -> str:
    """The URL of a message, or of its channel."""
    channel = f"https://discord.com/channels/{link.guild or '@me'}/{link.channel}"
    return channel if link.message is None else f"{channel}/{link.message}"


def attachments(board: Board) -> list[discord.File]:
    """The pictures as files; their alternative texts are in the galleries."""
    return [discord.File(io.BytesIO(data), name, description=alt) for name, data, alt in _pictures(board)]


def galleries(board: Board) -> list[discord.ui.Item[Any]]:
    """The attached pictures as parts of a layout, each in its own gallery."""
    return [gallery(name, alt) for name, _, alt in _pictures(board)]


def gallery(name: str, alt: str) -> discord.ui.MediaGallery[Any]:
    """An attached picture in its own gallery, in which Discord does not crop it."""
    shown: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery()
    shown.add_item(media=f"attachment://{name}", description=alt)
    return shown


def _pictures(board: Board) -> Iterator[tuple[str, bytes, str]]:
    """Name, data and alternative text of each picture: the board first, then the parts below it."""
    yield BOARD_FILE, board.picture.data, board.alt
    for number, part in enumerate(board.picture.parts, 2):
        yield BOARD_PART_FILE.format(number=number), part.data, part.title


def layout(*parts: discord.ui.Item[Any], colour: int | None = None, mark: int | None = None) -> discord.ui.LayoutView:
    """Parts in one framed message; `mark` is the container's id."""
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.Container(*parts, accent_colour=colour, id=mark))
    return check_limits(view)


def check_limits(view: discord.ui.LayoutView) -> discord.ui.LayoutView:
    """The layout, if it is within Discord's limits. Raises ValueError otherwise."""
    items = list(view.walk_children())
    if len(items) > MAX_COMPONENTS:
        raise ValueError(f"{len(items)} components in one message, {MAX_COMPONENTS} are allowed")
    words = sum(len(item.content) for item in items if isinstance(item, discord.ui.TextDisplay))
    if words > MAX_TEXT_LENGTH:
        raise ValueError(f"{words} characters in one message, {MAX_TEXT_LENGTH} are allowed")
    ids = [
        item.custom_id for item in items if isinstance(item, discord.ui.Button | discord.ui.Select) and item.custom_id
    ]
    if len(set(ids)) != len(ids) or any(len(one) > MAX_CUSTOM_ID_LENGTH for one in ids):
        raise ValueError(f"custom ids must be unique and at most {MAX_CUSTOM_ID_LENGTH} characters: {ids}")
    return view
