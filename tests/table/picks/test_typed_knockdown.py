"""The example moves in the rules of Knockdown can be typed as written, in every language."""

from __future__ import annotations

import re

import pytest

from engine.core.position import Position
from engine.learning.rulebook import rulebook
from locales import LANGUAGES
from table.matches.draft import drafted
from table.picks.parse_typed import follow, split
from tests.support.engine.knockdown.table import put

HELD = "slip_aside fishhook_line witch_light wolf_shoulder"
"""Two ways to pay for Curse, with a Dash left."""


def examples(section: str, language: str) -> list[str]:
    """The moves that a section shows, without the command."""
    quotes = re.findall(r"`(?:/play|/graj) ([^`]+)`", rulebook(section.partition(".")[0], language)[section].body)
    assert quotes
    return quotes


def typed(position: Position, seat: int, move: str) -> tuple[str, ...]:
    """The codes of a typed move."""
    words, _ = split(move)
    draft = follow(position, drafted(position, seat, (), 0), words)
    assert draft is not None, move
    return draft.codes


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_examples_of_a_move_an_attack_and_a_combo_can_be_typed(language: str) -> None:
    step, hit, chain = examples("knockdown.typing", language)
    assert typed(put("f4 f6").position, 0, step) == ("move", "f5")
    assert typed(put("f4 f6", "wolf_shoulder").position, 0, hit) == ("wolf-shoulder",)
    combo = ("combo", "dash", "slip-aside", "f4", "curse", "fishhook-line+witch-light", "stop")
    assert typed(put("f3 b9", a=HELD).position, 0, chain) == combo
