"""Parses typed moves into codes. Names are accepted in all our languages, with or without accents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from typing import NamedTuple

import locales
from engine.core.ask import Ask, Option, Refused
from engine.core.position import Position
from engine.core.text import Text, say
from engine.registry import GAMES
from locales.folding import hyphenated
from table.matches.draft import Drafted, drafted

MAX_NAME_WORDS = 4
CONFIRM_WORDS = ("confirm", "ok", "potwierdz", "potwierdzam")
END_CODES = ("end", "done", "stop", "pass")
"""Codes for which any word for an end may be typed."""
END_WORDS = frozenset({*END_CODES, "zakoncz", "koniec", "gotowe", "pas", "pasuje", "stop", "finish"})


def split(typed: str) -> tuple[list[str], bool]:
    """The words of a typed move, and whether it ends with a confirming word."""
    words = typed.replace(",", " ").split()
    if words and hyphenated(words[-1]) in CONFIRM_WORDS:
        return words[:-1], True
    return words, False


def names(option: Option) -> set[str]:
    """The normalized code and names of an option, and those of the components in its label, in every language."""
    named = [part for part in option.label.args.values() if isinstance(part, Text)]
    return {option.code, *labels(option), *(name for part in named for name in _in_every_language(part))}


def labels(option: Option) -> set[str]:
    """The normalized labels of an option in every language."""
    return _in_every_language(option.label)


def _in_every_language(label: Text) -> set[str]:
    return {hyphenated(say(label, locales.catalogue(language))) for language in locales.LANGUAGES}


def parts(name: str) -> tuple[str, ...]:
    """The names joined by plus signs, sorted, because a set of cards can be named in any order."""
    return (name,) if "+" not in name else tuple(sorted(part.strip("-") for part in name.split("+")))


class Meanings:
    """Maps words to the options of a question."""

    def __init__(self, ask: Ask) -> None:
        self.ask = ask

    @cached_property
    def _by_name(self) -> dict[tuple[str, ...], list[str]]:
        """Codes of options by the parts of their names."""
        found: dict[tuple[str, ...], list[str]] = {}
        for option in self.ask.options:
            for name in {parts(name) for name in names(option)}:
                found.setdefault(name, []).append(option.code)
        return found

    def code(self, word: str) -> str:
        """The code of the option that the word names; the normalized word itself if it names none."""
        meant = hyphenated(word)
        for option in self.ask.options:
            if parts(option.code) == parts(meant):
                return option.code
        fits = self._by_name.get(parts(meant), [])
        if len(fits) > 1:  # “Maneuver” is the tile's own, rather than that “by the Rune on d2”
            fits = [option.code for option in self.ask.options if meant in labels(option)]
        if not fits and meant in END_WORDS:
            fits = [option.code for option in self.ask.options if option.code in END_CODES]
        return fits[0] if len(fits) == 1 else meant


def next_word(game: str, ask: Ask | None, words: Sequence[str]) -> tuple[str, int]:
    """The code that the next words name, and the number of those words: `royal guard` is one name."""
    if ask is None:
        return hyphenated(words[0]), 1
    meanings = Meanings(ask)
    for count in range(min(MAX_NAME_WORDS, len(words)), 0, -1):
        code = meanings.code("-".join(words[:count]))
        if any(option.code == code for option in ask.options):
            return code, count
    for count in range(min(MAX_NAME_WORDS, len(words)), 0, -1):
        component = components(game).get(hyphenated("-".join(words[:count])))
        if component is not None:
            return component, count  # not on offer; the game gives the reason
    return meanings.code(words[0]), 1


def words_naming(game: str, option: Option, words: Sequence[str]) -> int:
    """The number of leading words that name this option, 0 if they do not. Other options are ignored."""
    known = [parts(name) for name in names(option)]
    counts = range(min(MAX_NAME_WORDS, len(words)), 0, -1)
    for count in counts:
        if parts(hyphenated("-".join(words[:count]))) in known:
            return count
    return next((n for n in counts if components(game).get(hyphenated("-".join(words[:n]))) == option.code), 0)


def words_naming_any(game: str, options: Sequence[Option], words: Sequence[str]) -> int:
    """The number of leading words that name one of these options, 0 if none."""
    return max((words_naming(game, option, words) for option in options), default=0)


def component_code(component: str) -> str:
    """The code of a card or tile: `imperial.time_mage` → `time-mage`."""
    return component.rpartition(".")[2].replace("_", "-")


@cache
def components(game: str) -> dict[str, str]:
    """The codes of a game's cards and tiles, by their names in every language."""
    found = {}
    for one, component in GAMES[game].components.items():
        code = component_code(one)
        for language in locales.LANGUAGES:
            found[hyphenated(say(component.name, locales.catalogue(language)))] = code
    return found


def continued(position: Position, now: Drafted, words: Sequence[str]) -> tuple[Drafted, int]:
    """The draft with the next name added, and the number of words of that name."""
    code, count = next_word(position.game.key, now.ask, words)
    offered = now.ask is not None and any(option.code == code for option in now.ask.options)
    if not offered and (forced := words_naming_any(now.position.game.key, now.position.forced, words)):
        return now, forced  # the rules have answered this question already
    return drafted(position, now.seat, (*now.codes, code), now.revision), count


class Reached(NamedTuple):
    """The result of following typed words: the draft, the remaining words, and why the first of them was refused."""

    now: Drafted
    left: Sequence[str]
    fault: Refused | None


def reach(position: Position, now: Drafted, words: Sequence[str]) -> Reached:
    """The draft with as many of these words as fit.

    A line that does not continue the draft but fits from the beginning, or starts with the whole draft, was typed
    again: it replaces the draft.
    """
    onward = _reach(position, now, words)
    if onward.fault is None or not now.codes:
        return onward
    anew = _reach(position, drafted(position, now.seat, (), now.revision), words)
    same = anew.fault is None or anew.now.codes[: len(now.codes)] == now.codes
    return anew if same and len(anew.left) < len(onward.left) else onward


def _reach(position: Position, now: Drafted, words: Sequence[str]) -> Reached:
    try:
        while words:
            now, count = continued(position, now, words)
            words = words[count:]
    except Refused as fault:
        return Reached(now, words, fault)
    return Reached(now, (), None)


def unfinished(typed: str) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the ways to split the typed words into complete names and the words of an unfinished name, the shortest
    first.
    """
    words = typed.split()
    fewest = 0 if not words or typed[-1:].isspace() else 1
    for count in range(fewest, min(MAX_NAME_WORDS, len(words)) + 1):
        yield words[: len(words) - count], words[len(words) - count :]


def follow(position: Position, now: Drafted, words: Sequence[str]) -> Drafted | None:
    """The draft with all these words added; None if one does not fit."""
    found = reach(position, now, words)
    return found.now if found.fault is None else None
