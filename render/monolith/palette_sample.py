"""A sample of everything, from which the fixed palette of a theme is made."""

from __future__ import annotations

import msgspec
from PIL import Image

from engine.monolith.data.content import KINDS
from engine.monolith.view import unplaced
from render.marks import pill
from render.monolith import board, hands, panels, portrait
from render.monolith.tokens import sprite
from render.palette import Theme


def specimen(theme: Theme) -> Image.Image:
    image = Image.new("RGB", (board.WIDTH, 2110), theme.background)
    middle = 450
    board.paint(image, theme, middle)
    kinds = [kind.id for kind in KINDS if kind.kind != "order"]
    for n, (spot, (x, y)) in enumerate(board.places(middle).items()):
        token = unplaced(kinds[n * 5 % len(kinds)], n % 4)
        if n % 5 == 4:
            token = msgspec.structs.replace(token, netted=True, poison=2)
        board.stone(n % 4, False, theme).paste_middle(image, x, y)
        sprite(token, 15, theme).paste_middle(image, x, y)
        pill(spot.lower(), board.PILL, theme.badge, theme.on_badge).paste_middle(image, x, y + 86)
    for n in range(4):
        board.stone(n, True, theme).paste_middle(image, 100 + n * 200, 1010)
        board.free_target("C3", 0, theme).paste_middle(image, 910, 1010)
    for n, made in enumerate(panels.specimens(theme)):
        made.paste(image, n % 5 * 196, 1124 + n // 5 * 90)
    for n, made in enumerate(hands.specimens(theme)):
        made.paste(image, n % 3 * 316, 1310 + n // 3 * 102)
    card = portrait.paint("dragon_empire.knight", theme, str)
    image.paste(card.crop((0, 160, card.width, 440)), (0, 1824))
    return image
