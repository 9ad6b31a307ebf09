"""Words in searchable form: normalized, without stop words, stemmed in both languages, with typos corrected."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection
from functools import cache
from importlib.resources import files

from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein
from Stemmer import Stemmer

from locales.folding import fold_accents

_STEMMERS = {"en": Stemmer("english"), "pl": Stemmer("polish")}
MAX_WORD_LETTERS = 32
"""The maximum number of letters of a word; the rest is ignored."""
_WORD = re.compile(rf"([a-z0-9]{{1,{MAX_WORD_LETTERS}}})[a-z0-9]*")

_STOP_WORDS = tomllib.loads(files(__package__).joinpath("stop_words.toml").read_text(encoding="utf-8"))
STOP_WORDS = frozenset(word for key in ("en", "pl") for word in _STOP_WORDS[key].split())
WEAK_WORDS = frozenset(word for key in ("weak_en", "weak_pl") for word in _STOP_WORDS[key].split())
"""Words that say little about the topic of a question."""
_QUOTED = re.compile(
    r"[\"“”„«»‘’']([\w ]+)[\"“”„«»‘’']|"
    r"\b(?:says?|said|words?|slowo|slowa|slowem|napisane|pisze)\W+(up to|\w+)"
)
"""Stop words that are the topic of a question: in quotation marks, or after "says"."""

_ENDS = re.compile(
    "(owani|owane|owan|owac|owal|ujesz|uje|uja|uj|ieni|eni|ani|ien|ion|iet|en|an|on|ac|ic|yc|ec|al|il|yl|el|ow|em|ami|"
    "ach|om|ie|ij|aj|ej|a|e|i|y|u|o)$"
)
"""Endings that the Polish stemmer leaves on words without accents: sztandar-ow, otocz-yc, otocz-on."""
MIN_STEM_LETTERS = 4


def tokens(words: str) -> list[str]:
    """The words of a text, normalized and cut to `MAX_WORD_LETTERS`."""
    return _WORD.findall(fold_accents(words))


def content_words(words: str) -> list[str]:
    """The distinct words that are not stop words; all words if there are no others."""
    found = list(dict.fromkeys(tokens(words)))
    return [word for word in found if word not in STOP_WORDS] or found


def question_words(question: str) -> list[str]:
    """The distinct topic words of a question: its content words, and stop words that it quotes."""
    quoted = {word for found in _QUOTED.findall(fold_accents(question)) for word in tokens(" ".join(found))}
    words = [word for word in dict.fromkeys(tokens(question)) if word in quoted or word not in STOP_WORDS]
    return words or content_words(question)


@cache
def stems(word: str, language: str = "") -> frozenset[str]:
    """The stems of a normalized word in both languages, or in the given one."""
    return frozenset({stem(word, one) for one in ((language,) if language else _STEMMERS)})


@cache
def stem(word: str, language: str) -> str:
    """The stem of a normalized word in a language."""
    found: str = _STEMMERS[language].stemWord(word)
    if language == "pl":
        found = found[:MIN_STEM_LETTERS] + _ENDS.sub("", found[MIN_STEM_LETTERS:])
        if found.endswith("ek") and len(found) > MIN_STEM_LETTERS:
            found = found[:-2] + "k"
    return found


@cache
def synonyms(form: str) -> frozenset[str]:
    """The stems of the synonyms of words with this stem."""
    return _synonyms().get(form, frozenset())


@cache
def _synonyms() -> dict[str, frozenset[str]]:
    groups = tomllib.loads(files(__package__).joinpath("synonyms.toml").read_text(encoding="utf-8"))
    found: dict[str, frozenset[str]] = {}
    for language, lines in groups.items():
        for line in lines.strip().splitlines():
            same = frozenset(stem(word, language) for word in line.split())
            for form in same:
                found[form] = found.get(form, frozenset()) | same
    return found


def corrections(word: str, known: Collection[str]) -> list[str]:
    """The known words nearest to a mistyped one: at most one letter off, two in a long word."""
    slips = 1 if len(word) <= 5 else 2
    if len(word) < 3:
        return []
    found = process.extract(word, known, scorer=DamerauLevenshtein.distance, score_cutoff=slips, limit=4)
    least = min((distance for _, distance, _ in found), default=0)
    return [one for one, distance, _ in found if distance == least and one[0] == word[0]] or [
        one for one, distance, _ in found if distance == least
    ]
