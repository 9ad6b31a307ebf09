"""Spells picks in a person's language, with names that `table.picks.parse_typed` can read."""

from __future__ import annotations

import re
from collections.abc import Sequence

import locales
from engine.core.ask import Ask, Option
from engine.core.position import Position
from engine.core.text import Text, say
from table.picks.parse_typed import MAX_NAME_WORDS, Meanings, next_word

_NAME = re.compile(r"[^\W_]+([ '’-][^\W_]+)*")
_PICTURE_CODE = re.compile(r"[a-z]\d")
"""Codes of spaces and of rotations, which the picture shows."""
_STOPS = str.maketrans({**dict.fromkeys(".:,()"), "/": " "})


def spelled(position: Position, seat: int, codes: Sequence[str], language: str) -> str:
    """A seat's picks in words that parse to the same codes; in English, the codes themselves."""
    if language == "en":
        return " ".join(codes)
    fork = position.fork()
    asks: list[Ask] = []
    for code in codes:
        ask = fork.ask_of(seat)
        assert ask is not None
        asks.append(ask)
        fork.pick(seat, code, hold=True)
    names = [typed_name(Meanings(ask), code, language) for ask, code in zip(asks, codes, strict=True)]
    words = " ".join(names).split()
    for ask, code, name in zip(asks, codes, names, strict=True):
        if next_word(position.game.key, ask, words) != (code, len(name.split())):
            return " ".join(codes)
        words = words[len(name.split()) :]
    return " ".join(names)


def spelled_options(ask: Ask, language: str) -> list[str]:
    """A typed word or name for each option of the question."""
    meanings = Meanings(ask)
    return [typed_name(meanings, option.code, language) for option in ask.options]


def typed_name(meanings: Meanings, code: str, language: str) -> str:
    """The shortest unambiguous name of the option; its code if it has none, and in English."""
    if language == "en":
        return code
    if all(map(_PICTURE_CODE.fullmatch, code.split("+"))):
        return code
    option = next(option for option in meanings.ask.options if option.code == code)
    fits = [name for name in _names(option, language) if meanings.code(name) == code]
    return min(fits, key=len, default=code)


def _names(option: Option, language: str) -> list[str]:
    """The typable names of the option and of the component in its label; several components only together."""
    catalogue = locales.catalogue(language)
    labels = [option.label]
    if "+" not in option.code:
        labels += [part for part in option.label.args.values() if isinstance(part, Text)]
    names = [_typed(say(one, catalogue)) for one in labels]
    return [name for name in names if name and len(name.split()) <= MAX_NAME_WORDS]


def _typed(label: str) -> str:
    """A label in typed form, `wilczy-bark+łowiecki-bełt` for two cards; empty if it cannot be typed."""
    parts = [" ".join(part.translate(_STOPS).split()) for part in label.lower().split(" + ")]
    if not all(map(_NAME.fullmatch, parts)):
        return ""
    return parts[0] if len(parts) == 1 else "+".join(part.replace(" ", "-") for part in parts)
