"""While a player chooses a faction, deck, fighter or character, the panel shows the strengths of each."""

from __future__ import annotations

import pytest

from engine.core.text import say
from engine.registry import GAMES
from locales import LANGUAGES, catalogue
from tests.support.cogs.play import JOIN, offered, open_panel, pick
from tests.support.engine.complete import COMPLETE
from tests.support.world import World


@pytest.mark.parametrize("game", ["monolith", "tashkalar", "knockdown"])
async def test_options_on_offer_show_their_blurbs(world: World, game: str) -> None:
    await world["Ada"].slash("match new", game=game, opponent=world["Bartek"])
    await world["Bartek"].click(JOIN, on=world.newest())
    questions = 0
    for name, language in (("Ada", "en"), ("Bartek", "pl")):
        panel = await world[name].slash("play")
        for code in offered(panel):
            assert say(GAMES[game].blurbs[code], catalogue(language)) in panel.text
            questions += 1
    assert questions >= 4


async def test_recruits_show_their_blurbs_and_characters_on_the_board_do_not(world: World) -> None:
    await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"])
    await world["Bartek"].click(JOIN, on=world.newest())
    panel = await open_panel(world["Ada"])
    assert str(GAMES["leaders"].blurbs["leader"]) not in panel.text
    panel = await pick(world["Ada"], panel, "end")
    for code in offered(panel):
        assert str(GAMES["leaders"].blurbs[code]) in panel.text


@pytest.mark.parametrize("game", COMPLETE)
def test_all_blurbs_are_short_in_every_language(game: str) -> None:
    blurbs = GAMES[game].blurbs
    assert blurbs
    for language in LANGUAGES:
        texts = [say(blurb, catalogue(language)) for blurb in blurbs.values()]
        assert len(set(texts)) == len(texts)
        assert all(len(one) <= 95 for one in texts)
