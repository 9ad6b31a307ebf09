"""Uploads the games' components to Discord as emojis: `./run --emojis`, with or without a running bot."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from functools import partial

import discord

import render
from cogs.client.supervise import until
from cogs.ui.emojis import DIGEST_LENGTH, stem, with_retries
from engine.registry import GAMES


def emblems() -> dict[str, bytes]:
    """All emojis by name, as PNG. Components with the same name share one if they look the same."""
    drawn: dict[str, set[bytes]] = {}
    for game in GAMES.values():
        for key, component in game.components.items():
            if (data := render.emblem(game.key, key)) is not None:
                drawn.setdefault(stem(game.key, str(component.name)), set()).add(data)
    return {
        f"{name}_{hashlib.sha256(data).hexdigest()[:DIGEST_LENGTH]}": data
        for name, alike in drawn.items()
        if len(alike) == 1
        for data in alike
    }


async def upload_emojis(client: discord.Client) -> str:
    """Upload the emojis that Discord does not have in this form, and say how many.

    Waits for rate limits and temporary errors. Earlier versions stay, because old messages show them.
    """
    known = {one.name for one in await with_retries(client.fetch_application_emojis)}
    wanted = emblems()
    missing = {name: data for name, data in wanted.items() if name not in known}
    for name, data in missing.items():
        await with_retries(partial(client.create_application_emoji, name=name, image=data))
    return f"{len(wanted)} emojis, {len(missing)} of them new. The bot uses them from its next start on."


async def upload(token: str, stop: asyncio.Event, announce: Callable[[str], None]) -> None:
    """Log in without the gateway, upload until everything is there or `stop` is set, and announce the result."""

    async def work() -> None:
        await client.login(token)
        announce(await upload_emojis(client))

    async with discord.Client(intents=discord.Intents(guilds=True)) as client:
        await until(stop, work())
