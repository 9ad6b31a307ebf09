"""Tash-Kalar at the table: modes and seats, typed moves, cards, boards and discards, drafts after a restart."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from engine.core.text import say
from engine.registry import GAMES
from locales import catalogue
from tests.support.cogs.monolith import names_to_move, stored
from tests.support.cogs.play import BACK, CONFIRM, OVER, PLAY, can, draft_of, log_of, offered, open_panel, pick, polish
from tests.support.cogs.tashkalar import begin, lay
from tests.support.engine.tashkalar.table import SQUARES
from tests.support.world import World

_PL = catalogue("pl")
_BOARD = "A e4 e6 c8 e8; B d4 f4h f6 d2h"
"""A Swordmaster fits on e5 and e7, and on d8."""
_HANDS = {"A": "swordmaster knight bomb titan", "B": "naiad dryad"}


def _lay(monkeypatch: pytest.MonkeyPatch, board: str = _BOARD, **fields: Any) -> None:
    lay(monkeypatch, board, hands=_HANDS, **fields)


# Forms


@pytest.mark.parametrize(
    ("form", "more"),
    [("duel", {"players": 3}), ("high", {"players": 3}), ("melee", {"players": 2}), ("melee", {})],
)
async def test_a_mode_for_another_number_of_players_is_refused_and_opens_nothing(
    world: World, database: Path, form: str, more: dict[str, Any]
) -> None:
    refused = await world["Ada"].slash("match new", game="tashkalar", options=f"form={form}", **more)
    assert refused.ephemeral
    names = {"duel": "Deathmatch Duel", "high": "High Form", "melee": "Deathmatch Melee"}
    assert names[form] in refused.text
    assert {"duel": "2, 4", "high": "2, 4", "melee": "3, 4"}[form] in refused.text
    assert world.messages() == [] and log_of(database) == []
    assert "There is no match in this channel." in (await world["Celina"].slash("match join")).text


@pytest.mark.parametrize(
    ("options", "players", "form"),
    [("", 2, "duel"), ("", 3, "melee"), ("", 4, "melee"), ("form=duel", 4, "duel"), ("form=high", 2, "high")],
)
async def test_the_played_mode_is_shown(world: World, database: Path, options: str, players: int, form: str) -> None:
    others = ["Bartek", "Celina", "Dorota"][: players - 1]
    await world.welcome("Dorota")
    await begin(world, *others, options=f"{options}, decks=random".strip(", "))
    state = stored(database).state
    assert (state.form, len(state.colours), len(set(state.decks))) == (form, players, players)
    assert len(names_to_move(world)) == 1


async def test_the_modes_are_suggested_while_typing(world: World) -> None:
    found = await world["Ada"].suggest("match new", "options", "form", game="tashkalar")
    assert found == ["form=auto", "form=duel", "form=high", "form=melee"]
    assert await world["Ada"].suggest("match new", "options", "melee", game="tashkalar") == ["form=auto", "form=melee"]
    assert await world["Ada"].suggest("match new", "options", "form=high, ", game="tashkalar") == [
        "form=high, decks=choose",
        "form=high, decks=random",
    ]
    names = await world["Bartek"].actor.autocomplete(
        world.channel(), "match new", "options", "form=high", game="tashkalar"
    )
    assert [polish("High Form") in choice["name"] for choice in names] == [True]


# Typed moves


async def test_an_illegal_summoning_names_the_square_that_lacks_a_piece(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _lay(monkeypatch, "A e4; B b2")
    await begin(world)
    refused = await world["Ada"].slash("play", move="swordmaster")
    found = re.search(r"Swordmaster on (\w\d) needs your pieces on: (\w\d) \(common piece\)", refused.text)
    assert found, refused.text
    (x, y), (u, v) = ((ord(one[0]), int(one[1])) for one in found.groups())
    assert (2 * x - u, 2 * y - v) == (ord("e"), 4), "e4 is the piece on the other side of the summoning square"
    assert draft_of(database) == []
    rule = await world["Ada"].click(":tashkalar.pattern", on=refused)
    assert "pattern" in rule.text.lower()


async def test_a_square_without_the_pattern_is_refused_and_earlier_words_are_kept(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _lay(monkeypatch)
    await begin(world)
    refused = await world["Ada"].slash("play", move="swordmaster c7 done")
    assert "Swordmaster on c7 needs your pieces on: c6 (common piece)" in refused.text
    assert draft_of(database) == ['["swordmaster"]']
    assert set(offered(await open_panel(world["Ada"]))) == {"d8", "e5", "e7"}


async def test_a_higher_rank_on_the_summoning_square_is_named(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    _lay(monkeypatch, "A e4 e6; B e5h")
    await begin(world)
    refused = await world["Ada"].slash("play", move="swordmaster")
    assert "Swordmaster cannot be summoned on e5: a higher rank stands there." in refused.text


@pytest.mark.parametrize("typed", ["frobnicate", "@everyone", "e5e5e5"])
async def test_nonsense_is_answered_with_the_possible_options(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    _lay(monkeypatch)
    await begin(world)
    refused = await world["Ada"].slash("play", move=typed)
    assert "means nothing here" in refused.text and "swordmaster, place, discard" in refused.text
    assert draft_of(database) == [] and world.pinged() == ["Bartek", "Ada"]


@pytest.mark.parametrize("typed", ["time mage", "Time-Mage", "Mag czasu"])
async def test_an_illegal_summoning_typed_by_name_is_explained_too(
    world: World, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    lay(monkeypatch, "A e4; B d4", hands={"A": "time_mage knight"})
    await begin(world)
    assert "Time Mage on " in (await world["Ada"].slash("play", move=typed)).text


async def test_a_whole_turn_is_typed_in_polish(world: World, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch, "A d4; B e4 e6", hands={"A": "naiad dryad", "B": "swordmaster knight"}, turn="B")
    await begin(world)
    done = await world["Bartek"].slash("play", move=f"mistrz miecza d4 {polish('Place a piece')} a5 potwierdź")
    assert polish("Played.") in done.text
    assert log_of(database) == [(1, "play", '["swordmaster", "d4", "place", "a5"]')]
    assert names_to_move(world) == ["Ada"]


async def test_squares_are_offered_in_order_in_few_selects(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    _lay(monkeypatch, "A e4; B b2")
    await begin(world)
    panel = await pick(world["Ada"], await open_panel(world["Ada"]), "place")
    assert sorted(offered(panel)) == sorted(set(SQUARES) - {"e4", "b2"})
    selects = [part["options"] for part in panel.components if len(part.get("options", ())) > 5]
    assert [len(options) for options in selects] == [25, 25, 17]
    squares = [option["value"][-2:] for options in selects for option in options]
    assert squares == sorted(squares, key=lambda one: (one[1], one[0])), "row by row, each from left to right"
    placeholders = [part["placeholder"] for part in panel.components if len(part.get("options", ())) > 5]
    for options, placeholder in zip(selects, placeholders, strict=True):
        first, last = (options[n]["value"][-2:] for n in (0, -1))
        assert placeholder.endswith(f"{first} … {last}"), "the label of each select names its squares"


async def test_the_squares_are_offered_in_whole_rows_where_that_takes_no_more_selects(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    _lay(monkeypatch, "A e1 e4; B b2 c3 h4 b5 b6 a7")
    await begin(world)
    panel = await pick(world["Ada"], await open_panel(world["Ada"]), "place")
    selects = [part["options"] for part in panel.components if len(part.get("options", ())) > 5]
    rows = [row for options in selects for row in sorted({option["value"][-1] for option in options})]
    assert len(selects) == 3 and rows == list("123456789"), "no row is split between selects"


# Looking


@pytest.mark.parametrize(
    ("component", "group"),
    [
        ("imperial.swordmaster", "Imperial"),
        ("sylvan.kiskin_leafsplitter", "Sylvan"),
        ("legends.the_eldest_tree", "Legends"),
        ("flare_03", "Flares"),
        ("red_conquest", "Tasks"),
    ],
)
async def test_a_card_is_shown_by_its_name_in_either_language(world: World, component: str, group: str) -> None:
    name = GAMES["tashkalar"].components[component].name
    ours = say(name, _PL)
    for typed in (str(name), ours, component):
        shown = await world["Ada"].slash("card", name=typed)
        assert f"**{name} · {group}** · Tash-Kalar" in shown.text
        assert shown.ephemeral and shown.picture.width == 800
    assert ours in (await world["Bartek"].slash("card", name=str(name))).text
    assert component in await world["Bartek"].suggest("card", "name", ours)


@pytest.mark.usefixtures("pictures")
async def test_the_private_board_includes_the_hand_and_the_public_one_does_not(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    _lay(monkeypatch)
    await begin(world)
    own = await world["Ada"].slash("board")
    assert own.ephemeral and "Your hand: " in own.alt and "Titan" in own.alt
    assert "Blue: common e4 e6 c8 e8." in own.alt and "Green: heroic d2 f4; common d4 f6." in own.alt
    public = await world["Ada"].slash("board", public=True)
    assert not public.ephemeral and "hand" not in public.alt and "Blue: common e4 e6 c8 e8." in public.alt
    spectator = await world["Celina"].slash("board")
    assert spectator.alt == public.alt and spectator.files == public.files != own.files


async def test_the_description_of_a_crowded_arena_is_complete(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """With all pieces of four colors: 60 of the 69 squares."""
    free = list(SQUARES[:60])
    sides = [" ".join(free[start : start + 15]) for start in range(0, 60, 15)]
    board = "; ".join(
        f"{letter} " + " ".join(f"{at}{'hl'[n % 2] if n < 5 else ''}" for n, at in enumerate(side.split()))
        for letter, side in zip("ABCD", sides, strict=True)
    )
    hands = {"A": "swordmaster knight bomb titan hell_bull", "B": "naiad dryad unicorn bone_catapult leviathan"}
    lay(monkeypatch, board, seats=4, form="melee", hands=hands, flares={"A": "flare_01", "B": "flare_05"})
    await world.welcome("Dorota")
    await begin(world, "Bartek", "Celina", "Dorota")
    for name, last in (("Ada", "Flare 1"), ("Bartek", say(GAMES["tashkalar"].components["flare_05"].name, _PL))):
        alt = (await world[name].slash("board")).alt
        assert not [at for at in free if at not in alt], alt
        assert last in alt


async def test_everybody_can_look_at_the_discards(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    _lay(monkeypatch)
    await begin(world)
    nothing = (await world["Celina"].slash("board", show="discards")).text.splitlines()
    assert [line.partition(":")[0] for line in nothing[1:]] == ["Northern Imperial", "Sylvan", "Legends", "Flares"]
    assert all(line.endswith(": nothing discarded") for line in nothing[1:])
    await world["Ada"].slash("play", move="swordmaster e5 d4 discard bomb done confirm")
    for name in ("Bartek", "Celina"):
        assert await world[name].suggest("board", "show", "") == ["discards"]
    shown = await world["Celina"].slash("board", show="discards")
    assert "Northern Imperial, discarded: Swordmaster, Bomb" in shown.text.splitlines()
    assert "Sylvan: nothing discarded" in shown.text.splitlines()


# Drafts


async def test_a_pattern_is_chosen_by_the_squares_of_its_pieces(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On e5 the Summoner fits in two rotations, each with other marked squares."""
    lay(monkeypatch, "A d4 d5 d6 f4 f5 f6; B a5", hands={"A": "summoner knight", "B": "naiad dryad"})
    await begin(world)
    ada, places = world["Ada"], {}
    for image in ("d4+d5+d6", "f4+f5+f6"):
        panel = await pick(ada, await open_panel(ada), "summoner")
        panel = await pick(ada, panel, "e5")
        assert "Summoner on e5: with which pieces?" in panel.text
        assert set(offered(panel)) == {"d4+d5+d6", "f4+f5+f6"}
        assert f"with {image.replace('+', ', ')}" in panel.buttons
        panel = await pick(ada, panel, image)
        assert "Summoner: place a piece on which square?" in panel.text
        places[image] = set(offered(panel)) - {"done"}
        await ada.click(OVER, on=panel)
    mirrored = {square.translate(str.maketrans("abcdefghi", "ihgfedcba")) for square in places["d4+d5+d6"]}
    assert mirrored == places["f4+f5+f6"] != places["d4+d5+d6"]
    done = await ada.slash("play", move="summoner e5 f4+f5+f6 done place a6 confirm")
    assert "Played." in done.text
    assert log_of(database) == [(0, "play", '["summoner", "e5", "f4+f5+f6", "done", "place", "a6"]')]


async def test_a_drafted_summoning_survives_a_restart(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _lay(monkeypatch)
    await begin(world)
    ada = world["Ada"]
    panel = await pick(ada, await open_panel(ada), "swordmaster")
    assert "Swordmaster: on which square?" in panel.text
    panel = await pick(ada, panel, "e5")
    assert "Swordmaster: which piece is destroyed?" in panel.text
    boards = len(world.messages())
    await world.restart()
    assert draft_of(database) == ['["swordmaster","e5"]']
    again = await open_panel(ada)
    assert (again.text, again.alt, offered(again)) == (panel.text, panel.alt, offered(panel))
    assert "Blue summons Swordmaster on e5" in again.text and "legendary" not in again.text
    back = await ada.click(BACK, on=again)
    assert set(offered(back)) == {"d8", "e5", "e7"}
    panel = await pick(ada, back, "e5")
    await world.restart()
    panel = await pick(ada, panel, "d4")
    for code in ("place", "d4"):
        panel = await pick(ada, panel, code)
    assert len(world.messages()) == boards and log_of(database) == []
    await world.restart()
    assert can(panel, CONFIRM)
    await ada.click(CONFIRM, on=panel)
    assert log_of(database) == [(0, "play", '["swordmaster", "e5", "d4", "place", "d4"]')]
    text = world.newest().text
    assert "Blue summons Swordmaster on e5" in text and "Blue: upgraded on e5, now a heroic piece" in text
    assert names_to_move(world) == ["Bartek"] and can(world.newest(), PLAY)
