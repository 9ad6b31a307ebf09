"""The card picture of a character."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

import pytest

import render
from engine.core.text import Text
from engine.leaders.game import GAME
from render.leaders import words
from render.leaders.diagrams import DIAGRAMS, SPACES
from tests.support.each import each

card = partial(render.card, "leaders")

EVERY = tuple(words.CARDS)


def test_every_component_has_a_card() -> None:
    assert set(EVERY) == set(GAME.components) == set(DIAGRAMS)


def test_card_texts_are_translated() -> None:
    texts: set[str] = set()

    def say(sentence: Text) -> str:
        texts.add(sentence.msgid)
        return "Ąć"

    card("royal_guard", say=say)
    assert texts == {"Royal Guard", "Active ability", "Leaders", GAME.components["royal_guard"].text.msgid}


@each("character", EVERY)
def test_a_diagram_stays_on_its_spaces_and_shows_the_character(character: str) -> None:
    drawing = DIAGRAMS[character]
    walked = {space for path in drawing.ways for space in path}
    assert {*drawing.own, *drawing.enemies, *drawing.marked, *walked} <= set(SPACES)
    assert not set(drawing.own) & set(drawing.enemies)
    assert set(words.figures(character)) <= set(drawing.own.values())


def test_diagrams_show_straight_moves_only() -> None:
    for character, drawing in DIAGRAMS.items():
        for path in drawing.ways:
            for (q, r), (other_q, other_r) in pairwise(path):
                dq, dr = other_q - q, other_r - r
                assert 0 in (dq, dr, dq + dr), character


def test_an_unknown_component_is_refused_with_a_reason() -> None:
    with pytest.raises(ValueError, match="cook"):
        card("cook")
    with pytest.raises(KeyError, match="sepia"):
        card("leader", "sepia")
