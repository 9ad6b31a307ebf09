"""What a game brings so that its views become pictures; the checks and the encoding are the same for all games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from msgspec import Struct
from PIL import Image

from engine.core.text import Say, Text
from render.canvas import Canvas, Rows
from render.palette import Team, Theme
from render.picture import Marks, Picture
from render.png import encode, flatten
from render.sprites import Sprite

V = TypeVar("V")
"""A game's view."""


class Part(Struct, frozen=True):
    """A picture of its own under the board, at least twice as wide as high, and what it shows."""

    title: Text
    canvas: Canvas


class Renderer(Struct, Generic[V], frozen=True):
    """How the views and the components of one game are drawn."""

    view: type[V]
    seats: Callable[[V], int]
    """How many seats the match has; any of them may lie at the bottom."""
    paint: Callable[[V, Theme, Marks, Say, int], Canvas]
    """The board and all sides' state, with what is pointed out, seen from the given seat; not higher than wide."""
    paint_card: Callable[[str, Theme, Say], Image.Image]
    """A big picture of a component by its id, in full colours; an unknown id is a ValueError."""
    palette: Callable[[Theme], Image.Image]
    """The fixed palette that all pictures of the game share."""
    paint_parts: Callable[[V, Theme, Marks, Say, int], Sequence[Part]] = lambda *_: ()
    """What is shown under the board: the hand, tasks, what lies open."""
    paint_panel: Callable[[V, Theme, Marks, Say, int], Sequence[Part]] = lambda *_: ()
    """What a private panel shows under the board: what its question needs besides the board and the words."""
    spare: Callable[[V], Rows] = lambda _: ()
    """The rows of the board that a panel which asks something does without: the banner, for one."""
    paint_emblem: Callable[[str, Theme], Sprite] | None = None
    """A component by its id as a small sign on a see-through ground, if the game has such signs."""
    teams: Callable[[V, Theme], Sequence[Team]] = lambda _, theme: theme.seats
    """The colours of all seats, by seat."""

    def scene(self, view: object, theme: Theme, marks: Marks, say: Say, bottom: int) -> Canvas:
        """The canvas of a view; another game's view is a TypeError, a seat that is not in the match a ValueError."""
        if not isinstance(view, self.view):
            raise TypeError(f"a {self.view.__name__} is drawn here, not a {type(view).__name__}")
        if not 0 <= bottom < (seats := self.seats(view)):
            raise ValueError(f"this match has the seats 0 to {seats - 1}, not {bottom}")
        return self.paint(view, theme, marks, say, bottom)

    def card(self, component: str, theme: Theme, say: Say) -> Picture:
        """The big picture of a component in palette colours."""
        image = flatten(self.paint_card(component, theme, say), self.palette(theme))
        return Picture(encode(image), image.width, image.height)
