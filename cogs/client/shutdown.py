"""Shutdown: finish running interactions within seconds, or tell their users that the bot is restarting."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable

import discord

from cogs.ui.interactions import LOST_ERRORS, reply, voice_for, whisper
from cogs.ui.layouts import layout
from engine.core.text import text

log = logging.getLogger("arena")

INTERACTION_TASKS = ("CommandTree-invoker", "discord-ui-")
"""Name prefixes of discord.py's tasks that answer an interaction."""
EVENT_TASKS = "discord.py: "
"""The name prefix of tasks that run `on_ready` and other events."""
NOTIFY_SECONDS = 1
"""Seconds reserved at the end for notifying users of the restart."""
RESTARTING = text("I'm restarting. What you have confirmed is saved; please ask again in a minute.")


def running(*names: str) -> set[asyncio.Task[object]]:
    """The tasks whose names start with one of these prefixes."""
    return {task for task in asyncio.all_tasks() if task.get_name().startswith(names)}


async def finish(tasks: set[asyncio.Task[object]], seconds: float) -> set[asyncio.Task[object]]:
    """Wait for the tasks for `seconds`; cancel and return those that are not finished."""
    if not tasks:
        return set()
    _, late = await asyncio.wait(tasks, timeout=seconds)
    for task in late:
        task.cancel()
    return late


def notify_users(interactions: Iterable[discord.Interaction]) -> list[asyncio.Task[None]]:
    """Notify the users of these unanswered interactions of the restart, in the background."""
    telling = [asyncio.create_task(_tell(one)) for one in interactions]
    if telling:
        log.warning("%s interactions were not answered in time", len(telling))
    return telling


async def _tell(interaction: discord.Interaction) -> None:
    try:
        words = (await voice_for(interaction))(RESTARTING)
        if interaction.extras.get("progress"):
            await reply(interaction, layout(discord.ui.TextDisplay(words)))
        else:
            await whisper(interaction, words)
    except (discord.HTTPException, *LOST_ERRORS) as error:
        log.info("user %s could not be notified of the restart: %r", interaction.user.id, error)


async def wait_for_notifications(telling: list[asyncio.Task[None]]) -> None:
    """Wait a moment for the tasks of `notify_users`."""
    if telling:
        _, late = await asyncio.wait(telling, timeout=NOTIFY_SECONDS)
        for task in late:
            task.cancel()
