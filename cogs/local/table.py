"""Opens the local table, keeps its clock, closes it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime
from typing import TypeVar

import discord
import simcord

from cogs.local.channel import memory_of
from cogs.local.checks import check_simcord
from cogs.local.commands import translated_commands
from cogs.local.env import LocalEnv
from cogs.local.errors import LocalTableError
from cogs.local.server import LocalServer
from cogs.local.window import newest_messages
from cogs.local.world import PEOPLE, KnownPlace, build_world, controls_by_custom_id, drop_unused, follow_real_time

log = logging.getLogger("arena")

Bot = TypeVar("Bot", bound=discord.Client)

MAX_STEP_SECONDS = 60.0
"""Seconds; if the machine has slept longer, the clock skips the gap at once."""


async def serve(
    make_bot: Callable[[], Bot],
    *,
    port: int,
    players: int,
    announce: Callable[[str], None],
    opened: Callable[[Bot], Awaitable[None]],
    places: Iterable[KnownPlace] = (),
    secret: str | None = None,
    stop: asyncio.Event | None = None,
) -> None:
    """Open the local table and keep it open until `stop` is set or it is canceled.

    `announce` gets one line per address, `opened` the running bot. With the same `secret` the addresses stay the same
    after a restart.
    """
    check_simcord()
    if not 2 <= players <= len(PEOPLE):
        raise LocalTableError(f"The local table has two to four players, not {players}.")
    bot = make_bot()
    env = LocalEnv(bot)
    vars(bot)["outside"] = lambda work: env.external_wait(work, reason="a computer thinks")
    world = build_world(env, players, places)
    env.backend.bot_user.name = "Arena Post"
    server = LocalServer(env, world, port, secret or secrets.token_hex(32))
    await server.open()
    try:
        with (
            controls_by_custom_id(),
            translated_commands(world.languages),
            newest_messages(memory_of),
        ):
            follow_real_time(env)
            await env.start()
            with env.time_context():
                with env._bot_scope():
                    await opened(bot)
                await server.sync_channels()
                for n, person in enumerate(world.people):
                    announce(f"{person.user.global_name:<7} {server.address(world.channels[0].id, n)}")
                await _keep_open(env, server, stop or asyncio.Event())
    finally:
        await server.close()
        if env._started:
            with contextlib.suppress(TimeoutError):
                await env.settle(timeout=2.0)
            await env.shutdown()
        await bot.close()


async def _keep_open(env: simcord.Env, server: LocalServer, stop: asyncio.Event) -> None:
    """Run the clock and publish changes until `stop` is set or the task is canceled."""
    clock = asyncio.create_task(_keep_time(env, server))
    try:
        await stop.wait()
    finally:
        clock.cancel()
        await asyncio.gather(clock, return_exceptions=True)


async def _keep_time(env: simcord.Env, server: LocalServer) -> None:
    """Advance SimCord's clock and fire due timers once a second; publish changes four times a second."""
    ticks = 0
    while True:
        await asyncio.sleep(0.25)
        ticks += 1
        try:
            if ticks % 4 == 0:
                async with server.turn:
                    behind = (datetime.now(UTC) - env.now()).total_seconds()
                    if behind > MAX_STEP_SECONDS:  # The machine slept: skip the gap at once, then fire the due timers.
                        follow_real_time(env)
                    await env.advance_time(max(0.0, min(behind, MAX_STEP_SECONDS)))
                    drop_unused(env.backend)
            await server.publish()
        except (TimeoutError, simcord.SetupError) as error:
            log.warning("the local table's clock missed a step: %s", error)
