"""The fixed palette that all pictures of Monolith Arena share."""

from __future__ import annotations

from PIL import Image

from render.image.png import fixed_palette
from render.monolith import board, portrait
from render.monolith.palette_sample import specimen
from render.monolith.tokens import bright, faded
from render.palette import Theme
from render.stored_palettes import stored_palette


@stored_palette("monolith")
def palette(theme: Theme) -> Image.Image:
    seats = theme.seats
    teams = [*theme.guests, portrait.team(theme), *(faded(team, theme) for team in seats)]
    extra = [colour for team in teams for colour in (team.fill, team.rim, team.ink, team.tint)]
    extra += [bright(team) for team in (*seats, *teams)] + [board.ground(team, theme) for team in seats]
    return fixed_palette(list(dict.fromkeys([*theme.colours(), *extra])), specimen(theme))
