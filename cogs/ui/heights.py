"""Estimates the height of a private panel on a desktop: how much its texts and controls leave for the pictures.

The figures are measured in Discord's desktop client as the local table shows it; `tests/browser` checks them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

import discord

from render.image import fonts

MAX_PANEL_HEIGHT: Final = 800
"""The maximum height, so that a panel fits a window of 1280 × 800."""
_AROUND: Final = 122
"""Height of the message's header and frame."""
_WIDTH: Final = 560
"""Width of the content within the frame."""
_PICTURES: Final = 16
"""Space above and below the pictures."""
_MARGIN: Final = 8
"""Reserve, because texts are not measured in the client's own font."""
_WIDER: Final = 1.14
"""Width of the client's font relative to the font of our pictures."""
_LINE: Final = 22
_SMALL: Final = 20
_HEADING: Final = 30
_BUTTON: Final = 32
_BETWEEN: Final = 8
"""Gap between two buttons, and between two lines of them."""
_PADDING: Final = 24
"""Horizontal padding of a button."""
_EMOJI: Final = 28
_SELECT: Final = 40
_AROUND_ROW: Final = 10
_INDENT: Final = 16
_MARKUP: Final = re.compile(r"\*\*|~~|`|<a?:\w+:\d+>|^(-# |### |> )")
_CUSTOM_EMOJI: Final = re.compile(r"<a?:\w+:\d+>")
_COMMAND: Final = re.compile(r"<(/[\w -]+):\d+>")


def room_for_pictures(items: Iterable[discord.ui.Item[Any]], most: int = MAX_PANEL_HEIGHT) -> int:
    """The pixels that a panel with these texts and controls has left for its pictures."""
    return most - _AROUND - _PICTURES - _MARGIN - sum(item_height(one) for one in items)


def item_height(item: discord.ui.Item[Any]) -> int:
    """The height of a text or a row of controls."""
    if isinstance(item, discord.ui.TextDisplay):
        return sum(line_height(line) for line in item.content.split("\n"))
    if isinstance(item, discord.ui.ActionRow):
        return row_height(item)
    raise TypeError(f"the height of a {type(item).__name__} is not known")


def line_height(line: str) -> int:
    """The height of a line of text, including wrapped lines."""
    size, step, room = 16, _LINE, _WIDTH
    if line.startswith("-# "):
        size, step = 14, _SMALL
    elif line.startswith("### "):
        step = _HEADING
    elif line.startswith("> "):
        room -= _INDENT
    return lines_of(line, size, room) * step


def lines_of(line: str, size: int, room: int) -> int:
    """The number of lines that the text needs when wrapped."""
    plain, emojis = _COMMAND.sub(r"\1", _MARKUP.sub("", line)), len(_CUSTOM_EMOJI.findall(line))
    used, count = emojis * 1.4 * size, 1
    for word in plain.split(" "):
        wide = fonts.width(word + " ", "Bold" if "**" in line else "Medium", size) * _WIDER
        if used and used + wide > room:
            count += 1
            used = 0
        used += wide
    return count


def row_height(row: discord.ui.ActionRow[Any]) -> int:
    """The height of a row of controls; long buttons are wrapped."""
    if any(isinstance(_plain(child), discord.ui.Select) for child in row.children):
        return _SELECT + _AROUND_ROW
    return _AROUND_ROW - _BETWEEN + (_BUTTON + _BETWEEN) * len(line_starts(row.children))


def line_starts(buttons: Sequence[discord.ui.Item[Any]], most: int = 0) -> list[int]:
    """The indexes of the buttons that start a line, with at most `most` per line if it is given."""
    starts: list[int] = []
    used = 0
    for n, button in enumerate(buttons):
        wide = button_width(button)
        if not starts or used + _BETWEEN + wide > _WIDTH or n - starts[-1] == most:
            starts.append(n)
            used = wide
        else:
            used += _BETWEEN + wide
    return starts


def button_width(item: discord.ui.Item[Any]) -> int:
    """The width of a button."""
    button = _plain(item)
    if not isinstance(button, discord.ui.Button):
        raise TypeError(f"the width of a {type(button).__name__} is not known")
    label = math.ceil(fonts.width(button.label or "", "SemiBold", 14) * _WIDER)
    return min(_WIDTH, label + _PADDING + (_EMOJI if button.emoji is not None else 0))


def _plain(item: discord.ui.Item[Any]) -> discord.ui.Item[Any]:
    return item.item if isinstance(item, discord.ui.DynamicItem) else item
