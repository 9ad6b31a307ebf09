"""One of everything, from which the fixed palette of a theme is made."""

from __future__ import annotations

from PIL import Image

from render.leaders import board, panels
from render.leaders.drawings import DRAWINGS
from render.leaders.figures import token
from render.marks import pill, target
from render.palette import Theme


def specimen(theme: Theme) -> Image.Image:
    image = Image.new("RGB", (board.WIDTH, 1400), theme.background)
    board.paint(image, theme, 0)
    for n, (spot, (x, y)) in enumerate(board.places(0).items()):
        if n < 2 * len(DRAWINGS):
            character = tuple(DRAWINGS)[n // 2]
            token(character, n % 2, "spent" if n % 5 == 0 else "ready", "Ab", theme).paste_middle(image, x, y)
            pill(spot, theme.badge, theme.on_badge).paste_middle(image, x, y + 45)
        else:
            target(spot, 44, theme).paste_middle(image, x, y)
    for n, sprite in enumerate(panels.specimens(theme)):
        sprite.paste_middle(image, 80 + n % 6 * 160, 1110 + n // 6 * 100)
    return image
