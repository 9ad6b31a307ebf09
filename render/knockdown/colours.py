"""The fixed palette that all pictures of Knockdown share in a theme."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from render.knockdown import hues
from render.knockdown.specimen import specimen
from render.palette import Theme
from render.png import fixed_palette


@lru_cache(8)
def palette(theme: Theme) -> Image.Image:
    return fixed_palette(list(dict.fromkeys([*theme.colours(), *hues.colours(theme)])), specimen(theme))
