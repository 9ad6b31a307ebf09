"""Pictures that the launcher draws before it forks bots, so that no bot has to draw them again."""

from __future__ import annotations

import render
from cogs.ui.voice import voice
from engine.core.playout import choices
from engine.core.position import Position
from engine.leaders.data.blurbs import BLURBS
from engine.registry import GAMES
from render import Marks
from render.leaders import words
from render.leaders.rows import NOBODY, row
from render.palette import theme_of
from workers.draw_jobs import paint

PALETTE = render.PALETTES[0]
PICKS = 20
"""Number of picks of a match to draw."""
SHOWN = (0, 1, NOBODY)
"""The seats whose characters are drawn below the board: either side, or the market."""


def draw_leaders() -> None:
    """Draw the pictures of Leaders, which most scenarios play: the characters, and the first picks of a match."""
    game, speak = GAMES["leaders"], voice("en")
    for card, does in BLURBS.items():
        for side in SHOWN:
            row(card, side, speak(words.CARDS[card]), speak(does), theme_of(PALETTE))
    position, draw = Position.new(game, {}, 2, ""), choices("").__next__
    for _ in range(PICKS):
        ask = position.asks[0]
        marks = Marks(targets=tuple(spot for option in ask.options for spot in option.at))
        for seat in (0, 1):
            paint(game.key, game.view(position.state, seat, position.asks), PALETTE, marks, speak, seat, "parts")
        position.answer(ask, ask.options[draw() % len(ask.options)])
