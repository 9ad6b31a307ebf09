"""The sample game for measurements that are the same in every game: the first of the registry."""

from __future__ import annotations

from engine.registry import GAMES

GAME = next(iter(GAMES.values()))
