"""Sentences as data: an English pattern and its fields, translated when a person reads them."""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Protocol

from msgspec import Struct


class Text(Struct, frozen=True):
    """An English pattern (the gettext msgid) with named fields; `{name:acc}` asks a name for a grammatical case."""

    msgid: str
    args: Mapping[str, str | int | Text] = {}
    plural: str = ""
    """The pattern for numbers other than one; the number is the argument `n`."""

    def __str__(self) -> str:
        return say(self)


def text(msgid: str, plural: str = "", **args: str | int | Text) -> Text:
    """A sentence; with `plural`, one whose form depends on the argument `n`."""
    return Text(msgid, args, plural)


def joined(parts: Sequence[Text], between: str = ", ") -> Text:
    """Join several texts into one."""
    msgid, names = _row(len(parts), between)
    return Text(msgid, dict(zip(names, parts, strict=True)))


@lru_cache(maxsize=256)
def _row(count: int, between: str) -> tuple[str, tuple[str, ...]]:
    """The pattern that joins `count` texts, and the names of its fields."""
    names = tuple(f"t{number}" for number in range(count))
    return between.join([f"{{{name}}}" for name in names]), names


class Catalogue(Protocol):
    """The part of the gettext interface that sentences need."""

    def gettext(self, message: str) -> str: ...
    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str: ...
    def pgettext(self, context: str, message: str) -> str: ...


class English:
    """A catalog that returns the msgids."""

    def gettext(self, message: str) -> str:
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return msgid1 if n == 1 else msgid2

    def pgettext(self, context: str, message: str) -> str:
        return message


ENGLISH = English()
Say = Callable[[Text], str]


@lru_cache(maxsize=4096)
def _parts(pattern: str) -> tuple[tuple[str, str | None, str], ...]:
    """Split the pattern into literals, each with the field that follows and the grammatical case it asks for."""
    return tuple((literal, name, case or "") for literal, name, case, _ in string.Formatter().parse(pattern))


def say(sentence: Text, catalogue: Catalogue = ENGLISH, case: str = "") -> str:
    """The sentence in the catalog's language; a missing case falls back to the plain name."""
    if not sentence.msgid:
        return ""  # in gettext's catalogs the empty msgid is the header
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
    found: list[str] = []
    for literal, name, asked in _parts(pattern):
        found.append(literal)
        if name is not None:  # a translation may leave a field out; a case is for names only
            value = sentence.args[name]
            found.append(say(value, catalogue, asked) if isinstance(value, Text) else str(value))
    return "".join(found)
