"""Which renderer draws which game: the one place that names them."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace
from PIL import Image

from engine.core.text import Say
from render import knockdown, leaders, monolith, tashkalar
from render.canvas import Canvas
from render.emblem import encode as encode_emblem
from render.fitting import fitted
from render.palette import Team, theme_of
from render.picture import NO_MARKS, Marks, Picture
from render.png import encode, flatten
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
    """The canvas of a view of a game, before it is encoded: films are made of these."""
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
    """The picture of a view of a game, with `parts` if wanted. `bottom` is the seat whose side lies below."""
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
    """The pictures of a private panel, which has room for so many pixels in height; perhaps without spare rows."""
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
    """The board so small that it stands beside a line of words."""
    flat = scene(game, view, palette=palette, marks=marks, say=say, bottom=bottom).flat()
    size = THUMBNAIL, round(THUMBNAIL * flat.height / flat.width)
    small = flat.convert("RGB").resize(size, Image.Resampling.LANCZOS, reducing_gap=2)
    return Picture(encode(flatten(small, flat)), *size)


def teams(game: str, view: object, *, palette: str = "classic") -> tuple[Team, ...]:
    """The colours of all seats, by seat, as a picture of this view shows them."""
    return tuple(_renderer(game).teams(view, theme_of(palette)))


def card(game: str, component: str, palette: str = "classic", say: Say = str) -> Picture:
    """The big picture of a game's component, by the component's id."""
    return _renderer(game).card(component, theme_of(palette), say)


def emblem(game: str, component: str) -> bytes | None:
    """A small sign for a game's component, by the component's id, as a PNG; None in a game without such signs."""
    paint = _renderer(game).paint_emblem
    return encode_emblem(paint(component, theme_of("classic"))) if paint else None


def _renderer(game: str) -> Renderer[Any]:
    if game not in RENDERERS:
        raise KeyError(f"no drawing for the game {game!r}; there is {', '.join(RENDERERS)}")
    return RENDERERS[game]
