"""Picks as people type them in their language: the names that `table.typed` reads back."""

from __future__ import annotations

import re
from collections.abc import Sequence

import locales
from engine.core.ask import Ask, Option
from engine.core.position import Position
from engine.core.text import Text, say
from table.typed import LONGEST_NAME, code_for, next_word

_NAME = re.compile(r"[^\W_]+([ '’-][^\W_]+)*")
_SPACE = re.compile(r"[a-z]\d")


def spelled(position: Position, seat: int, codes: Sequence[str], language: str) -> str:
    """These picks of a seat in words that lead back to the same codes; in English the codes are words already."""
    if language == "en":
        return " ".join(codes)
    fork = position.fork()
    asks: list[Ask] = []
    for code in codes:
        ask = fork.ask_of(seat)
        assert ask is not None
        asks.append(ask)
        fork.pick(seat, code, hold=True)
    names = [_name(ask, code, language) for ask, code in zip(asks, codes, strict=True)]
    words = " ".join(names).split()
    for ask, code, name in zip(asks, codes, names, strict=True):
        if next_word(position.game.key, ask, words) != (code, len(name.split())):
            return " ".join(codes)
        words = words[len(name.split()) :]
    return " ".join(names)


def spelled_options(ask: Ask, language: str) -> list[str]:
    """What can be typed now, a word or name for each option."""
    return [option.code if language == "en" else _name(ask, option.code, language) for option in ask.options]


def _name(ask: Ask, code: str, language: str) -> str:
    """The shortest name that means this option and no other one; its code if it has none."""
    option = next(option for option in ask.options if option.code == code)
    if _SPACE.fullmatch(code) and code in (label.lower() for label in option.at):
        return code
    fits = [name for name in _names(option, language) if code_for(ask, name) == code]
    return min(fits, key=len, default=code)


def _names(option: Option, language: str) -> list[str]:
    """What the option, or a thing that it names, is called, as far as it can be typed."""
    catalogue = locales.catalogue(language)
    told = [option.label, *(part for part in option.label.args.values() if isinstance(part, Text))]
    names = [say(one, catalogue).lower() for one in told]
    return [name for name in names if _NAME.fullmatch(name) and len(name.split()) <= LONGEST_NAME]
