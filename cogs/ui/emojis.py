"""The games' components as application emojis: before lines about a component, and in options."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import TypeVar

import discord

from cogs.client.retry import DISCORD_TROUBLE, growing_pauses, in_one_line
from cogs.ui.voice import Voice
from engine.core.text import Text
from engine.registry import GAMES

log = logging.getLogger("arena")

T = TypeVar("T")

MAX_NAME_LENGTH = 32
DIGEST_LENGTH = 6
"""The number of characters at the end of a name that distinguish versions of a drawing."""
SIDE_FIELD = "side"
"""The field for the side in a sentence; its name has no emoji."""
BAD_REQUEST, TOO_MANY_REQUESTS, SERVER_ERROR = 400, 429, 500


class Emojis:
    """The emojis on Discord; without them every text and option stays unchanged."""

    def __init__(self) -> None:
        self._found: Mapping[str, discord.PartialEmoji] = {}

    def learn(self, found: Iterable[tuple[str, int]]) -> None:
        """Set the emojis, given by name and id; of several versions of a drawing the newest is used."""
        self._found = {
            name[: -DIGEST_LENGTH - 1]: discord.PartialEmoji(name=name, id=one)
            for one, name in sorted((one, name) for name, one in found)
        }

    def of(self, game: str, words: Text) -> discord.PartialEmoji | None:
        """The emoji of the component that the words are about; None if there is none."""
        if not self._found or not game or (name := _subject(words, component_names(game))) is None:
            return None
        return self._found.get(stem(game, name))

    def lines(self, game: str, lines: Sequence[Text], speak: Voice, room: int) -> list[str]:
        """The lines, each with the emoji of its component; without emojis if they do not fit into `room` characters."""
        plain = [speak(line) for line in lines]
        found = [self.of(game, line) for line in lines] if self._found else []
        shown = [f"{emoji} {line}" if emoji else line for emoji, line in zip(found, plain, strict=False)]
        return shown if found and sum(len(line) + 1 for line in shown) <= room else plain

    def gone(self, error: discord.HTTPException, view: discord.ui.LayoutView | None) -> bool:
        """Handle Discord's refusal of a view because of a deleted emoji: stop using emojis. Returns False for other
        errors.

        The view's emojis are removed, so that it can be sent again.
        """
        if view is None or not self._found or error.status != BAD_REQUEST or "emoji" not in error.text.lower():
            return False
        log.warning("an emoji was deleted: emojis are off until the next start")
        self.learn(())
        for item in view.walk_children():
            control = item.item if isinstance(item, discord.ui.DynamicItem) else item
            if isinstance(control, discord.ui.Button):
                control.emoji = None
            elif isinstance(control, discord.ui.Select):
                for option in control.options:
                    option.emoji = None
        return True


EMOJIS = Emojis()
"""The emojis of the bot in this process."""


@cache
def component_names(game: str) -> frozenset[str]:
    """The English names of the game's components."""
    return frozenset(str(component.name) for component in GAMES[game].components.values())


@cache
def _fields(pattern: str) -> tuple[str, ...]:
    return tuple(field for field in re.findall(r"\{(\w+)", pattern) if field != SIDE_FIELD)


def _subject(words: Text, names: frozenset[str]) -> str | None:
    """The component that the words name or start with, whatever its owner; None if there is none."""
    if (own := str(words)) in names:
        return own
    inside = (value for field in _fields(words.msgid) if isinstance(value := words.args.get(field), Text))
    first = next(inside, None)
    return None if first is None else _subject(first, names)


def stem(game: str, name: str) -> str:
    """The emoji's name without the suffix for the version of the drawing."""
    return f"{game}_{re.sub(r'[^a-z0-9]+', '_', name.lower())}"[: MAX_NAME_LENGTH - DIGEST_LENGTH - 1]


async def learn_emojis(client: discord.Client) -> None:
    """Fetch the list of emojis, retrying as long as necessary."""
    EMOJIS.learn(())
    EMOJIS.learn([(one.name, one.id) for one in await with_retries(client.fetch_application_emojis)])


async def with_retries(request: Callable[[], Awaitable[T]]) -> T:
    """The result of a request; retries after temporary errors."""
    for pause in growing_pauses():
        try:
            return await request()
        except DISCORD_TROUBLE as error:
            if isinstance(error, discord.HTTPException) and _is_final(error.status):
                raise
            log.info("Discord refuses a request about emojis (%s); retrying in %s s", in_one_line(error), pause)
        await asyncio.sleep(pause)
    raise AssertionError("the pauses are endless")


def _is_final(status: int) -> bool:
    """Whether a retry of the same request would fail in the same way."""
    return status < SERVER_ERROR and status != TOO_MANY_REQUESTS
