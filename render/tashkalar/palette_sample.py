"""A sample of everything, from which the fixed palette of a theme is made."""

from __future__ import annotations

from PIL import Image

from render.palette import Theme
from render.tashkalar import banner, board, hands, panels, signs, tasks
from render.tashkalar.colors import HUES
from render.tashkalar.pieces import RANKS, piece

_RED, _GREEN, _CENTRAL = ("d2", "e5"), ("c3", "g3"), ("d4", "e4", "f4")


def specimen(theme: Theme) -> Image.Image:
    image = Image.new("RGB", (board.WIDTH, 3000), theme.background)
    board.paint(image, theme, _RED, _GREEN, _CENTRAL)
    for n, (square, (x, y)) in enumerate(board.PLACES.items()):
        if n % 6 == 5:
            signs.choice(square, n % 12 == 5, theme).paste_middle(image, x, y)
        elif n % 6 < 4:
            piece(RANKS[n // 6 % 3], HUES[n % 4], board.CELL - 6, theme).paste_middle(image, x, y)
            if n % 5 == 0:
                signs.badge(n % 9, theme).paste_middle(image, x - signs.CORNER, y - signs.CORNER)
                signs.frame(theme.chosen if n % 2 else theme.ring, theme).paste_middle(image, x, y)
    for n, made in enumerate(panels.specimens(theme)):
        made.paste(image, n % 4 * 240, 900 + n // 4 * 120)
    for n, made in enumerate([*tasks.specimens(theme), *banner.specimens(theme)]):
        made.paste(image, n % 2 * 480, 1560 + n // 2 * 230)
    for n, made in enumerate(hands.specimens(theme)):
        made.paste(image, n % 2 * 480, 2250 + n // 2 * 240)
    return image
