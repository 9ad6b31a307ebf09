"""Five levels: how hard a computer player looks, what it overlooks and how it misjudges."""

from __future__ import annotations

from math import exp, log
from typing import Any

from msgspec import Struct, msgpack

from engine.core.game import AnyGame
from engine.core.playout import choices
from engine.core.position import Position
from engine.core.text import Text
from engine.players.search import Judge, Plan, Thought, search

NAMES = (Text("Squire"), Text("Scout"), Text("Knight"), Text("Champion"), Text("Legend"))


class Level(Struct, frozen=True):
    """A strength: how hard it looks, and how often it errs like a person."""

    plan: Plan
    misjudges: float = 0.0
    """The spread of its error when it judges a position, as a difference of log odds."""


_WEAK = (Level(Plan(effort=2_000, width=1), misjudges=1.6), Level(Plan(effort=2_000, width=1), misjudges=0.5))

LEVELS: dict[str, tuple[Level, ...]] = {
    "leaders": (
        *_WEAK,
        Level(Plan(effort=5_000, width=12)),
        Level(Plan(effort=20_000, width=25, candidates=16, answer_width=6, horizon=2)),
        Level(Plan(effort=100_000, width=80, candidates=100, answer_width=10, horizon=2)),
    ),
}


def think(position: Position, seat: int, level: int, seed: str) -> Thought:
    """The next decision of a computer player at that seat, which is asked."""
    chosen = LEVELS[position.game.key][level - 1]
    return search(position, seat, judge_of(position.game, chosen, seed), chosen.plan, seed)


def judge_of(game: AnyGame, level: Level, seed: str) -> Judge:
    """The game's judge, with the level's errors: the same position is always misjudged in the same way."""
    worth = game.worth
    assert worth is not None
    if not level.misjudges:
        return worth

    def judge(state: Any, seat: int) -> float:
        value = min(max(worth(state, seat), 0.001), 0.999)
        odds = log(value / (1 - value)) + level.misjudges * _error(msgpack.encode(state), seed)
        return 1 / (1 + exp(-odds))

    return judge


def _error(state: bytes, seed: str) -> float:
    """A normal error, nearly: the sum of twelve even ones."""
    draws = choices(f"{seed}/{state.hex()}")
    return sum(next(draws) for _ in range(12)) / (1 << 31) - 6
