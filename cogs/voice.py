"""In which language somebody is spoken to."""

from __future__ import annotations

from gettext import NullTranslations

import locales
from engine.core.text import Text, say


class Voice:
    """One language; says texts in it."""

    def __init__(self, language: str) -> None:
        self.language = language if language in locales.LANGUAGES else "en"
        self._catalogue: NullTranslations = locales.catalogue(self.language)

    def __call__(self, sentence: Text) -> str:
        return say(sentence, self._catalogue)


VOICES = {language: Voice(language) for language in locales.LANGUAGES}


def voice(language: str) -> Voice:
    """The voice for a language that we have, else English."""
    return VOICES.get(language, VOICES["en"])
