"""A whole match against a computer in every game, with restarts at random moments: one message per round, each posted
once.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from cogs.client.arena_bot import ArenaBot
from table.computers.think_task import task_for
from tests.support.cogs.play import rows
from tests.support.table.thinkers import Slow, at_random
from tests.support.world import World

POST = "POST", "/channels/*/messages"
QUIETLY = ["", "", "before", "drafting", "thinking"]
"""The same with moments at which the bot is killed, for games that post a board for every decision of Ada."""
ANY_TIME = [*QUIETLY, "posting", "posted"]
"""Moments at which the bot is killed, where every decision of Ada is answered with a board."""
MOMENTS = {"leaders": ANY_TIME, "monolith": ANY_TIME, "tashkalar": ANY_TIME, "knockdown": QUIETLY}


@pytest.mark.parametrize("game", MOMENTS)
async def test_a_whole_match_with_restarts_at_random_moments(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    ada, chance, moments = world["Ada"], random.Random(5), MOMENTS[game]
    await ada.slash("match new", game=game, computers=1, level=1)
    decided, happened = [], set()
    while rows(database, "SELECT status FROM matches") == [("live",)]:
        posted = len(boards(world))
        moment = chance.choice(moments if posted > 1 else QUIETLY)  # the set-up is narrated on one board
        assert isinstance(world.bot, ArenaBot)
        codes = await at_random(task_for(await world.bot.store.matches.get(1), 0, 1))
        decided.append(list(codes))
        happened.add(moment)
        move = " ".join([*codes, "confirm"])
        if moment == "before":
            await world.restart()
        if moment == "drafting":
            half = chance.randint(1, len(codes))
            await ada.slash("play", move=" ".join(codes[:half]))
            await world.restart()
            move = " ".join([*codes[half:], "confirm"])
        if moment == "thinking":
            think_for_ever(world, monkeypatch)
        if moment in ("posting", "posted"):
            async with world.killed_at(*POST, after=moment == "posted"):
                await ada.slash("play", move=move)
        else:
            await ada.slash("play", move=move)
        if moment == "thinking":
            assert len(boards(world)) == posted, "the move waits for its answer"
            await world.restart()
        await world.env.settle()
        assert len(boards(world)) <= posted + 1
        assert len(boards(world)) > posted or posted == 1 or moments is QUIETLY
    assert happened == set(moments)
    log = rows(database, "SELECT seq, seat, codes FROM moves ORDER BY seq")
    assert [seq for seq, _, _ in log] == list(range(1, len(log) + 1))
    assert [json.loads(str(codes)) for _, seat, codes in log if seat == 0] == decided
    assert rows(database, "SELECT message FROM outbox WHERE kind = 'turn' ORDER BY id") == [
        (one,) for one in boards(world)
    ]
    assert set(world.pinged()) == {"Ada"}


def boards(world: World) -> list[int]:
    """The messages with boards; messages that only ping are deleted after the decision."""
    return [message.id for message in world.messages() if message.shows_picture]


def think_for_ever(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the computers of this bot never decide."""
    monkeypatch.setattr(world.bot, "_think", Slow())
    monkeypatch.setattr(world.bot, "outside", lambda work: world.env.external_wait(work, reason="a computer thinks"))
