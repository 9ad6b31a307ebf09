"""The example moves in the rules of Tash-Kalar can be typed as written, in every language."""

from __future__ import annotations

import re

import pytest

from engine.learning.rulebook import rulebook
from locales import LANGUAGES
from table.matches.draft import drafted
from table.picks.parse_typed import follow, split
from tests.support.engine.tashkalar.table import Table, put

FULL = "a3 a4 a5 a6 a7 i3 i4 i5 i6 i7 c1 d1 e1 f1 g1 c3"
"""Sixteen squares for all pieces of a duel."""


def typed(table: Table, move: str) -> tuple[str, ...]:
    """The codes of a typed move for A, who is on turn."""
    here = table.position
    draft = follow(here, drafted(here, 0, (), 0), split(move)[0])
    assert draft is not None, move
    return draft.codes


def example(section: str, language: str, pattern: str) -> str:
    """The first example of a section that matches the pattern, without the command."""
    examples = re.findall(r"`([^`]+)`", rulebook("tashkalar", language)[section].body)
    moves: list[str] = [one.removeprefix("/play ").removeprefix("/graj ") for one in examples]
    return next(one for one in moves if re.search(pattern, one))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_example_of_a_whole_turn_can_be_typed(language: str) -> None:
    move = example("tashkalar.typing", language, r" e5 f4$")
    codes = typed(put("A e6; B f4", "swordmaster hypnotist"), move)
    assert codes == ("place", "e4", "swordmaster", "f4")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_examples_of_actions_can_be_typed(language: str) -> None:
    section = "tashkalar.typing-summon"
    assert typed(put("A a5", "bomb knight"), example(section, language, r"^\D+ e4$")) == ("place", "e4")
    short = put(f"A {FULL}", "bomb knight")
    assert typed(short, example(section, language, r" c3 e4$")) == ("place", "c3", "e4")
    mage = put("A e4 d5 f5 e6; B i5", "time_mage bomb")
    assert typed(mage, example(section, language, r" f4$")) == ("time-mage", "f4")
    hand = put("A a5", "herald knight bomb", flare="flare_03")
    discard = example(section, language, r"(03 done|3 to wszystko)$")
    assert typed(hand, discard) == ("discard", "herald", "knight", "flare-03", "done")
