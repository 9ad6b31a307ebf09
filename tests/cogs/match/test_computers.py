"""Matches against computers as people see them: commands, panels, and one public message per round."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs.ui.controls import NOWHERE, ActionButton
from cogs.ui.layouts import Row, layout
from tests.support.cogs.computers import Chance, against_computer, the_bot
from tests.support.cogs.play import (
    CONFIRM,
    JOIN,
    PLAY,
    begin,
    can,
    draft,
    log_of,
    offered,
    polish,
    rows,
)
from tests.support.table.thinkers import Slow
from tests.support.world import World

NOVICE = "Computer (Novice)"


# Beginning


async def test_the_first_answer_is_the_players_panel(world: World) -> None:
    answer = await against_computer(world)
    assert answer.ephemeral and "Match 1 begins in" in answer.text
    assert offered(answer), "Ada can choose at once"
    (board,) = world.messages()
    assert NOVICE in board.text and world["Ada"].mention in board.text and can(board, PLAY)
    assert world.pinged() == ["Ada"]


async def test_computer_opponents_and_levels_can_be_named_in_polish(world: World) -> None:
    await against_computer(world, "Bartek", level=4)
    assert "Komputer (Weteran)" in world.messages()[0].text


async def test_a_match_with_a_computer_is_not_rated_and_says_so(world: World, database: Path) -> None:
    answer = await against_computer(world, rated=True)
    assert "Matches with computers are never rated." in answer.text
    assert rows(database, "SELECT rated FROM matches") == [(0,)]


async def test_a_level_without_a_computer_is_refused(world: World) -> None:
    answer = await world["Ada"].slash("match new", game="leaders", level=3)
    assert answer.all_text.startswith("A level is for computers")


async def test_other_bots_cannot_be_opponents(world: World) -> None:
    robot = await world.welcome("Robot", bot=True)
    answer = await world["Ada"].slash("match new", game="leaders", opponent=robot)
    assert answer.all_text == "Choose other people as opponents, each only once."


async def test_the_opener_can_fill_an_invitation_with_computers(world: World, database: Path) -> None:
    await world["Ada"].slash("match new", game="tashkalar", players=3)
    invitation = world.newest()
    refused = await world["Bartek"].click("press:fill:", on=invitation)
    assert polish("Only the person who opened the match can fill it with computers.") in refused.all_text
    answer = await world["Ada"].click("Fill with computers", on=invitation)
    panel = await world["Ada"].click("Veteran", on=answer)
    assert offered(panel)
    assert rows(database, "SELECT person FROM seats ORDER BY seat") == [(world["Ada"].id,), (-14,), (-24,)]
    assert any("Computer 2 (Veteran)" in message.text for message in world.messages())


async def test_a_rated_invitation_cannot_be_filled(world: World) -> None:
    await world["Ada"].slash("match new", game="leaders", rated=True)
    assert not can(world.newest(), "press:fill:")


async def test_computers_can_be_combined_with_open_seats(world: World) -> None:
    await world["Ada"].slash("match new", game="tashkalar", players=3, computers=1, level=1)
    assert NOVICE in world.newest().text and can(world.newest(), JOIN)
    await world["Bartek"].click(JOIN)
    assert world.messages()[-2].shows_picture and NOVICE in world.messages()[-2].text


async def test_the_greeting_has_a_button_for_a_match_with_the_computer(world: World) -> None:
    view = layout(Row(ActionButton("solo", NOWHERE, "Play against the computer")))
    greeting = await world.bot.get_channel(world.channel().id).send(view=view)  # type: ignore[union-attr]
    games = await world["Ada"].click("solo", on=world.newest())
    assert greeting.id == world.newest().id
    levels = await world["Ada"].click("Leaders", on=games)
    panel = await world["Ada"].click("Novice", on=levels)
    assert offered(panel) and world.newest().shows_picture


# Playing


async def test_the_players_move_and_the_computers_answer_share_one_message(world: World) -> None:
    panel = await against_computer(world)
    before = len(world.messages())
    confirmed = await draft(world["Ada"], Chance())
    confirmed = await world["Ada"].click(CONFIRM, on=confirmed)
    assert len(world.messages()) <= before + 1
    board = world.newest()
    assert "Gold" in board.text and "Violet" in board.text
    assert offered(confirmed), "after the computer's answer the panel updates itself"
    assert panel is not confirmed


async def test_the_panel_says_that_the_computer_thinks(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await against_computer(world)
    slow = Slow()
    monkeypatch.setattr(world.bot, "_think", slow)
    monkeypatch.setattr(world.bot, "outside", lambda work: world.env.external_wait(work, reason="a computer thinks"))
    made = await draft(world["Ada"], Chance())
    panel = await world["Ada"].click(CONFIRM, on=made)
    assert f"{NOVICE} is thinking…" in panel.text and not offered(panel)
    again = await world["Ada"].slash("play")
    assert f"{NOVICE} is thinking…" in again.text
    slow.go.set()
    await world.env.settle()
    assert f"{NOVICE} is thinking…" not in again.text and offered(again)
    assert [one.id for one in world.private(world["Ada"]) if offered(one)] == [again.id], "the other panel is gone"


async def test_a_computer_can_replace_a_player(world: World, database: Path) -> None:
    await begin(world)
    answer = await world["Ada"].slash("match substitute", player=the_bot(world), level=1)
    assert answer.all_text == "Done."
    assert any(f"{NOVICE} takes over from {world['Ada'].mention}." in message.text for message in world.messages())
    refused = await world["Bartek"].slash("match substitute", player=the_bot(world))
    assert polish("Computers don't play among themselves: resign if you don't want to go on.") in refused.all_text


async def test_a_person_can_replace_a_computer(world: World, database: Path) -> None:
    await against_computer(world)
    answer = await world["Ada"].slash("match substitute", player=world["Bartek"], instead_of=the_bot(world))
    assert answer.all_text == "I have asked them."
    await world["Bartek"].click("press:takeover:")
    assert rows(database, "SELECT person FROM seats ORDER BY seat") == [(world["Ada"].id,), (world["Bartek"].id,)]


async def test_a_rematch_with_a_computer_begins_at_once_with_its_panel(world: World, database: Path) -> None:
    await against_computer(world)
    sure = await world["Ada"].slash("match resign")
    await world["Ada"].click("press:resign:", on=sure)
    panel = await world["Ada"].click("press:rematch:")
    assert offered(panel) and rows(database, "SELECT status FROM matches WHERE id = 2") == [("live",)]


async def test_a_computer_agrees_to_an_undo_at_once(world: World, database: Path) -> None:
    await against_computer(world)
    await world["Ada"].click(CONFIRM, on=await draft(world["Ada"], Chance()))
    answer = await world["Ada"].slash("match undo")
    assert answer.all_text.startswith("Taken back: Gold")
    assert log_of(database)[-1][1] == "undo"


async def test_the_score_against_each_level_is_shown(world: World) -> None:
    await against_computer(world, "Bartek", level=5)
    sure = await world["Bartek"].slash("match resign")
    await world["Bartek"].click("press:resign:", on=sure)
    text = (await world["Bartek"].slash("me stats")).all_text
    assert "Z komputerem (Mistrz): " in text and "rankingow" not in text


async def test_the_match_list_names_the_computer(world: World) -> None:
    await against_computer(world, "Bartek")
    assert "Komputer (Nowicjusz)" in (await world["Bartek"].slash("match list")).text
