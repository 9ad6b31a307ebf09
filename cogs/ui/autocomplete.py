"""Autocomplete with a time limit: a late result is used for the next keystroke."""

from __future__ import annotations

import asyncio
import functools
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, TypeVar

import discord
from discord.app_commands import Choice

from cogs.ui.fair_queue import MAX_CONCURRENT_SUGGESTIONS
from cogs.ui.interactions import bot_of

B = TypeVar("B")
C = TypeVar("C", str, int, float)
Suggest = Callable[[B, discord.Interaction, str], Coroutine[Any, Any, list[Choice[C]]]]
"""An autocomplete callback: (cog, interaction, typed text) → choices."""

log = logging.getLogger("arena")

TIME_LIMIT_SECONDS = 0.3
"""Seconds within which a typing person gets suggestions."""
CACHE_SIZE = 256
"""The number of cached results."""

_found: OrderedDict[Hashable, tuple[str, list[Choice[Any]]]] = OrderedDict()
"""The latest result per person, channel and field: the typed text, and the choices."""
_working: set[asyncio.Task[Any]] = set()
"""Keeps references to running tasks; the event loop holds only weak ones."""


def in_time(suggest: Suggest[B, C]) -> Suggest[B, C]:
    """Decorator of every autocomplete callback: limit its time; after that use the result of an earlier keystroke.

    An error is logged and gives no suggestions.
    """

    @functools.wraps(suggest)
    async def limited(self: B, interaction: discord.Interaction, typed: str) -> list[Choice[C]]:
        field = interaction.user.id, interaction.channel_id, suggest.__qualname__
        if bot_of(interaction).pacing.account(interaction.user.id).suggestions > MAX_CONCURRENT_SUGGESTIONS:
            return _cached_choices(field, str(typed))
        work = asyncio.create_task(suggest(self, interaction, typed))
        _working.add(work)
        work.add_done_callback(functools.partial(_cache_choices, field, str(typed)))
        await asyncio.wait({work}, timeout=TIME_LIMIT_SECONDS)
        if work.done():
            return [] if work.cancelled() or work.exception() else work.result()
        return _cached_choices(field, str(typed))

    limited.in_time = True  # type: ignore[attr-defined]
    return limited


def _cached_choices(field: Hashable, typed: str) -> list[Choice[Any]]:
    """The cached choices, if they were found for a prefix of the typed text."""
    before, choices = _found.get(field, ("", []))
    return choices if typed.startswith(before) else []


def _cache_choices(field: Hashable, typed: str, work: asyncio.Task[list[Choice[Any]]]) -> None:
    """Cache the choices for the next keystroke."""
    _working.discard(work)
    if work.cancelled():
        return
    if (error := work.exception()) is not None:
        log.warning("no suggestions: %r", error)
        return
    _found[field] = typed, work.result()
    _found.move_to_end(field)
    while len(_found) > CACHE_SIZE:
        _found.popitem(last=False)
