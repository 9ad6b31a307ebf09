"""The defender answers on the attacker's turn: blocks, reactions, automatic replies, also after a restart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.knockdown.arena import LABEL
from engine.knockdown.state import State
from tests.support.cogs.knockdown import begin, drafted, lay, pinged, play
from tests.support.cogs.monolith import names_to_move, seats_to_move, stored
from tests.support.cogs.play import CONFIRM, can, draft_of, log_of, offered, open_panel, pick, polish
from tests.support.world import World

_SHIELDS = "thrown_hatchet parry_cut grave_chill witch_light"
"""Two block cards and two others."""


def _lay(monkeypatch: pytest.MonkeyPatch, row: str = "wolf_shoulder slip_aside", **fields: Any) -> None:
    """Begin with the Mistling two spaces from the Adder-Daughter."""
    fields = {"fighters": "mistling adder_daughter", "a": "ash_knuckle", "b": _SHIELDS, **fields}
    lay(monkeypatch, "f4 f6", row, **fields)


def _state(database: Path) -> State:
    found: State = stored(database).state
    return found


async def test_an_attack_is_blocked_and_answered_on_the_opponents_turn(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _lay(monkeypatch)
    await begin(world)
    ada, bartek, before = world["Ada"], world["Bartek"], len(world.pings)
    done = await play(ada, "wolf-shoulder")
    assert bartek.mention in done.text and not offered(done), "Ada sees for whom she waits"
    assert names_to_move(world) == ["Bartek"] and "Mistling attacks: Wolf Shoulder" in world.newest().text
    refused = await ada.slash("play", move="move f3 confirm")
    assert "It is not your turn to decide." in refused.text
    assert not offered(await open_panel(world["Ada"]))

    panel = await open_panel(bartek)
    assert set(offered(panel)) == {"damage", "effect", "both", "none"}
    panel = await pick(bartek, panel, "both")
    assert set(offered(panel)) == {"thrown-hatchet", "parry-cut"}, "a card for the damage; the other is left over"
    panel = await pick(bartek, panel, "thrown-hatchet")
    assert set(offered(panel)) == {"slip-aside", "none"}, "no block card is left to pay for Shed Skin"
    panel = await pick(bartek, panel, "slip-aside")
    assert {"f6", "f8", "b7"} < set(offered(panel))
    panel = await pick(bartek, panel, "f8")
    assert can(panel, CONFIRM) and log_of(database) == [(0, "play", '["wolf-shoulder"]')]
    await bartek.click(CONFIRM, on=panel)

    lines = world.newest().text.splitlines()
    for line in (
        "Adder-Daughter discards Thrown Hatchet",
        "Adder-Daughter discards Parry and Cut",
        "Adder-Daughter blocks 1 heavy",
        "Adder-Daughter cancels the effect",
        "Adder-Daughter reacts: Slip Aside",
        "Adder-Daughter leaps f6 → f8",
        "Adder-Daughter takes Slip Aside",
    ):
        assert line in lines, lines
    assert pinged(world, before) == [["Bartek"], ["Ada"]]
    state = _state(database)
    assert [LABEL[one.at] for one in state.seats] == ["f4", "f8"] and state.actions == 1
    assert (state.seats[1].heavy, len(state.seats[1].hand), len(state.seats[0].hand)) == (0, 3, 2)
    panel = await open_panel(ada)
    assert "1 action left" in panel.text and not {"wolf-shoulder", "slip-aside"} & set(offered(panel))
    await play(ada, "move f5")
    assert names_to_move(world) == ["Bartek"] and pinged(world, before)[2:] == [["Bartek"]]


async def test_a_defender_who_declines_is_hit(world: World, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _lay(monkeypatch)
    await begin(world)
    await play(world["Ada"], "wolf-shoulder")
    panel = await drafted(world["Bartek"], "none")
    assert set(offered(panel)) == {"slip-aside", "shed-skin", "none"}
    await world["Bartek"].click(CONFIRM, on=await pick(world["Bartek"], panel, "none"))
    lines = world.newest().text.splitlines()
    assert "Adder-Daughter suffers 1 heavy, 1 in all" in lines and "Mistling moves forward f4 → f5" in lines
    assert names_to_move(world) == ["Ada"] and _state(database).seats[1].heavy == 1


async def test_a_defender_without_options_is_not_asked(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _lay(monkeypatch, "wolf_shoulder", b="grave_chill witch_light")
    await begin(world)
    before = len(world.pings)
    await play(world["Ada"], "wolf-shoulder move f4")
    assert log_of(database) == [(0, "play", '["wolf-shoulder", "move", "f4"]')]
    assert pinged(world, before) == [["Bartek"]] and _state(database).turn == 1


async def test_after_a_reaction_before_damage_the_attacker_decides_on_the_test(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _lay(monkeypatch, "headsman_arc", fighters="mistling barrow_warden", cubes=((0, 0), (2, 0)))
    await begin(world)
    before = len(world.pings)
    await play(world["Ada"], "headsman-arc")
    panel = await open_panel(world["Bartek"])
    assert set(offered(panel)) == {"stone-skin", "none"}
    panel = await pick(world["Bartek"], panel, "stone-skin")
    assert set(offered(panel)) == {"thrown-hatchet", "parry-cut"}
    panel = await pick(world["Bartek"], panel, "parry-cut")
    assert can(panel, CONFIRM), "nothing is left to block, so Ada decides about the test"
    await world["Bartek"].click(CONFIRM, on=panel)
    lines = world.newest().text.splitlines()
    assert "Barrow Warden reacts: Stone Skin (Parry and Cut)" in lines
    assert "Barrow Warden reduces the attack by 1 heavy" in lines
    panel = await open_panel(world["Ada"])
    assert set(offered(panel)) == {"test", "no"} and "against 2 damage?" in panel.text
    await world["Ada"].click(CONFIRM, on=await pick(world["Ada"], panel, "test"))
    assert pinged(world, before) == [["Bartek"], ["Ada"]]
    assert _state(database).last_roll is not None and "1 action left" in (await open_panel(world["Ada"])).text


# Automatic replies


@pytest.mark.parametrize(
    ("answers", "weak", "strong"),
    [("never never", [], []), ("two never", [], ["Bartek"]), ("ask ask", ["Bartek"], ["Bartek"])],
)
async def test_an_automatic_reply_saves_a_question(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch, answers: str, weak: list[str], strong: list[str]
) -> None:
    """A Staff Thrust deals one damage, a Sickle Sweep two."""
    for number, (blow, stops) in enumerate((("staff-thrust", weak), ("sickle-sweep", strong)), 1):
        _lay(monkeypatch, "staff_thrust sickle_sweep slip_aside", turn="B")
        place = world.channel(("arena", "second-table")[number - 1])
        await begin(world, within=place)
        await play(world["Bartek"], f"guard {answers} move f7 move f6", within=place)
        assert seats_to_move(database, number) == [0]
        before, boards = len(world.pings), len(world.messages(place))
        panel = await drafted(world["Ada"], blow, within=place)
        assert can(panel, CONFIRM), "Bartek's reply is not shown in advance"
        panel = await world["Ada"].click(CONFIRM, on=panel)
        if stops:
            assert pinged(world, before) == [stops] and seats_to_move(database, number) == [1] and not offered(panel)
            assert "none" in offered(await open_panel(world["Bartek"], place))
        else:
            assert len(world.messages(place)) == boards and seats_to_move(database, number) == [0]
            assert "1 action left" in panel.text and "move" in offered(panel), "Ada continues at once"


async def test_an_automatic_reply_can_be_changed_back(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    standing = {"B": {"least_cut": 99, "react": False}}
    _lay(monkeypatch, "staff_thrust sickle_sweep slip_aside", turn="B", standing=standing)
    await begin(world)
    await play(world["Bartek"], "move f7 move f6")
    panel = await play(world["Ada"], "staff-thrust")
    for code in ("move", "f5"):
        panel = await pick(world["Ada"], panel, code)
    await world["Ada"].click(CONFIRM, on=panel)
    assert _state(database).seats[1].heavy == 1 and _state(database).turn == 1
    panel = await drafted(world["Bartek"], "guard")
    assert set(offered(panel)) == {"ask", "two", "three", "never"}
    panel = await pick(world["Bartek"], panel, "ask")
    assert set(offered(panel)) == {"ask", "never"}
    panel = await pick(world["Bartek"], panel, "ask")
    assert "move" in offered(panel), "it costs no action"
    for code in ("move", "b7", "move", "f7"):
        panel = await pick(world["Bartek"], panel, code)
    await world["Bartek"].click(CONFIRM, on=panel)
    await play(world["Ada"], "sickle-sweep")
    assert names_to_move(world) == ["Bartek"] and _state(database).turn == 0
    assert set(offered(await open_panel(world["Bartek"]))) == {"damage", "none"}


# Restarts


async def test_the_defenders_question_survives_a_restart_and_is_answered_once(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _lay(monkeypatch)
    await begin(world)
    await play(world["Ada"], "wolf-shoulder")
    bartek, boards, before = world["Bartek"], len(world.messages()), len(world.pings)
    panel = await open_panel(bartek)
    await world.restart()
    again = await open_panel(bartek)
    assert (again.text, again.alt, offered(again)) == (panel.text, panel.alt, offered(panel))
    panel = await pick(bartek, again, "damage")
    await world.restart()
    assert draft_of(database) == ['["damage"]'] and len(world.messages()) == boards
    panel = await pick(bartek, panel, "parry-cut")
    panel = await pick(bartek, panel, "none")
    await world.restart()
    async with world.together():
        await bartek.click(CONFIRM, on=panel)
        await bartek.click(CONFIRM, on=panel)
    assert log_of(database) == [
        (0, "play", '["wolf-shoulder"]'),
        (1, "play", '["damage", "parry-cut", "none"]'),
    ]
    assert pinged(world, before) == [["Ada"]] and names_to_move(world) == ["Ada"]
    assert _state(database).seats[1].heavy == 0
    late = await bartek.slash("play", move="none confirm")
    assert polish("It is not your turn to decide.") in late.text


async def test_a_reaction_that_is_not_offered_shows_the_reason(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    _lay(monkeypatch, b=f"{_SHIELDS} iron_vow")
    await begin(world)
    await play(world["Ada"], "wolf-shoulder")
    bartek = world["Bartek"]
    panel = await open_panel(bartek)
    why = polish("Why not {what}?").format(what=polish("Iron Vow"))
    assert why in panel.buttons and "iron-vow" not in offered(panel)
    answer = await bartek.click(why, on=panel)
    assert "karta Reakcji działa **z rzędu**" in answer.text


async def test_cards_out_of_range_stand_below_what_is_of_use_and_a_combo_is_named(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    _lay(monkeypatch, "wolf_shoulder moor_stomp", a="grave_chill shin_reaper", b="")
    await begin(world)
    panel = await open_panel(world["Ada"])
    styles = {one["label"]: one["style"] for one in panel.components if one.get("label")}
    assert styles["Combo: Curse: Shin Reaper + Grave Chill"] == styles["Attack: Wolf Shoulder"] == 1
    assert panel.options["moor-stomp"] == "Take Moor Stomp (out of range)"
    assert not any("(out of range)" in label for label in styles)
    (select,) = [n for n, one in enumerate(panel.components) if one.get("options")]
    uses = [n for n, one in enumerate(panel.components) if one.get("style") == 1]
    assert max(uses) < select
    labels = list(styles)
    assert labels.index("Combo: Curse: Shin Reaper + Grave Chill") < labels.index("Attack: Wolf Shoulder")
