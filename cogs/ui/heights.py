"""How high a private panel will be on a desktop: what its words and controls leave for its pictures.

The figures are those of Discord's desktop client as the local table shows it; `tests/browser` measures them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

import discord

from render import fonts

PANEL: Final = 800
"""No panel is higher, so that it fits a window of 1280 × 800."""
_AROUND: Final = 122
"""The message's head and the frame."""
_WIDTH: Final = 560
"""Of what is in the frame."""
_PICTURES: Final = 16
"""Above and below the pictures."""
_MARGIN: Final = 8
"""Kept free: words are not measured in the client's own type."""
_WIDER: Final = 1.14
"""How much wider the client's type is than the type of our pictures."""
_LINE: Final = 22
_SMALL: Final = 20
_HEADING: Final = 30
_BUTTON: Final = 32
_BETWEEN: Final = 8
"""Between two buttons, and two lines of them."""
_PADDING: Final = 24
"""Of a button."""
_EMOJI: Final = 28
_SELECT: Final = 40
_AROUND_ROW: Final = 10
_INDENT: Final = 16
_MARKUP: Final = re.compile(r"\*\*|~~|`|<a?:\w+:\d+>|^(-# |### |> )")
_CUSTOM_EMOJI: Final = re.compile(r"<a?:\w+:\d+>")


def room_for_pictures(items: Iterable[discord.ui.Item[Any]], most: int = PANEL) -> int:
    """How many pixels a panel with these words and controls has left for its pictures."""
    return most - _AROUND - _PICTURES - _MARGIN - sum(item_height(one) for one in items)


def item_height(item: discord.ui.Item[Any]) -> int:
    """How high a text or a row of controls is."""
    if isinstance(item, discord.ui.TextDisplay):
        return sum(line_height(line) for line in item.content.split("\n"))
    if isinstance(item, discord.ui.ActionRow):
        return row_height(item)
    raise TypeError(f"the height of a {type(item).__name__} is not known")


def line_height(line: str) -> int:
    """How high a line of words is, which is as many lines as it needs."""
    size, step, room = 16, _LINE, _WIDTH
    if line.startswith("-# "):
        size, step = 14, _SMALL
    elif line.startswith("### "):
        step = _HEADING
    elif line.startswith("> "):
        room -= _INDENT
    return lines_of(line, size, room) * step


def lines_of(line: str, size: int, room: int) -> int:
    """How many lines the words need."""
    plain, emojis = _MARKUP.sub("", line), len(_CUSTOM_EMOJI.findall(line))
    used, count = emojis * 1.4 * size, 1
    for word in plain.split(" "):
        wide = fonts.width(word + " ", "Bold" if "**" in line else "Medium", size) * _WIDER
        if used and used + wide > room:
            count += 1
            used = 0
        used += wide
    return count


def row_height(row: discord.ui.ActionRow[Any]) -> int:
    """How high a row of controls is: long buttons need more lines than one."""
    if any(isinstance(_plain(child), discord.ui.Select) for child in row.children):
        return _SELECT + _AROUND_ROW
    return _AROUND_ROW - _BETWEEN + (_BUTTON + _BETWEEN) * len(line_starts(row.children))


def line_starts(buttons: Sequence[discord.ui.Item[Any]], most: int = 0) -> list[int]:
    """Which buttons begin a line; `most` in a line, if there is such a limit."""
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
    """How wide a button is."""
    button = _plain(item)
    if not isinstance(button, discord.ui.Button):
        raise TypeError(f"the width of a {type(button).__name__} is not known")
    label = math.ceil(fonts.width(button.label or "", "SemiBold", 14) * _WIDER)
    return min(_WIDTH, label + _PADDING + (_EMOJI if button.emoji is not None else 0))


def _plain(item: discord.ui.Item[Any]) -> discord.ui.Item[Any]:
    return item.item if isinstance(item, discord.ui.DynamicItem) else item
