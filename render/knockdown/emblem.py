"""Emblems of cards, fighters, tokens and elixirs."""

from __future__ import annotations

from engine.knockdown.view import PRINTED_SKILLS
from render.emblem import MIDDLE, SIZE, neutral, on_disc
from render.image.sprites import Sketch, Sprite
from render.knockdown import attacks, board, colors, drawings, signs
from render.knockdown.figures import put_figure
from render.palette import Theme


def paint(component: str, theme: Theme) -> Sprite:
    """The emblem of a component: an attack's type, a skill's initiative, or the thing itself."""
    kind, _, name = component.partition(".")
    if kind in ("attack", "special"):
        return on_disc(drawings.TYPES[attacks.PRINTED[name].type], theme)
    sketch = Sketch(SIZE, SIZE)
    if kind == "skill":
        team = neutral(theme)
        sketch.disc(MIDDLE, MIDDLE, MIDDLE - 1, team.rim)
        sketch.disc(MIDDLE, MIDDLE, MIDDLE - 8, team.fill)
        sketch.words(str(PRINTED_SKILLS[name].initiative), "Bold", 76, MIDDLE, MIDDLE, team.ink)
    elif kind == "fighter":
        put_figure(sketch, name, "disc", MIDDLE, MIDDLE, MIDDLE - 1, colors.team(None, theme))
    elif name == "candle":
        board.put_candle(sketch, MIDDLE, MIDDLE, MIDDLE - 1, theme)
    else:
        signs.put_token(sketch, name, MIDDLE, MIDDLE, MIDDLE - 1, theme)
    return sketch.sprite()
