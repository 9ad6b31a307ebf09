"""The picture of New Game."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image

from engine.core.text import Say, text
from engine.newgame.data.content import COMPONENTS, LABELS
from engine.newgame.view import NewGameView
from render import banner
from render.grid import Grid, square
from render.image.box import Box
from render.image.canvas import Canvas, Ground
from render.image.png import fixed_palette
from render.image.sprites import Sketch, Sprite
from render.image.sprites import words as lettering
from render.marks import outline
from render.palette import Team, Theme
from render.picture import Marks
from render.renderer import Renderer

_SIZE: Final = (1000, 620)
_BANNER: Final = Box(24, 16, 952, 76)
_GRID: Final = Grid(columns=len(LABELS), rows=1, cell=180, left=50, top=210)
_HEAPS: Final = tuple(_GRID.middle(number, 0) for number in range(len(LABELS)))
_PLACE: Final = 168
_STONE: Final = 22
_PLACES: Final = ((0, 0), (0, 52), (45, 26), (45, -26), (0, -52), (-45, -26), (-45, 26))
"""The positions of a heap's stones, relative to its center."""

_TO_MOVE: Final = text("Gold to move"), text("Violet to move")
_WINS: Final = text("Gold wins"), text("Violet wins")
_DRAW: Final = text("Draw")


def _paint(view: NewGameView, theme: Theme, marks: Marks, say: Say, _bottom: int) -> Canvas:
    canvas = Canvas(_ground(theme))
    _put_banner(canvas, view, theme, say, marks.task)
    for label, stones, (x, y) in zip(LABELS, view.heaps, _HEAPS, strict=True):
        for right, down in _PLACES[:stones]:
            canvas.centre(_stone(theme), x + right, y + down)
        if label in marks.targets or label in marks.chosen:
            colour = theme.target if label in marks.targets else theme.chosen
            canvas.centre(outline("square", 96, 8, colour), x, y)
        elif (label,) in marks.trail:
            canvas.centre(outline("square", 96, 6, theme.trail), x, y)
        canvas.centre(_name(label, theme), x, y + 112)
    for side, (team, taken) in enumerate(zip(theme.teams, view.taken, strict=True)):
        canvas.centre(_score(team, taken), 300 + 400 * side, 530)
    return canvas


def _put_banner(canvas: Canvas, view: NewGameView, theme: Theme, say: Say, task: str) -> None:
    """Draw the side to move, or the winner, in its color; in a lesson or puzzle, the task."""
    acting = view.winners if view.reason else view.to_move or (view.turn,)
    side = acting[0] if len(acting) == 1 else None
    team = theme.teams[side] if side is not None else None
    words = _DRAW if side is None else (_WINS if view.reason else _TO_MOVE)[side]
    canvas.put(_plate(team.fill if team else theme.muted), _BANNER.x, _BANNER.y)
    ink = team.ink if team else theme.background
    if task:
        banner.put_task(canvas, task, _BANNER.x + 28, _BANNER.right - 28, _BANNER.y + _BANNER.height / 2, ink)
        return
    banner.put_words(canvas, _BANNER, say(words), say(text("Turn {number}", number=view.turn_number)), 28, ink)


@lru_cache(16)
def _plate(colour: tuple[int, int, int]) -> Sprite:
    sketch = Sketch(_BANNER.width, _BANNER.height)
    sketch.box(0, 0, _BANNER.width, _BANNER.height, 18, colour)
    return sketch.sprite()


@lru_cache(16)
def _name(label: str, theme: Theme) -> Sprite:
    """The letter of a heap."""
    sketch = Sketch(56, 38)
    sketch.box(0, 0, 56, 38, 19, theme.badge)
    sketch.words(label, "Bold", 30, 28, 19, theme.on_badge)
    return sketch.sprite()


@lru_cache(8)
def _stone(theme: Theme) -> Sprite:
    sketch = Sketch(2 * _STONE + 4, 2 * _STONE + 4)
    sketch.disc(_STONE + 2, _STONE + 2, _STONE, theme.edge)
    sketch.disc(_STONE + 2, _STONE + 2, _STONE - 4, theme.label)
    return sketch.sprite()


@lru_cache(256)
def _score(team: Team, taken: int) -> Sprite:
    """Draw the number of stones a side has taken."""
    sketch = Sketch(180, 80)
    sketch.box(0, 0, 180, 80, 18, team.fill)
    sketch.words(str(taken), "Bold", 44, 90, 40, team.ink)
    return sketch.sprite()


@lru_cache(8)
def _ground(theme: Theme) -> Ground:
    return Ground(_board(theme), _palette(theme))


def _board(theme: Theme) -> Image.Image:
    """The board with empty heaps."""
    image = Image.new("RGB", _SIZE, theme.background)
    place = square(theme.plate, theme.groove, _PLACE, 16)
    for x, y in _HEAPS:
        place.paste_middle(image, x, y)
    return image


@lru_cache(8)
def _palette(theme: Theme) -> Image.Image:
    """The theme's colors, and others for the soft edges of a sample of everything."""
    specimen = _board(theme)
    for x, y in _HEAPS:
        _stone(theme).paste_middle(specimen, x, y)
    for side, team in enumerate(theme.teams):
        _score(team, 12).paste_middle(specimen, 300 + 400 * side, 530)
    return fixed_palette(theme.colours(), specimen)


def _card(component: str, theme: Theme, say: Say) -> Image.Image:
    """The card picture of a component."""
    if component not in COMPONENTS:
        raise ValueError(f"New Game has no component {component!r}")
    image = Image.new("RGB", (800, 300), theme.card)
    _stone(theme).paste_middle(image, 400, 110)
    lettering(say(COMPONENTS[component].name), "Bold", 50, theme.text).paste_middle(image, 400, 220)
    return image


RENDERER: Final = Renderer(
    NewGameView, lambda _: 2, _paint, _card, _palette, spare=lambda _: ((0, _BANNER.bottom + 4),)
)
