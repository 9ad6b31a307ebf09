"""Questions in players' own words are answered by the right section.

`questions/` has a file for each set: `first`; `rulebooks`, written from the rulebooks; `later` and `players`;
`strangers` and `newcomers`, by people who did not know the project. The search is fitted to all of these, except for
questions marked `unseen`, whose failures are only counted, never read. Nothing is fitted to `unseen.toml`, so its
figures predict the results for new questions. Nothing is fitted to `situations` and `club` yet: they have the forms
that the search answers worst.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import msgspec
import pytest

from engine.learning.rulebook import rulebook
from engine.registry import GAMES
from locales import LANGUAGES
from search.books import BOT, book
from search.rules_search import library
from tests.support.engine.complete import COMPLETE

FOLDER = Path(__file__).with_name("questions")
FILE = FOLDER / "first.toml"
PER_GAME = 30
RIGHT, FIRST_FEW = 0.98, 1.0
"""The number of questions with the right section first, and among the first five."""
RULEBOOKS = FOLDER / "rulebooks.toml"
PER_GAME_OF_RULEBOOKS = 50
HALVES = {False: (0.98, 1.0), True: (0.95, 1.0)}
"""The same for the questions from the rulebooks: for the half used for fitting, and for the unseen half."""
LATER_RIGHT, LATER_FEW = 0.97, 1.0
PLAYERS_HALVES = {False: (0.97, 1.0), True: (0.94, 1.0)}
STRANGERS_RIGHT, STRANGERS_FEW = 0.93, 0.99
NEWCOMERS_RIGHT, NEWCOMERS_FEW = 0.95, 0.99
UNSEEN_RIGHT, UNSEEN_FEW = 0.92, 0.99
SITUATIONS_RIGHT, SITUATIONS_FEW = 0.78, 0.93
CLUB_RIGHT, CLUB_FEW = 0.80, 0.93
FEW = 5


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    language: str
    ask: str
    section: str
    """The section that answers best."""
    also: tuple[str, ...] = ()
    """Other sections that answer as well."""
    unseen: bool = False
    """Whether the question is hidden while the search is fitted."""
    named: bool = True
    """Whether the game is known: it is that of the channel's match."""
    sentence: str = ""
    """The sentence of the English section that holds the answer."""

    @property
    def right(self) -> set[str]:
        return {self.section, *self.also}


class Questions(msgspec.Struct, forbid_unknown_fields=True):
    question: list[Question]


QUESTIONS = msgspec.toml.decode(FILE.read_bytes(), type=Questions).question
ASKED = [one for one in QUESTIONS if one.game in GAMES]


LATER = msgspec.toml.decode((FOLDER / "later.toml").read_bytes(), type=Questions).question
PLAYERS = msgspec.toml.decode((FOLDER / "players.toml").read_bytes(), type=Questions).question
STRANGERS = msgspec.toml.decode((FOLDER / "strangers.toml").read_bytes(), type=Questions).question
NEWCOMERS = msgspec.toml.decode((FOLDER / "newcomers.toml").read_bytes(), type=Questions).question
UNSEEN = msgspec.toml.decode((FOLDER / "unseen.toml").read_bytes(), type=Questions).question
SITUATIONS = msgspec.toml.decode((FOLDER / "situations.toml").read_bytes(), type=Questions).question
CLUB = msgspec.toml.decode((FOLDER / "club.toml").read_bytes(), type=Questions).question
FROM_RULEBOOKS = msgspec.toml.decode(RULEBOOKS.read_bytes(), type=Questions).question


@cache
def answers(one: Question) -> list[str]:
    """The answers as in a channel with a match of the game; questions about the bot are asked in any channel."""
    here = "" if not one.named else one.game if one.game != BOT else next(iter(GAMES))
    return [hit.id for hit in library().ask(one.ask, here=here).hits]


def missed(found: list[tuple[Question, list[str]]]) -> str:
    seen = [(one, ids) for one, ids in found if not one.unseen]
    lines = [f"{one.game} {one.language} “{one.ask}”: {one.section}, not {', '.join(ids[:FEW])}" for one, ids in seen]
    return "\n".join((f"{len(found)} missed", *lines))


def test_there_are_120_different_questions_evenly_distributed() -> None:
    wanted = {(game, language): PER_GAME // len(LANGUAGES) for game in COMPLETE for language in LANGUAGES}
    assert Counter((one.game, one.language) for one in QUESTIONS) == wanted
    assert len({(one.game, one.ask.casefold()) for one in QUESTIONS}) == len(QUESTIONS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_expected_sections_exist(language: str) -> None:
    for one in (*ASKED, *FROM_RULEBOOKS, *LATER, *PLAYERS, *STRANGERS, *NEWCOMERS, *UNSEEN, *SITUATIONS, *CLUB):
        games = (one.game,) if one.game in GAMES else () if one.game == "" else GAMES
        sections = {rule for key in (*games, BOT) for rule in book(key, language)}
        assert one.right <= sections, one.ask
        assert len(one.right) == 1 + len(one.also), one.ask


def test_questions_rarely_equal_a_section_title() -> None:
    def names(one: Question) -> set[str]:
        sections = [rulebook(one.game, language)[one.section] for language in LANGUAGES]
        return {name.casefold() for section in sections for name in (section.title, *section.aliases)}

    copied = [one.ask for one in ASKED if one.ask.casefold() in names(one)]
    assert len(copied) <= len(ASKED) / 5, copied


def test_the_right_section_usually_comes_first() -> None:
    found = [(one, answers(one)) for one in ASKED]
    misses = [(one, ids) for one, ids in found if not ids or ids[0] not in one.right]
    assert len(ASKED) - len(misses) >= RIGHT * len(ASKED), missed(misses)


def test_the_right_section_is_nearly_always_in_the_first_five() -> None:
    found = [(one, answers(one)) for one in ASKED]
    misses = [(one, ids) for one, ids in found if not one.right & set(ids[:FEW])]
    assert len(ASKED) - len(misses) >= FIRST_FEW * len(ASKED), missed(misses)


def test_half_of_the_rulebook_questions_are_not_used_for_learning() -> None:
    wanted = {(game, language): PER_GAME_OF_RULEBOOKS // len(LANGUAGES) for game in COMPLETE for language in LANGUAGES}
    assert Counter((one.game, one.language) for one in FROM_RULEBOOKS) == wanted
    assert [one.unseen for one in FROM_RULEBOOKS] == [False, True] * (len(FROM_RULEBOOKS) // 2)
    assert len({(one.game, one.ask.casefold()) for one in FROM_RULEBOOKS}) == len(FROM_RULEBOOKS)


@pytest.mark.parametrize("unseen", HALVES)
def test_rulebook_questions_are_answered(unseen: bool) -> None:
    questions = [one for one in FROM_RULEBOOKS if one.unseen is unseen]
    found = [(one, answers(one)) for one in questions]
    misses = [(one, ids) for one, ids in found if ids[:1] == [] or ids[0] not in one.right]
    lost = [(one, ids) for one, ids in found if not one.right & set(ids[:FEW])]
    first, few = HALVES[unseen]
    assert len(questions) - len(misses) >= first * len(questions), missed(misses)
    assert len(questions) - len(lost) >= few * len(questions), missed(lost)


@pytest.mark.parametrize(
    ("questions", "first", "few"),
    [
        (LATER, LATER_RIGHT, LATER_FEW),
        (STRANGERS, STRANGERS_RIGHT, STRANGERS_FEW),
        (NEWCOMERS, NEWCOMERS_RIGHT, NEWCOMERS_FEW),
        (UNSEEN, UNSEEN_RIGHT, UNSEEN_FEW),
        (SITUATIONS, SITUATIONS_RIGHT, SITUATIONS_FEW),
        (CLUB, CLUB_RIGHT, CLUB_FEW),
        *(([one for one in PLAYERS if one.unseen is unseen], *bars) for unseen, bars in PLAYERS_HALVES.items()),
    ],
    ids=["later", "strangers", "newcomers", "unseen", "situations", "club", "players", "players-unseen"],
)
def test_later_questions_are_answered(questions: list[Question], first: float, few: float) -> None:
    found = [(one, answers(one)) for one in questions]
    misses = [(one, ids) for one, ids in found if not ids or ids[0] not in one.right]
    lost = [(one, ids) for one, ids in found if not one.right & set(ids[:FEW])]
    assert len(questions) - len(misses) >= first * len(questions), missed(misses)
    assert len(questions) - len(lost) >= few * len(questions), missed(lost)


@pytest.mark.parametrize("questions", [SITUATIONS, CLUB], ids=["situations", "club"])
def test_the_labelled_sentences_are_in_their_sections(questions: list[Question]) -> None:
    for one in questions:
        assert one.sentence and one.sentence in book(one.game, "en")[one.section].body, one.ask
