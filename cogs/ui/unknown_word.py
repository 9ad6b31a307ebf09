"""What is said of a typed word that means nothing where it stands."""

from __future__ import annotations

from engine.core.ask import Ask
from engine.core.text import Text, text
from table.picks.spell import spelled_options

POSSIBLE = 12
"""How many words are named that could be typed instead."""


def meaningless(word: str | int | Text, ask: Ask, language: str) -> Text:
    """What can be typed instead of the word, in the person's language."""
    possible = ", ".join(spelled_options(ask, language)[:POSSIBLE])
    return text(
        "{word} means nothing here. Possible: {words}. What you typed before it is kept.", word=word, words=possible
    )
