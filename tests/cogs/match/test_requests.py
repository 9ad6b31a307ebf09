"""Requests that others must agree to: a pause, undoing a move they have seen, a draw after a refusal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.cogs import monolith, tashkalar
from tests.support.cogs.clocks_and_notices import (
    DAY,
    HOUR,
    MINUTE,
    due,
    now,
    pinged,
    result,
    saying,
    stamps,
    timing,
    turn,
    write,
)
from tests.support.cogs.play import ACCEPT, DECLINE, PLAY, begin, can, log_of, polish, rows
from tests.support.world import World

ASKED = "I have asked the other side."
GONE = "This offer is no longer open."


async def thinking(world: World, seconds: int = HOUR) -> None:
    """Ada has played in a match with two hours per move, and Bartek has thought for this many seconds."""
    await begin(world, clock="2h")
    await turn(world, "Ada")
    await world.pass_time(seconds)


async def paused(world: World, seconds: int = HOUR) -> None:
    """Bartek has thought for this many seconds when both agree to a pause."""
    await thinking(world, seconds)
    await world["Ada"].slash("match pause")
    await world["Bartek"].click(ACCEPT)


def pauses(database: Path) -> list[tuple[object, ...]]:
    return rows(database, "SELECT starts, ends FROM pauses ORDER BY starts")


# A pause


async def test_a_pause_is_requested_and_agreed(world: World, database: Path) -> None:
    await thinking(world)
    before = len(pinged(world))
    answer = await world["Ada"].slash("match pause")
    assert answer.ephemeral and answer.all_text == ASKED
    offer = world.newest()
    assert f"{world['Ada'].mention} asks for a pause" in offer.text
    assert pinged(world)[before:] == ["Bartek"]
    assert pauses(database) == []
    assert (await world["Bartek"].click(ACCEPT)).all_text == polish("Accepted."), "nobody else has to agree"
    assert "the match is paused" in world.newest().text
    assert pauses(database) == [(now(world), None)]
    assert pinged(world)[before:] == ["Bartek"], "nobody has to do anything"
    for person in (world["Ada"], world["Bartek"]):
        again = await person.slash("match pause")
        paused_already = "The match is already paused."
        assert again.all_text == (polish(paused_already) if person is world["Bartek"] else paused_already)


@pytest.mark.usefixtures("no_edits")
async def test_a_pause_may_be_declined(world: World, database: Path) -> None:
    await thinking(world)
    await world["Ada"].slash("match pause")
    offer = world.newest()
    await world["Bartek"].click(DECLINE)
    assert f"{world['Bartek'].mention} declines the pause." in world.newest().text
    assert (await world["Bartek"].click(ACCEPT, on=offer)).all_text == polish(GONE)
    assert pauses(database) == []
    assert due(database)["flag"] == now(world) + HOUR


async def test_two_pause_requests_are_an_agreement(world: World, database: Path) -> None:
    await thinking(world)
    async with world.together():
        await world["Ada"].slash("match pause")
        agreed = await world["Bartek"].slash("match pause")
    assert agreed.all_text == polish("Accepted.")
    assert len(saying(world, "the match is paused")) == 1
    assert pauses(database) == [(now(world), None)]


async def test_only_the_other_side_can_answer_a_request(world: World, database: Path) -> None:
    await thinking(world)
    await world["Ada"].slash("match pause")
    assert (await world["Ada"].click(ACCEPT)).all_text == "The other side has to answer this offer."
    assert (await world["Celina"].click(ACCEPT)).all_text == "You are not playing in this match."
    assert "is already open" in (await world["Ada"].slash("match pause")).all_text
    assert pauses(database) == []


@pytest.mark.usefixtures("no_edits")
async def test_the_next_move_cancels_an_unanswered_pause_request(world: World, database: Path) -> None:
    await thinking(world)
    await world["Ada"].slash("match pause")
    offer = world.newest()
    await turn(world, "Bartek")
    assert (await world["Bartek"].click(ACCEPT, on=offer)).all_text == polish(GONE)
    assert (await world["Ada"].slash("match pause")).all_text == ASKED
    await world["Bartek"].click(ACCEPT)
    assert len(pauses(database)) == 1


async def test_without_a_clock_there_is_nothing_to_pause(world: World) -> None:
    await begin(world)
    assert (await world["Ada"].slash("match pause")).all_text == "This match has no clock to pause."
    assert (await world["Ada"].slash("match resume")).all_text == "The match is not paused."


async def test_no_time_passes_during_a_pause(world: World, database: Path) -> None:
    await paused(world)
    before = len(pinged(world))
    await world.pass_time(5 * HOUR)
    await world.restart()
    assert len(pinged(world)) == before, "neither a reminder nor a time-out is posted"
    assert "None of your opponents has run out of time." in (await world["Ada"].slash("match claim")).all_text
    assert "paused" in (await world["Ada"].slash("match list")).all_text
    answer = await world["Ada"].slash("match resume")
    assert answer.all_text == "The clocks run again."
    assert pinged(world)[before:] == ["Bartek"], "Bartek's clock runs again"
    message = world.newest()
    assert f"{world['Ada'].mention} resumes the match" in message.text and can(message, PLAY)
    assert stamps(message) == [now(world) + HOUR]
    assert due(database)["flag"] == now(world) + HOUR
    await world.pass_time(36 * MINUTE - MINUTE)
    assert len(pinged(world)) == before + 1
    await world.pass_time(MINUTE)
    assert pinged(world)[before:] == ["Bartek", "Bartek"], "a fifth of his two hours is left"
    await world.pass_time(24 * MINUTE - MINUTE)
    assert saying(world, "Out of time") == []
    await world.pass_time(MINUTE)
    assert len(saying(world, "Out of time")) == 1


async def test_either_player_may_resume_and_is_not_pinged_for_it(world: World, database: Path) -> None:
    await paused(world)
    before = len(pinged(world))
    assert "not playing" in (await world["Celina"].slash("match resume")).all_text
    await world["Bartek"].slash("match resume")
    assert len(pinged(world)) == before
    assert (await world["Ada"].slash("match resume")).all_text == "The match is not paused."
    assert [ends is not None for _, ends in pauses(database)] == [True]


async def test_resuming_twice_at_once_is_announced_once(world: World) -> None:
    await paused(world)
    async with world.together():
        await world["Ada"].slash("match resume")
        await world["Bartek"].slash("match resume")
    assert len(saying(world, "the clocks run again")) == 1


async def test_moving_during_a_pause_does_not_end_it(world: World, database: Path) -> None:
    await paused(world)
    await world.pass_time(3 * HOUR)
    await turn(world, "Bartek")
    board = [message for message in world.messages() if can(message, PLAY)][-1]
    assert "paused" in board.text.splitlines()[-1] and stamps(board) == []
    assert pinged(world)[-1] == "Ada"
    before = len(pinged(world))
    await world.pass_time(3 * HOUR)
    assert len(pinged(world)) == before
    assert timing(database).left[0] == 2 * HOUR
    await world["Bartek"].slash("match resume")
    assert pinged(world)[before:] == ["Ada"]
    assert due(database)["flag"] == now(world) + 2 * HOUR
    assert due(database)["remind:0"] == now(world) + 2 * HOUR * 4 // 5


async def test_a_pause_does_not_change_a_time_bank(world: World, database: Path) -> None:
    await begin(world, clock="3h+0h/3h")
    await world.pass_time(HOUR)
    await world["Bartek"].slash("match pause")
    await world["Ada"].click(ACCEPT)
    await world.pass_time(4 * HOUR)
    await world["Ada"].slash("match resume")
    await world.pass_time(30 * MINUTE)
    await turn(world, "Ada")
    assert timing(database).left == (3 * HOUR - 90 * MINUTE, 3 * HOUR)


async def test_overlapping_pauses_and_vacations_are_not_counted_twice(world: World, database: Path) -> None:
    await paused(world)
    await world["Ada"].slash("me vacation", days=1)
    await world.pass_time(HOUR)
    await world["Ada"].slash("match resume")
    assert due(database)["flag"] == now(world) + DAY - HOUR + HOUR, "the vacation continues"
    await world["Ada"].slash("me back")
    assert due(database)["flag"] == now(world) + HOUR


async def test_a_pause_survives_an_outage(world: World, database: Path) -> None:
    await paused(world)
    async with world.away():
        await world.pass_time(5 * HOUR)
    await world["Bartek"].slash("match resume")
    async with world.away():
        await world.pass_time(5 * HOUR)
    await world.pass_time(HOUR - MINUTE)
    assert saying(world, "Out of time") == []
    await world.pass_time(MINUTE)
    assert len(saying(world, "Out of time")) == 1


@pytest.mark.parametrize("after", [False, True])
async def test_a_pause_survives_a_crash_while_it_is_announced(world: World, database: Path, after: bool) -> None:
    await thinking(world)
    await world["Ada"].slash("match pause")
    async with world.killed_at("POST", f"/channels/{world.channel().id}/messages", after=after):
        await world["Bartek"].click(ACCEPT)
    assert pauses(database) == [(now(world), None)]
    assert len({one.text for one in saying(world, "the match is paused")}) == 1
    await world.pass_time(2 * HOUR)
    assert saying(world, "Out of time") == []


async def test_a_match_can_end_during_a_pause(world: World, database: Path) -> None:
    await paused(world)
    await world["Ada"].slash("match draw")
    await world["Bartek"].click(ACCEPT)
    assert result(database)[0] == "over"
    assert "paused" not in world.newest().text
    assert "no match in this channel" in (await world["Ada"].slash("match resume")).all_text
    assert due(database) == {}


async def test_all_sides_have_to_agree_to_a_pause(world: World, database: Path) -> None:
    """Three players in two teams: one member of the other team is enough."""
    await world["Ada"].slash(
        "match new", game="monolith", opponent=world["Bartek"], second_opponent=world["Celina"], clock="2h"
    )
    for name in ("Bartek", "Celina"):
        await world[name].click("press:join:", on=saying(world, "would like to play")[0])
    teams = monolith.stored(database).state.teams
    assert teams == [[0, 2], [1]]
    await world["Ada"].slash("match pause")
    assert (await world["Celina"].click(ACCEPT)).all_text == "The other side has to answer this offer."
    await world["Bartek"].click(ACCEPT)
    assert len(pauses(database)) == 1


# Undo


async def four(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tash-Kalar in two teams: Ada and Celina against Bartek and Dorota; Ada is to move."""
    hands = {"A": "swordmaster knight titan", "B": "sapling naiad", "C": "dire_wolf werewolf", "D": "messenger bomb"}
    tashkalar.lay(monkeypatch, "A e4h e6 d5 f5; B d4 f4 a5", seats=4, hands=hands)
    await world.welcome("Dorota")
    await tashkalar.begin(world, "Bartek", "Celina", "Dorota", options="form=duel")


def shown(database: Path) -> list[bool]:
    """For every entry, whether chance was used or something hidden was revealed."""
    return [
        bool(json.loads(str(note)).get("shown")) for (note,) in rows(database, "SELECT note FROM moves ORDER BY seq")
    ]


async def test_an_unseen_move_is_undone_with_the_consent_of_one_opponent(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await four(world, monkeypatch)
    await world["Ada"].slash("play", move="swordmaster pass confirm")
    assert shown(database) == [False]
    before = len(pinged(world))
    await world["Ada"].slash("match undo")
    assert pinged(world)[before:] == ["Bartek+Dorota"], "the partner is not asked"
    assert (await world["Celina"].click(ACCEPT)).all_text == "The other side has to answer this offer."
    await world["Dorota"].click(ACCEPT)
    assert [row[1] for row in log_of(database)] == ["play", "undo"]


async def test_a_move_that_was_seen_is_undone_only_with_everybodys_consent(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await four(world, monkeypatch)
    await world["Ada"].slash("play", move="swordmaster pass confirm")
    await world["Celina"].slash("play", move="d4 d4 confirm")
    assert shown(database)[-1], "new cards were drawn"
    before, log = len(pinged(world)), log_of(database)
    await world["Ada"].slash("match undo")
    offer = world.newest()
    assert pinged(world)[before:] == ["Bartek+Celina+Dorota"]
    for name in ("Bartek", "Dorota"):
        answer = await world[name].click(ACCEPT, on=offer)
        wait = "Accepted. The others still have to accept."
        assert answer.all_text == (polish(wait) if name == "Bartek" else wait)
        assert log_of(database) == log
        await world.restart()
    assert (await world["Ada"].click(ACCEPT, on=offer)).all_text == "The other side has to answer this offer."
    await world["Celina"].click(ACCEPT, on=offer)
    assert log_of(database)[:-1] == log, "undone moves stay in the log"
    assert log_of(database)[-1][:2] == (0, "undo")
    assert pinged(world)[-1] == "Ada"


@pytest.mark.usefixtures("no_edits")
async def test_a_single_refusal_declines_a_request(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await four(world, monkeypatch)
    await world["Ada"].slash("play", move="swordmaster pass confirm")
    await world["Celina"].slash("play", move="d4 d4 confirm")
    log = log_of(database)
    await world["Ada"].slash("match undo")
    offer = world.newest()
    await world["Bartek"].click(ACCEPT, on=offer)
    await world["Celina"].click(DECLINE, on=offer)
    assert (await world["Dorota"].click(ACCEPT, on=offer)).all_text == GONE
    assert log_of(database) == log


async def test_an_undo_gives_the_mover_their_time_back(world: World, database: Path) -> None:
    await thinking(world)
    await world["Ada"].slash("match undo")
    await world["Bartek"].click(ACCEPT)
    assert timing(database).running == (0,)
    assert stamps(world.newest()) == [now(world) + 2 * HOUR]
    assert due(database)["flag"] == now(world) + 2 * HOUR
    assert "remind:1" not in due(database)


# Draws


async def test_a_declined_draw_is_not_offered_again_with_every_move(world: World, database: Path) -> None:
    await begin(world)
    await world["Ada"].slash("match draw")
    await world["Bartek"].click(DECLINE)
    await world.restart()
    assert "after 6 more moves" in (await world["Ada"].slash("match draw")).all_text
    assert (await world["Bartek"].slash("match draw")).all_text == polish(ASKED), "the other player may offer one"
    await world["Ada"].click(DECLINE)
    await turn(world, "Ada")
    left = 6 - len(log_of(database))
    assert f"after {left} more moves" in (await world["Ada"].slash("match draw")).all_text
    assert rows(database, "SELECT kind FROM offers ORDER BY kind") == [("draw-by-0",), ("draw-by-1",)]
    write(database, "UPDATE offers SET version = version - 5 WHERE kind = 'draw-by-0'")
    assert (await world["Ada"].slash("match draw")).all_text == ASKED
