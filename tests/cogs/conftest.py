"""A world with the bot, each with its own database, and a watch on everything that the bot sends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from cogs.client.arena_bot import ArenaBot
from table import quotas
from table.clocks.alarm import HEARTBEAT_SECONDS
from tests.support.cogs import drawing, process_cache
from tests.support.cogs.fixed_seed import FixedSeed
from tests.support.cogs.inline_worker import InlineWorker
from tests.support.cogs.message_watch import MessageWatch
from tests.support.cogs.play import faults
from tests.support.db.kept import Kept, emptied
from tests.support.db.new import new_database
from tests.support.db.on_loop import work_on_loop
from tests.support.quick_simcord import hurry
from tests.support.table.thinkers import at_random
from tests.support.world import World


@pytest.fixture(autouse=True)
def deal(monkeypatch: pytest.MonkeyPatch) -> FixedSeed:
    dealt = FixedSeed()
    monkeypatch.setattr("table.matches.seating.secrets", dealt)
    return dealt


@pytest.fixture(scope="session", autouse=True)
def sharing() -> Iterator[None]:
    """Check at the end that the state shared by all worlds is unchanged."""
    yield
    assert process_cache.unchanged()


@pytest.fixture
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """The database of all worlds of this process, emptied for each test."""
    return emptied(tmp_path_factory.getbasetemp())


@pytest.fixture(autouse=True)
def shared(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is drawn unless a test uses `pictures`, and no threads are used unless it uses `threads`.

    The names of commands are computed once. Jobs run in a thread. Computers decide at random.
    """
    monkeypatch.setattr("workers.think_pool.ThinkPool.think", lambda _, task: at_random(task))
    monkeypatch.setattr("table.computers.thinking.CHECK_SECONDS", 60)  # longer than SimCord waits for timers
    monkeypatch.setattr("cogs.ui.database_trouble.CHECK_SECONDS", 60)
    monkeypatch.setattr("workers.job_queue.Process", InlineWorker)
    process_cache.share(monkeypatch)
    hurry(monkeypatch)
    drawing.draw_nothing(monkeypatch)
    if "threads" not in request.fixturenames:
        work_on_loop(monkeypatch, request.getfixturevalue("kept"))
    monkeypatch.setattr(
        "cogs.ui.autocomplete.TIME_LIMIT_SECONDS", 20.0
    )  # so that tests on a busy machine get their suggestions, too


@pytest.fixture
def pictures(shared: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw real boards."""
    drawing.draw_really(monkeypatch)


@pytest.fixture
def threads() -> None:
    """Give the database its own thread, as in production."""


@pytest.fixture
def database(request: pytest.FixtureRequest) -> Path:
    """An empty database; with its own thread it is a new file."""
    if "threads" in request.fixturenames:
        folder: Path = request.getfixturevalue("tmp_path")
        return new_database(folder / "arena.sqlite3")
    kept: Kept = request.getfixturevalue("kept")
    return kept.path


@pytest.fixture
def heartbeat() -> int:
    """Seconds between two heartbeats: many, because tests let days pass."""
    return HEARTBEAT_SECONDS


@pytest.fixture
async def world(database: Path, deal: FixedSeed, shared: None, heartbeat: int) -> AsyncIterator[World]:
    """A world with a bot that has just started; Ada and Celina use English, Bartek Polish."""
    opened: asyncio.Future[World] = asyncio.get_running_loop().create_future()
    leave = asyncio.Event()

    async def stay() -> None:
        async with World.open(
            lambda: ArenaBot(database, heartbeat=heartbeat),
            people=("Ada", "Bartek", "Celina"),
            languages={"Bartek": "pl"},
        ) as inside:
            opened.set_result(inside)
            await leave.wait()

    # A separate task, because SimCord must be left in the context in which it was entered, and a fixture has two.
    staying = asyncio.create_task(stay())
    waiting: set[asyncio.Future[Any]] = {staying, opened}
    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    if opened.done():
        yield opened.result()
    leave.set()
    await staying


@pytest.fixture
def no_quotas(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lift the limits on the number of matches."""
    for name in (
        "MAX_OPEN_MATCHES_PER_PERSON",
        "MAX_OPEN_INVITATIONS",
        "MAX_OPEN_INVITATIONS_FROM_ONE",
        "MAX_INVITATIONS_FROM_ONE_PER_DAY",
        "MAX_THREADS_PER_DAY",
    ):
        monkeypatch.setattr(quotas, name, 1000)


@pytest.fixture
def no_edits(world: World) -> None:
    """Let old messages keep their buttons, as when somebody clicks before an edit arrives."""
    world.refuse_edits()


@pytest.fixture
def panels_stay(world: World) -> None:
    """Let a panel stay when another one opens, as after a restart or when its token has expired."""
    world.refuse_to_delete_answers()


@pytest.fixture(autouse=True)
def watched(request: pytest.FixtureRequest) -> None:
    """Whether the test has a world to watch."""
    if "world" in request.fixturenames:
        request.getfixturevalue("watch")


@pytest.fixture
def watch(world: World, database: Path) -> Iterator[MessageWatch]:
    """Check after every test: no unwanted pings, nothing beyond Discord's limits, a consistent database."""
    watching = MessageWatch(world, database)
    yield watching
    watching.check()
    assert faults(database) == []
