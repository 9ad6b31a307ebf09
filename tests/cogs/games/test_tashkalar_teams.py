"""Two teams of Tash-Kalar: control passes to the partner within an effect; the turn's owner ends the turn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.cogs.monolith import names_to_move, seats_to_move, stored
from tests.support.cogs.play import CONFIRM, PLAY, can, offered, open_panel, pick, polish, take_turn
from tests.support.cogs.tashkalar import begin, lay
from tests.support.world import Person, World

_FOUR = ("Ada", "Bartek", "Celina", "Dorota")
_BOARD = "A e4h e6 d5 f5; B d4 f4 a5"
"""A Swordmaster on e5 attacks d4 or f4; upgraded, it fulfills two tasks."""
_HANDS = {"A": "swordmaster knight titan", "B": "sapling naiad", "C": "dire_wolf werewolf", "D": "messenger bomb"}
_TASKS = ["central_dominance", "center_cross", "destruction"]


async def _sit_down(world: World, **more: Any) -> None:
    await world.welcome("Dorota")
    await begin(world, "Bartek", "Celina", "Dorota", **more)


async def _click(person: Person, *codes: str) -> None:
    """Click these choices, which must be a whole move, and *Confirm*."""
    panel = await open_panel(person)
    for code in codes:
        panel = await pick(person, panel, code)
    await person.click(CONFIRM, on=panel)


async def test_after_passing_control_the_partner_acts_but_the_owner_claims_the_task(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(monkeypatch, _BOARD, seats=4, form="high", hands=_HANDS, tasks=_TASKS)
    await _sit_down(world, options="form=high")
    ada, celina = world["Ada"], world["Celina"]
    before = len(world.pings)
    panel = await pick(ada, await open_panel(ada), "swordmaster")
    assert set(offered(panel)) == {"d4", "f4", "done", "pass"}
    panel = await pick(ada, panel, "pass")
    assert can(panel, CONFIRM) and not offered(panel)
    done = await ada.click(CONFIRM, on=panel)
    assert celina.mention in done.text, "Ada sees for whom she waits"

    assert names_to_move(world) == ["Celina"]
    text = world.newest().text
    assert f"**Blue (Player C), {celina.mention}: your move.**" in text
    assert "Blue summons Swordmaster on e5" in text
    assert f"{ada.mention} passes control to {celina.mention}" in text
    for name in ("Ada", "Bartek", "Dorota"):
        refused = await world[name].slash("play", move="d4 confirm")
        not_now = "It is not your turn to decide."
        assert (polish(not_now) if name == "Bartek" else not_now) in refused.text
    panel = await open_panel(celina)
    assert "Swordmaster: which piece is destroyed?" in panel.text
    assert set(offered(panel)) == {"d4", "f4", "done"}, "control is passed once"
    assert "You may destroy one enemy common diagonally adjacent to the Swordmaster." in panel.text
    assert "Knight" not in panel.alt, "only Ada sees her hand"
    panel = await pick(celina, panel, "d4")
    assert "Place a common piece on which square?" in panel.text
    panel = await pick(celina, panel, "d4")
    await celina.click(CONFIRM, on=panel)

    assert names_to_move(world) == ["Ada"]
    assert seats_to_move(database) == [0]
    assert "Blue: upgraded on e5" in world.newest().text
    panel = await open_panel(ada)
    assert "Which task do you claim?" in panel.text
    assert set(offered(panel)) == {"central-dominance", "center-cross", "none"}
    await ada.click(CONFIRM, on=await pick(ada, panel, "center-cross"))

    assert "Blue claims the task Center Cross: 2 points" in world.newest().text
    assert names_to_move(world) == ["Bartek"]
    people = [sorted(ping.people) for ping in world.pings[before:]]
    assert people == [[celina.id], [ada.id], [world["Bartek"].id]]
    state = stored(database).state
    assert (state.turn, state.control, state.scores[0].points) == (1, 1, 2)
    assert "Titan" in (await world["Celina"].slash("board")).alt, "the team's legends passed to the partner"
    assert "Titan" not in (await ada.slash("board")).alt


async def test_an_effect_passed_to_the_partner_survives_a_restart(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(monkeypatch, _BOARD, seats=4, hands=_HANDS)
    await _sit_down(world, options="form=duel")
    await world["Ada"].slash("play", move="swordmaster pass confirm")
    await world.restart()
    celina = world["Celina"]
    panel = await pick(celina, await open_panel(celina), "f4")
    await world.restart()
    assert "Place a common piece on which square?" in (await open_panel(celina)).text
    done = await celina.slash("play", move="f4 confirm")
    assert "Played." in done.text
    assert names_to_move(world) == ["Bartek"], "in a duel nothing is left for Ada to decide"
    assert not can(panel, PLAY)


@pytest.mark.usefixtures("pictures")
async def test_in_a_match_of_four_the_first_player_can_pass_control_before_the_only_action(
    world: World, database: Path
) -> None:
    await _sit_down(world, options="form=duel")
    (first,) = names_to_move(world)
    order = [*_FOUR, *_FOUR][_FOUR.index(first) :][:4]
    for name in order[:3]:
        assert names_to_move(world) == [name]
        await _click(world[name], offered(await open_panel(world[name]))[0])
    assert len(set(stored(database).state.decks)) == 4, "the last deck is assigned automatically"
    last = world[order[-1]]
    panel = await open_panel(last)
    assert "Which opening piece goes where?" in panel.text
    await last.click(CONFIRM, on=await pick(last, panel, offered(panel)[0]))
    assert names_to_move(world) == [first]

    await _click(world[first], "pass")
    assert names_to_move(world) == [order[2]]
    partner = world[order[2]]
    await take_turn(partner, lambda _: "e5")
    assert names_to_move(world) == [order[1]]
    state = stored(database).state
    assert state.number == 2 and len(state.board) - state.board.count(0) == 3


async def test_one_player_resigns_for_the_whole_team(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch, _BOARD, seats=4, hands=_HANDS)
    await _sit_down(world, options="form=duel")
    sure = await world["Dorota"].slash("match resign")
    await world["Dorota"].click("press:resign:", on=sure)
    end = world.newest()
    assert "Blue wins: resignation." in end.text and not can(end, PLAY)
    assert world["Ada"].mention in end.text and world["Celina"].mention in end.text
