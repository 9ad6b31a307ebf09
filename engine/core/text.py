"""Sentences as data: an English pattern and what stands in it, translated only where a person reads it."""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from msgspec import Struct


class Text(Struct, frozen=True):
    """An English pattern (the gettext msgid) with named fields; `{name:acc}` asks a name for a grammatical case."""

    msgid: str
    args: Mapping[str, str | int | Text] = {}
    plural: str = ""
    """The pattern for other numbers than one; the number is the argument `n`."""

    def __str__(self) -> str:
        return say(self)


def text(msgid: str, plural: str = "", **args: str | int | Text) -> Text:
    """A sentence; with `plural`, one whose form depends on the argument `n`."""
    return Text(msgid, args, plural)


def joined(parts: Sequence[Text], between: str = ", ") -> Text:
    """Several texts as one, in a row."""
    pattern = between.join(f"{{t{number}}}" for number in range(len(parts)))
    return Text(pattern, {f"t{number}": part for number, part in enumerate(parts)})


class Catalogue(Protocol):
    """What gettext offers, as far as a sentence needs it."""

    def gettext(self, message: str) -> str: ...
    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str: ...
    def pgettext(self, context: str, message: str) -> str: ...


class English:
    """The msgids themselves."""

    def gettext(self, message: str) -> str:
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return msgid1 if n == 1 else msgid2

    def pgettext(self, context: str, message: str) -> str:
        return message


ENGLISH = English()
Say = Callable[[Text], str]


class _Named:
    """A text inside a text: formats itself, in the case that the pattern asks for."""

    def __init__(self, inner: Text, catalogue: Catalogue) -> None:
        self.inner, self.catalogue = inner, catalogue

    def __format__(self, case: str) -> str:
        return say(self.inner, self.catalogue, case)


class _Fields(string.Formatter):
    def check_unused_args(self, used_args: object, args: object, kwargs: object) -> None:
        """A translation may leave a field out."""

    def format_field(self, value: object, case: str) -> str:
        """A case is for names; a number or a word of somebody's own stands as it is."""
        return format(value, case) if isinstance(value, _Named) else str(value)


_FIELDS = _Fields()


def say(sentence: Text, catalogue: Catalogue = ENGLISH, case: str = "") -> str:
    """The sentence in the catalogue's language; a missing case falls back to the plain name."""
    if not sentence.msgid:
        return ""  # in gettext's catalogues the empty msgid is the header
    if sentence.plural:
        pattern = catalogue.ngettext(sentence.msgid, sentence.plural, int(str(sentence.args["n"])))
    elif case:
        pattern = catalogue.pgettext(case, sentence.msgid)
        if pattern == sentence.msgid:
            pattern = catalogue.gettext(sentence.msgid)
    else:
        pattern = catalogue.gettext(sentence.msgid)
    if "{" not in pattern:
        return pattern
    fields = {
        name: _Named(value, catalogue) if isinstance(value, Text) else value for name, value in sentence.args.items()
    }
    return _FIELDS.vformat(pattern, (), fields)
