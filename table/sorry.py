"""What a person is told when something cannot be done. Not an error: nothing is logged, nothing is lost."""

from __future__ import annotations

import discord

from engine.core.text import Text


class Sorry(Exception):
    """A friendly refusal; `rule` names the rule of the game behind it, if there is one."""

    def __init__(self, text: Text, *, rule: str = "") -> None:
        super().__init__(str(text))
        self.text, self.rule = text, rule


def clip(words: str, most: int) -> str:
    """The words, shortened with an ellipsis where they are too long."""
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"


def quoted(words: str, most: int = 40) -> str:
    """Somebody's own words, safe to repeat: short, on one line, without markup and without mentions."""
    plain = "".join(char if char.isprintable() else " " for char in words)
    return discord.utils.escape_mentions(discord.utils.escape_markdown(clip(" ".join(plain.split()), most)))
