"""The fixed palette that all pictures of Knockdown share in a theme."""

from __future__ import annotations

from PIL import Image

from render.image.png import fixed_palette
from render.knockdown import colors
from render.knockdown.palette_sample import specimen
from render.palette import Theme
from render.stored_palettes import stored_palette


@stored_palette("knockdown")
def palette(theme: Theme) -> Image.Image:
    return fixed_palette(list(dict.fromkeys([*theme.colours(), *colors.colours(theme)])), specimen(theme))
