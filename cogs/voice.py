"""In which language somebody is spoken to, and how Discord writes people, channels and times."""

from __future__ import annotations

from gettext import NullTranslations

import locales
from engine.core.text import Text, say
from table.outgoing import CHANNEL, MENTION, MOMENT

DISCORD = {
    MENTION: "<@{person}>",
    CHANNEL: "<#{channel}>",
    MOMENT["date"]: "<t:{at}:D>",
    MOMENT["full"]: "<t:{at}:f>",
    MOMENT["relative"]: "<t:{at}:R>",
}


class DiscordCatalogue:
    """A catalogue in which people, channels and times are written as Discord wants them."""

    def __init__(self, catalogue: NullTranslations) -> None:
        self._catalogue = catalogue

    def gettext(self, message: str) -> str:
        return DISCORD.get(message) or self._catalogue.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self._catalogue.ngettext(msgid1, msgid2, n)

    def pgettext(self, context: str, message: str) -> str:
        return self._catalogue.pgettext(context, message)


class Voice:
    """One language; says texts in it."""

    def __init__(self, language: str) -> None:
        self.language = language if language in locales.LANGUAGES else "en"
        self._catalogue = DiscordCatalogue(locales.catalogue(self.language))

    def __call__(self, sentence: Text) -> str:
        return say(sentence, self._catalogue)


VOICES = {language: Voice(language) for language in locales.LANGUAGES}


def voice(language: str) -> Voice:
    """The voice for a language that we have, else English."""
    return VOICES.get(language, VOICES["en"])
