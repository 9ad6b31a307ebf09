"""The games there are. A new game is one folder beside this file and one line here."""

from __future__ import annotations

from engine.core.game import AnyGame
from engine.knockdown.game import GAME as KNOCKDOWN
from engine.leaders.game import GAME as LEADERS
from engine.monolith.game import GAME as MONOLITH
from engine.tashkalar.game import GAME as TASHKALAR

GAMES: dict[str, AnyGame] = {game.key: game for game in (LEADERS, MONOLITH, TASHKALAR, KNOCKDOWN)}
