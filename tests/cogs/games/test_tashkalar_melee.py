"""A melee of three in Tash-Kalar: a flare against one of two opponents, improvised summoning, and the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.game import Outcome
from engine.learning.rulebook import rulebook
from tests.support.cogs.monolith import names_to_move, stored
from tests.support.cogs.play import ACCEPT, CONFIRM, DECLINE, PLAY, can, offered, open_panel, pick, polish, take_turn
from tests.support.cogs.tashkalar import begin, by_chance, lay
from tests.support.world import World

_THREE = ("Ada", "Bartek", "Celina")
_BOARD = "A e4 a5; B e6 b8h c8h; C d6 g2h h2h"
"""A Swordmaster fits on e5 if Bartek's piece on e6 is borrowed; both opponents are two upgraded pieces ahead."""
_HANDS = {"A": "swordmaster knight titan", "B": "sapling naiad", "C": "dire_wolf werewolf"}


def _lay(monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch, _BOARD, seats=3, form="melee", hands=_HANDS, flares={"A": "flare_12"})


async def _rounds(world: World, count: int) -> None:
    """Play this many rounds by clicks; check after every turn that only the next player is pinged."""
    policy = by_chance(3)
    for _ in range(count):
        for name in _THREE:
            assert names_to_move(world) == [name]
            before = len(world.pings)
            await take_turn(world[name], policy)
            assert [sorted(ping.people) for ping in world.pings[before:]] == [
                [world[one].id] for one in names_to_move(world)
            ]


@pytest.mark.usefixtures("pictures")
async def test_three_players_choose_decks_and_play_a_melee(world: World, database: Path) -> None:
    start = await begin(world, "Bartek", "Celina")
    assert "Deathmatch Melee" in start.text
    (first,) = names_to_move(world)
    order = [*_THREE, *_THREE][_THREE.index(first) :][:3]
    for name in order:
        assert names_to_move(world) == [name]
        panel = await open_panel(world[name])
        await world[name].click(CONFIRM, on=await pick(world[name], panel, offered(panel)[-1]))
    assert len(set(stored(database).state.decks)) == 3
    assert names_to_move(world) == [order[-1]], "the last player in turn order places the first pieces"
    panel = await open_panel(world[order[-1]])
    while not can(panel, CONFIRM):
        panel = await pick(world[order[-1]], panel, offered(panel)[0])
    await world[order[-1]].click(CONFIRM, on=panel)
    state = stored(database).state
    assert (state.form, state.number, len(state.board) - state.board.count(0)) == ("melee", 1, 3)
    assert names_to_move(world) == [first]


async def test_a_melee_with_a_flare_and_an_improvised_summoning(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _lay(monkeypatch)
    await begin(world, "Bartek", "Celina")
    ada = world["Ada"]
    panel = await open_panel(ada)
    assert {"swordmaster", "flare-12", "place", "discard"} == set(offered(panel))
    panel = await pick(ada, panel, "flare-12")
    assert "Flare 12: which opponent do you compare yourself with?" in panel.text
    assert set(offered(panel)) == {"b", "c"}
    for code in ("c", "a5", "e9"):
        panel = await pick(ada, panel, code)
    assert "What do you do?" in panel.text
    panel = await pick(ada, panel, "swordmaster")
    assert "That spends your only improvised summoning against its color. Go ahead?" in panel.text
    assert set(offered(panel)) == {"b", "done"}
    panel = await pick(ada, panel, "b")
    assert "Swordmaster: which piece is destroyed?" in panel.text
    assert set(offered(panel)) == {"d6", "done"}
    panel = await pick(ada, panel, "d6")
    for code in ("place", "i5"):
        panel = await pick(ada, panel, code)
    await ada.click(CONFIRM, on=panel)

    lines = world.newest().text.splitlines()
    hues = {"A": "Blue", "B": "Green", "C": "Yellow"}
    assert f"{hues['A']} invokes Flare 12 against {hues['C']}" in lines
    assert f"{hues['C']}: 1 point in {hues['A']}" in lines, "the flare gives an opponent a point"
    assert f"{hues['A']} improvises with a piece of {hues['B']}" in lines
    assert f"{hues['A']} summons Swordmaster on e5" in lines
    state = stored(database).state
    assert state.improvised[0] == [False, True, False]
    assert state.scores[2].by_colour == [1, 0, 0], "the flare gives Celina a point in Ada's color"
    assert names_to_move(world) == ["Bartek"]

    for name in ("Bartek", "Celina"):
        await take_turn(world[name], by_chance(1))
    await _rounds(world, 2)
    assert names_to_move(world) == ["Ada"] and stored(database).state.number == 12


@pytest.mark.parametrize("name", ["Ada", "Bartek"])
async def test_resigning_from_a_melee_is_refused_with_its_rule(
    world: World, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    _lay(monkeypatch)
    await begin(world, "Bartek", "Celina")
    boards = len(world.messages())
    refused = await world[name].slash("match resign")
    text = "Nobody can resign in a melee."
    assert (text if name == "Ada" else polish(text)) in refused.text
    assert not can(refused, "press:resign:")
    rule = await world[name].click("ap:rule:tashkalar.concession", on=refused)
    assert rulebook("tashkalar", "en" if name == "Ada" else "pl")["tashkalar.concession"].title in rule.text
    assert names_to_move(world) == ["Ada"] and len(world.messages()) == boards


@pytest.mark.parametrize(("other", "last", "accepts"), [("Bartek", "Celina", True), ("Celina", "Bartek", False)])
async def test_a_melee_ends_in_a_draw_when_all_players_agree(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch, other: str, last: str, accepts: bool
) -> None:
    _lay(monkeypatch)
    await begin(world, "Bartek", "Celina")
    await world["Ada"].slash("match draw")
    offer = world.newest()
    assert world.pings[-1].people == {world["Bartek"].id, world["Celina"].id}
    accepted = await world[other].click(ACCEPT, on=offer)
    text = "Accepted. The others still have to accept."
    assert (polish(text) if other == "Bartek" else text) in accepted.text
    assert not any("Draw: " in message.text for message in world.messages()), "the third player has not agreed"
    assert stored(database).outcome is None
    await world[last].click(ACCEPT, on=offer) if accepts else await world[last].slash("match draw")
    assert "Draw: agreed." in world.newest().text
    assert not can(world.newest(), PLAY)


@pytest.mark.usefixtures("no_edits")
async def test_one_refusal_keeps_the_melee_going(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    _lay(monkeypatch)
    await begin(world, "Bartek", "Celina")
    await world["Ada"].slash("match draw")
    offer = world.newest()
    await world["Celina"].click(DECLINE, on=offer)
    late = await world["Bartek"].click(ACCEPT, on=offer)
    assert polish("This offer is no longer open.") in late.text
    done = await world["Ada"].slash("play", move="place a5 place a6")
    assert not can(done, CONFIRM) and "You place a piece on an empty square." in done.all_text


async def test_a_melee_shared_by_two_players_is_reported_as_undecided(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    points = {"A": {"B": 3, "C": 3}, "B": {"A": 3, "C": 3}, "C": {"A": 1, "B": 1}}
    scores = {letter: {"by_colour": by_colour} for letter, by_colour in points.items()}
    hands = {"A": "hypnotist bomb herald", "B": "sapling naiad", "C": "dire_wolf werewolf"}
    lay(
        monkeypatch, "B i5", seats=3, form="melee", hands=hands, scores=scores, actions=1, closing=1, cause="goal",
    )  # fmt: skip
    await begin(world, "Bartek", "Celina")
    await world["Ada"].slash("play", move="place a5 confirm")
    end = world.newest()
    assert "Undecided between Blue, Green: tied on every count." in end.text
    assert f"**Undecided: {world['Ada'].mention}, {world['Bartek'].mention}**" in end.text
    assert "Victory" not in end.text and " win" not in end.text
    assert stored(database).outcome == Outcome((0, 1), "tied", (3, 3, 1))
