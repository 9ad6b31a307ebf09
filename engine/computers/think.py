"""Five levels: from a position, a seat, a level and a seed to the codes of the seat's next decision."""

from __future__ import annotations

from math import exp, log
from typing import Any
from zlib import crc32

from msgspec import msgpack

from engine.computers.beam import Judge, Sight
from engine.computers.level import Level
from engine.computers.levels import PLANS, any_game
from engine.computers.search import Thought, mixed_seed, search
from engine.core.ask import Refused
from engine.core.game import AnyGame
from engine.core.position import Position
from engine.core.text import Text, text

NAMES = (Text("Novice"), Text("Apprentice"), Text("Challenger"), Text("Veteran"), Text("Master"))
"""The names of the levels, weakest first."""
STRONGEST = len(NAMES)


def levels(game: AnyGame) -> tuple[Level, ...]:
    """The levels of a game, weakest first; a default set for games without their own."""
    return PLANS.get(game.key, any_game.LEVELS)


def think(position: Position, seat: int, level: int, seed: str) -> Thought:
    """The next decision of a computer player at that seat; uses only what the seat can see."""
    known = levels(position.game)
    if not 1 <= level <= len(known):
        raise Refused("level", text("Levels are 1 to {most}.", most=len(known)))
    return decide(position, seat, known[level - 1], seed)


def decide(position: Position, seat: int, level: Level, seed: str) -> Thought:
    """The next decision of the seat, at this level."""
    if position.ask_of(seat) is None:
        raise Refused("not-asked", text("This seat is not asked anything now."))
    return decide_by(position, seat, level, seed, worth_of(position.game))


def decide_by(position: Position, seat: int, level: Level, seed: str, worth: Judge) -> Thought:
    """The next decision of a seat that maximizes `worth` instead of its chance to win."""
    return search(position, seat, with_errors(worth, level, seed), level.plan, seed, _sight(level, seed))


def worth_of(game: AnyGame) -> Judge:
    """The game's evaluation; for games without one, equal chances."""
    return game.worth or (lambda state, _seat: 1 / len(game.teams(state)))


def judge_of(game: AnyGame, level: Level, seed: str) -> Judge:
    """The game's evaluation with the level's errors."""
    return with_errors(worth_of(game), level, seed)


def with_errors(worth: Judge, level: Level, seed: str) -> Judge:
    """The evaluation with the level's errors; the same position always gets the same error."""
    if not level.misjudges:
        return worth

    def judge(state: Any, seat: int) -> float:
        value = min(max(worth(state, seat), 0.001), 0.999)
        odds = log(value / (1 - value)) + level.misjudges * _error(msgpack.encode(state), seed)
        return 1 / (1 + exp(-odds))

    return judge


def _error(state: bytes, seed: str) -> float:
    """A nearly normal error around 0: the sum of twelve checksums minus its mean. They correlate, so it is small."""
    start = mixed_seed(seed)
    return sum(crc32(state, start + n) for n in range(12)) / (1 << 32) - 6


def _sight(level: Level, seed: str) -> Sight | None:
    """Which options the level notices; it overlooks a whole figure, card or space. None if it notices all."""
    if not level.overlooks:
        return None
    bar = int(level.overlooks * (1 << 32))
    start = mixed_seed(seed)
    return lambda code: crc32(code.encode(), start) >= bar
