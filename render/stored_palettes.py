"""The stored palettes of the games; computing one takes a third of a second.

Run `python -m render.write_palettes` after a change of drawings; a test fails if that is needed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache, lru_cache, wraps
from pathlib import Path
from typing import Final

from PIL import Image

from render.palette import THEMES, Theme

FILE: Final = Path(__file__).with_name("palettes.generated.toml")
Palette = Callable[[Theme], Image.Image]


@cache
def stored_palettes() -> dict[str, dict[str, bytes]]:
    """Stored color channels by game and theme."""
    games = tomllib.loads(FILE.read_text("utf-8"))
    return {game: {name: bytes.fromhex(colors) for name, colors in themes.items()} for game, themes in games.items()}


def stored_palette(game: str) -> Callable[[Palette], Palette]:
    """Decorator: read the game's palette from the file, or compute it for a theme that is not stored."""

    def decorated(compute: Palette) -> Palette:
        @lru_cache(8)
        @wraps(compute)
        def palette(theme: Theme) -> Image.Image:
            stored = stored_palettes().get(game, {})
            channels = next((stored[name] for name in stored if THEMES.get(name) == theme), None)
            if channels is None:
                return compute(theme)
            image = Image.new("P", (1, 1))
            image.putpalette(channels)
            return image

        return palette

    return decorated
