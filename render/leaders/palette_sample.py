"""A sample of everything, from which the fixed palette of a theme is made."""

from __future__ import annotations

from PIL import Image

from render.image.png import fixed_palette
from render.leaders import board, panels, rows, spots
from render.leaders.drawings import DRAWINGS
from render.leaders.figures import faded, token
from render.marks import pill
from render.palette import Theme
from render.stored_palettes import stored_palette


@stored_palette("leaders")
def palette(theme: Theme) -> Image.Image:
    """The fixed palette of all pictures of Leaders."""
    spent = [faded(team, theme) for team in theme.teams]
    extra = [colour for team in spent for colour in (team.fill, team.rim, team.ink, team.tint)]
    extra.append(spots.alarm_colour(theme))
    return fixed_palette([*theme.colours(), *extra], _specimen(theme))


def _specimen(theme: Theme) -> Image.Image:
    image = Image.new("RGB", (board.WIDTH, 1860), theme.background)
    board.paint(image, theme, 0)
    for n, (spot, (x, y)) in enumerate(board.places(0).items()):
        if n < 2 * len(DRAWINGS):
            character = tuple(DRAWINGS)[n // 2]
            token(character, n % 2, "spent" if n % 5 == 0 else "ready", theme).paste_middle(image, x, y)
            pill(spot.lower(), spots.PILL, theme.badge, theme.on_badge).paste_middle(image, x, y + 42)
    for n, sprite in enumerate((*panels.specimens(theme), *spots.specimens(theme))):
        sprite.paste_middle(image, 110 + n % 4 * 230, 1060 + n // 4 * 110)
    for n, sprite in enumerate(rows.specimens(theme)):
        sprite.paste_middle(image, 500, 1350 + n * 120)
    return image
