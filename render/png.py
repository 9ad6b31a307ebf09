"""Palette PNGs: all pictures of a game in a theme share one fixed palette, so none has to be computed per picture."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Final

from PIL import Image

from render.palette import Colour

_ENTRIES: Final = 256


def fixed_palette(colours: Sequence[Colour], specimen: Image.Image) -> Image.Image:
    """A palette that holds the given colours exactly, and between them what the specimen's soft edges need."""
    found = specimen.quantize(_ENTRIES - len(colours), Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    channels = found.getpalette() or []
    soft = zip(channels[::3], channels[1::3], channels[2::3], strict=True)
    palette = Image.new("P", (1, 1))
    entries = [*colours, *(colour for colour in soft if not any(_twins(colour, plain) for plain in colours))]
    palette.putpalette([channel for colour in entries for channel in colour])
    return palette


def _twins(a: Colour, b: Colour) -> bool:
    """Whether Pillow, which looks colours up in steps of four, might take one for the other."""
    return sum(abs(x - y) for x, y in zip(a, b, strict=True)) <= 18


def flatten(image: Image.Image, palette: Image.Image) -> Image.Image:
    """The nearest palette colour for every pixel; dithering would be slower, noisier and bigger."""
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def encode(image: Image.Image) -> bytes:
    out = BytesIO()
    image.save(out, "PNG", compress_level=1)
    return out.getvalue()
