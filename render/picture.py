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
    """What a part shows: “Your hand”."""
    parts: tuple[Picture, ...] = ()
    """What is shown under the board in pictures of their own: a hand, tasks, a market."""


class Question(Struct, frozen=True):
    """What the person who looks is asked, so that the picture can show what it is about."""

    prompt: str
    """The id of the question."""
    about: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    """The options in their order."""
    picked: tuple[str, ...] = ()
    """What has been picked and not yet confirmed."""


class Marks(Struct, frozen=True):
    """What is pointed out on a board, in the names of its spots."""

    targets: tuple[str, ...] = ()
    """Spots that can be chosen now."""
    chosen: tuple[str, ...] = ()
    """Spots already picked: the acting figure, say."""
    trail: tuple[tuple[str, ...], ...] = ()
    """The last moves as paths; a path of one spot is a figure that entered there."""
    question: Question | None = None
    special: tuple[str, ...] = ()
    """Those of the targets that an ability reaches, to be told apart from plain steps."""
    task: str = ""
    """What is to be done, in the place of whose turn it is."""


NO_MARKS: Final = Marks()
