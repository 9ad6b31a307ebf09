"""A message as data: lines, a board, buttons and the people to ping. Each platform lays it out in its own way."""

from __future__ import annotations

import unicodedata
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from db.rows import Obstacle
from engine.core.text import Text, text
from table.computers.computers import computer_name

LineStyle = Literal["plain", "small", "heading", "story"]
"""A `story` line is about past events; a platform shortens it first if a message is too long."""
ButtonStyle = Literal["primary", "success", "secondary", "danger"]

MENTION, CHANNEL, QUOTED = "@{person}", "#{channel}", "{quoted}"
MOMENT = {"date": "{at:date}", "full": "{at:full}", "relative": "{at:relative}"}
"""Patterns that a platform formats: a person, a channel, user-written text (without its markup), and a time in the
reader's time zone.
"""


NOBODY, BOLD = "—", "**{words}**"
BOARD_FALLBACK = text("I could not show the board here. /board shows it, /play makes your move.")
LASTING_ACTIONS = ("film",)
"""Actions of buttons that stay on a past message, because they show what happened then."""


class Undeliverable(Exception):
    """The platform does not accept a message or an edit; usually it is retried later.

    `never`: do not retry. `unknown`: it may have been accepted anyway.
    """

    def __init__(
        self, reason: str, *, obstacle: Obstacle | None = None, never: bool = False, unknown: bool = False
    ) -> None:
        super().__init__(reason)
        self.obstacle, self.never, self.unknown = obstacle, never, unknown


class Line(Struct, frozen=True):
    """One line of a message; `**` in its text means bold, backticks code."""

    text: Text
    style: LineStyle = "plain"
    passing: bool = False
    """Whether it concerns only the present, such as “your move”; removed from past messages."""


class Button(Struct, frozen=True):
    """A button that acts on the match at the message's version; `extra` is its argument."""

    action: str
    label: Text
    extra: str = ""
    style: ButtonStyle = "secondary"


class Link(Struct, frozen=True):
    """A button that links to the match's newest board, or to its channel if no board was posted."""

    label: Text
    guild: int | None
    channel: int
    message: int | None = None


class BoardView(Struct, frozen=True):
    """The data for drawing a board."""

    game: str
    rules_version: int
    view: Any
    trail: tuple[tuple[str, ...], ...] = ()
    palette: str = ""
    task: Text | None = None
    """The task shown instead of whose turn it is."""
    bottom: int = 0
    """The seat at the bottom of the picture."""


class Outgoing(Struct, frozen=True):
    """A message ready to be laid out and sent. It pings only the people in `pings`."""

    match: int
    """0 if it belongs to no match."""
    version: int
    language: str
    lines: tuple[Line, ...]
    board: BoardView | None = None
    buttons: tuple[Button | Link, ...] = ()
    pings: tuple[int, ...] = ()
    seat: int | None = None
    """The seat to move; a platform may show its color."""
    final: bool = False
    """Whether it never changes any longer."""
    plain: bool = False
    """Whether it is plain text, because the platform refused its proper form."""
    look: Text = BOARD_FALLBACK
    """The line of a plain text that says where to find the content."""

    def spent(self) -> Outgoing:
        """The message after it was replaced by a newer one: without prompts, pings and most buttons, and final."""
        return replace(
            self,
            lines=tuple(line for line in self.lines if not line.passing),
            buttons=tuple(one for one in self.buttons if isinstance(one, Button) and one.action in LASTING_ACTIONS),
            pings=(),
            seat=None,
            final=True,
        )

    def as_plain_text(self) -> Outgoing:
        """The message as plain text, without board and buttons; it pings the same people."""
        lines = (*self.lines, Line(self.look, "small"))
        return replace(self, lines=lines, board=None, buttons=(), final=True, plain=True)


def mention(person: int | None) -> Text:
    """A pattern for the person's name, or a computer's name; a dash for a deleted person."""
    if person is not None and person < 0:
        return computer_name(person)
    return Text(MENTION, {"person": person}) if person else Text(NOBODY)


def channel_name(channel: int) -> Text:
    """A pattern for the channel's name."""
    return Text(CHANNEL, {"channel": channel})


def moment(at: int, style: Literal["date", "full", "relative"] = "date") -> Text:
    """A pattern for a time, shown in each reader's time zone."""
    return Text(MOMENT[style], {"at": at})


def bold(words: Text) -> Text:
    """The words in bold."""
    return Text(BOLD, {"words": words})


def clip(words: str, most: int) -> str:
    """The words, shortened with an ellipsis if they are longer than `most` characters."""
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"


MAX_COMBINING_MARKS = 2
"""The maximum number of combining marks per letter, enough for every written language."""


def harmless(words: str) -> str:
    """User-written text on one line, without characters that would garble the text around it.

    Removes control and format characters (U+202E reverses the rest of a line) and limits combining marks per letter.
    """
    kept: list[str] = []
    marks = 0
    for char in words:
        marks = marks + 1 if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me") else 0
        if marks <= MAX_COMBINING_MARKS:
            kept.append(char if char.isprintable() else " ")
    return " ".join("".join(kept).split())


def quoted(words: str, most: int = 40) -> Text:
    """User-written text, short and on one line; the platform removes its markup and mentions."""
    return Text(QUOTED, {"quoted": clip(harmless(words), most)})
