"""Answering an interaction: acknowledged at once; errors told in the person's language, logged and counted here."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import discord

from cogs.voice import Voice, voice
from db.errors import ChannelTaken, NoSuchMatch, RepeatedInteraction, StaleVersion
from engine.core.ask import Refused
from engine.core.text import Text, text
from table.path import Stale
from table.sorry import Sorry

if TYPE_CHECKING:
    from cogs.arena import Arena

log = logging.getLogger("arena")
P = ParamSpec("P")
T = TypeVar("T")

ALREADY_ACKNOWLEDGED, UNKNOWN_INTERACTION = 40060, 10062


def arena(interaction: discord.Interaction) -> Arena:
    """Our bot."""
    client: Any = interaction.client
    found: Arena = client
    return found


async def speaker(interaction: discord.Interaction) -> Voice:
    """The voice for this person: their own choice, else their Discord's language."""
    person = await arena(interaction).store.person(interaction.user.id)
    return voice(person.language or arena(interaction).language_of(interaction.locale))


async def tell(
    interaction: discord.Interaction, words: str, view: discord.ui.View | discord.ui.LayoutView | None = None
) -> None:
    """Say something to this person only; it pings nobody. A layout says its words itself."""
    extra: dict[str, Any] = {} if view is None else {"view": view}
    if not isinstance(view, discord.ui.LayoutView):
        extra["content"] = words
    nobody = discord.AllowedMentions.none()
    if interaction.response.is_done():
        await interaction.followup.send(ephemeral=True, allowed_mentions=nobody, **extra)
    else:
        await interaction.response.send_message(ephemeral=True, allowed_mentions=nobody, **extra)


def answering(
    callback: Callable[P, Coroutine[Any, Any, T]],
) -> Callable[P, Coroutine[Any, Any, T | None]]:
    """Every component goes through this (commands: `Tree.on_error`): nothing a person does ends in silence."""

    @functools.wraps(callback)
    async def answered(*args: P.args, **kwargs: P.kwargs) -> T | None:
        interaction = next(arg for arg in args if isinstance(arg, discord.Interaction))
        try:
            return await callback(*args, **kwargs)
        except Exception as error:
            await explain(interaction, error)
            return None

    return answered


async def explain(interaction: discord.Interaction, error: BaseException) -> None:
    """What went wrong, in the person's words; the unexpected is logged and told as our fault."""
    if isinstance(error, RepeatedInteraction):
        log.info("interaction %s was delivered again", interaction.id)
        return
    if isinstance(error, discord.HTTPException) and error.code in (ALREADY_ACKNOWLEDGED, UNKNOWN_INTERACTION):
        log.info("interaction %s can no longer be answered (%s)", interaction.id, error.code)
        return
    try:
        speak = await speaker(interaction)
        if isinstance(error, Stale):
            from cogs.ui.panel import show_panel  # the panel's own buttons are answered through this module

            await show_panel(
                interaction,
                error.live,
                error.now,
                note=text("That was for an earlier position. This is the present one."),
            )
            return
        words, rule = _told(error)
        if isinstance(error, discord.HTTPException) and words is None:
            log.warning("Discord did not take the answer to %s: %s", describe(interaction), error)
            words = text("Discord did not take my answer. What you have confirmed is saved; please look again.")
        elif words is None:
            arena(interaction).troubles += 1
            log.error("interaction %s failed: %s", interaction.id, describe(interaction), exc_info=error)
            words = text("Something went wrong on our side. Nothing is lost; please try again.")
        from cogs.ui.rules import rule_button

        await tell(interaction, speak(words), rule_button(rule, speak) if rule else None)
    except discord.HTTPException as second:
        log.warning("could not tell about %r: %s", error, second)


def _told(error: BaseException) -> tuple[Text | None, str]:
    if isinstance(error, Sorry | Refused):
        return error.text, error.rule
    if isinstance(error, NoSuchMatch):
        return text("There is no such match."), ""
    if isinstance(error, StaleVersion):
        return text("The match has gone on in the meantime. Please look again."), ""
    if isinstance(error, ChannelTaken):
        return text("There is already a match in this channel. One at a time; threads are channels of their own."), ""
    if isinstance(error, discord.Forbidden):
        return text("I am not allowed to do that here. I need: view channel, send messages, attach files, threads."), ""
    return None, ""


def describe(interaction: discord.Interaction) -> str:
    """For the log: who pressed or typed what, where."""
    data: Any = interaction.data or {}
    what = data.get("custom_id") or data.get("name")
    return f"user {interaction.user.id}, channel {interaction.channel_id}, {what}"
