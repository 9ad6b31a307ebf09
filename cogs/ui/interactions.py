"""What every command and control needs: the bot, the person's language, a private answer, and a reply to errors."""

from __future__ import annotations

import functools
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import discord

from cogs.voice import Voice, voice

if TYPE_CHECKING:
    from cogs.arena import Arena

P = ParamSpec("P")
T = TypeVar("T")


def bot_of(interaction: discord.Interaction) -> Arena:
    """The bot that received the interaction."""
    client: Any = interaction.client
    found: Arena = client
    return found


async def voice_for(interaction: discord.Interaction) -> Voice:
    """The voice for this person: their own choice, else their Discord's language."""
    person = await bot_of(interaction).store.person(interaction.user.id)
    return voice(person.language or bot_of(interaction).language_of(interaction.locale))


async def whisper(
    interaction: discord.Interaction, words: str, view: discord.ui.View | discord.ui.LayoutView | None = None
) -> None:
    """Answer this person only; it pings nobody. A layout carries its words itself."""
    extra: dict[str, Any] = {} if view is None else {"view": view}
    if not isinstance(view, discord.ui.LayoutView):
        extra["content"] = words
    nobody = discord.AllowedMentions.none()
    if interaction.response.is_done():
        await interaction.followup.send(ephemeral=True, allowed_mentions=nobody, **extra)
    else:
        await interaction.response.send_message(ephemeral=True, allowed_mentions=nobody, **extra)


def reply_on_error(
    callback: Callable[P, Coroutine[Any, Any, T]],
) -> Callable[P, Coroutine[Any, Any, T | None]]:
    """Decorator of every component's callback: an error is explained to the person. (Commands: `Tree.on_error`.)"""

    @functools.wraps(callback)
    async def wrapper(*args: P.args, **kwargs: P.kwargs) -> T | None:
        interaction = next(arg for arg in args if isinstance(arg, discord.Interaction))
        try:
            return await callback(*args, **kwargs)
        except Exception as error:
            await bot_of(interaction).explain(interaction, error)
            return None

    return wrapper
