"""The faster versions of helpers have the same results as the originals."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import chess
import discord
import pytest
from simcord import components
from simcord.backend import Backend
from simcord.http import router

from db import Store
from tests.support import cpu_seconds, quick_simcord
from tests.support.db.engines import sqlite_under
from tests.support.db.kept import Kept
from tests.support.db.look import look
from tests.support.db.new import new_database
from tests.support.db.on_loop import work_on_loop
from tests.support.db.sample_matches import live, step
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


def test_copies_are_independent(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)
    for data in ([{"a": [1, 2]}], {"kind": pytest.ExitCode.OK, "list": [1]}):
        copy = vars(components)["deepcopy"](data)
        assert copy == data
        assert copy is not data


@pytest.mark.parametrize("on_loop", [False, True])
async def test_a_database_on_the_event_loop_works_like_one_with_a_thread(
    on_loop: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if on_loop:
        work_on_loop(monkeypatch)
    store = await Store.open(new_database(tmp_path / "arena.sqlite3"))
    task = asyncio.create_task(store.people.update(1, language="pl"))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])
    assert task.cancelled()
    assert (await store.people.get(1)).language == "pl", "started work is finished even if nobody waits for it"
    with pytest.raises(sqlite3.OperationalError):
        await sqlite_under(store).reader.run(lambda conn: conn.execute("nonsense"))
    await store.close()
    with pytest.raises(ValueError, match="closed"):
        await store.people.get(1)


async def test_a_world_waits_for_every_step_of_a_task_and_reports_failures(
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


def test_a_path_finds_the_same_route(monkeypatch: pytest.MonkeyPatch) -> None:
    """To the most literal of those that fit; a path that fits none is refused."""
    echoing = {
        method: [
            (template, partial(lambda template, asked: (template, asked.args), template)) for template, _ in routes
        ]
        for method, routes in router._ROUTES.items()
    }
    monkeypatch.setattr(quick_simcord, "_ROUTES", echoing)
    paths = {(method, "/".join(["", *template])) for method, routes in echoing.items() for template, _ in routes}
    assert ("GET", "/channels/{channel_id}/messages/pins") in paths
    filled = [(method, re.sub(r"{.*?}", "7", path)) for method, path in sorted(paths)]

    def found() -> list[object]:
        answers: list[object] = []
        for method, path in [*filled, ("GET", "/nowhere"), ("HEAD", "/users/@me")]:
            try:
                answers.append(router.dispatch(Backend(), method, path))
            except router.RouteNotImplemented as refused:
                answers.append(str(refused))
        return answers

    with monkeypatch.context() as patch:
        patch.setattr(router, "_ROUTES", echoing)
        slowly = found()
    hurry(monkeypatch)
    monkeypatch.setattr(quick_simcord._routes, "_by_length", {})
    assert found() == slowly


async def test_the_time_of_a_world_advances(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)
    async with World.open(lambda: discord.Client(intents=discord.Intents(guilds=True))) as world:
        before = discord.utils.utcnow()
        await world.pass_time(90_000)
        assert (discord.utils.utcnow() - before).total_seconds() == 90_000 == (world.env.now() - before).total_seconds()


async def test_a_reused_database_is_emptied_completely(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Kept(tmp_path / "kept.sqlite3")
    work_on_loop(monkeypatch, kept)
    for _ in range(2):
        kept.empty()
        with closing(sqlite3.connect(new_database(tmp_path / "new.sqlite3"))) as new:
            assert [*kept.beside.iterdump()] == [*new.iterdump()]
        for started_again in (False, True):
            async with await Store.open(kept.path) as store:
                match = await live(store)
                assert (await store.matches.commit(step(match))).match.version == 1
                await store.people.update(1, language="pl")
                await store.matches.move_to_channel(match.id, guild=5, channel=match.id + 100, parent=None)
                assert kept.usable == started_again, "a restarted store opens its own connections"
            assert kept.usable
        assert len(look(kept.path, "SELECT id FROM matches")) == 2


def test_the_cost_of_a_run_is_the_cpu_time_of_shell_and_children() -> None:
    assert cpu_seconds.cpu_seconds("0m0.250s 0m0.150s\n10m1.500s 1m0.100s\n") == pytest.approx(662.0)
    with pytest.raises(ValueError):
        cpu_seconds.cpu_seconds("sh: times: not found")


def test_the_yardstick_visits_the_whole_tree() -> None:
    assert cpu_seconds.perft(chess.Board(), 3) == 8_902
    assert cpu_seconds.yardstick_seconds(depth=1) > 0
    assert cpu_seconds.summary(600, 1.5) == "600 CPU seconds, 400 × python-chess perft(4) at 1.50 s"
