"""/card, and the rules of every game at hand."""

from __future__ import annotations

import pytest

from engine.core.rulebook import rulebook
from engine.registry import GAMES
from tests.world import World


async def test_a_card_is_found_by_its_name_in_either_language(world: World) -> None:
    for typed in ("Pikeman", "pikinier", "dragon_empire.pikeman"):
        shown = await world["Ada"].slash("card", name=typed)
        assert "Pikeman" in shown.text
        assert shown.picture.width == 800
        assert shown.ephemeral


async def test_a_card_speaks_the_readers_language(world: World) -> None:
    assert "Pikinier · Smocze Imperium" in (await world["Bartek"].slash("card", name="pikeman")).text
    names = await world["Bartek"].actor.autocomplete(world.channel(), "card", "name", "pikin")
    assert [choice["name"] for choice in names] == ["Pikinier · Smocze Imperium"]


async def test_an_unknown_card_is_refused_kindly(world: World) -> None:
    assert "There is no card of that name." in (await world["Ada"].slash("card", name="@everyone dragon")).text


async def test_cards_are_suggested_while_one_types_and_every_suggestion_is_shown(world: World) -> None:
    found = await world["Ada"].suggest("card", "name", "rege")
    assert "dragon_empire.rune_regeneration" in found
    for one in found:
        assert (await world["Ada"].slash("card", name=one)).png


@pytest.mark.parametrize("game", GAMES)
async def test_the_whole_rules_are_at_hand_under_every_board(world: World, game: str) -> None:
    await world["Ada"].slash("match new", game=game, opponent=world["Bartek"])
    await world["Bartek"].click("press:join:")
    for shown in (await world["Ada"].click("press:rules:"), await world["Ada"].slash("help")):
        assert set(shown.options) == set(rulebook(game, "en"))
    section = await world["Ada"].choose(f"{game}.aim", on=shown)
    assert rulebook(game, "en")[f"{game}.aim"].title in section.text
