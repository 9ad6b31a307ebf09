"""The worked battles and nets in battles.toml."""

from __future__ import annotations

import tomllib
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from engine.monolith.nets import netted_tiles
from tests.support.each import each
from tests.support.engine.monolith.battle_scripts import branches, fight

_FACTS: dict[str, list[dict[str, Any]]] = tomllib.loads(
    Path(__file__).with_name("battles.toml").read_text(encoding="utf-8")
)


def named(fact: dict[str, Any]) -> str:
    return str(fact["id"])


@each("fact", [one for one in _FACTS["battle"] if "gone" in one], ids=named)
def test_a_battle_without_choices_ends_as_in_the_example(fact: dict[str, Any]) -> None:
    fought = fight(fact["board"])
    assert fought.dead == fact["gone"]
    assert fought.lost == tuple(fact.get("lost", (0, 0)))


@pytest.mark.parametrize("fact", [one for one in _FACTS["battle"] if "any_of" in one], ids=named)
def test_a_battle_with_choices_has_the_ends_of_the_example(fact: dict[str, Any]) -> None:
    found = branches(fact["board"])
    assert {frozenset(one.gone) for one in found} == {frozenset(gone) for gone in fact["any_of"]}
    assert {question.seat for one in found for question in one.questions} == {fact["chooser"]}
    assert all(len(one.questions) == 1 for one in found)


@each("fact", _FACTS["net"], ids=named)
def test_tiles_are_netted_as_in_the_example(fact: dict[str, Any]) -> None:
    assert netted_tiles(fact["nets"], fact.get("bound", ())) == set(fact["netted"])


@each("fact", _FACTS["net"], ids=named)
def test_the_order_of_netters_does_not_matter(fact: dict[str, Any]) -> None:
    for order in permutations(fact["nets"]):
        assert netted_tiles({one: fact["nets"][one] for one in order}, fact.get("bound", ())) == set(fact["netted"])
