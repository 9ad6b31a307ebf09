"""The fixed palette that all pictures of Knockdown share in a theme."""

from __future__ import annotations

from PIL import Image

from render.knockdown import hues
from render.knockdown.specimen import specimen
from render.palette import Theme
from render.png import fixed_palette
from render.stored_palettes import stored_palette


@stored_palette("knockdown")
def palette(theme: Theme) -> Image.Image:
    return fixed_palette(list(dict.fromkeys([*theme.colours(), *hues.colours(theme)])), specimen(theme))
