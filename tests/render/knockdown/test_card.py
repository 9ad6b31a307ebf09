"""The card picture of an attack, skill, fighter, token or elixir."""

from __future__ import annotations

from functools import partial

import msgspec
import pytest

import render
from engine.core.text import Text
from engine.knockdown.game import GAME
from engine.knockdown.view import (
    PRINTED_ATTACKS,
    PRINTED_ELIXIRS,
    PRINTED_FIGHTERS,
    PRINTED_SKILLS,
    PRINTED_TOKENS,
)
from render.knockdown import attacks
from tests.support.each import each

card = partial(render.card, "knockdown")

EVERY = (
    *(f"attack.{one}" for one in PRINTED_ATTACKS),
    *(f"special.{special.id}" for fighter in PRINTED_FIGHTERS.values() for special in fighter.specials),
    *(f"skill.{one}" for one in PRINTED_SKILLS),
    *(f"fighter.{one}" for one in PRINTED_FIGHTERS),
    *(f"token.{one}" for one in PRINTED_TOKENS),
    *(f"elixir.{one}" for one in PRINTED_ELIXIRS),
)


def test_every_component_has_a_card() -> None:
    assert set(EVERY) == set(GAME.components)


@pytest.mark.parametrize(
    "change",
    [
        {"symbols": ("kick",)},
        {"symbols": ("fist", "kick")},
        {"type": "ability"},
        {"range": "upto", "reach": 3},
        {"range": "exact", "reach": 2},
        {"range": "projectile"},
        {"range": "none"},
        {"heavy": 1},
        {"light": 3},
        {"ko": True},
        {"text": Text("Something happens.")},
    ],
    ids=str,
)
def test_a_card_shows_everything_printed_on_an_attack(
    change: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = card("attack.ash_knuckle")
    printed = msgspec.structs.replace(PRINTED_ATTACKS["ash_knuckle"], **change)
    monkeypatch.setitem(attacks.PRINTED, "ash_knuckle", printed)
    assert card("attack.ash_knuckle") != before


def test_the_curse_has_cards_as_attack_and_as_token() -> None:
    assert card("special.curse") != card("token.curse")


def test_card_texts_are_translated() -> None:
    texts: set[str] = set()

    def say(sentence: Text) -> str:
        texts.add(sentence.msgid)
        return "Ąć"

    for component in ("attack.iron_vow", "attack.gravel_uppercut", "special.doom", "skill.thick_hide"):
        card(component, say=say)
    for component in ("fighter.mistling", "token.curse", "elixir.bile", "attack.sling_stone"):
        card(component, say=say)
    assert {"Attack card", "Special attack", "Skill", "Fighter", "Token", "Elixir", "Cost", "Symbols"} <= texts
    assert {"Strike", "Reaction", "Range: exactly {n}", "Range: up to {n}", "Range: any"} <= texts
    assert {"Damage", "{n} heavy", "{n} light", "Initiative {values}", "Fist", "Any", "Shapeless", "Bile"} <= texts
    assert "Range: projectile, along the row or column" in texts
    for component in ("iron_vow", "sling_stone"):
        assert PRINTED_ATTACKS[component].text.msgid in texts
    assert PRINTED_FIGHTERS["mistling"].ability_text.msgid in texts
    assert PRINTED_TOKENS["curse"].text.msgid in texts


@each("component", ["attack.doom", "special.ash_knuckle", "ash_knuckle", "token.bile", "spell.curse"])
def test_an_unknown_component_is_refused_with_a_reason(component: str) -> None:
    with pytest.raises(ValueError, match=component):
        card(component)


def test_an_unknown_palette_is_refused() -> None:
    with pytest.raises(KeyError, match="sepia"):
        card("attack.ash_knuckle", "sepia")
