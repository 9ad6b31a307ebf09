"""One decision of a computer, as plain data: whoever does it needs nothing else, in whatever process."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable

import msgspec
from msgspec import Struct

from db.rows import Match, NewDue
from engine.computers.think import think
from engine.core.position import Position
from engine.registry import game_for

THINK = "think"
"""The kind of the due row that says that a computer has to decide."""


class ThinkPayload(Struct, frozen=True, omit_defaults=True):
    """The payload of the due row."""

    held: bool = False
    """Whether the last move has no public message yet."""


def think_due(at: int, *, held: bool) -> NewDue:
    """The row that says that a computer has to decide."""
    return NewDue(at=at, kind=THINK, payload=msgspec.json.encode(ThinkPayload(held)).decode())


class ThinkTask(Struct, frozen=True, kw_only=True):
    """A seat's next decision, at this level; the same task has the same result in every process."""

    match: int
    version: int
    guild: int
    """The server that it is done for; 0: none."""
    game: str
    rules_version: int
    options: str
    position: str
    """As it is stored."""
    seat: int
    level: int
    seed: str


Think = Callable[[ThinkTask], Awaitable[tuple[str, ...]]]
"""The codes of the decision."""


def task_for(match: Match, seat: int, level: int) -> ThinkTask:
    """The decision of this seat; its seed is that of no other decision of this match."""
    return ThinkTask(
        match=match.id,
        version=match.version,
        guild=match.guild or 0,
        game=match.game,
        rules_version=match.rules_version,
        options=match.options,
        position=match.position,
        seat=seat,
        level=level,
        seed=f"{match.seed_hash}/{match.id}/{match.version}",
    )


def decision(task: ThinkTask) -> tuple[str, ...]:
    """The codes of the decision, worked out here and now."""
    game = game_for(task.game, task.rules_version)
    position = Position.read(game, json.loads(task.options), json.loads(task.position))
    return think(position, task.seat, task.level, task.seed).codes


async def think_here(task: ThinkTask) -> tuple[str, ...]:
    """The decision, worked out by whoever asks: for programs and tests without other processes."""
    return decision(task)
