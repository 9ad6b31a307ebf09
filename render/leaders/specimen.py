"""One of everything, from which the fixed palette of a theme is made."""

from __future__ import annotations

from PIL import Image

from render.leaders import board, panels
from render.leaders.drawings import DRAWINGS
from render.leaders.figures import token
from render.marks import pill, target
from render.palette import Theme
from render.sprites import Sprite


def specimen(theme: Theme) -> Image.Image:
    image = Image.new("RGB", (board.WIDTH, 1400), theme.background)
    board.paint(image, theme, 0)
    for n, (spot, (x, y)) in enumerate(board.places(0).items()):
        if n < 2 * len(DRAWINGS):
            character = tuple(DRAWINGS)[n // 2]
            _put(image, token(character, n % 2, "spent" if n % 5 == 0 else "ready", "Ab", theme), x, y)
            _put(image, pill(spot, theme.badge, theme.on_badge), x, y + 45)
        else:
            _put(image, target(spot, 44, theme), x, y)
    for n, sprite in enumerate(panels.specimens(theme)):
        _put(image, sprite, 80 + n % 6 * 160, 1110 + n // 6 * 100)
    return image


def _put(image: Image.Image, sprite: Sprite, x: float, y: float) -> None:
    image.paste(sprite.ink, (round(x - sprite.width / 2), round(y - sprite.height / 2)), sprite.mask)

