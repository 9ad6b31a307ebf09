"""Full text over the rules: SQLite's FTS5, ranked by bm25, a row for each language of a section; the better one counts.

A question is searched word by word: sections that answer more of its words come first, and those that have a title or
alias of which the question says much. What a person types never gets into a query as it is: only stems of letters and
digits do.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from threading import Lock

from msgspec import Struct
from rapidfuzz import fuzz, process

from cogs.library.books import BOT, book
from cogs.library.naming import game_named
from cogs.library.words import (
    WEAK_WORDS,
    all_stems,
    content_words,
    corrections,
    question_words,
    stem,
    stems,
    synonyms,
    tokens,
)
from engine.core.rulebook import Section
from engine.registry import GAMES
from locales import LANGUAGES

WEIGHTS = (1.2, 0.8, 0.2)
"""Of a section's title, aliases and text. They are small, so that bm25 tells one place with a word from many."""
EXACT, TITLE, HERE, NOW = 1.5, 1.3, 50.0, 1.25
"""Factors for a question that is a title or alias word for word; that says a whole title; for the match's game; for its
situation."""
SYNONYM, APPENDIX, COVER = 0.35, 0.8, 1.0
"""Factors for a synonym and for a list at the end of the rules; exponent of the share of words that are answered."""
WEAK = 0.3
"""What a word that says little counts, beside one that says what the question is about."""
LISTS = frozenset(("codes", "example", "house-readings", "more-readings", "options", "ways"))
LIST_ENDINGS = ("-champions", "-commons", "-rulings")
"""Ends of the ids of sections that list something about many cards."""
LONGEST_QUESTION = 16
"""Words of a question that are looked for."""
LOOKED_AT = 60
"""The best sections, whose titles and aliases are compared with the question."""
CACHED_CORRECTIONS = 4000
"""Mistyped words whose corrections are cached."""
CLOSE = 0.8
"""A game fits a question if its best section has this share of the best score."""


class Hit(Struct, frozen=True):
    """A section that answers, and how well."""

    id: str
    score: float
    named: bool = False
    """Whether the question is its title or alias word for word."""

    @property
    def game(self) -> str:
        return self.id.partition(".")[0]


class Answer(Struct, frozen=True):
    """What answers a question: sections, best first, and the game that it is about, if that is known."""

    game: str
    hits: list[Hit]

    @property
    def elsewhere(self) -> bool:
        """Whether only other games than the one that is asked about have something."""
        return bool(self.game and self.hits) and self.hits[0].game not in (self.game, BOT)


class Index:
    """The sections of some books, searchable in every language."""

    def __init__(self, keys: Collection[str]) -> None:
        self._db = sqlite3.connect(":memory:", check_same_thread=False)
        self._db.execute("CREATE VIRTUAL TABLE sections USING fts5(id UNINDEXED, title, aliases, body)")
        weights = ", ".join(str(weight) for weight in (0.0, *WEIGHTS))
        self._query = f"SELECT id, -bm25(sections, {weights}) FROM sections WHERE sections MATCH ?"
        self._named: dict[str, set[str]] = {}
        """A title or alias, folded → the sections that have it."""
        self._phrases: dict[str, set[frozenset[str]]] = {}
        """A section → the stems of each of its titles and aliases."""
        self._titles: dict[str, list[frozenset[str]]] = {}
        """A section → the stems of its title in each language."""
        self.vocabulary: set[str] = set()
        self._stems: set[str] = set()
        self._corrections: dict[str, list[str]] = {}
        for key in keys:
            self._enter(key)

    def _enter(self, key: str) -> None:
        books = {language: book(key, language) for language in LANGUAGES}
        for one in books[LANGUAGES[0]]:
            phrases = self._phrases.setdefault(one, set())
            for language, sections in books.items():
                row = [one, *(self._words(text, language) for text in _parts(sections[one]))]
                self._db.execute("INSERT INTO sections VALUES (?, ?, ?, ?)", row)
                title = frozenset(stem(word, language) for word in content_words(sections[one].title))
                self._titles.setdefault(one, []).append(title)
                for name in (sections[one].title, *sections[one].aliases):
                    self._named.setdefault(" ".join(tokens(name)), set()).add(one)
                    phrases |= {frozenset(stem(word, said) for word in content_words(name)) for said in LANGUAGES}

    def _words(self, text: str, language: str) -> str:
        found = tokens(text)
        self.vocabulary.update(found)
        stemmed = all_stems(found, language)
        self._stems.update(stemmed.split())
        return stemmed

    def ask(
        self, question: str, *, here: str = "", situation: Collection[str] = (), most: int = 8, typing: bool = False
    ) -> Answer:
        """The answer to a question asked where the game `here` is played; a game that it names wins over that."""
        game, words = game_named(question, here)
        return Answer(game, self.search(words, game=game, situation=situation, most=most, typing=typing))

    def search(
        self, question: str, *, game: str = "", situation: Collection[str] = (), most: int = 8, typing: bool = False
    ) -> list[Hit]:
        """The sections that answer a question, best first. `game` is preferred, and so are sections of the situation.

        While somebody is still typing, the last word may be the beginning of one.
        """
        words = question_words(question)[:LONGEST_QUESTION]
        weights = [WEAK if word in WEAK_WORDS else 1.0 for word in words]
        scores: dict[str, float] = {}
        answered: dict[str, float] = {}
        said: set[str] = set()
        for number, (word, weight) in enumerate(zip(words, weights, strict=True)):
            for one, score in self._of(word, said, beginning=typing and number == len(words) - 1).items():
                scores[one] = scores.get(one, 0.0) + weight * score
                answered[one] = answered.get(one, 0.0) + weight
        exact = self._named.get(" ".join(tokens(question)), set()) | self._named.get(" ".join(words), set())
        for one in scores:
            own, _, topic = one.partition(".")
            scores[one] *= (answered[one] / sum(weights)) ** COVER
            scores[one] *= EXACT if one in exact else 1.0
            scores[one] *= HERE if game and own in (game, BOT) else 1.0
            scores[one] *= NOW if one in situation else 1.0
            listing = topic in LISTS or topic.startswith("typing") or topic.endswith(LIST_ENDINGS)
            scores[one] *= APPENDIX if listing else 1.0
        for one in sorted(scores, key=lambda one: (-scores[one], one))[:LOOKED_AT]:
            scores[one] *= 1.0 + max(_share(phrase, said) for phrase in self._phrases[one])
            scores[one] *= TITLE if any(title <= said for title in self._titles[one]) else 1.0
        ranked = sorted(scores, key=lambda one: (-scores[one], one))
        return [Hit(one, scores[one], one in exact) for one in ranked[:most]]

    def _of(self, word: str, said: set[str], *, beginning: bool) -> dict[str, float]:
        """The sections that contain a word, by its stems; a word that is in none is corrected first.

        Adds the stems it looked for to `said`.
        """
        forms = set(stems(word))
        begun = {known for known in self._stems if known.startswith(word)} if beginning else set()
        if not begun and not forms & self._stems:
            forms = {form for one in self._corrected(word) for form in stems(one)} or forms
        others = {other for form in forms for other in synonyms(form)} & self._stems - forms
        found = self._rows(forms & self._stems, word if begun else "")
        for one, score in self._rows(others).items():
            found[one] = max(found.get(one, 0.0), SYNONYM * score)
        said |= forms | others | begun
        return found

    def _corrected(self, word: str) -> list[str]:
        """The corrections of a word that is not in the rules, cached."""
        if word not in self._corrections:
            if len(self._corrections) >= CACHED_CORRECTIONS:
                self._corrections.clear()
            self._corrections[word] = corrections(word, self.vocabulary)
        return self._corrections[word]

    def _rows(self, forms: Collection[str], beginning: str = "") -> dict[str, float]:
        found: dict[str, float] = {}
        terms = [f'"{form}"' for form in sorted(forms)] + ([f'"{beginning}"*'] if beginning else [])
        if terms:
            for one, score in self._db.execute(self._query, (" OR ".join(terms),)):
                found[one] = max(found.get(one, 0.0), score + 0.01)
        return found

    def nearest(self, question: str, *, game: str = "", most: int = 5) -> list[str]:
        """Sections whose titles or other names look most like a question that nothing answers."""
        names = {name: ids for name, ids in self._named.items() if not game or any(_in(one, game) for one in ids)}
        asked = " ".join(tokens(question)[:LONGEST_QUESTION])
        found = process.extract(asked, list(names), scorer=fuzz.WRatio, limit=12 * most)
        ids = [one for name, _, _ in found for one in sorted(names[name]) if not game or _in(one, game)]
        return list(dict.fromkeys(ids))[:most]


def _in(one: str, game: str) -> bool:
    return one.startswith(f"{game}.")


def _share(phrase: frozenset[str], said: set[str]) -> float:
    """How much of a title or alias a question says; more of a longer one is worth more."""
    both = len(phrase & said)
    return (both / len(phrase)) ** 2 * (0.7 + 0.3 * both) if both else 0.0


def _parts(section: Section) -> tuple[str, str, str]:
    captions = " ".join(diagram.caption for diagram in section.diagrams)
    return section.title, " ".join(section.aliases), f"{section.body} {captions}"


def games_that_fit(hits: Sequence[Hit]) -> list[str]:
    """The games whose best section answers about as well as the best of all, or is named by the question word for word.

    None if the bot's own book answers best.
    """
    if hits and hits[0].game == BOT:
        return []
    best: dict[str, Hit] = {}
    for hit in (one for one in hits if one.game != BOT):
        best.setdefault(hit.game, hit)
    top = max((hit.score for hit in best.values()), default=0.0)
    return [game for game, hit in best.items() if hit.named or hit.score >= CLOSE * top]


_BUILDING = Lock()
_THREAD = ThreadPoolExecutor(1, thread_name_prefix="rules-index")


def library() -> Index:
    """The index over all games, built once in a process; that takes a second, so never on the event loop."""
    with _BUILDING:
        return _library()


@cache
def _library() -> Index:
    return Index([*GAMES, BOT])


def warm_library() -> None:
    """Start building the index in the background, in a thread of its own."""
    _THREAD.submit(library)


async def open_library() -> Index:
    """The index, as soon as it is built."""
    return await asyncio.get_running_loop().run_in_executor(_THREAD, library)
