"""The computer players' part of the protocol."""

from __future__ import annotations

from typing import Any

from engine.computers.think import NAMES, levels, think
from engine.core.game import AnyGame
from engine.core.position import Position
from engine.core.text import say


class Computers:
    """Answers `think` and `levels`."""

    def think(self, position: Position, seat: int, level: int, seed: str) -> dict[str, Any]:
        """The codes of the seat's next decision, its chance to win, and the number of picks tried."""
        thought = think(position, seat, level, seed)
        return {"codes": list(thought.codes), "value": round(thought.value, 4), "tried": thought.tried}

    def levels(self, game: AnyGame) -> list[dict[str, Any]]:
        """The levels of a game: number, name, effort."""
        return [
            {"level": number, "name": say(NAMES[number - 1]), "effort": level.plan.effort}
            for number, level in enumerate(levels(game), 1)
        ]
