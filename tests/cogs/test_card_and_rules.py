"""The rules of every game at hand."""

from __future__ import annotations

import pytest

from engine.core.rulebook import rulebook
from engine.registry import GAMES
from tests.support.world import World


@pytest.mark.parametrize("game", GAMES)
async def test_the_whole_rules_are_at_hand_under_every_board(world: World, game: str) -> None:
    await world["Ada"].slash("match new", game=game, opponent=world["Bartek"])
    await world["Bartek"].click("press:join:")
    for shown in (await world["Ada"].click("press:rules:"), await world["Ada"].slash("help")):
        assert set(shown.options) == set(rulebook(game, "en"))
    section = await world["Ada"].choose(f"{game}.aim", on=shown)
    assert rulebook(game, "en")[f"{game}.aim"].title in section.text
