"""Draws, steps back, and taking back what has been played."""

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
    called,
    can,
    draft_of,
    go_on,
    log_of,
    offered,
    open_panel,
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


async def test_a_draw_is_offered_to_the_other_alone(world: World) -> None:
    await begin(world)
    answer = await world["Ada"].slash("match draw")
    assert answer.ephemeral
    assert answer.said == "I have asked the other side."
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


async def test_a_declined_draw_is_told_and_the_match_goes_on(world: World) -> None:
    await begin(world)
    await world["Ada"].slash("match draw")
    await world["Bartek"].click(DECLINE)
    assert f"{world['Bartek'].mention} declines the draw." in world.newest().text
    answer = await world["Ada"].slash("play", move="end wanderer b1 confirm")
    assert "Played." in answer.text


async def test_a_draw_may_be_offered_out_of_turn(world: World) -> None:
    await begin(world)
    await world["Bartek"].slash("match draw")
    await world["Ada"].click(ACCEPT)
    assert "Draw: agreed." in world.newest().text


async def test_ones_own_offer_is_not_ones_own_to_accept(world: World, database: Path) -> None:
    await begin(world)
    await world["Ada"].slash("match draw")
    for button in (ACCEPT, DECLINE):
        answer = await world["Ada"].click(button)
        assert answer.said == "The other side has to answer this offer."
    assert kinds(database) == []


async def test_an_offer_stands_once(world: World) -> None:
    await begin(world)
    await world["Ada"].slash("match draw")
    before = len(world.messages())
    answer = await world["Ada"].slash("match draw")
    assert "is already open" in answer.said
    assert len(world.messages()) == before


async def test_both_offering_a_draw_agree(world: World) -> None:
    await begin(world)
    await world["Ada"].slash("match draw")
    await world["Bartek"].slash("match draw")
    assert "Draw: agreed." in world.newest().text


async def test_both_offering_a_draw_at_the_same_instant_agree(world: World) -> None:
    await begin(world)
    async with world.together():
        await world["Ada"].slash("match draw")
        await world["Bartek"].slash("match draw")
    assert "Draw: agreed." in world.newest().text


@pytest.mark.usefixtures("no_edits")
async def test_an_offer_falls_with_the_next_move(world: World, database: Path) -> None:
    await begin(world)
    await world["Ada"].slash("match draw")
    offer = world.newest()
    await world["Ada"].slash("play", move="end wanderer b1 confirm")
    for button in (ACCEPT, DECLINE):
        answer = await world["Bartek"].click(button, on=offer)
        assert answer.said == polish("This offer is no longer open.")
    assert kinds(database) == ["play"]


@pytest.mark.usefixtures("no_edits")
async def test_a_declined_offer_cannot_be_accepted_after_all(world: World, database: Path) -> None:
    await begin(world)
    await world["Ada"].slash("match draw")
    offer = world.newest()
    await world["Bartek"].click(DECLINE, on=offer)
    answer = await world["Bartek"].click(ACCEPT, on=offer)
    assert answer.said == polish("This offer is no longer open.")
    assert kinds(database) == []


async def test_a_declined_draw_may_be_offered_again_after_some_moves(world: World) -> None:
    await begin(world)
    await world["Ada"].slash("match draw")
    await world["Bartek"].click(DECLINE)
    turns = 0
    while (again := await world["Ada"].slash("match draw")).said != "I have asked the other side.":
        assert again.said.startswith("You offered a draw recently. You can offer one again after")
        mover = world[("Ada", "Bartek")[turns % 2]]
        await go_on(mover, await mover.slash("play"), quick)
        turns += 1
    assert turns > 2
    await world["Bartek"].click(ACCEPT)
    assert "Draw: agreed." in world.newest().text


async def test_accepting_and_declining_at_once_is_one_answer(world: World, database: Path) -> None:
    await begin(world)
    await world["Ada"].slash("match draw")
    offer = world.newest()
    async with world.together():
        await world["Bartek"].click(DECLINE, on=offer)
        late = await world["Bartek"].click(ACCEPT, on=offer)
    assert late.said == polish("This offer is no longer open.")
    assert kinds(database) == []


@pytest.mark.parametrize("command", ["match draw", "match undo"])
async def test_nothing_is_offered_before_the_match_begins(world: World, command: str) -> None:
    await world["Ada"].slash("match new", game="leaders")
    assert "has not begun" in (await world["Ada"].slash(command)).said


@pytest.mark.parametrize("command", ["match draw", "match undo"])
async def test_nothing_is_offered_where_there_is_no_match(world: World, command: str) -> None:
    assert "no match in this channel" in (await world["Ada"].slash(command)).said


# Back and forth in a draft


async def test_back_takes_the_last_step_back(world: World, database: Path) -> None:
    await begin(world)
    panel = await world["Ada"].slash("play", move="leader d2 wanderer b1")
    panel = await world["Ada"].click(BACK, on=panel)
    assert draft_of(database) == ['["leader","d2","wanderer"]']
    assert "Gold: Leader d2" in panel.alt
    await world["Ada"].click(BACK, on=panel)
    await world["Ada"].click(BACK, on=panel)
    assert "Gold: Leader d1" in panel.alt
    assert draft_of(database) == ['["leader"]']


async def test_start_over_takes_every_step_back(world: World, database: Path) -> None:
    await begin(world)
    panel = await world["Ada"].slash("play", move="leader d2 wanderer b1")
    panel = await world["Ada"].click(OVER, on=panel)
    assert draft_of(database) == []
    assert "Which character acts?" in panel.text
    assert not can(panel, BACK) and not can(panel, OVER)


async def test_undo_in_a_draft_is_a_free_step_back(world: World, database: Path) -> None:
    await begin(world)
    await world["Ada"].slash("play", move="leader d2")
    panel = await world["Ada"].slash("match undo")
    assert draft_of(database) == ['["leader"]']
    assert "d2" in offered(panel)
    assert rows(database, "SELECT * FROM offers") == []


async def test_a_draft_says_nothing_in_public(world: World) -> None:
    await begin(world)
    before = len(world.messages())
    await world["Ada"].slash("play", move="leader d2 wanderer b1")
    await world["Ada"].slash("match undo")
    assert len(world.messages()) == before
    assert "Leader d1" in (await world["Celina"].slash("board")).alt


async def test_what_the_market_will_show_is_not_known_before_the_confirmation(world: World) -> None:
    """A draft stops before the boundary: the card that comes up next must not be seen by trying."""
    await begin(world)
    panel = await world["Ada"].slash("play", move="end wanderer b1")
    assert "Available: Vizier, Royal Guard." in panel.alt
    assert "New in the market" not in panel.text
    done = await world["Ada"].slash("play", move="confirm")
    assert "Available: Vizier, Royal Guard, " in done.alt


# Taking back beyond the boundary


async def played(world: World, *names: str) -> None:
    await begin(world)
    for name in names:
        await take_turn(world[name], quick)


async def test_taking_back_a_played_move_needs_the_others_consent(world: World, database: Path) -> None:
    await played(world, "Ada")
    answer = await world["Ada"].slash("match undo")
    assert answer.said == "I have asked the other side."
    assert world["Ada"].mention in world.newest().text
    assert kinds(database) == ["play"]
    assert world.pinged()[-1] == "Bartek"


async def test_an_undo_says_what_was_taken_back_and_marks_nothing_of_it(
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
    assert trails[-1], "the move is marked while it stands"
    await ada.slash("match undo")
    answer = await bartek.click(ACCEPT)
    assert "Wódz d1 → d2" in answer.said and answer.said.startswith("Cofnięto: ")
    await bartek.click("press:side:", on=world.board())
    await open_panel(bartek)
    await open_panel(ada)
    assert trails[-2:] == [(), ()], "what was taken back is no longer on the board"


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


async def test_a_move_taken_back_takes_the_answer_to_it_along(world: World, database: Path) -> None:
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
async def test_an_undo_that_was_asked_for_falls_with_the_next_move(world: World, database: Path) -> None:
    await played(world, "Ada")
    await world["Ada"].slash("match undo")
    offer = world.newest()
    await go_on(world["Bartek"], await world["Bartek"].slash("play"), quick)
    answer = await world["Bartek"].click(ACCEPT, on=offer)
    assert answer.said == polish("This offer is no longer open.")
    assert "undo" not in kinds(database)


async def test_who_has_not_moved_has_nothing_to_take_back(world: World) -> None:
    await played(world, "Ada")
    answer = await world["Bartek"].slash("match undo")
    assert answer.said == polish("You have no move to take back.")


async def test_two_undos_in_a_row_take_back_two_moves(world: World, database: Path) -> None:
    await played(world, "Ada", "Bartek", "Ada")
    for _ in range(2):
        await world["Ada"].slash("match undo")
        await world["Bartek"].click(ACCEPT)
        assert to_move(world) is world["Ada"]
    assert kinds(database).count("undo") == 2
    assert "Gold: Leader d1. Violet: Leader d7." in world.newest().alt


async def test_after_everything_is_taken_back_there_is_nothing_left(world: World) -> None:
    await played(world, "Ada")
    await world["Ada"].slash("match undo")
    await world["Bartek"].click(ACCEPT)
    answer = await world["Ada"].slash("match undo")
    assert answer.said == "You have no move to take back."


async def test_the_other_may_answer_an_undo_with_an_undo_of_their_own(world: World) -> None:
    await played(world, "Ada", "Bartek")
    await world["Ada"].slash("match undo")
    answer = await world["Bartek"].slash("match undo")
    assert "Something went wrong" not in answer.said
    assert answer.said == polish("That request is already open; answer it first.")


async def test_chance_does_not_change_by_taking_back(world: World) -> None:
    await played(world, "Ada")
    shown = world.newest().alt.partition("Available")[2]
    await world["Ada"].slash("match undo")
    await world["Bartek"].click(ACCEPT)
    await take_turn(world["Ada"], quick)
    assert world.newest().alt.partition("Available")[2] == shown


async def test_a_draft_of_the_other_is_dropped_by_an_undo(world: World, database: Path) -> None:
    await played(world, "Ada")
    await world["Bartek"].slash("play", move="leader d6")
    await world["Ada"].slash("match undo")
    await world["Bartek"].click(ACCEPT)
    assert draft_of(database) == []
    assert called(world, world.newest()) is world["Ada"]


async def test_the_undone_move_stays_in_the_story(world: World) -> None:
    await played(world, "Ada")
    await world["Ada"].slash("match undo")
    await world["Bartek"].click(ACCEPT)
    told = (await world["Celina"].slash("match show")).text
    assert "Gold recruits the Vizier" in told and "Gold took back a move." in told


async def test_a_panel_from_before_the_undo_is_stale(world: World) -> None:
    await played(world, "Ada")
    old = await open_panel(world["Bartek"])
    await world["Ada"].slash("match undo")
    await world["Bartek"].click(ACCEPT)
    answer = await world["Bartek"].click(":end", on=old)
    assert world["Ada"].mention in answer.text


async def test_a_draw_that_is_passed_over_is_not_offered_with_every_move(world: World) -> None:
    await begin(world)
    await world["Ada"].slash("match draw")
    before = world.pinged()
    await go_on(world["Ada"], await world["Ada"].slash("play"), quick)
    again = await world["Ada"].slash("match draw")
    assert again.said.startswith("You offered a draw recently.")
    assert world.pinged() == [*before, "Bartek"], "called to move, and not asked again"
