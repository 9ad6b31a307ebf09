"""“My hand” replaces the panel by the player's cards with their full texts, and leads back to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.registry import GAMES
from tests.support.cogs.monolith import stored
from tests.support.cogs.play import JOIN, first, take_turn
from tests.support.world import World


@pytest.mark.parametrize("game", ["monolith", "tashkalar", "knockdown"])
async def test_the_players_cards_are_shown_with_their_texts(world: World, database: Path, game: str) -> None:
    await world["Ada"].slash("match new", game=game, opponent=world["Bartek"])
    await world["Bartek"].click(JOIN, on=world.newest())
    ada = world["Ada"]
    while not (held := _held(database, game)):
        for ask in stored(database).asks[:1]:
            await take_turn((ada, world["Bartek"])[ask.seat], first)
    panel = await ada.slash("play")
    before = panel.text
    shown = await ada.click("press:hand:", on=panel)
    assert shown.id == panel.id and shown.ephemeral
    text = shown.text
    while "›" in shown.buttons:
        shown = await ada.click("›", on=shown)
        text += shown.text
    for one in held:
        component = GAMES[game].components[one]
        assert f"**{component.name}**" in text
        assert str(component.text) in text
    again = await ada.click("press:panel:", on=shown)
    assert again.id == panel.id and again.text == before


def _held(database: Path, game: str) -> tuple[str, ...]:
    position = stored(database)
    return GAMES[game].held(GAMES[game].view(position.state, 0, position.asks), 0)
