"""The games' components as emojis of the bot's application: before the lines that are about one, and in options."""

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

LONGEST_NAME = 32
DIGEST = 6
"""Signs at the end of a name that tell one drawing from another."""
SIDE = "side"
"""The field of a sentence that names whose turn or piece it is: such a name is nobody's picture."""
BAD_REQUEST, TOO_MANY_REQUESTS, SERVER_ERROR = 400, 429, 500


class Emojis:
    """The emojis that Discord has; without them every text and every option stays as it is."""

    def __init__(self) -> None:
        self._found: Mapping[str, discord.PartialEmoji] = {}

    def learn(self, found: Iterable[tuple[str, int]]) -> None:
        """From now on these are used, given by name and id; of several drawings of a thing the newest."""
        self._found = {
            name[: -DIGEST - 1]: discord.PartialEmoji(name=name, id=one)
            for one, name in sorted((one, name) for name, one in found)
        }

    def of(self, game: str, words: Text) -> discord.PartialEmoji | None:
        """The emoji of the component that the words are about, if they are about one."""
        if not self._found or not game or (name := _subject(words, component_names(game))) is None:
            return None
        return self._found.get(stem(game, name))

    def lines(self, game: str, lines: Sequence[Text], speak: Voice, room: int) -> list[str]:
        """The lines in words, each after the emoji of what it is about; without any where they do not fit then."""
        plain = [speak(line) for line in lines]
        found = [self.of(game, line) for line in lines] if self._found else []
        shown = [f"{emoji} {line}" if emoji else line for emoji, line in zip(found, plain, strict=False)]
        return shown if found and sum(len(line) + 1 for line in shown) <= room else plain

    def gone(self, error: discord.HTTPException, view: discord.ui.LayoutView | None) -> bool:
        """Whether Discord refuses the view because of an emoji that was deleted: then none is used any more.

        The view is without them afterward, and can be sent again.
        """
        if view is None or not self._found or error.status != BAD_REQUEST or "emoji" not in error.text.lower():
            return False
        log.warning("an emoji was deleted: none is used until the next start")
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
"""Those of the bot in this process."""


@cache
def component_names(game: str) -> frozenset[str]:
    """The English names of the game's components."""
    return frozenset(str(component.name) for component in GAMES[game].components.values())


@cache
def _fields(pattern: str) -> tuple[str, ...]:
    return tuple(field for field in re.findall(r"\{(\w+)", pattern) if field != SIDE)


def _subject(words: Text, names: frozenset[str]) -> str | None:
    """The name of the component that the words are or begin with, whoever's it is."""
    if (own := str(words)) in names:
        return own
    inside = (value for field in _fields(words.msgid) if isinstance(value := words.args.get(field), Text))
    first = next(inside, None)
    return None if first is None else _subject(first, names)


def stem(game: str, name: str) -> str:
    """The emoji's name but for what tells one drawing from another."""
    return f"{game}_{re.sub(r'[^a-z0-9]+', '_', name.lower())}"[: LONGEST_NAME - DIGEST - 1]


async def learn_emojis(client: discord.Client) -> None:
    """Find out which emojis there are, however long Discord takes to tell."""
    EMOJIS.learn(())
    EMOJIS.learn([(one.name, one.id) for one in await patiently(client.fetch_application_emojis)])


async def patiently(request: Callable[[], Awaitable[T]]) -> T:
    """The result of a request, which is sent again after trouble that may pass."""
    for pause in growing_pauses():
        try:
            return await request()
        except DISCORD_TROUBLE as error:
            if isinstance(error, discord.HTTPException) and _is_final(error.status):
                raise
            log.info("Discord does not take a request about emojis (%s); again in %s s", in_one_line(error), pause)
        await asyncio.sleep(pause)
    raise AssertionError("the pauses have no end")


def _is_final(status: int) -> bool:
    """Whether Discord would answer the same request in the same way again."""
    return status < SERVER_ERROR and status != TOO_MANY_REQUESTS
