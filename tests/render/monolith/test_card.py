"""The card picture of a tile."""

from __future__ import annotations

from functools import partial

import pytest

import render
from engine.core.text import Text
from engine.monolith.data.components import abilities, signs
from engine.monolith.data.content import KINDS, kind_of

card = partial(render.card, "monolith")


def test_a_card_shows_everything_that_a_tile_can_do() -> None:
    for token in KINDS:
        ids = [sign.id for sign in signs(token)]
        for what in ("initiative", "melee", "ranged", "armor", "net", "lightning", "toughness"):
            value = getattr(token, what)
            assert (what in ids) == (any(value) if what != "initiative" and isinstance(value, tuple) else bool(value))
        assert len(abilities(token)) == len(token.traits) + bool(token.effect)


def test_cards_of_greater_runes_say_so() -> None:
    greater = abilities(kind_of("harbingers_of_the_forest.rune_greater_acceleration"))
    minor = abilities(kind_of("harbingers_of_the_forest.rune_minor_acceleration"))
    assert [entry.body.msgid for entry in greater] != [entry.body.msgid for entry in minor]


def test_card_texts_are_translated() -> None:
    texts: set[str] = set()

    def say(sentence: Text) -> str:
        texts.add(sentence.msgid)
        return "Ąć"

    card("dragon_empire.knight", say=say)
    assert {"Knight", "Dragon Empire", "Champion", "Initiative {values}", "Maneuver", "It can Charge."} <= texts
    assert {"Melee, strength {strength}", "Toughness: survives {n} wound"} <= texts


def test_an_unknown_component_is_refused_with_a_reason() -> None:
    with pytest.raises(ValueError, match="cook"):
        card("dragon_empire.cook")
    with pytest.raises(KeyError, match="sepia"):
        card("dragon_empire.knight", "sepia")
