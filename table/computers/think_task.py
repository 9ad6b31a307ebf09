"""A computer's decision as plain data that can be computed in any process."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable

import msgspec
from msgspec import Struct

from db.rows import Match, NewDue
from engine.computers.think import think
from engine.core.position import Position
from engine.registry import game_for

THINK_KIND = "think"
"""The kind of the due row for a computer's decision."""


class ThinkPayload(Struct, frozen=True, omit_defaults=True):
    """The payload of the due row."""

    held: bool = False
    """Whether the last move has no public message yet."""


def think_due(at: int, *, held: bool) -> NewDue:
    """The due row for a computer's decision."""
    return NewDue(at=at, kind=THINK_KIND, payload=msgspec.json.encode(ThinkPayload(held)).decode())


class ThinkTask(Struct, frozen=True, kw_only=True):
    """A seat's next decision at a level. The same task has the same result in every process."""

    match: int
    version: int
    guild: int
    """The server whose queue the task joins; 0 for none."""
    game: str
    rules_version: int
    options: str
    position: str
    """In stored form."""
    seat: int
    level: int
    seed: str


Think = Callable[[ThinkTask], Awaitable[tuple[str, ...]]]
"""Returns the codes of the decision."""


def task_for(match: Match, seat: int, level: int) -> ThinkTask:
    """The task for a seat's decision. Its seed is unique among the match's versions."""
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
    """Compute the decision in this process and return its codes."""
    game = game_for(task.game, task.rules_version)
    position = Position.read(game, json.loads(task.options), json.loads(task.position))
    return think(position, task.seat, task.level, task.seed).codes


async def think_here(task: ThinkTask) -> tuple[str, ...]:
    """Compute the decision in this process, for programs and tests without workers."""
    return decision(task)
