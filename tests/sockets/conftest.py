"""Shared fixtures of the scenarios: a launcher per session; a fake Discord, a bot and two people per module."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.sockets.process import Launcher
from tests.sockets.scene import Scene
from tests.support import workers


@pytest.fixture(scope="session")
def launcher(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Launcher]:
    """A launcher that forks bots quickly; all test workers share it."""
    base = tmp_path_factory.getbasetemp()
    made = Launcher(base.parent if workers.is_worker(request.config) else base)
    yield made
    made.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def running(launcher: Launcher, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Scene]:
    """A fake Discord with a running bot, shared by the scenarios of a module."""
    async with Scene.open(launcher, tmp_path_factory.mktemp("sockets")) as scene, scene.bot:
        yield scene


@pytest_asyncio.fixture(loop_scope="module")
async def scene(running: Scene) -> AsyncIterator[Scene]:
    """The shared fake Discord without faults; at the end it must have seen no violation of Discord's rules."""
    if running.bot.poll() is not None:
        await running.bot.start()
    yield running
    running.discord.faults.clear()
    violations, running.discord.world.violations = running.discord.world.violations, []
    assert violations == []


@pytest_asyncio.fixture(loop_scope="module")
async def fresh(launcher: Launcher, tmp_path: Path) -> AsyncIterator[Scene]:
    """A separate fake Discord with a bot that is not started yet."""
    async with Scene.open(launcher, tmp_path) as scene:
        yield scene
        assert scene.discord.world.violations == []
