"""Faults of the gateway: connections that end in every way, lost sessions, and clicks meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import pytest_asyncio

from tests.sockets.people import Table
from tests.sockets.process import Launcher
from tests.sockets.scene import Scene
from tests.sockets.server import FakeDiscord

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def match(running: Scene) -> Table:
    """A match that continues through all scenarios."""
    table = await running.table(seed=6)
    await table.begin()
    return table


async def looks(match: Table) -> None:
    """Check that a click is answered."""
    person = next(iter(match.people.values()))
    seen = await person.click("press:side:", match.newest())
    assert seen.alt


async def test_a_cut_gateway_connection_is_resumed(scene: Scene, match: Table) -> None:
    gateway = scene.discord.gateway
    identified, resumed = gateway.identified, gateway.resumed
    gateway.cut()
    await gateway.until(lambda: gateway.resumed > resumed)
    assert gateway.identified == identified
    await looks(match)


async def test_a_click_while_the_connection_is_lost_is_answered_after_the_resume(scene: Scene, match: Table) -> None:
    gateway = scene.discord.gateway
    gateway.cut()
    await gateway.until(lambda: not gateway.links)
    await looks(match)


async def test_a_reconnect_request_is_followed(scene: Scene, match: Table) -> None:
    gateway = scene.discord.gateway
    identified, resumed = gateway.identified, gateway.resumed
    await gateway.reconnect()
    await gateway.until(lambda: gateway.resumed > resumed)
    assert gateway.identified == identified
    await looks(match)


async def test_a_resumable_invalid_session_is_resumed(scene: Scene, match: Table) -> None:
    gateway = scene.discord.gateway
    identified, resumed = gateway.identified, gateway.resumed
    await gateway.invalidate(resumable=True)
    await gateway.until(lambda: gateway.resumed > resumed)
    assert gateway.identified == identified
    await looks(match)


@pytest.mark.parametrize("code", [1000, 1001, 1006, 4000, 4001, 4002, 4003, 4005, 4008])
async def test_a_resumable_close_is_resumed(scene: Scene, match: Table, code: int) -> None:
    gateway = scene.discord.gateway
    resumed = gateway.resumed
    await gateway.close(code)
    await gateway.until(lambda: gateway.resumed > resumed)
    await looks(match)


async def test_a_lost_session_is_started_again(launcher: Launcher, tmp_path: Path) -> None:
    """All kinds of losses in one test, because discord.py waits five seconds before it identifies again."""

    async def lose(how: int) -> None:
        folder = tmp_path / str(how)
        folder.mkdir()
        async with Scene.open(launcher, folder) as scene, scene.bot:
            gateway = scene.discord.gateway
            table = await scene.table()
            await table.begin()
            await (gateway.invalidate(resumable=False) if how == 9 else gateway.close(how, forget=True))
            await gateway.until(lambda: gateway.identified == 2)
            await looks(table)
            assert scene.discord.world.violations == []

    async def lose_all(name: str, how: Callable[[FakeDiscord], Awaitable[None]]) -> None:
        """Lose the session in this way; a session that still exists is resumed."""
        folder = tmp_path / name
        folder.mkdir()
        async with Scene.open(launcher, folder) as scene:
            gateway = scene.discord.gateway
            scene.bot.silence, gateway.interval = 1.0, 0.25
            await scene.bot.start()
            table = await scene.table()
            await table.begin()
            await how(scene.discord)
            await gateway.until(lambda: gateway.resumed == 1)
            assert gateway.identified == 1
            await looks(table)
            assert await table.turn() and scene.discord.world.violations == []

    await asyncio.gather(lose(9), lose(4007), lose(4009), lose_all("silent", fall_silent), lose_all("gone", go_away))


async def fall_silent(discord: FakeDiscord) -> None:
    """Let the gateway send nothing, without closing the connection."""
    discord.gateway.freeze()


async def go_away(discord: FakeDiscord) -> None:
    """Make Discord unreachable for a while."""
    discord.faults.down = True
    discord.gateway.cut()
    await asyncio.sleep(1.5)
    assert not discord.gateway.links
    discord.faults.down = False


async def test_every_heartbeat_is_sent(scene: Scene, match: Table) -> None:
    gateway = scene.discord.gateway
    gateway.interval, before = 0.05, gateway.resumed
    await gateway.reconnect()
    await gateway.until(lambda: gateway.resumed > before)
    await gateway.until(lambda: any(link.beats > 3 for link in gateway.links))
    gateway.interval = 41.25
    await gateway.reconnect()
    await gateway.until(lambda: gateway.resumed > before + 1)
    await looks(match)


async def test_a_server_that_invites_the_bot_can_play_at_once(scene: Scene) -> None:
    world, gateway = scene.discord.world, scene.discord.gateway
    guild = world.guild("Another one", scene.ada.user, scene.bartek.user)
    place = world.channel(guild, "games")
    await gateway.dispatch("GUILD_CREATE", world.guild_payload(guild))
    table = Table(scene.discord, place, (scene.ada, scene.bartek))
    assert (await table.begin()).alt


async def test_an_interaction_delivered_twice_counts_once(scene: Scene, match: Table) -> None:
    match.random.seed(1)
    person = match.to_move()
    assert person is not None
    panel = await person.click("press:play:", match.newest())
    done = await match.step(person, panel)
    assert done is not None
    await scene.discord.gateway.tell_again(done.interaction)
    await looks(match)
    assert done.interaction.answers == 1


UNREADABLE: list[tuple[str, dict[str, object]]] = [
    ("GUILD_CREATE", {"id": "77"}),
    ("GUILD_ROLE_CREATE", {"id": "77", "guild_id": "GUILD", "role": {}}),
    ("CHANNEL_CREATE", {"id": "78", "type": 0}),
    ("CHANNEL_UPDATE", {"id": "78", "guild_id": "GUILD", "type": "text"}),
    ("THREAD_CREATE", {"guild_id": "GUILD", "parent_id": None}),
    ("INTERACTION_CREATE", {"id": "0", "type": 3, "token": "t", "application_id": "nobody's"}),
]


async def test_unreadable_events_are_skipped(running: Scene, match: Table) -> None:
    gateway, bot = running.discord.gateway, running.bot
    identified = gateway.identified
    guild = str(next(iter(running.discord.world.guilds)))
    for event, data in UNREADABLE:
        payload = {name: guild if value == "GUILD" else value for name, value in data.items()}
        for session in gateway.sessions.values():
            await gateway._dispatch(session, event, payload)
    await looks(match)
    assert gateway.identified == identified and bot.poll() is None
    skipped = [line for line in bot.log.splitlines() if "cannot be read and is skipped" in line]
    assert len(skipped) >= 2 and len({line.split(" cannot be read")[0].rpartition(" ")[2] for line in skipped}) >= 2
