"""What helpers of the tests do more quickly is the same as what they stand for."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import discord
import pytest
from simcord import components

from db import Store
from tests.support.db.engines import sqlite_under
from tests.support.db.new import new_database
from tests.support.db.on_loop import work_on_loop
from tests.support.each import each
from tests.support.quick_simcord import hurry, walk_components
from tests.support.world import World

_BUTTON = {"type": 2, "custom_id": "a"}
_LAYOUT = [
    {"type": 10, "content": "words"},
    {
        "type": 17,
        "components": [{"type": 1, "components": [_BUTTON]}, {"type": 9, "components": [], "accessory": _BUTTON}],
    },
    {"type": 18, "component": {"type": 4}, "components": None},
    "no component",
]


@each("tree", [_LAYOUT, _LAYOUT[1], [], ({"type": 1},)])
def test_components_are_walked_in_the_same_order(tree: object) -> None:
    assert list(walk_components(tree)) == list(components.walk_components(tree))


def test_copies_share_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)
    for data in ([{"a": [1, 2]}], {"kind": pytest.ExitCode.OK, "list": [1]}):
        copy = vars(components)["deepcopy"](data)
        assert copy == data
        assert copy is not data


@pytest.mark.parametrize("on_loop", [False, True])
async def test_a_database_on_the_loop_works_as_one_with_a_thread(
    on_loop: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if on_loop:
        work_on_loop(monkeypatch)
    store = await Store.open(new_database(tmp_path / "arena.sqlite3"))
    asked = asyncio.create_task(store.remember(1, language="pl"))
    await asyncio.sleep(0)
    asked.cancel()
    await asyncio.wait([asked])
    assert asked.cancelled()
    assert (await store.person(1)).language == "pl", "what has begun is done, whoever waits for it"
    with pytest.raises(sqlite3.OperationalError):
        await sqlite_under(store).reader.run(lambda conn: conn.execute("nonsense"))
    await store.close()
    with pytest.raises(ValueError, match="closed"):
        await store.person(1)


async def test_a_world_waits_for_every_step_of_a_task_and_tells_of_one_that_failed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hurry(monkeypatch)
    done: list[int] = []

    async def count() -> None:
        for number in range(20):
            await asyncio.sleep(0)
            done.append(number)

    async def divide() -> None:
        await asyncio.sleep(0)
        done[0] //= 0

    async def begin() -> None:
        tasks.extend(asyncio.create_task(one) for one in (count(), divide()))

    tasks: list[asyncio.Task[None]] = []
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        async with World.open(lambda: discord.Client(intents=discord.Intents(guilds=True))) as world:
            with world.env._bot_scope():
                tasks.append(asyncio.create_task(begin()))
            await world.env.settle()
            assert done == [*range(20)]
            assert all(task.done() for task in tasks)


async def test_the_time_of_a_world_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)
    async with World.open(lambda: discord.Client(intents=discord.Intents(guilds=True))) as world:
        before = discord.utils.utcnow()
        await world.pass_time(90_000)
        assert (discord.utils.utcnow() - before).total_seconds() == 90_000 == (world.env.now() - before).total_seconds()
