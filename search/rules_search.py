"""Searches the rules for the answer to a question in people's own words, in every language at once.

A question is searched word by word and compared with the titles, aliases and example questions of the sections.
`ranking` weighs the resulting features.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from threading import Lock
from typing import TypeVar

from msgspec import Struct
from rapidfuzz import fuzz, process

from engine.registry import GAMES
from search.book_index import BookIndex
from search.books import BOT
from search.game_named import game_named
from search.phrases import Term
from search.ranking import Features, score
from search.words import corrections, question_words, stems, synonyms, tokens

T = TypeVar("T")

SITUATION_FACTOR, ELSEWHERE_FACTOR = 1.25, 0.001
"""Factors for sections that fit the match's situation, and for games other than the one in question."""
MAX_QUESTION_WORDS = 16
"""The maximum number of words of a question that are searched."""
MIN_BEGINNING_LETTERS = 2
"""The minimum length of an unfinished word that is compared with phrases."""
CACHED_CORRECTIONS = 4000
"""The number of mistyped words whose corrections are cached."""
CHUNK_SIZE = 1000
"""The number of names compared with a question at a time."""
OWNER_RATIO = 10.0
"""Another game than the channel's answers a question if its best section scores this many times as much …"""
OWNER_LEAD = 2.0
"""… and this many times as much as the best section of every third game."""
FITTING_SHARE = 0.8
"""A game fits a question if its best section has this share of the best score."""


class Hit(Struct, frozen=True):
    """A section that answers, with its score."""

    id: str
    score: float
    named: bool = False
    """Whether the question is its title or alias word for word."""

    @property
    def game(self) -> str:
        return self.id.partition(".")[0]


class Answer(Struct, frozen=True):
    """The sections that answer a question, best first, and the game that it is about, if it is known."""

    game: str
    hits: list[Hit]

    @property
    def elsewhere(self) -> bool:
        """Whether only games other than the one in question have an answer."""
        return bool(self.game and self.hits) and self.hits[0].game not in (self.game, BOT)


class Index:
    """The sections of some books, searchable in every language."""

    def __init__(self, keys: Collection[str]) -> None:
        self._books = {key: BookIndex(key) for key in keys}
        self._named: dict[str, set[str]] = {}
        """A normalized title or alias → the sections that have it."""
        for index in self._books.values():
            for name, section in index.names:
                self._named.setdefault(name, set()).add(section)
        self.vocabulary = {word for index in self._books.values() for word in index.vocabulary}
        self._stems = {form for index in self._books.values() for form in index.stems}
        self._corrections: dict[str, list[str]] = {}

    def ask(
        self, question: str, *, here: str = "", situation: Collection[str] = (), most: int = 8, typing: bool = False
    ) -> Answer:
        """The answer to a question asked in a channel of the game `here`; a game named in the question has priority."""
        game, words = game_named(question, here)
        asked = self._owner(words, here) if here and game == here and not typing else game
        return Answer(game, self.search(words, game=asked, situation=situation, most=most, typing=typing))

    def _owner(self, question: str, here: str) -> str:
        """The one other game that the words of a question belong to, if `here` has next to nothing about them."""
        best = dict.fromkeys(self._books, 0.0)
        for one, signs in self.features(question, [*self._books]).items():
            key = one.partition(".")[0]
            best[key] = max(best[key], score(signs))
        at_home = best.pop(here, 0.0)
        ranked = sorted(best, key=lambda key: -best[key])
        belongs = ranked[0] != BOT and best[ranked[0]] > max(OWNER_RATIO * at_home, OWNER_LEAD * best[ranked[1]])
        return ranked[0] if belongs else here

    def search(
        self, question: str, *, game: str = "", situation: Collection[str] = (), most: int = 8, typing: bool = False
    ) -> list[Hit]:
        """The sections that answer a question, best first. `game` is preferred, and so are sections of the situation.

        `typing`: the last word may be unfinished.
        """
        books = [key for key in self._books if game not in self._books or key in (game, BOT)]
        scores = {one: score(signs) for one, signs in self.features(question, books, typing=typing).items()}
        if len(scores) < most and (others := [key for key in self._books if key not in books]):
            elsewhere = self.features(question, others, typing=typing)
            scores |= {one: ELSEWHERE_FACTOR * score(signs) for one, signs in elsewhere.items()}
        scores = {one: one_score * (SITUATION_FACTOR if one in situation else 1.0) for one, one_score in scores.items()}
        named = self._named.get(" ".join(tokens(question)), set())
        named = named | self._named.get(" ".join(question_words(question)), set())
        ranked = sorted(scores, key=lambda one: (-scores[one], one))
        return [Hit(one, scores[one], one in named) for one in ranked[:most]]

    def features(self, question: str, books: Collection[str], *, typing: bool = False) -> dict[str, Features]:
        """The features of every section of some books that shares a word with the question."""
        terms = self._terms(question, question_words(question)[:MAX_QUESTION_WORDS], typing=typing)
        found = {one: signs for key in books for one, signs in self._books[key].features(terms).items()}
        words = max((signs.words for signs in found.values()), default=0.0) or 1.0
        letters = max((signs.letters for signs in found.values()), default=0.0) or 1.0
        return {
            one: signs._replace(words=signs.words / words, letters=signs.letters / letters)
            for one, signs in found.items()
        }

    def _terms(self, question: str, words: Sequence[str], *, typing: bool) -> list[Term]:
        """The words of a question as search terms; an unknown word is corrected first."""
        terms = []
        for word in list(dict.fromkeys(tokens(question)))[: 2 * MAX_QUESTION_WORDS]:
            forms = stems(word)
            if word not in words:
                terms.append(Term(word, forms, frozenset(), content=False))
                continue
            begun = {one for one in self._stems if one.startswith(word)} if typing and word == words[-1] else set()
            if not begun and not forms & self._stems:
                forms = frozenset(form for one in self._corrected(word) for form in stems(one)) or forms
            others = {other for form in forms for other in synonyms(form) if other in self._stems} - forms
            longer = begun if len(word) >= MIN_BEGINNING_LETTERS else set()
            terms.append(Term(word, forms | longer, frozenset(others), content=True, begun=frozenset(begun)))
        return terms

    def _corrected(self, word: str) -> list[str]:
        """The cached corrections of a word that is not in the rules."""
        if word not in self._corrections:
            if len(self._corrections) >= CACHED_CORRECTIONS:
                self._corrections.clear()
            self._corrections[word] = corrections(word, self.vocabulary)
        return self._corrections[word]

    def sections_with(self, key: str, forms: Collection[str]) -> int:
        """The number of sections of a book with one of some stems."""
        return self._books[key].spread(forms)

    def nearest(self, question: str, *, game: str = "", most: int = 5) -> list[str]:
        """The sections whose titles or aliases resemble a question without an answer."""
        names = {name: ids for name, ids in self._named.items() if not game or any(_in(one, game) for one in ids)}
        asked = " ".join(tokens(question)[:MAX_QUESTION_WORDS])
        found = _most_alike(asked, list(names), 12 * most)
        ids = [one for name in found for one in sorted(names[name]) if not game or _in(one, game)]
        return list(dict.fromkeys(ids))[:most]


def _most_alike(asked: str, names: Sequence[str], most: int) -> list[str]:
    """The names that resemble a question most, best first.

    Compares in chunks, so that names below the best so far are abandoned early.
    """
    best: list[tuple[str, float, int]] = []
    for start in range(0, len(names), CHUNK_SIZE):
        least = best[-1][1] if len(best) == most else None
        chunk = names[start : start + CHUNK_SIZE]
        found = process.extract(asked, chunk, scorer=fuzz.WRatio, limit=most, score_cutoff=least)
        best += [(name, alike, start + place) for name, alike, place in found]
        best = sorted(best, key=lambda one: (-one[1], one[2]))[:most]
    return [name for name, _, _ in best]


def _in(one: str, *keys: str) -> bool:
    return one.partition(".")[0] in keys


def games_that_fit(hits: Sequence[Hit]) -> list[str]:
    """The games whose best section scores about as much as the best of all, or is named word for word in the question.

    Empty if the bot's own book answers best.
    """
    if hits and hits[0].game == BOT:
        return []
    best: dict[str, Hit] = {}
    for hit in (one for one in hits if one.game != BOT):
        best.setdefault(hit.game, hit)
    top = max((hit.score for hit in best.values()), default=0.0)
    return [game for game, hit in best.items() if hit.named or hit.score >= FITTING_SHARE * top]


_BUILDING = Lock()
_THREAD = ThreadPoolExecutor(1, thread_name_prefix="rules-index")


def library() -> Index:
    """The index of all games, built once per process. It takes a second, so do not call it on the event loop."""
    with _BUILDING:
        return _library()


@cache
def _library() -> Index:
    return Index([*GAMES, BOT])


def warm_library() -> None:
    """Start building the index in the background, on its own thread."""
    _THREAD.submit(library)


async def search_library(search: Callable[[Index], T]) -> T:
    """The result of a search on the index's own thread, once the index is built."""
    return await asyncio.get_running_loop().run_in_executor(_THREAD, lambda: search(library()))
