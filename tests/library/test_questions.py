"""What players ask in their own words is answered by the right section.

The questions lie in `tests/questions.toml`; those of games that are not in the bot yet wait there.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from cogs.library.index import library
from engine.core.rulebook import rulebook
from engine.registry import GAMES
from locales import LANGUAGES

FILE = Path(__file__).parents[1] / "questions.toml"
ALL_GAMES = ("knockdown", "leaders", "monolith", "tashkalar")
PER_GAME = 30
RIGHT, FIRST_FEW = 0.85, 0.97
"""How many questions the right section answers as the first one, and among the first five."""
FEW = 5


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    language: str
    ask: str
    section: str
    """The one that answers best."""
    also: tuple[str, ...] = ()
    """Others that answer as well."""

    @property
    def right(self) -> set[str]:
        return {self.section, *self.also}


class Questions(msgspec.Struct, forbid_unknown_fields=True):
    question: list[Question]


QUESTIONS = msgspec.toml.decode(FILE.read_bytes(), type=Questions).question
ASKED = [one for one in QUESTIONS if one.game in GAMES]


def answers(one: Question) -> list[str]:
    """As in the channel of a match."""
    return [hit.id for hit in library().search(one.ask, game=one.game)]


def missed(found: list[tuple[Question, list[str]]]) -> str:
    lines = [f"{one.game} {one.language} “{one.ask}”: {one.section}, not {', '.join(ids[:FEW])}" for one, ids in found]
    return "\n".join((f"{len(found)} of {len(ASKED)} missed", *lines))


def test_there_are_120_different_questions_the_same_number_for_every_game_and_language() -> None:
    wanted = {(game, language): PER_GAME // len(LANGUAGES) for game in ALL_GAMES for language in LANGUAGES}
    assert Counter((one.game, one.language) for one in QUESTIONS) == wanted
    assert len({(one.game, one.ask.casefold()) for one in QUESTIONS}) == len(QUESTIONS)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_of_the_bot_is_asked_about(game: str) -> None:
    assert game in ALL_GAMES


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sections_that_answer_are_there(language: str) -> None:
    for one in ASKED:
        assert one.right <= set(rulebook(one.game, language)), one.ask
        assert len(one.right) == 1 + len(one.also), one.ask


def test_questions_are_rarely_the_name_of_their_section() -> None:
    def names(one: Question) -> set[str]:
        sections = [rulebook(one.game, language)[one.section] for language in LANGUAGES]
        return {name.casefold() for section in sections for name in (section.title, *section.aliases)}

    copied = [one.ask for one in ASKED if one.ask.casefold() in names(one)]
    assert len(copied) <= len(ASKED) / 5, copied


def test_the_right_section_comes_first_as_a_rule() -> None:
    found = [(one, answers(one)) for one in ASKED]
    misses = [(one, ids) for one, ids in found if not ids or ids[0] not in one.right]
    assert len(ASKED) - len(misses) >= RIGHT * len(ASKED), missed(misses)


def test_the_right_section_is_nearly_always_among_the_first_five() -> None:
    found = [(one, answers(one)) for one in ASKED]
    misses = [(one, ids) for one, ids in found if not one.right & set(ids[:FEW])]
    assert len(ASKED) - len(misses) >= FIRST_FEW * len(ASKED), missed(misses)
