"""One of everything, from which the fixed palette of a theme is made."""

from __future__ import annotations

from PIL import Image

from render.marks import pill, target
from render.palette import Theme
from render.tashkalar import banner, board, hands, panels, portrait, tasks
from render.tashkalar.hues import HUES
from render.tashkalar.pieces import RANKS, piece

_RED, _GREEN, _CENTRAL = ("d2", "e5"), ("c3", "g3"), ("d4", "e4", "f4")


def specimen(theme: Theme) -> Image.Image:
    image = Image.new("RGB", (board.WIDTH, 2300), theme.background)
    board.paint(image, theme, 0, _RED, _GREEN, _CENTRAL)
    for n, (square, (x, y)) in enumerate(board.places(0).items()):
        if n % 6 == 5:
            target(square, 40, theme).paste_middle(image, x, y)
        elif n % 6 < 4:
            piece(RANKS[n // 6 % 3], HUES[n % 4], board.CELL - 6, theme).paste_middle(image, x, y)
            if n % 5 == 0:
                hands.badge(n % 9, theme).paste_middle(image, x - 30, y - 30)
                pill(square, theme.badge, theme.on_badge).paste_middle(image, x, y + 34)
    for n, made in enumerate(panels.specimens(theme)):
        made.paste(image, n % 3 * 332, 940 + n // 3 * 100)
    for n, made in enumerate([*tasks.specimens(theme), *banner.specimens(theme)]):
        made.paste(image, n % 2 * 480, 1560 + n // 2 * 122)
    for n, made in enumerate(hands.specimens(theme)):
        made.paste(image, n * 145, 1930)
    card = portrait.paint("legends.titan", theme, str)
    image.paste(card.crop((0, 150, 230, 380)), (740, 1930))
    return image
