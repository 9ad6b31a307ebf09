"""The strengths of the decks, for players who choose one."""

from __future__ import annotations

from engine.core.text import Text

BLURBS: dict[str, Text] = {
    "northern-imperial": Text("Versatile: moves, shots along lines, upgrades. The same cards as Southern Imperial."),
    "southern-imperial": Text("Versatile: moves, shots along lines, upgrades. The same cards as Northern Imperial."),
    "highland": Text("Strength: combat moves and leaps. Some beings do more on red and green squares."),
    "sylvan": Text("Growth: converts enemies, places and upgrades pieces, draws extra cards."),
}
"""By the code of the deck, in two short lines."""
