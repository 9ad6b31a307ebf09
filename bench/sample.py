"""The game behind figures that are the same for every game: the first of the registry."""

from __future__ import annotations

from engine.registry import GAMES

GAME = next(iter(GAMES.values()))
