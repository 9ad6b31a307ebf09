"""Knockdown at the table: typed moves and their refusals, cards, boards, discards, options."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.core.text import say
from engine.knockdown.arena import LABEL
from engine.knockdown.data.content import ATTACK_NAME
from engine.knockdown.rules import RULES
from engine.knockdown.state import State
from engine.learning.rulebook import rulebook
from engine.registry import GAMES
from locales import catalogue
from tests.support.cogs.knockdown import begin, lay, pinged, play
from tests.support.cogs.monolith import names_to_move, stored
from tests.support.cogs.play import OVER, draft_of, log_of, offered, open_panel, polish
from tests.support.engine.knockdown.table import NAMES
from tests.support.world import World

_PL = catalogue("pl")
_HAND = "ash_knuckle moor_stomp grave_chill lunging_heel"


def _lay(monkeypatch: pytest.MonkeyPatch, **fields: Any) -> None:
    """Begin at distance 2: Headsman's Arc is in range; the Mistling can pay for Doom, but not for Shared Burden."""
    usual: dict[str, Any] = {"a": _HAND, "b": "parry_cut witch_light", "skills": ("thick_hide", "merciless")}
    lay(monkeypatch, "f4 f6", "headsman_arc cairn_hook", fighters="mistling adder_daughter", **{**usual, **fields})


# Typed moves


async def test_an_illegal_move_is_refused_with_its_rule_and_earlier_words_are_kept(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _lay(monkeypatch)
    await begin(world)
    ada = world["Ada"]
    wrong: dict[str, tuple[str, list[str]]] = {
        "ash-knuckle": ("attack", []),
        "Moor Stomp": ("attack", []),
        "venom fang": ("special", []),
        "doom": ("combo", []),
        "bile": ("elixirs", []),
        "f5": ("actions", []),
        "move f6": ("move", ["move"]),
        "move b5 confirm": ("move", ["move"]),
        "combo shared-burden": ("paying", ["combo"]),
        "combo doom ash-knuckle+moor-stomp": ("paying", ["combo", "doom"]),
        "headsman-arc none": ("test", ["headsman-arc"]),
        "guard f5": ("standing", ["guard"]),
    }
    for typed, (rule, kept) in wrong.items():
        refused = await ada.slash("play", move=typed)
        assert str(RULES[f"knockdown.{rule}"]) in refused.text, typed
        section = await ada.click(f":knockdown.{rule}", on=refused)
        assert rulebook("knockdown", "en")[f"knockdown.{rule}"].title in section.text, typed
        assert [json.loads(str(codes)) for codes in draft_of(database)] == ([kept] if kept else []), typed
        if kept:
            await ada.click(OVER, on=await open_panel(ada))
    assert log_of(database) == [] and pinged(world, 0) == [["Bartek"], ["Ada"]]


async def test_a_special_attack_out_of_range_is_refused(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch, "f4 f7", a=_HAND)
    await begin(world)
    refused = await world["Ada"].slash("play", move="doom")
    assert str(RULES["knockdown.range"]) in refused.text


async def test_nonsense_is_answered_with_the_possible_options(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _lay(monkeypatch)
    await begin(world)
    for typed in ("frobnicate", "@everyone", "f0", "h1", "b10", "+"):
        refused = await world["Ada"].slash("play", move=typed)
        assert "means nothing here" in refused.text and "headsman-arc" in refused.text, typed
    assert "ask, two, three, never" in (await world["Ada"].slash("play", move="guard sometimes")).text
    assert log_of(database) == [] and world.pinged() == ["Bartek", "Ada"]


async def test_a_wrong_reply_of_the_defender_names_the_rule_for_blocks(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(monkeypatch, "f4 f6", "wolf_shoulder", b="parry_cut thrown_hatchet moor_stomp witch_light")
    await begin(world)
    await play(world["Ada"], "wolf-shoulder")
    bartek = world["Bartek"]
    for typed, rule in (("stop", "block"), ("damage moor-stomp", "block"), ("wolf-shoulder", "block")):
        refused = await bartek.slash("play", move=typed)
        assert say(RULES[f"knockdown.{rule}"], _PL) in refused.text, typed
    done = await bartek.slash("play", move="parry-cut h1-l0 confirm")
    assert polish("Played.") in done.text
    assert log_of(database)[1:] == [(1, "play", '["damage", "parry-cut"]')], (
        "the only reduction is chosen automatically"
    )
    assert names_to_move(world) == ["Ada"]


async def test_a_whole_turn_is_typed_by_names(world: World, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _lay(monkeypatch, b="witch_light")
    await begin(world)
    assert "headsman-arc" in await world["Ada"].suggest("play", "move", "hea")
    done = await world["Ada"].slash("play", move="Move, f5 Combo Doom lunging-heel+moor-stomp+ash-knuckle no confirm")
    assert "Played." in done.text, "cards that pay may be typed in any order"
    codes = ["move", "f5", "combo", "doom", "ash-knuckle+moor-stomp+lunging-heel", "no"]
    assert log_of(database) == [(0, "play", json.dumps(codes))]
    lines = world.newest().text.splitlines()
    assert "Mistling moves f4 → f5" in lines and names_to_move(world) == ["Bartek"]
    assert "Mistling attacks with a Combo: Doom (Ash Knuckle, Moor Stomp, Lunging Heel)" in lines


async def test_headsmans_arc_can_be_typed_with_its_apostrophe(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _lay(monkeypatch, b="witch_light")
    await begin(world)
    await world["Ada"].slash("play", move="Headsman's Arc no Cairn Hook confirm")
    assert log_of(database) == [(0, "play", '["headsman-arc", "no", "cairn-hook"]')]


async def test_a_turn_is_typed_in_polish(world: World, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _lay(monkeypatch, turn="B")
    await begin(world)
    move = polish("Move")
    done = await world["Bartek"].slash("play", move=f"{move} f7 {move.lower()} b7 potwierdź")
    assert polish("Played.") in done.text
    assert log_of(database) == [(1, "play", '["move", "f7", "move", "b7"]')]
    assert names_to_move(world) == ["Ada"]


# Looking


@pytest.mark.parametrize(
    ("component", "group"),
    [
        ("attack.wolf_shoulder", "Attack cards"),
        ("special.doom", "Mistling"),
        ("skill.thick_hide", "Skills"),
        ("fighter.barrow_warden", "Fighters"),
    ],
)
async def test_a_card_is_shown_by_its_name_in_either_language(world: World, component: str, group: str) -> None:
    name = GAMES["knockdown"].components[component].name
    ours = say(name, _PL)
    for typed in (str(name), ours, component):
        card = await world["Ada"].slash("card", name=typed)
        assert f"**{name} · {group}** · Knockdown" in card.text
        assert card.ephemeral and card.picture.width >= 600
    assert ours in (await world["Bartek"].slash("card", name=str(name))).text
    assert component in await world["Bartek"].suggest("card", "name", ours)


async def test_two_cards_with_the_same_name_can_both_be_found(world: World) -> None:
    """Curse is a special attack and a token."""
    found = await world["Ada"].suggest("card", "name", "curse")
    assert {"special.curse", "token.curse"} <= set(found)
    pictures = [(await world["Ada"].slash("card", name=one)).png for one in ("special.curse", "token.curse")]
    assert pictures[0] != pictures[1]


@pytest.mark.usefixtures("pictures")
async def test_the_board_shows_open_hands_to_everybody(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    _lay(monkeypatch, victories={"A": 1}, cubes=((1, 2), (3, 4)))
    await begin(world)
    own = await world["Ada"].slash("board")
    assert own.ephemeral
    for words in ("Mistling on f4: 1 heavy and 2 light", "Adder-Daughter on f6: 3 heavy and 4 light", "won: 1"):
        assert words in own.alt
    public = await world["Ada"].slash("board", public=True)
    spectator = await world["Celina"].slash("board")
    assert not public.ephemeral and (spectator.alt, spectator.png) == (public.alt, public.png)
    assert "Moor Stomp" in public.alt and "Parry and Cut" in public.alt
    assert {*own.files} > {*public.files}, "Ada also sees her hand and the special attacks of both"
    assert "0" in (await world["Ada"].slash("board", move=0)).text
    refused = await world["Ada"].slash("board", move=1)
    assert "The match has 0 moves so far." in refused.text


async def test_the_description_of_a_full_table_is_complete(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the longest names in both hands, every token and all candles; the dice come last."""
    names = sorted(NAMES, key=lambda one: -len(say(ATTACK_NAME[one], _PL)))
    lay(
        monkeypatch,
        "f4 f6",
        " ".join(names[14:18]),
        a=" ".join(names[:8]),
        b=" ".join(names[8:14]),
        fighters="adder_daughter brother_alembic",
        cubes=((12, 14), (11, 13)),
        skills=("deep_pockets follow_through", "running_start last_stand"),
        candles=4,
        elixirs={"B": ["bile", "sap", "quicksilver"]},
        poison={"B": 2},
        last_roll={"seat": 1, "dice": [6, 5, 6], "bonus": -1, "total": 16, "passed": True},
    )
    await begin(world)
    for name, language in (("Ada", "en"), ("Bartek", "pl")):
        alt = (await world[name].slash("board")).alt
        assert all(say(ATTACK_NAME[one], catalogue(language)) in alt for one in names[:18]), alt
        assert "6 + 5 + 6 − 1 = 16" in alt


async def test_everybody_can_look_at_the_discards(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    _lay(monkeypatch, b="witch_light")
    await begin(world)
    for name in ("Bartek", "Celina"):
        assert await world[name].suggest("board", "show", "") == ["discards"]
    nothing = await world["Celina"].slash("board", show="discards")
    assert "No cards have been discarded." in nothing.text.splitlines()
    await world["Ada"].slash("play", move="combo doom ash-knuckle+moor-stomp+lunging-heel no move f5 confirm")
    shown = await world["Celina"].slash("board", show="discards")
    assert "Discarded: Ash Knuckle, Moor Stomp, Lunging Heel" in shown.text.splitlines()


async def test_the_games_options_are_offered_and_stored(world: World, database: Path) -> None:
    ada = world["Ada"]
    assert await ada.suggest("match new", "options", "hands", game="knockdown") == ["hands=open", "hands=hidden"]
    begun = await begin(world, options="fighters=random, hands=hidden, relief=all, menhir=heavy, block=both")
    assert "Hands: hidden" in begun.text and "Damage from the dark: 1 heavy" in begun.text
    state: State = stored(database).state
    assert (state.open_hands, state.relief, state.menhir, state.block) == (False, "all", "heavy", "both")
    assert state.phase == "draft" and all(one.fighter for one in state.seats), "the fighters were chosen at random"
    assert names_to_move(world) == ["Ada", "Bartek"]
    refused = await world["Celina"].slash(
        "match new", within=world.channel("second-table"), game="knockdown", options="hands=clean"
    )
    assert "hidden" in refused.text and world.messages(world.channel("second-table")) == []


async def test_damage_from_the_dark_is_reported(world: World, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two candles are drawn, so columns 1, 2, 8 and 9 are dark."""
    lay(monkeypatch, "f3 f6", candles=2, skills=("thick_hide", "merciless"))
    await begin(world)
    await play(world["Ada"], "move f2 move b2")
    assert "Mistling: the dark deals 1 light" in world.newest().text
    state: State = stored(database).state
    assert (LABEL[state.seats[0].at], state.seats[0].light) == ("b2", 1)
    assert offered(await open_panel(world["Bartek"]))
