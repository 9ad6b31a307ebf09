"""The big picture of a single token."""

from __future__ import annotations

import io
from functools import partial
from itertools import combinations

import pytest
from PIL import Image

import render
from engine.core.text import Text
from render import PALETTES
from render.monolith import explain
from render.monolith.prints import PRINTS, printed
from tests.support.render.words import longer

card = partial(render.card, "monolith")


@pytest.mark.parametrize("palette", PALETTES)
def test_every_token_has_a_card_unlike_all_others(palette: str) -> None:
    cards = {token: card(token, palette) for token in PRINTS}
    for one, other in combinations(cards, 2):
        assert cards[one] != cards[other], (one, other)
    for picture in cards.values():
        image = Image.open(io.BytesIO(picture.data))
        assert (image.format, image.mode, image.size) == ("PNG", "P", (picture.width, picture.height))
        assert picture.width == 800
        assert 500 <= picture.height <= 900
        assert len(picture.data) < 100 * 1024


def test_a_card_says_everything_that_a_token_can_do() -> None:
    for token in PRINTS.values():
        said = [what for what, _ in explain.facts(token)]
        for what in ("initiative", "melee", "ranged", "armor", "net", "lightning", "toughness"):
            value = getattr(token, what)
            assert (what in said) == (any(value) if what != "initiative" and isinstance(value, tuple) else bool(value))
        assert len(explain.entries(token)) == len(token.traits) + bool(token.effect)


def test_a_greater_rune_says_so() -> None:
    greater = explain.entries(printed("harbingers_of_the_forest.rune_greater_acceleration"))
    minor = explain.entries(printed("harbingers_of_the_forest.rune_minor_acceleration"))
    assert [entry.body.msgid for entry in greater] != [entry.body.msgid for entry in minor]


def test_the_words_of_a_card_are_translated() -> None:
    heard: set[str] = set()

    def say(sentence: Text) -> str:
        heard.add(sentence.msgid)
        return "Ąć"

    card("dragon_empire.knight", say=say)
    assert {"Knight", "Dragon Empire", "Champion", "Initiative {values}", "Maneuver", "It can Charge."} <= heard
    assert {"Melee, strength {strength}", "Toughness: {n} more wound"} <= heard


def test_words_that_are_forty_percent_longer_are_not_cut(written: list[str]) -> None:
    for token in PRINTS:
        assert card(token, say=longer).height <= 900
    assert [string for string in written if "…" in string] == []


def test_what_has_no_card_is_refused_with_a_reason() -> None:
    with pytest.raises(ValueError, match="cook"):
        card("dragon_empire.cook")
    with pytest.raises(KeyError, match="sepia"):
        card("dragon_empire.knight", "sepia")
