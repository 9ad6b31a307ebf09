"""Stale buttons, simultaneous clicks, and interactions that Discord delivers twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.cogs.message_watch import MessageWatch
from tests.support.cogs.play import (
    ACCEPT,
    BACK,
    CANCEL,
    CONFIRM,
    JOIN,
    OVER,
    PLAY,
    RESIGN,
    begin,
    can,
    draft,
    draft_of,
    log_of,
    offered,
    open_panel,
    person_to_move,
    pick,
    polish,
    quick,
    rows,
    take_turn,
    to_move,
)
from tests.support.world import World

_STALE = "That was for an earlier position."


@pytest.mark.usefixtures("panels_stay")
async def test_a_stale_button_says_so_and_shows_the_current_panel(world: World, database: Path) -> None:
    await begin(world)
    ada = world["Ada"]
    old = await open_panel(ada)
    new = await open_panel(ada)
    await pick(ada, new, "leader")
    answer = await pick(ada, old, "end")
    assert _STALE in answer.all_text
    assert "d2" in offered(answer)
    assert draft_of(database) == ['["leader"]']


@pytest.mark.usefixtures("panels_stay")
async def test_the_panel_shown_for_a_stale_button_can_be_used(world: World, database: Path) -> None:
    await begin(world)
    ada = world["Ada"]
    old = await open_panel(ada)
    await pick(ada, await open_panel(ada), "leader")
    panel = await pick(ada, old, "end")
    await pick(ada, panel, "d2")
    assert draft_of(database) == ['["leader","d2"]']


@pytest.mark.usefixtures("panels_stay")
async def test_a_button_of_an_earlier_turn_says_so(world: World) -> None:
    await begin(world)
    ada = world["Ada"]
    old = await open_panel(ada)
    await take_turn(ada, quick)
    answer = await pick(ada, old, "leader")
    assert _STALE in answer.all_text
    assert world["Bartek"].mention in answer.text
    await take_turn(world["Bartek"], quick)
    again = await open_panel(ada)
    assert _STALE not in again.all_text


@pytest.mark.usefixtures("panels_stay")
async def test_a_confirmation_plays_only_the_draft_that_it_was_shown_with(world: World, database: Path) -> None:
    await begin(world)
    ada = world["Ada"]
    old = await ada.slash("play", move="end wanderer b1")
    new = await open_panel(ada)
    await ada.click(OVER, on=new)
    await ada.slash("play", move="end vizier c1")
    answer = await ada.click(CONFIRM, on=old)
    assert _STALE in answer.all_text
    assert "vizier c1" in answer.text
    assert log_of(database) == []


async def test_going_back_renews_the_selects(world: World) -> None:
    await begin(world)
    ada = world["Ada"]
    before = await ada.slash("play", move="end wanderer")
    ids = {part["custom_id"] for part in before.components if part.get("custom_id")}
    panel = await pick(ada, before, "b1")
    panel = await ada.click(BACK, on=panel)
    assert "b1" in offered(panel)
    again = ids & {part["custom_id"] for part in panel.components if part.get("custom_id")}
    assert all(one.startswith("ap:press:rule:") for one in again)


@pytest.mark.usefixtures("no_edits")
async def test_play_under_an_old_board_opens_the_current_panel(world: World) -> None:
    board = await begin(world)
    await take_turn(world["Ada"], quick)
    await take_turn(world["Bartek"], quick)
    panel = await world["Ada"].click(PLAY, on=board)
    assert "Which character acts?" in panel.text
    assert "turn 3" in panel.alt


@pytest.mark.usefixtures("no_edits")
async def test_the_button_of_a_finished_match_shows_the_result(world: World) -> None:
    board = await begin(world)
    old = await open_panel(world["Ada"])
    await world["Bartek"].click(RESIGN, on=await world["Bartek"].slash("match resign"))
    assert "Gold wins: resignation." in (await pick(world["Ada"], old, "end")).all_text
    assert "Gold wins: resignation." in (await world["Ada"].click(PLAY, on=board)).all_text


@pytest.mark.usefixtures("no_edits")
async def test_the_buttons_of_a_canceled_match_say_so(world: World) -> None:
    board = await begin(world)
    old = await open_panel(world["Ada"])
    await world["Ada"].slash("match cancel")
    assert "The match was canceled." in (await pick(world["Ada"], old, "end")).all_text
    assert "The match was canceled." in (await world["Ada"].click(PLAY, on=board)).all_text


@pytest.mark.usefixtures("no_edits")
async def test_the_invitations_cancel_button_does_not_end_a_match_that_has_begun(world: World, database: Path) -> None:
    await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"])
    invitation = world.newest()
    await world["Bartek"].click(JOIN, on=invitation)
    answer = await world["Ada"].click(CANCEL, on=invitation)
    assert "begun" in answer.all_text
    assert rows(database, "SELECT status FROM matches") == [("live",)]


async def test_an_old_resign_button_does_not_end_a_match_that_has_continued(world: World, database: Path) -> None:
    await begin(world)
    sure = await world["Ada"].slash("match resign")
    await take_turn(world["Ada"], quick)
    await world["Ada"].click(RESIGN, on=sure)
    assert rows(database, "SELECT status FROM matches") == [("live",)]


# The wrong person


async def test_a_player_who_is_not_on_turn_is_told_whose_turn_it_is(world: World) -> None:
    await begin(world)
    panel = await world["Bartek"].click(PLAY)
    assert offered(panel) == []
    assert world["Ada"].mention in panel.text


async def test_typed_moves_of_a_player_who_is_not_on_turn_are_refused(world: World, database: Path) -> None:
    await begin(world)
    answer = await world["Bartek"].slash("play", move="leader d6")
    assert answer.all_text == polish("It is not your turn to decide.")
    assert draft_of(database) == []


async def test_a_spectator_who_clicks_is_told_that_they_do_not_play(world: World) -> None:
    await begin(world)
    answer = await world["Celina"].click(PLAY)
    assert answer.all_text == "You are not playing in this match."


async def test_a_spectator_who_types_is_told_that_they_do_not_play(world: World, database: Path) -> None:
    await begin(world)
    answer = await world["Celina"].slash("play", move="end wanderer b1 confirm")
    assert answer.all_text == "You are not playing in this match."
    assert log_of(database) == []


async def test_spectators_may_look_at_the_board(world: World) -> None:
    await begin(world)
    for button in ("press:side:", "press:since:"):
        answer = await world["Celina"].click(button)
        assert answer.ephemeral
        assert "Gold: Leader d1." in answer.alt


async def test_spectators_can_neither_resign_nor_offer_nor_undo(world: World, database: Path) -> None:
    await begin(world)
    for command in ("match resign", "match draw", "match undo"):
        answer = await world["Celina"].slash(command)
        assert answer.all_text == "You are not playing in this match.", command
    assert rows(database, "SELECT * FROM offers") == []


async def test_a_spectator_cannot_answer_an_offer(world: World, database: Path) -> None:
    await begin(world)
    await world["Ada"].slash("match draw")
    answer = await world["Celina"].click(ACCEPT)
    assert answer.all_text == "You are not playing in this match."
    assert rows(database, "SELECT status FROM matches") == [("live",)]


# Two clicks at the same instant


@pytest.mark.usefixtures("panels_stay")
async def test_of_two_simultaneous_picks_the_second_is_shown_the_new_state(world: World, database: Path) -> None:
    await begin(world)
    ada = world["Ada"]
    panel, twin = await open_panel(ada), await open_panel(ada)
    async with world.together():
        one = await pick(ada, panel, "leader")
        other = await pick(ada, twin, "end")
    assert _STALE not in one.all_text
    assert _STALE in other.all_text
    assert draft_of(database) == ['["leader"]']
    assert "d2" in offered(one) and "d2" in offered(other)


async def test_a_double_click_on_an_option_is_one_pick(world: World, database: Path) -> None:
    await begin(world)
    panel = await open_panel(world["Ada"])
    async with world.together():
        one = await pick(world["Ada"], panel, "leader")
        other = await pick(world["Ada"], panel, "leader")
    assert one.acknowledged and other.acknowledged
    assert draft_of(database) == ['["leader"]']
    assert "d2" in offered(panel)


async def test_of_two_simultaneous_confirmations_one_counts(world: World, database: Path) -> None:
    await begin(world)
    panel = await draft(world["Ada"], quick)
    async with world.together():
        one = await world["Ada"].click(CONFIRM, on=panel)
        other = await world["Ada"].click(CONFIRM, on=panel)
    assert one.acknowledged and other.acknowledged
    assert len(log_of(database)) == 1
    assert to_move(world) is world["Bartek"]
    assert [can(message, PLAY) for message in world.messages() if message.shows_picture] == [False, True]


async def test_of_simultaneous_confirm_and_back_the_first_counts(world: World, database: Path) -> None:
    await begin(world)
    ada = world["Ada"]
    panel = await draft(ada, quick)
    async with world.together():
        await ada.click(CONFIRM, on=panel)
        back = await ada.click(BACK, on=panel)
    assert len(log_of(database)) == 1
    assert world["Bartek"].mention in back.text


async def test_of_simultaneous_back_and_confirm_the_first_counts(world: World, database: Path) -> None:
    await begin(world)
    ada = world["Ada"]
    panel = await draft(ada, quick)
    async with world.together():
        await ada.click(BACK, on=panel)
        confirm = await ada.click(CONFIRM, on=panel)
    assert log_of(database) == []
    assert _STALE in confirm.all_text
    assert draft_of(database) != []


async def test_a_typed_and_a_clicked_step_at_once_both_count(world: World, database: Path) -> None:
    await begin(world)
    ada = world["Ada"]
    panel = await open_panel(ada)
    async with world.together():
        await pick(ada, panel, "leader")
        typed = await ada.slash("play", move="d2")
    assert draft_of(database) == ['["leader","d2"]']
    assert "Which character do you recruit?" in typed.text


async def test_both_players_resigning_at_once_gives_one_result(world: World, database: Path) -> None:
    await begin(world)
    ada, bartek = world["Ada"], world["Bartek"]
    hers, his = await ada.slash("match resign"), await bartek.slash("match resign")
    async with world.together():
        await ada.click(RESIGN, on=hers)
        await bartek.click(RESIGN, on=his)
    assert [row[1] for row in log_of(database)] == ["resign"]
    assert "Violet wins" in world.newest().text


async def test_concurrent_join_and_cancel_have_one_winner(world: World, database: Path) -> None:
    await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"])
    invitation = world.newest()
    async with world.together():
        await world["Bartek"].click(JOIN, on=invitation)
        late = await world["Ada"].click(CANCEL, on=invitation)
    assert "begun" in late.all_text
    assert rows(database, "SELECT status FROM matches") == [("live",)]


async def test_of_simultaneous_canceling_and_joining_one_counts(world: World, database: Path) -> None:
    await world["Ada"].slash("match new", game="leaders")
    invitation = world.newest()
    async with world.together():
        off = await world["Ada"].click(CANCEL, on=invitation)
        joined = await world["Celina"].click(JOIN, on=invitation)
    outcome = (
        rows(database, "SELECT status FROM matches")[0][0],
        "begun" in off.all_text,
        "no longer open" in joined.all_text,
    )
    assert outcome in (("cancelled", False, True), ("live", True, False))


async def test_a_move_and_the_cancellation_at_once_are_both_answered(
    world: World, watch: MessageWatch, database: Path
) -> None:
    await begin(world)
    panel = await draft(world["Ada"], quick)
    async with world.together():
        await world["Bartek"].slash("match cancel")
        moved = await world["Ada"].click(CONFIRM, on=panel)
    assert rows(database, "SELECT status FROM matches") == [("cancelled",)]
    assert ("The match was canceled." in moved.all_text) == (len(log_of(database)) == 1)
    watch.wrong_pings.clear()  # the board may have been posted already


async def test_of_a_simultaneous_move_and_undo_one_counts(world: World, database: Path) -> None:
    await begin(world)
    await take_turn(world["Ada"], quick)
    panel = await draft(world["Bartek"], quick)
    await world["Ada"].slash("match undo")
    offer = world.newest()
    async with world.together():
        consent = await world["Bartek"].click(ACCEPT, on=offer)
        await world["Bartek"].click(CONFIRM, on=panel)
    taken_back = [row[1] for row in log_of(database)] == ["play", "undo"]
    assert taken_back != (consent.all_text == polish("This offer is no longer open."))
    assert taken_back == (world["Ada"].mention in panel.text)


async def test_a_resignation_and_a_move_at_once_are_processed_in_order(world: World, database: Path) -> None:
    await begin(world)
    panel = await draft(world["Ada"], quick)
    sure = await world["Bartek"].slash("match resign")
    async with world.together():
        await world["Ada"].click(CONFIRM, on=panel)
        await world["Bartek"].click(RESIGN, on=sure)
    assert log_of(database)[0][1] == "play"
    assert len(log_of(database)) <= 2


@pytest.mark.usefixtures("pictures")
async def test_many_clicks_at_once_are_all_answered(world: World) -> None:
    board = await begin(world)
    async with world.together():
        answers = [await world[name].click("press:side:", on=board) for name in ("Ada", "Bartek", "Celina") * 4]
    assert all(answer.acknowledged and answer.png for answer in answers)


async def test_two_matches_are_played_at_once(world: World, database: Path) -> None:
    second = world.channel("second-table")
    await begin(world)
    await begin(world, by="Celina", within=second)
    here, there = await draft(world["Ada"], quick), await draft(world["Celina"], quick, within=second)
    async with world.together():
        await world["Ada"].click(CONFIRM, on=here)
        await world["Celina"].click(CONFIRM, on=there)
    assert person_to_move(world, world.newest()) is world["Bartek"]
    assert person_to_move(world, world.newest(second)) is world["Bartek"]


# Interactions delivered twice: Discord refuses the second answer or, if the first was lost, the bot must notice it

twice = pytest.mark.parametrize("unheard", [False, True], ids=["answered", "unheard"])


@twice
async def test_a_pick_delivered_twice_is_made_once(world: World, database: Path, unheard: bool) -> None:
    await begin(world)
    answer = await pick(world["Ada"], await open_panel(world["Ada"]), "leader")
    await world.deliver_again(answer, unheard=unheard)
    assert draft_of(database) == ['["leader"]']


@twice
async def test_a_step_back_delivered_twice_is_made_once(world: World, database: Path, unheard: bool) -> None:
    await begin(world)
    panel = await world["Ada"].slash("play", move="end wanderer b1")
    await world.deliver_again(await world["Ada"].click(BACK, on=panel), unheard=unheard)
    assert draft_of(database) == ['["end","wanderer"]']


@twice
async def test_a_step_back_by_command_delivered_twice_is_made_once(world: World, database: Path, unheard: bool) -> None:
    """A command has no revision that could be stale; only the interaction's id shows that it was repeated."""
    await begin(world)
    await world["Ada"].slash("play", move="end wanderer b1")
    await world.deliver_again(await world["Ada"].slash("match undo"), unheard=unheard)
    assert draft_of(database) == ['["end","wanderer"]']


@twice
async def test_a_typed_line_delivered_twice_is_played_once(world: World, database: Path, unheard: bool) -> None:
    await begin(world)
    await world.deliver_again(await world["Ada"].slash("play", move="end wanderer b1 confirm"), unheard=unheard)
    assert len(log_of(database)) == 1


@twice
async def test_a_confirmation_delivered_twice_is_played_once(world: World, database: Path, unheard: bool) -> None:
    await begin(world)
    panel = await draft(world["Ada"], quick)
    answer = await world["Ada"].click(CONFIRM, on=panel)
    before = len(world.messages())
    await world.deliver_again(answer, unheard=unheard)
    assert len(log_of(database)) == 1
    assert len(world.messages()) == before


@twice
async def test_a_confirmation_delivered_again_after_a_restart_is_played_once(
    world: World, database: Path, unheard: bool
) -> None:
    await begin(world)
    answer = await world["Ada"].click(CONFIRM, on=await draft(world["Ada"], quick))
    await world.restart()
    await world.deliver_again(answer, unheard=unheard)
    assert len(log_of(database)) == 1


@twice
async def test_an_opening_delivered_twice_opens_one_match(world: World, database: Path, unheard: bool) -> None:
    await world.deliver_again(
        await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"]), unheard=unheard
    )
    await world.deliver_again(await world["Ada"].slash("match new", game="leaders", thread=True), unheard=unheard)
    assert len(rows(database, "SELECT id FROM matches")) == 2
    assert len(world.channel().threads) == 1


@twice
async def test_a_join_delivered_twice_counts_once(world: World, database: Path, unheard: bool) -> None:
    await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"])
    await world.deliver_again(await world["Bartek"].click(JOIN), unheard=unheard)
    assert sum(can(message, PLAY) for message in world.messages()) == 1
    assert rows(database, "SELECT count(*) FROM seats") == [(2,)]


@twice
async def test_a_resignation_delivered_twice_resigns_once(world: World, database: Path, unheard: bool) -> None:
    await begin(world)
    sure = await world["Ada"].slash("match resign")
    await world.deliver_again(await world["Ada"].click(RESIGN, on=sure), unheard=unheard)
    assert [row[1] for row in log_of(database)] == ["resign"]
    assert sum("wins" in message.text for message in world.messages()) == 1


@twice
async def test_an_accept_delivered_twice_counts_once(world: World, database: Path, unheard: bool) -> None:
    await begin(world)
    await world["Ada"].slash("match draw")
    await world.deliver_again(await world["Bartek"].click(ACCEPT), unheard=unheard)
    assert [row[1] for row in log_of(database)] == ["draw"]


@twice
async def test_an_accepted_undo_delivered_twice_takes_back_once(world: World, database: Path, unheard: bool) -> None:
    await begin(world)
    for name in ("Ada", "Bartek", "Ada"):
        await take_turn(world[name], quick)
    await world["Ada"].slash("match undo")
    await world.deliver_again(await world["Bartek"].click(ACCEPT), unheard=unheard)
    assert [row[1] for row in log_of(database)].count("undo") == 1


# Late clicks


async def test_a_click_after_twenty_minutes_still_works(world: World, database: Path) -> None:
    await begin(world)
    panel = await open_panel(world["Ada"])
    await world.pass_time(20 * 60)
    answer = await pick(world["Ada"], panel, "leader")
    assert "d2" in offered(answer)
    await world.pass_time(20 * 60)
    await pick(world["Ada"], panel, "d2")
    assert draft_of(database) == ['["leader","d2"]']


async def test_a_click_that_arrives_too_late_to_answer_changes_nothing(world: World, database: Path) -> None:
    await begin(world)
    panel = await draft(world["Ada"], quick)
    async with world.together(late=4):
        answer = await world["Ada"].click(CONFIRM, on=panel)
    assert not answer.acknowledged
    assert log_of(database) == []
    await world["Ada"].click(CONFIRM, on=panel)
    assert len(log_of(database)) == 1


async def test_a_command_that_arrives_too_late_to_answer_changes_nothing(world: World, database: Path) -> None:
    async with world.together(late=4):
        await world["Ada"].slash("match new", game="leaders")
    assert rows(database, "SELECT id FROM matches") == []
