"""Turns command names in a text into clickable mentions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from discord import app_commands

import locales

Named = app_commands.Command[Any, ..., Any] | app_commands.Group


class CommandMentions:
    """Discord's mentions of our commands; until they are known, a text stays unchanged.

    A mention is clickable only if it has the command's English name, which Discord shows as it is written.
    """

    def __init__(self) -> None:
        self._known: tuple[list[str], dict[str, int]] = ([], {})
        self._mentions: dict[str, str] = {}
        self._named = re.compile(r"(?!)")

    def learn(self, commands: Iterable[Named], ids: Mapping[str, int]) -> None:
        """Set the commands and the ids of their roots for mentions."""
        leaves = [command.qualified_name for command in commands if isinstance(command, app_commands.Command)]
        if self._known == (leaves, ids):
            return
        self._known = leaves, dict(ids)
        self._mentions = {
            name: f"</{english}:{ids[root]}>"
            for english in leaves
            if (root := english.partition(" ")[0]) in ids
            for name in _names(english)
        }
        paths = "|".join(sorted(map(re.escape, self._mentions), key=len, reverse=True)) or "(?!)"
        self._named = re.compile(rf"`/({paths})`|(?<![\w/<`.])/({paths})(?![\w-])")

    def __call__(self, words: str) -> str:
        """The words with a mention for every command; a command with arguments in a code span stays unchanged."""
        return self._named.sub(lambda found: self._mentions[found[1] or found[2]], words) if "/" in words else words


def _names(english: str) -> Iterable[str]:
    """The names of a command with its groups in all our languages: `match new`, `partia nowa`."""
    return {english, *(" ".join(map(locales.catalogue(one).gettext, english.split())) for one in locales.LANGUAGES)}


COMMAND_MENTIONS = CommandMentions()
"""The mentions of the bot in this process."""
