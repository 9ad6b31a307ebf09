"""The reply to a typed word that has no meaning in its place."""

from __future__ import annotations

from engine.core.ask import Ask
from engine.core.text import Text, text
from table.picks.spell import spelled_options

MAX_SUGGESTIONS = 12


def unknown_word_text(word: str | int | Text, ask: Ask, language: str) -> Text:
    """The words that can be typed instead, in the person's language."""
    possible = ", ".join(spelled_options(ask, language)[:MAX_SUGGESTIONS])
    return text(
        "{word} means nothing here. Possible: {words}. What you typed before it is kept.", word=word, words=possible
    )
