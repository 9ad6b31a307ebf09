"""Suggestions while a person types: what is found in time. What is found later serves the next key stroke."""

from __future__ import annotations

import asyncio
import functools
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, TypeVar

import discord
from discord.app_commands import Choice

from cogs.ui.fair_queue import MOST_SUGGESTIONS
from cogs.ui.interactions import bot_of

B = TypeVar("B")
C = TypeVar("C", str, int, float)
Suggest = Callable[[B, discord.Interaction, str], Coroutine[Any, Any, list[Choice[C]]]]
"""An autocomplete callback: (cog, interaction, what has been typed) → choices."""

log = logging.getLogger("arena")

LIMIT = 0.3
"""Seconds after which a person who types is answered."""
KEPT = 256
"""How many answers are kept."""

_found: OrderedDict[Hashable, tuple[str, list[Choice[Any]]]] = OrderedDict()
"""The latest answer to a person in a field of a channel: what had been typed, and the choices."""
_working: set[asyncio.Task[Any]] = set()
"""The event loop itself would not keep them."""


def in_time(suggest: Suggest[B, C]) -> Suggest[B, C]:
    """Decorator of every autocomplete callback: it answers in time, perhaps with what an earlier key stroke has found.

    An error is logged, and nothing is suggested.
    """

    @functools.wraps(suggest)
    async def limited(self: B, interaction: discord.Interaction, typed: str) -> list[Choice[C]]:
        field = interaction.user.id, interaction.channel_id, suggest.__qualname__
        if bot_of(interaction).pacing.account(interaction.user.id).suggestions > MOST_SUGGESTIONS:
            return _known(field, str(typed))
        work = asyncio.create_task(suggest(self, interaction, typed))
        _working.add(work)
        work.add_done_callback(functools.partial(_keep, field, str(typed)))
        await asyncio.wait({work}, timeout=LIMIT)
        if work.done():
            return [] if work.cancelled() or work.exception() else work.result()
        return _known(field, str(typed))

    limited.in_time = True  # type: ignore[attr-defined]
    return limited


def _known(field: Hashable, typed: str) -> list[Choice[Any]]:
    """What was found for the beginning of what is typed."""
    before, choices = _found.get(field, ("", []))
    return choices if typed.startswith(before) else []


def _keep(field: Hashable, typed: str, work: asyncio.Task[list[Choice[Any]]]) -> None:
    """Keep what was found for the next key stroke."""
    _working.discard(work)
    if work.cancelled():
        return
    if (error := work.exception()) is not None:
        log.warning("nothing is suggested: %r", error)
        return
    _found[field] = typed, work.result()
    _found.move_to_end(field)
    while len(_found) > KEPT:
        _found.popitem(last=False)
