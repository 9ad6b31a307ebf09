"""Commands that a text names become mentions that can be clicked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from discord import app_commands

import locales

Named = app_commands.Command[Any, ..., Any] | app_commands.Group


class CommandMentions:
    """Discord's mentions of our commands; before they are known, a text stays as it is.

    Discord makes a mention clickable only if it has the command's English name, and shows it as it is written.
    """

    def __init__(self) -> None:
        self._known: tuple[list[str], dict[str, int]] = ([], {})
        self._mentions: dict[str, str] = {}
        self._named = re.compile(r"(?!)")

    def learn(self, commands: Iterable[Named], ids: Mapping[str, int]) -> None:
        """From now on the leaves of these trees are mentioned by the ids of their roots."""
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
        """The words with every command in them as a mention; a command with something after it in a code stays."""
        return self._named.sub(lambda found: self._mentions[found[1] or found[2]], words) if "/" in words else words


def _names(english: str) -> Iterable[str]:
    """What a command is called in the languages that we have, with its groups: `match new`, `partia nowa`."""
    return {english, *(" ".join(map(locales.catalogue(one).gettext, english.split())) for one in locales.LANGUAGES)}


COMMAND_MENTIONS = CommandMentions()
"""Those of the bot in this process."""
