"""Turns of several moves, and what stays secret meanwhile."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cogs.client.arena_bot import ArenaBot
from render import Marks
from tests.support.cogs.fixed_seed import FixedSeed
from tests.support.cogs.play import (
    CONFIRM,
    PLAY,
    RESIGN,
    begin,
    can,
    draft,
    finish_panel,
    flee_forward,
    hunted_down,
    log_of,
    offered,
    open_panel,
    polish,
    quick,
    take_turn,
    to_move,
)
from tests.support.world import World
from workers.picture_cache import Board


async def test_the_second_players_two_recruitments_share_one_panel_and_one_message(
    world: World, database: Path
) -> None:
    """A card is revealed between the two: the first recruitment must be confirmed before the player sees it."""
    await begin(world)
    await take_turn(world["Ada"], quick)
    bartek, before = world["Bartek"], len(world.messages())
    panel = await draft(bartek, quick)
    panel = await bartek.click(CONFIRM, on=panel)
    assert polish("Played.") in panel.text
    assert polish("Recruitment {n} of 2: which character do you recruit?").format(n=2) in panel.text
    assert len(world.messages()) == before
    await finish_panel(bartek, panel, quick)
    assert len(world.messages()) == before + 1
    assert world.newest().text.count("Violet recruits") == 2
    assert [row[0] for row in log_of(database)] == [0, 1, 1]


async def test_play_reopens_the_panel_between_two_recruitments(world: World) -> None:
    await begin(world)
    await take_turn(world["Ada"], quick)
    await world["Bartek"].click(CONFIRM, on=await draft(world["Bartek"], quick))
    panel = await open_panel(world["Bartek"])
    assert polish("Recruitment {n} of 2: which character do you recruit?").format(n=2) in panel.text


async def with_nemesis(world: World, deal: FixedSeed) -> None:
    """Begin a match in which Bartek has recruited the Nemesis and Ada is to move."""
    deal.seed = "three"
    await begin(world)
    await world["Bartek"].slash("play", move="end nemesis")
    await finish_panel(world["Bartek"], await world["Bartek"].slash("play"), quick)


async def test_the_opponent_is_asked_for_a_reaction_within_a_turn(world: World, deal: FixedSeed) -> None:
    await with_nemesis(world, deal)
    panel = await world["Ada"].slash("play", move="leader d2")
    assert can(panel, CONFIRM)
    waiting = await world["Ada"].click(CONFIRM, on=panel)
    assert world["Bartek"].mention in waiting.text
    assert to_move(world) is world["Bartek"]
    assert world.pinged()[-1] == "Bartek"
    answer = await open_panel(world["Bartek"])
    assert polish("The enemy Leader has moved: where does your Nemesis go?") in answer.text


async def test_the_turn_continues_after_the_reaction(world: World, deal: FixedSeed) -> None:
    await with_nemesis(world, deal)
    await world["Ada"].slash("play", move="leader d2 ok")
    await take_turn(world["Bartek"], quick)
    assert "Nemesis reacts" in world.newest().text
    assert to_move(world) is world["Ada"]
    panel = await open_panel(world["Ada"])
    assert "Recruitment 1 of 2: which character do you recruit?" in panel.text
    await finish_panel(world["Ada"], panel, quick)
    assert to_move(world) is world["Bartek"]


async def test_a_match_with_reactions_is_played_to_its_end(world: World, deal: FixedSeed) -> None:
    await with_nemesis(world, deal)
    await hunted_down(world)
    assert "wins" in world.newest().text


@pytest.mark.usefixtures("pictures")
async def test_the_seed_is_hidden_before_the_end(world: World, deal: FixedSeed) -> None:
    deal.seed = "a-seed-that-nobody-must-know"
    await begin(world)
    for _ in range(3):
        person = to_move(world)
        assert person is not None
        await take_turn(person, flee_forward)
        for command in ("match export", "match show", "board", "match list", "help"):
            answer = await world["Celina"].slash(command)
            assert all(deal.seed.encode() not in data for data in answer.files.values())
    requests = world.env.backend.http_requests
    assert deal.seed not in json.dumps([request.json for request in requests], default=str)
    await world["Ada"].click(RESIGN, on=await world["Ada"].slash("match resign"))
    assert deal.seed in world.newest().text


@pytest.mark.usefixtures("pictures")
async def test_the_panels_picture_highlights_the_options(world: World) -> None:
    await begin(world)
    panel = await open_panel(world["Ada"])
    plain = (await world["Ada"].slash("board")).png
    assert panel.png != plain
    before = panel.png
    panel = await world["Ada"].click(":leader", on=panel)
    assert panel.png != before


async def test_a_move_waiting_for_confirmation_is_still_highlighted(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The picture has only the board; its alt text describes the position after the move."""
    bot, shown = world.bot, list[tuple[str, str, tuple[int, ...], tuple[int, ...]]]()
    assert isinstance(bot, ArenaBot)
    draw = bot.pictures.board

    async def board(game: Any, view: Any, *, marks: Marks, **more: Any) -> Board:
        shown.append((marks.task, more["form"], view.to_move, more["described"].to_move))
        return await draw(game, view, marks=marks, **more)

    await begin(world)
    monkeypatch.setattr(bot.pictures, "board", board)
    await draft(world["Ada"], quick)
    assert shown[:-1] == [("", "panel", (0,), (0,))] * (len(shown) - 1)
    assert shown[-1] == ("", "bare", (0,), ())


async def test_the_panel_shows_what_could_be_typed_instead(world: World) -> None:
    await begin(world)
    panel = await draft(world["Ada"], quick)
    line = panel.text.split("`/play ")[1].split("`")[0]
    await world["Ada"].click("press:restart:", on=panel)
    again = await world["Ada"].slash("play", move=f"{line} confirm")
    assert "Played." in again.text


async def test_many_options_use_a_select_and_few_use_buttons(world: World, deal: FixedSeed) -> None:
    deal.seed = "three"
    await begin(world, options="mode=advanced")
    panel = await open_panel(world["Ada"])
    assert len(panel.options) == 16
    assert len(offered(panel)) == 16
    assert not can(world.newest(), CONFIRM) and can(world.newest(), PLAY)
