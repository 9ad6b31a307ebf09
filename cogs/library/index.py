"""Full text over the rules: SQLite's FTS5, ranked by bm25, a row for each language of a section; the better one counts.

A question is searched word by word and compared with the titles, aliases and example questions of the sections. Each of
that is a sign that a section answers; `ranking` weighs the signs. What a person types never gets into a query as it is:
only stems of letters and digits do.
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
from cogs.library.phrases import ASKED, Near, Phrases, Term, asked
from cogs.library.ranking import Signs, score
from cogs.library.words import (
    WEAK_WORDS,
    all_stems,
    corrections,
    question_words,
    stems,
    synonyms,
    tokens,
)
from engine.core.rulebook import Section
from engine.registry import GAMES
from locales import LANGUAGES

WEIGHTS = (1.2, 0.8, 0.2)
"""Of a section's title, aliases and text. They are small, so that bm25 tells one place with a word from many."""
HERE, NOW = 50.0, 1.25
"""Factors for the match's game and for its situation."""
SYNONYM, WEAK = 0.35, 0.3
"""What a synonym counts, and a word that says little, beside one that says what the question is about. With nothing at
all for the latter, one question in a hundred more is missed: "when" and "how many" tell sister sections apart."""
LISTS = frozenset(("codes", "example", "house-readings", "more-readings", "options", "ways"))
LIST_ENDINGS = ("-champions", "-commons", "-rulings")
"""Ends of the ids of sections that list something about many cards."""
LONGEST_QUESTION = 16
"""Words of a question that are looked for."""
SHORTEST_BEGINNING = 3
"""Letters of the beginning of a word from which on it is compared with phrases."""
CACHED_CORRECTIONS = 4000
"""Mistyped words whose corrections are cached."""
CLOSE = 0.8
"""A game fits a question if its best section has this share of the best score."""


NOWHERE = Near([0.0, 0.0, 0.0], [])
"""How near a question is to a section that has none of its words in a phrase."""


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
        self.vocabulary: set[str] = set()
        self._stems: set[str] = set()
        self._corrections: dict[str, list[str]] = {}
        self._keys = tuple(keys)
        self._sections_with: dict[str, set[str]] = {}
        """A stem → the sections that have it."""
        for key in keys:
            self._enter(key)
        self._near = Phrases(self._sections_with, sum(len(book(key, LANGUAGES[0])) for key in keys))
        for key in keys:
            self._near.enter(key)

    def _enter(self, key: str) -> None:
        books = {language: book(key, language) for language in LANGUAGES}
        for one in books[LANGUAGES[0]]:
            for language, sections in books.items():
                row = [one, *(self._words(text, language, one) for text in _parts(sections[one]))]
                self._db.execute("INSERT INTO sections VALUES (?, ?, ?, ?)", row)
                for name in (sections[one].title, *sections[one].aliases):
                    self._named.setdefault(" ".join(tokens(name)), set()).add(one)
        for one, language, question in asked(key):
            self._words(question, language, one)

    def _words(self, text: str, language: str, section: str) -> str:
        found = tokens(text)
        self.vocabulary.update(found)
        stemmed = all_stems(found, language)
        for form in stemmed.split():
            self._stems.add(form)
            self._sections_with.setdefault(form, set()).add(section)
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
        rated = self.signs(question, game=game, typing=typing)
        scores: dict[str, float] = {}
        for one, signs in rated.items():
            scores[one] = score(signs) * (NOW if one in situation else 1.0)
            scores[one] *= HERE if game and _in(one, game, BOT) else 1.0
        ranked = sorted(scores, key=lambda one: (-scores[one], one))
        return [Hit(one, scores[one], rated[one].exact > 0) for one in ranked[:most]]

    def signs(self, question: str, *, game: str = "", typing: bool = False) -> dict[str, Signs]:
        """What speaks for each section that has a word of a question."""
        words = question_words(question)[:LONGEST_QUESTION]
        terms = self._terms(question, words, typing=typing)
        found, answered = self._found(terms)
        near = self._near.near(terms, (game, BOT) if game in self._keys else self._keys)
        best = max((found[one] for one in found if not game or _in(one, game, BOT)), default=0.0) or 1.0
        exact = self._named.get(" ".join(tokens(question)), set()) | self._named.get(" ".join(words), set())
        signs: dict[str, Signs] = {}
        for one in found.keys() | near.keys():
            nearness = near.get(one, NOWHERE)
            signs[one] = Signs(
                words=min(found.get(one, 0.0) / best, 1.0),
                covered=answered.get(one, 0.0),
                asked=nearness.kinds[ASKED],
                nearest=nearness.best,
                few=nearness.mean,
                listing=float(_is_listing(one)),
                exact=float(one in exact),
                share=nearness.share,
            )
        return signs

    def _found(self, terms: Sequence[Term]) -> tuple[dict[str, float], dict[str, float]]:
        """The sections that have words of a question: what these words say there, and the share of them that it has."""
        found: dict[str, float] = {}
        answered: dict[str, float] = {}
        content = [term for term in terms if term.content]
        whole = sum(_counts(term.word) for term in content)
        for term in content:
            rows = self._rows(
                (stems(term.word) if term.begun else term.forms) & self._stems, term.word if term.begun else ""
            )
            for one, told in self._rows(term.others).items():
                rows[one] = max(rows.get(one, 0.0), SYNONYM * told)
            for one, told in rows.items():
                found[one] = found.get(one, 0.0) + _counts(term.word) * told
                answered[one] = answered.get(one, 0.0) + _counts(term.word) / whole
        return {one: told * answered[one] for one, told in found.items()}, answered

    def _terms(self, question: str, words: Sequence[str], *, typing: bool) -> list[Term]:
        """The words of a question as they are looked for; one that is in no section is corrected first."""
        terms = []
        for word in list(dict.fromkeys(tokens(question)))[: 2 * LONGEST_QUESTION]:
            forms = stems(word)
            if word not in words:
                terms.append(Term(word, forms, frozenset(), content=False))
                continue
            begun = {one for one in self._stems if one.startswith(word)} if typing and word == words[-1] else set()
            if not begun and not forms & self._stems:
                forms = frozenset(form for one in self._corrected(word) for form in stems(one)) or forms
            others = {other for form in forms for other in synonyms(form)} & self._stems - forms
            longer = begun if len(word) >= SHORTEST_BEGINNING else set()
            terms.append(Term(word, forms | longer, frozenset(others), content=True, begun=bool(begun)))
        return terms

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


def _in(one: str, *keys: str) -> bool:
    return one.partition(".")[0] in keys


def _counts(word: str) -> float:
    return WEAK if word in WEAK_WORDS else 1.0


def _is_listing(one: str) -> bool:
    topic = one.partition(".")[2]
    return topic in LISTS or topic.startswith("typing") or topic.endswith(LIST_ENDINGS)


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
