"""The drawing functions that each game supplies; checks and encoding are shared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from msgspec import Struct
from PIL import Image

from engine.core.text import Say, Text
from render.image.canvas import Canvas, Rows
from render.image.png import encode, flatten
from render.image.sprites import Sprite
from render.palette import Team, Theme
from render.picture import Marks, Picture

V = TypeVar("V")
"""A game's view."""


class Part(Struct, frozen=True):
    """A picture under the board, at least twice as wide as high, with a title."""

    title: Text
    canvas: Canvas


class Renderer(Struct, Generic[V], frozen=True):
    """The drawing functions of one game."""

    view: type[V]
    seats: Callable[[V], int]
    """Number of seats of a match; any seat may be at the bottom."""
    paint: Callable[[V, Theme, Marks, Say, int], Canvas]
    """Draw the board and all sides' state with marks, from the given seat; not higher than wide."""
    paint_card: Callable[[str, Theme, Say], Image.Image]
    """Draw a component in full colors; raises ValueError for an unknown id."""
    palette: Callable[[Theme], Image.Image]
    """The fixed palette of all pictures of the game."""
    paint_parts: Callable[[V, Theme, Marks, Say, int], Sequence[Part]] = lambda *_: ()
    """The parts under the board: the hand, tasks, face-up cards."""
    paint_panel: Callable[[V, Theme, Marks, Say, int], Sequence[Part]] = lambda *_: ()
    """The parts of a private panel that its question needs besides board and text."""
    spare: Callable[[V], Rows] = lambda _: ()
    """Rows of the board, such as the banner, that a panel with a question leaves out."""
    paint_emblem: Callable[[str, Theme], Sprite] | None = None
    """Draw the emblem of a component; None if the game has no emblems."""
    teams: Callable[[V, Theme], Sequence[Team]] = lambda _, theme: theme.seats
    """The colors of all seats, by seat."""

    def scene(self, view: object, theme: Theme, marks: Marks, say: Say, bottom: int) -> Canvas:
        """The canvas of a view; raises TypeError for another game's view, ValueError for an unknown seat."""
        if not isinstance(view, self.view):
            raise TypeError(f"a {self.view.__name__} is drawn here, not a {type(view).__name__}")
        if not 0 <= bottom < (seats := self.seats(view)):
            raise ValueError(f"this match has the seats 0 to {seats - 1}, not {bottom}")
        return self.paint(view, theme, marks, say, bottom)

    def card(self, component: str, theme: Theme, say: Say) -> Picture:
        """The picture of a component in palette colors."""
        image = flatten(self.paint_card(component, theme, say), self.palette(theme))
        return Picture(encode(image), image.width, image.height)
