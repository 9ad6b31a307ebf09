"""The backgrounds of pictures and the palette that they share."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from render.image.canvas import Ground
from render.image.png import fixed_palette
from render.palette import Theme
from render.stored_palettes import stored_palette
from render.tashkalar import board, colors, grids
from render.tashkalar.palette_sample import specimen


@lru_cache(8)
def arena(theme: Theme, height: int, red: tuple[str, ...], green: tuple[str, ...], central: tuple[str, ...]) -> Ground:
    """The background with the empty arena."""
    image = Image.new("RGB", (board.WIDTH, height), theme.background)
    board.paint(image, theme, red, green, central)
    return Ground(image, palette(theme))


@lru_cache(8)
def plain(theme: Theme, height: int) -> Ground:
    """The background of a part."""
    return Ground(Image.new("RGB", (board.WIDTH, height), theme.background), palette(theme))


@stored_palette("tashkalar")
def palette(theme: Theme) -> Image.Image:
    extra = [*colors.colours(theme), board.deep(theme), *grids.marked(theme)]
    return fixed_palette(list(dict.fromkeys([*theme.colours(), *extra])), specimen(theme))
