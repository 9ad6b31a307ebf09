"""Emblems: small signs of components on a transparent background, legible beside a line of text."""

from __future__ import annotations

import io
from typing import Final

from PIL import Image

from render.image.icons import Drawing, put_icon
from render.image.sprites import Sketch, Sprite
from render.palette import Team, Theme, mix

SIZE: Final = 128
MIDDLE: Final = SIZE / 2


def neutral(theme: Theme) -> Team:
    """The colors of neutral things, legible on light and dark backgrounds."""
    return Team(fill=mix(theme.card, theme.groove, 0.55), rim=theme.ring, ink=theme.text, tint=theme.muted)


def on_disc(drawing: Drawing, theme: Theme) -> Sprite:
    """An icon on a disc with a rim."""
    team, sketch = neutral(theme), Sketch(SIZE, SIZE)
    sketch.disc(MIDDLE, MIDDLE, MIDDLE - 1, team.rim)
    sketch.disc(MIDDLE, MIDDLE, MIDDLE - 8, team.fill)
    put_icon(sketch, drawing, 84, MIDDLE, MIDDLE, team.ink, team.tint)
    return sketch.sprite()


def encode(emblem: Sprite) -> bytes:
    """The emblem as a PNG with an alpha channel."""
    assert isinstance(emblem.ink, Image.Image) and emblem.mask.size == (SIZE, SIZE)
    image = emblem.ink.convert("RGBA")
    image.putalpha(emblem.mask)
    data = io.BytesIO()
    image.save(data, "PNG", optimize=True)
    return data.getvalue()
