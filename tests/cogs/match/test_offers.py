"""Draw offers, steps back in a draft, and undo requests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cogs.play import panel as panels
from cogs.play.panel import marks_for
from render import Marks
from tests.support.cogs.play import (
    ACCEPT,
    BACK,
    DECLINE,
    OVER,
    PLAY,
    begin,
    can,
    draft_of,
    finish_panel,
    log_of,
    offered,
    open_panel,
    person_to_move,
    polish,
    quick,
    rows,
    take_turn,
    to_move,
)
from tests.support.world import World


def kinds(database: Path) -> list[object]:
    return [row[1] for row in log_of(database)]


# A draw


async def test_a_draw_is_offered_to_the_other_player_only(world: World) -> None:
    await begin(world)
    answer = await world["Ada"].slash("match draw")
    assert answer.ephemeral
    assert answer.all_text == "I have asked the other side."
    assert f"{world['Ada'].mention} offers a draw." in world.newest().text
    assert can(world.newest(), ACCEPT) and can(world.newest(), DECLINE)
    assert world.pinged() == ["Bartek", "Ada", "Bartek"]


async def test_an_accepted_draw_ends_the_match(world: World, database: Path) -> None:
    await begin(world)
    await world["Ada"].slash("match draw")
    await world["Bartek"].click(ACCEPT)
    assert "Draw: agreed." in world.newest().text
    assert not can(world.newest(), PLAY)
    assert rows(database, "SELECT status FROM matches") == [("over",)]


async def test_declining_a_draw_is_announced_and_the_match_continues(world: World) -> None:
    await begin(world)
    await world["Ada"].slash("match draw")
    await world["Bartek"].click(DECLINE)
    assert f"{world['Bartek'].mention} declines the draw." in world.newest().text
    answer = await world["Ada"].slash("play", move="end wanderer b1 confirm")
    assert "Played." in answer.text


async def test_a_draw_may_be_offered_on_the_opponents_turn(world: World) -> None:
    await begin(world)
    await world["Bartek"].slash("match draw")
    await world["Ada"].click(ACCEPT)
    assert "Draw: agreed." in world.newest().text


async def test_nobody_can_accept_their_own_offer(world: World, database: Path) -> None:
    await begin(world)
    await world["Ada"].slash("match draw")
    for button in (ACCEPT, DECLINE):
        answer = await world["Ada"].click(button)
        assert answer.all_text == "The other side has to answer this offer."
    assert kinds(database) == []


async def test_a_repeated_offer_has_no_effect(world: World) -> None:
    await begin(world)
    await world["Ada"].slash("match draw")
    before = len(world.messages())
    answer = await world["Ada"].slash("match draw")
    assert "is already open" in answer.all_text
    assert len(world.messages()) == before


async def test_two_draw_offers_are_an_agreement(world: World) -> None:
    await begin(world)
    await world["Ada"].slash("match draw")
    await world["Bartek"].slash("match draw")
    assert "Draw: agreed." in world.newest().text


async def test_two_draw_offers_at_the_same_instant_are_an_agreement(world: World) -> None:
    await begin(world)
    async with world.together():
        await world["Ada"].slash("match draw")
        await world["Bartek"].slash("match draw")
    assert "Draw: agreed." in world.newest().text


@pytest.mark.usefixtures("no_edits")
async def test_the_next_move_cancels_an_offer(world: World, database: Path) -> None:
    await begin(world)
    await world["Ada"].slash("match draw")
    offer = world.newest()
    await world["Ada"].slash("play", move="end wanderer b1 confirm")
    for button in (ACCEPT, DECLINE):
        answer = await world["Bartek"].click(button, on=offer)
        assert answer.all_text == polish("This offer is no longer open.")
    assert kinds(database) == ["play"]


@pytest.mark.usefixtures("no_edits")
async def test_a_declined_offer_cannot_be_accepted_after_all(world: World, database: Path) -> None:
    await begin(world)
    await world["Ada"].slash("match draw")
    offer = world.newest()
    await world["Bartek"].click(DECLINE, on=offer)
    answer = await world["Bartek"].click(ACCEPT, on=offer)
    assert answer.all_text == polish("This offer is no longer open.")
    assert kinds(database) == []


async def test_a_declined_draw_may_be_offered_again_after_some_moves(world: World) -> None:
    await begin(world)
    await world["Ada"].slash("match draw")
    await world["Bartek"].click(DECLINE)
    turns = 0
    while (again := await world["Ada"].slash("match draw")).all_text != "I have asked the other side.":
        assert again.all_text.startswith("You offered a draw recently. You can offer one again after")
        mover = world[("Ada", "Bartek")[turns % 2]]
        await finish_panel(mover, await mover.slash("play"), quick)
        turns += 1
    assert turns > 2
    await world["Bartek"].click(ACCEPT)
    assert "Draw: agreed." in world.newest().text


async def test_of_a_simultaneous_accept_and_decline_one_counts(world: World, database: Path) -> None:
    await begin(world)
    await world["Ada"].slash("match draw")
    offer = world.newest()
    async with world.together():
        await world["Bartek"].click(DECLINE, on=offer)
        late = await world["Bartek"].click(ACCEPT, on=offer)
    assert late.all_text == polish("This offer is no longer open.")
    assert kinds(database) == []


@pytest.mark.parametrize("command", ["match draw", "match undo"])
async def test_nothing_is_offered_before_the_match_begins(world: World, command: str) -> None:
    await world["Ada"].slash("match new", game="leaders")
    assert "has not begun" in (await world["Ada"].slash(command)).all_text


@pytest.mark.parametrize("command", ["match draw", "match undo"])
async def test_nothing_is_offered_where_there_is_no_match(world: World, command: str) -> None:
    assert "no match in this channel" in (await world["Ada"].slash(command)).all_text


# Steps back in a draft


async def test_back_removes_the_last_step_of_a_draft(world: World, database: Path) -> None:
    await begin(world)
    panel = await world["Ada"].slash("play", move="leader d2 wanderer b1")
    panel = await world["Ada"].click(BACK, on=panel)
    assert draft_of(database) == ['["leader","d2","wanderer"]']
    assert "Gold: Leader d2" in panel.alt
    await world["Ada"].click(BACK, on=panel)
    await world["Ada"].click(BACK, on=panel)
    assert "Gold: Leader d1" in panel.alt
    assert draft_of(database) == ['["leader"]']


async def test_start_over_removes_all_steps_of_a_draft(world: World, database: Path) -> None:
    await begin(world)
    panel = await world["Ada"].slash("play", move="leader d2 wanderer b1")
    panel = await world["Ada"].click(OVER, on=panel)
    assert draft_of(database) == []
    assert "Which character acts?" in panel.text
    assert not can(panel, BACK) and not can(panel, OVER)


async def test_undo_within_a_draft_needs_no_consent(world: World, database: Path) -> None:
    await begin(world)
    await world["Ada"].slash("play", move="leader d2")
    panel = await world["Ada"].slash("match undo")
    assert draft_of(database) == ['["leader"]']
    assert "d2" in offered(panel)
    assert rows(database, "SELECT * FROM offers") == []


async def test_drafts_are_not_public(world: World) -> None:
    await begin(world)
    before = len(world.messages())
    await world["Ada"].slash("play", move="leader d2 wanderer b1")
    await world["Ada"].slash("match undo")
    assert len(world.messages()) == before
    assert "Leader d1" in (await world["Celina"].slash("board")).alt


async def test_the_next_market_card_stays_unknown_before_the_confirmation(world: World) -> None:
    """A draft stops before the boundary, so that trying a move does not reveal the next card."""
    await begin(world)
    panel = await world["Ada"].slash("play", move="end wanderer b1")
    assert "Available: Vizier, Royal Guard." in panel.alt
    assert "New in the market" not in panel.text
    done = await world["Ada"].slash("play", move="confirm")
    assert "Available: Vizier, Royal Guard, " in done.alt


# Undoing played moves


async def played(world: World, *names: str) -> None:
    await begin(world)
    for name in names:
        await take_turn(world[name], quick)


async def test_undoing_a_played_move_needs_the_others_consent(world: World, database: Path) -> None:
    await played(world, "Ada")
    answer = await world["Ada"].slash("match undo")
    assert answer.all_text == "I have asked the other side."
    assert world["Ada"].mention in world.newest().text
    assert kinds(database) == ["play"]
    assert world.pinged()[-1] == "Bartek"


async def test_an_undo_names_the_move_and_highlights_nothing_of_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    trails = []

    def marked(*given: Any) -> Marks:
        trails.append(marks_for(*given).trail)
        return marks_for(*given)

    monkeypatch.setattr(panels, "marks_for", marked)
    await begin(world)
    ada, bartek = world["Ada"], world["Bartek"]
    await ada.slash("play", move="leader d2 end wanderer b1 ok")
    await open_panel(bartek)
    assert trails[-1], "the move is highlighted until it is undone"
    await ada.slash("match undo")
    answer = await bartek.click(ACCEPT)
    assert "Wódz d1 → d2" in answer.all_text and answer.all_text.startswith("Cofnięto: ")
    await bartek.click("press:side:", on=world.board())
    await open_panel(bartek)
    await open_panel(ada)
    assert trails[-2:] == [(), ()], "the undone move is no longer on the board"


async def test_an_accepted_undo_takes_the_move_back(world: World, database: Path) -> None:
    await played(world, "Ada")
    await world["Ada"].slash("match undo")
    await world["Bartek"].click(ACCEPT)
    assert kinds(database) == ["play", "undo"]
    assert "Gold took back a move." in world.newest().text
    assert "Gold: Leader d1. Violet: Leader d7." in world.newest().alt
    assert to_move(world) is world["Ada"]
    assert world.pinged()[-1] == "Ada"
    await take_turn(world["Ada"], quick)


async def test_undoing_a_move_also_undoes_the_automatic_answer_to_it(world: World, database: Path) -> None:
    await played(world, "Ada", "Bartek")
    await world["Ada"].slash("match undo")
    await world["Bartek"].click(ACCEPT)
    assert "Gold: Leader d1. Violet: Leader d7." in world.newest().alt
    assert to_move(world) is world["Ada"]


async def test_a_declined_undo_changes_nothing(world: World, database: Path) -> None:
    await played(world, "Ada")
    await world["Ada"].slash("match undo")
    await world["Bartek"].click(DECLINE)
    assert f"{world['Bartek'].mention} declines to take it back." in world.newest().text
    assert kinds(database) == ["play"]


@pytest.mark.usefixtures("no_edits")
async def test_the_next_move_cancels_an_undo_request(world: World, database: Path) -> None:
    await played(world, "Ada")
    await world["Ada"].slash("match undo")
    offer = world.newest()
    await finish_panel(world["Bartek"], await world["Bartek"].slash("play"), quick)
    answer = await world["Bartek"].click(ACCEPT, on=offer)
    assert answer.all_text == polish("This offer is no longer open.")
    assert "undo" not in kinds(database)


async def test_a_player_who_has_not_moved_cannot_ask_for_an_undo(world: World) -> None:
    await played(world, "Ada")
    answer = await world["Bartek"].slash("match undo")
    assert answer.all_text == polish("You have no move to take back.")


async def test_two_undos_in_a_row_take_back_two_moves(world: World, database: Path) -> None:
    await played(world, "Ada", "Bartek", "Ada")
    for _ in range(2):
        await world["Ada"].slash("match undo")
        await world["Bartek"].click(ACCEPT)
        assert to_move(world) is world["Ada"]
    assert kinds(database).count("undo") == 2
    assert "Gold: Leader d1. Violet: Leader d7." in world.newest().alt


async def test_after_undoing_everything_there_is_nothing_left_to_undo(world: World) -> None:
    await played(world, "Ada")
    await world["Ada"].slash("match undo")
    await world["Bartek"].click(ACCEPT)
    answer = await world["Ada"].slash("match undo")
    assert answer.all_text == "You have no move to take back."


async def test_the_opponent_may_answer_an_undo_with_their_own_undo(world: World) -> None:
    await played(world, "Ada", "Bartek")
    await world["Ada"].slash("match undo")
    answer = await world["Bartek"].slash("match undo")
    assert "Something went wrong" not in answer.all_text
    assert answer.all_text == polish("That request is already open; answer it first.")


async def test_undoing_does_not_change_random_results(world: World) -> None:
    await played(world, "Ada")
    shown = world.newest().alt.partition("Available")[2]
    await world["Ada"].slash("match undo")
    await world["Bartek"].click(ACCEPT)
    await take_turn(world["Ada"], quick)
    assert world.newest().alt.partition("Available")[2] == shown


async def test_an_undo_drops_the_opponents_draft(world: World, database: Path) -> None:
    await played(world, "Ada")
    await world["Bartek"].slash("play", move="leader d6")
    await world["Ada"].slash("match undo")
    await world["Bartek"].click(ACCEPT)
    assert draft_of(database) == []
    assert person_to_move(world, world.newest()) is world["Ada"]


async def test_history_keeps_an_undone_move(world: World) -> None:
    await played(world, "Ada")
    await world["Ada"].slash("match undo")
    await world["Bartek"].click(ACCEPT)
    text = (await world["Celina"].slash("match show")).text
    assert "Gold recruits the Vizier" in text and "Gold took back a move." in text


async def test_panels_from_before_an_undo_are_stale(world: World) -> None:
    await played(world, "Ada")
    old = await open_panel(world["Bartek"])
    await world["Ada"].slash("match undo")
    await world["Bartek"].click(ACCEPT)
    answer = await world["Bartek"].click(":end", on=old)
    assert world["Ada"].mention in answer.text


async def test_an_ignored_draw_offer_is_not_repeated_with_every_move(world: World) -> None:
    await begin(world)
    await world["Ada"].slash("match draw")
    before = world.pinged()
    await finish_panel(world["Ada"], await world["Ada"].slash("play"), quick)
    again = await world["Ada"].slash("match draw")
    assert again.all_text.startswith("You offered a draw recently.")
    assert world.pinged() == [*before, "Bartek"], "pinged to move, and not for the offer"
