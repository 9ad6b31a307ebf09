"""A sample of everything, from which the fixed palette of a theme is made."""

from __future__ import annotations

from PIL import Image

from render.knockdown import attacks, board, choices, hand, middle_strip, panels
from render.knockdown.drawings import FIGHTERS
from render.knockdown.figures import figure
from render.palette import Theme


def specimen(theme: Theme) -> Image.Image:
    image = Image.new("RGB", (board.WIDTH, 2100), theme.background)
    board.paint(image, theme, 0)
    places = board.places(0)
    board.night((1, 2), theme).paste(image, *map(round, board.night_at((1, 2), 0)))
    board.candle(theme).paste_middle(image, *board.candle_at(2, 0))
    for n, fighter in enumerate(FIGHTERS):
        for seat, row in enumerate("bf"):
            figure(fighter, seat, theme).paste_middle(image, *places[f"{row}{3 + n}"])
    y = 300
    for sprites, columns, down in (
        (attacks.specimens(theme), 1, 112),
        (choices.specimens(theme), 1, 112),
        ([choices.fighter_specimen(theme)], 1, 444),
        (panels.specimens(theme), 2, 100),
        (hand.specimens(theme), 2, 100),
        (middle_strip.specimens(theme), 1, 52),
    ):
        for n, made in enumerate(sprites):
            made.paste(image, n % columns * 490, y + n // columns * down)
        y += -(-len(sprites) // columns) * down
    return image
