"""The finished picture, and the marks that can be drawn in it."""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class Picture(Struct, frozen=True):
    """A finished picture as the bytes of a palette PNG."""

    data: bytes
    width: int
    height: int
    title: str = ""
    """The contents of the part, such as “Your hand”."""
    parts: tuple[Picture, ...] = ()
    """Pictures under the board: a hand, tasks, a market."""


class Question(Struct, frozen=True):
    """The viewer's open question, so that the picture can show its subject."""

    prompt: str
    """The id of the question."""
    about: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    """The options in their order."""
    picked: tuple[str, ...] = ()
    """Codes picked but not yet confirmed."""


class Marks(Struct, frozen=True):
    """Highlights on a board, by spot names."""

    targets: tuple[str, ...] = ()
    """Spots that can be chosen now."""
    chosen: tuple[str, ...] = ()
    """Spots already picked, such as the acting figure's."""
    trail: tuple[tuple[str, ...], ...] = ()
    """The last moves as paths; a path of one spot is a figure that entered there."""
    question: Question | None = None
    special: tuple[str, ...] = ()
    """The targets that only an ability reaches, drawn differently from basic moves."""
    task: str = ""
    """The task of an exercise, shown instead of whose turn it is."""


NO_MARKS: Final = Marks()
