"""Texts in a person's language, with people, channels, times and commands in Discord's syntax."""

from __future__ import annotations

from collections.abc import Iterable
from gettext import NullTranslations

import discord

import locales
from cogs.ui.command_mentions import COMMAND_MENTIONS
from engine.core.text import Text, say
from table.outbox import outgoing
from table.outbox.outgoing import CHANNEL, MENTION, MOMENT, QUOTED

DISCORD_PATTERNS = {
    MENTION: "<@{person}>",
    CHANNEL: "<#{channel}>",
    MOMENT["date"]: "<t:{at}:D>",
    MOMENT["full"]: "<t:{at}:f>",
    MOMENT["relative"]: "<t:{at}:R>",
}


class DiscordCatalogue:
    """A catalog that writes people, channels, times and commands in Discord's syntax."""

    def __init__(self, catalogue: NullTranslations) -> None:
        self._catalogue = catalogue

    def gettext(self, message: str) -> str:
        return DISCORD_PATTERNS.get(message) or COMMAND_MENTIONS(self._catalogue.gettext(message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return COMMAND_MENTIONS(self._catalogue.ngettext(msgid1, msgid2, n))

    def pgettext(self, context: str, message: str) -> str:
        return self._catalogue.pgettext(context, message)


class Voice:
    """Formats texts in one language."""

    def __init__(self, language: str) -> None:
        self.language = language if language in locales.LANGUAGES else "en"
        self._catalogue = DiscordCatalogue(locales.catalogue(self.language))

    def __call__(self, sentence: Text) -> str:
        return say(_escaped(sentence), self._catalogue)

    def names(self, people: Iterable[int | None]) -> str:
        """The names of people and computers, separated by commas."""
        return ", ".join(self(outgoing.mention(person)) for person in people)


def _escaped(sentence: Text) -> Text:
    """The sentence with every quotation escaped: without markup and without mentions."""
    if sentence.msgid == QUOTED:
        plain = str(sentence.args["quoted"])
        return Text(QUOTED, {"quoted": discord.utils.escape_mentions(discord.utils.escape_markdown(plain))})
    if not _quotes(sentence):
        return sentence
    args = {name: _escaped(value) if isinstance(value, Text) else value for name, value in sentence.args.items()}
    return Text(sentence.msgid, args, sentence.plural)


def _quotes(sentence: Text) -> bool:
    """Whether the sentence contains a quotation, which is rare."""
    for value in sentence.args.values():
        if isinstance(value, Text) and (value.msgid == QUOTED or (value.args and _quotes(value))):
            return True
    return False


VOICES = {language: Voice(language) for language in locales.LANGUAGES}


def voice(language: str) -> Voice:
    """The voice for a language that we have, else English."""
    return VOICES.get(language, VOICES["en"])


def mention(person: int | None) -> str:
    """The person's name in Discord's syntax; a dash for a deleted person."""
    return VOICES["en"](outgoing.mention(person))
