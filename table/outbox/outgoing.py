"""A message as data: words, a board, buttons and the people to ping. Each platform lays it out in its own way."""

from __future__ import annotations

import unicodedata
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from db.rows import Obstacle
from engine.core.text import Text, text
from table.computers.computers import computer_name

LineStyle = Literal["plain", "small", "heading", "story"]
"""A `story` tells what happened; it is what a platform shortens when a message is too long."""
ButtonStyle = Literal["primary", "success", "secondary", "danger"]

MENTION, CHANNEL, QUOTED = "@{person}", "#{channel}", "{quoted}"
MOMENT = {"date": "{at:date}", "full": "{at:full}", "relative": "{at:relative}"}
"""Patterns that a platform writes in its own way: a person, a channel, somebody's own words (which it strips of their
markup), a moment in the reader's time zone."""


NOBODY, BOLD = "—", "**{words}**"
LOOK = text("I could not show the board here. /board shows it, /play makes your move.")
LASTING = ("film",)
"""Actions of buttons that stay under a spent message: they show what happened then."""


class Undeliverable(Exception):
    """A message, or an edit, that the platform does not take; it is tried again later, as a rule.

    `never`: it is not tried again. `unknown`: it may have been taken nevertheless.
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
    """Whether it is about the present moment only, such as “your move”: a spent message is without it."""


class Button(Struct, frozen=True):
    """A button that does something with the match at the message's version; `extra` is its argument."""

    action: str
    label: Text
    extra: str = ""
    style: ButtonStyle = "secondary"


class Link(Struct, frozen=True):
    """A button that leads to the match's newest board, or to its channel when no board was posted."""

    label: Text
    guild: int | None
    channel: int
    message: int | None = None


class BoardView(Struct, frozen=True):
    """What a picture of the board is drawn from."""

    game: str
    rules_version: int
    view: Any
    trail: tuple[tuple[str, ...], ...] = ()
    palette: str = ""
    task: Text | None = None
    """What is to be done, in the place of whose turn it is."""
    bottom: int = 0
    """The seat from whose side it is seen."""


class Outgoing(Struct, frozen=True):
    """A message ready to be laid out and sent. It pings these people and nobody else."""

    match: int
    """0: it belongs to none."""
    version: int
    language: str
    lines: tuple[Line, ...]
    board: BoardView | None = None
    buttons: tuple[Button | Link, ...] = ()
    pings: tuple[int, ...] = ()
    seat: int | None = None
    """The seat to move: a platform may show its colour."""
    final: bool = False
    """Whether it stays as it is from now on."""
    plain: bool = False
    """Whether it is words alone, because the platform did not take it in its proper form."""
    look: Text = LOOK
    """Where to look when it is words alone."""

    def spent(self) -> Outgoing:
        """The message once something else has taken its place: the same without prompt and buttons, for good."""
        return replace(
            self,
            lines=tuple(line for line in self.lines if not line.passing),
            buttons=tuple(one for one in self.buttons if isinstance(one, Button) and one.action in LASTING),
            pings=(),
            seat=None,
            final=True,
        )

    def in_plain_words(self) -> Outgoing:
        """The message's words without board and buttons; it pings the same people."""
        lines = (*self.lines, Line(self.look, "small"))
        return replace(self, lines=lines, board=None, buttons=(), final=True, plain=True)


def mention(person: int | None) -> Text:
    """The person's name as the platform writes it, or a computer's; a dash for a deleted person."""
    if person is not None and person < 0:
        return computer_name(person)
    return Text(MENTION, {"person": person}) if person else Text(NOBODY)


def channel_name(channel: int) -> Text:
    """The channel's name as the platform writes it."""
    return Text(CHANNEL, {"channel": channel})


def moment(at: int, style: Literal["date", "full", "relative"] = "date") -> Text:
    """A point in time, which each reader sees in their own time zone."""
    return Text(MOMENT[style], {"at": at})


def bold(words: Text) -> Text:
    """The words in bold."""
    return Text(BOLD, {"words": words})


def clip(words: str, most: int) -> str:
    """The words, shortened with an ellipsis where they are longer than `most` characters."""
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"


MOST_MARKS = 2
"""Combining marks on one letter: enough for every written language."""


def harmless(words: str) -> str:
    """Somebody's own words on one line, without what would spoil the words around them.

    Control and format characters go (U+202E turns the rest of a line around), and letters keep few combining marks.
    """
    kept: list[str] = []
    marks = 0
    for char in words:
        marks = marks + 1 if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me") else 0
        if marks <= MOST_MARKS:
            kept.append(char if char.isprintable() else " ")
    return " ".join("".join(kept).split())


def quoted(words: str, most: int = 40) -> Text:
    """Somebody's own words, short and on one line; the platform takes their markup and mentions away."""
    return Text(QUOTED, {"quoted": clip(harmless(words), most)})
