"""The renderer of each game."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace
from PIL import Image

from engine.core.text import Say
from render import knockdown, leaders, monolith, tashkalar
from render.emblem import encode as encode_emblem
from render.fitting import fitted
from render.image.canvas import Canvas
from render.image.png import encode, flatten
from render.palette import Team, theme_of
from render.picture import NO_MARKS, Marks, Picture
from render.renderer import Renderer

RENDERERS: Final[dict[str, Renderer[Any]]] = {
    "leaders": leaders.RENDERER,
    "monolith": monolith.RENDERER,
    "tashkalar": tashkalar.RENDERER,
    "knockdown": knockdown.RENDERER,
}

THUMBNAIL: Final = 160
"""The width of a thumbnail in pixels."""


def scene(
    game: str, view: object, *, palette: str = "classic", marks: Marks = NO_MARKS, say: Say = str, bottom: int = 0
) -> Canvas:
    """The canvas of a game's view, before encoding; films are made of canvases."""
    return _renderer(game).scene(view, theme_of(palette), marks, say, bottom)


def draw(
    game: str,
    view: object,
    *,
    palette: str = "classic",
    marks: Marks = NO_MARKS,
    say: Say = str,
    bottom: int = 0,
    parts: bool = False,
) -> Picture:
    """The picture of a game's view, with its parts if `parts`. `bottom` is the seat at the bottom."""
    board = scene(game, view, palette=palette, marks=marks, say=say, bottom=bottom).picture()
    if not parts:
        return board
    below = _renderer(game).paint_parts(view, theme_of(palette), marks, say, bottom)
    return replace(board, parts=tuple(replace(one.canvas.picture(), title=say(one.title)) for one in below))


def panel(
    game: str,
    view: object,
    *,
    room: int,
    palette: str = "classic",
    marks: Marks = NO_MARKS,
    say: Say = str,
    bottom: int = 0,
    spare: bool = True,
    parts: bool = True,
) -> Picture:
    """The pictures of a private panel within `room` pixels of height; without `spare`, no spare rows."""
    renderer, theme = _renderer(game), theme_of(palette)
    board = scene(game, view, palette=palette, marks=marks, say=say, bottom=bottom)
    below = renderer.paint_panel(view, theme, marks, say, bottom) if parts else ()
    shown = board if spare else board.without(renderer.spare(view))
    first, *rest = fitted([shown, *(one.canvas for one in below)], room)
    titles = [say(one.title) for one in below]
    drawn = tuple(replace(one.picture(), title=title) for one, title in zip(rest, titles, strict=True))
    return replace(first.picture(), parts=drawn)


def whole(
    game: str, view: object, *, palette: str = "classic", marks: Marks = NO_MARKS, say: Say = str, bottom: int = 0
) -> Picture:
    """The board and all its parts in one tall picture."""
    board = scene(game, view, palette=palette, marks=marks, say=say, bottom=bottom)
    below = _renderer(game).paint_parts(view, theme_of(palette), marks, say, bottom)
    flats = [board.flat(), *(one.canvas.flat() for one in below)]
    size = max(flat.width for flat in flats), sum(flat.height for flat in flats)
    tall = flatten(Image.new("RGB", size, theme_of(palette).background), flats[0])
    top = 0
    for flat in flats:
        tall.paste(flat, (0, top))
        top += flat.height
    return Picture(encode(tall), *size)


def thumbnail(
    game: str, view: object, *, palette: str = "classic", marks: Marks = NO_MARKS, say: Say = str, bottom: int = 0
) -> Picture:
    """A thumbnail of the board, to show beside a line of text."""
    flat = scene(game, view, palette=palette, marks=marks, say=say, bottom=bottom).flat()
    size = THUMBNAIL, round(THUMBNAIL * flat.height / flat.width)
    small = flat.convert("RGB").resize(size, Image.Resampling.LANCZOS, reducing_gap=2)
    return Picture(encode(flatten(small, flat)), *size)


def teams(game: str, view: object, *, palette: str = "classic") -> tuple[Team, ...]:
    """The colors of all seats, by seat, as a picture of this view shows them."""
    return tuple(_renderer(game).teams(view, theme_of(palette)))


def card(game: str, component: str, palette: str = "classic", say: Say = str) -> Picture:
    """The card picture of a game's component."""
    return _renderer(game).card(component, theme_of(palette), say)


def emblem(game: str, component: str) -> bytes | None:
    """The emblem of a game's component as a PNG; None for games without emblems."""
    paint = _renderer(game).paint_emblem
    return encode_emblem(paint(component, theme_of("classic"))) if paint else None


def _renderer(game: str) -> Renderer[Any]:
    if game not in RENDERERS:
        raise KeyError(f"no drawing for the game {game!r}; there is {', '.join(RENDERERS)}")
    return RENDERERS[game]
