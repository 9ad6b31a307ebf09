"""Outdated messages are edited: they lose their buttons and their “your move”. Edits are optional and never ping."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.support.cogs import knockdown, monolith
from tests.support.cogs.play import (
    ACCEPT,
    CONFIRM,
    DECLINE,
    JOIN,
    PLAY,
    begin,
    can,
    draft,
    finish_panel,
    log_of,
    offered,
    quick,
    rows,
    take_turn,
    to_move,
)
from tests.support.world import Seen, World

EDIT = "PATCH", "/channels/*/messages/*"
OUTDATED = "SELECT kind FROM outbox WHERE shown < revision"


@pytest.fixture
def edits(world: World) -> list[int]:
    """The ids of edited channel messages, in order."""
    found: list[int] = []

    def notice(event: str, payload: Mapping[str, Any]) -> None:
        if event == "MESSAGE_UPDATE":
            found.append(int(payload["id"]))

    world.env.backend.subscribers.append(notice)
    return found


def boards(world: World) -> list[Seen]:
    return [message for message in world.messages() if message.shows_picture]


def playable(world: World) -> list[bool]:
    """For each board, whether it has a Play button."""
    return [can(board, PLAY) for board in boards(world)]


# Boards


async def test_only_the_latest_board_has_a_play_button(world: World, edits: list[int]) -> None:
    start = await begin(world)
    assert can(start, PLAY)
    del edits[:]
    await take_turn(world["Ada"], quick)
    await take_turn(world["Bartek"], quick)
    assert playable(world) == [False, False, True]
    assert not any("your move" in board.text for board in boards(world)[:-1])
    assert [board.buttons for board in boards(world)[:-1]] == [{}, {}]
    assert boards(world)[1].text.startswith("Gold recruits"), "the narration stays"
    assert edits == [board.id for board in boards(world)[:-1]]


async def test_an_edit_keeps_the_picture_and_pings_nobody(world: World) -> None:
    start = await begin(world)
    attached, alt, pings = start._message.attachments, start.alt, len(world.pings)
    await take_turn(world["Ada"], quick)
    assert start.buttons == {}
    assert (start._message.attachments, start.alt) == (attached, alt)
    assert len(world.pings) == pings + 1, "only the new board pings"
    assert start._message.ping_user_ids == []


async def test_confirming_part_of_a_turn_edits_no_message(world: World, edits: list[int]) -> None:
    await begin(world)
    await take_turn(world["Ada"], quick)
    panel = await draft(world["Bartek"], quick)
    del edits[:]
    panel = await world["Bartek"].click(CONFIRM, on=panel)
    assert len(boards(world)) == 2 and offered(panel), "a card was revealed, so the turn continues"
    assert edits == []


async def test_a_canceled_match_leaves_no_buttons(world: World) -> None:
    await begin(world)
    await world["Ada"].slash("match cancel")
    assert [message.buttons for message in world.messages()] == [{}] * len(world.messages())


# Invitations and offers


async def test_an_invitation_is_edited_when_it_is_full(world: World) -> None:
    ada, bartek = world["Ada"], world["Bartek"]
    await begin(world)
    invitation = world.messages()[0]
    assert invitation.buttons == {}
    assert invitation.text.splitlines() == [
        f"{ada.mention} would like to play Leaders.",
        f"-# The match has begun: {ada.mention}, {bartek.mention}.",
    ]


async def test_an_invitation_is_edited_when_a_person_joins(world: World, edits: list[int]) -> None:
    ada, bartek, celina = world["Ada"], world["Bartek"], world["Celina"]
    await ada.slash("match new", game="monolith", opponent=bartek, second_opponent=celina)
    pings = len(world.pings)
    await bartek.click(JOIN)
    (invitation,) = world.messages()
    assert "1 more is needed." in invitation.text and can(invitation, JOIN)
    assert edits == [invitation.id]
    assert len(world.pings) == pings and invitation._message.ping_user_ids == []


async def test_a_canceled_invitation_cannot_be_joined(world: World) -> None:
    await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"])
    await world["Ada"].slash("match cancel")
    assert world.messages()[0].buttons == {}
    assert world.messages()[0].text.endswith("-# The match was canceled.")


async def test_a_declined_invitation_says_so(world: World) -> None:
    await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"])
    assert "Decline or cancel" in world.newest().buttons
    await world["Bartek"].click("Decline or cancel")
    assert world.newest().text == f"{world['Bartek'].mention} declines the invitation."


@pytest.mark.parametrize("answer", [ACCEPT, DECLINE, "a move"])
async def test_an_answered_offer_loses_its_buttons(world: World, answer: str) -> None:
    await begin(world)
    await take_turn(world["Ada"], quick)
    await world["Ada"].slash("match draw")
    offer = world.newest()
    assert can(offer, ACCEPT)
    if answer == "a move":
        await finish_panel(world["Bartek"], await world["Bartek"].click(PLAY, on=world.board()), quick)
    else:
        await world["Bartek"].click(answer, on=offer)
    assert offer.buttons == {}
    assert offer.text.endswith("-# Accepted." if answer == ACCEPT else "-# This offer is no longer open.")


async def test_a_reminder_is_removed_when_it_no_longer_applies(world: World) -> None:
    await begin(world, clock="1d")
    before = {message.id for message in world.messages()}
    await world.pass_time(86400 * 0.85)
    (reminder,) = [message for message in world.messages() if message.id not in before]
    assert "waiting for your move" in reminder.text
    await take_turn(world["Ada"], quick)
    assert reminder.id not in {message.id for message in world.messages()}


# Set-up


async def test_the_set_up_is_one_edited_message_until_the_match_begins(world: World, database: Path) -> None:
    start = await monolith.begin(world)
    shown = start.alt
    factions = iter(("dragon-empire", "lords-of-the-abyss"))
    for _ in range(2):
        (name,) = monolith.names_to_move(world)
        assert world.pinged()[-1] == name, "the next player is pinged by a separate message"
        await world[name].slash("play", move=f"{next(factions)} confirm")
    assert [board.id for board in boards(world)] == [start.id]
    assert start.alt != shown
    assert start.text.count(" plays ") == 2
    for banner in ("b1", "d1"):
        (name,) = monolith.names_to_move(world)
        await world[name].slash("play", move=f"{banner} confirm")
    assert playable(world) == [False, True], "the first turn gets a new board"
    assert "your move" not in start.text and start.text.count(" plays ") == 2
    rest = world.messages()[1:]
    assert [message.id for message in rest] == [board.id for board in boards(world)], "intermediate pings are deleted"
    assert to_move(world) is not None


async def test_a_set_up_message_that_cannot_be_edited_is_posted_again(world: World, no_edits: None) -> None:
    await monolith.begin(world)
    (name,) = monolith.names_to_move(world)
    await world[name].slash("play", move="dragon-empire confirm")
    assert len(boards(world)) == 2
    assert "plays the Dragon Empire" in boards(world)[1].text
    assert world.pinged()[-1] == monolith.names_to_move(world, boards(world)[1])[0]
    assert [len(ping.people) for ping in world.pings[-2:]] == [1, 0], "pinged once"


async def test_the_set_up_message_names_the_players_still_choosing(world: World) -> None:
    start = await knockdown.begin(world)
    ada, bartek = world["Ada"], world["Bartek"]
    attached, alt = start._message.attachments, start.alt
    pings = len(world.pings)
    await ada.slash("play", move="mistling confirm")
    assert start.text.endswith(f"\n-# Ready: {ada.mention}\n**Still thinking: {bartek.mention}**")
    assert "Mistling" not in start.text and start.alt == alt
    assert start._message.attachments == attached, "a secret answer shows nothing"
    assert len(world.pings) == pings
    await bartek.slash("play", move="barrow-warden confirm")
    assert "plays Mistling" in start.text and "Still thinking" not in start.text


# Trouble


@pytest.mark.parametrize(("status", "code"), [(404, 10008), (403, 50001), (403, 50005), (400, 50083), (400, 30046)])
async def test_a_refused_edit_is_dropped_without_affecting_anything_else(
    world: World, database: Path, status: int, code: int
) -> None:
    await begin(world)
    world.refuse(*EDIT, status=status, code=code, times=None)
    await take_turn(world["Ada"], quick)
    await take_turn(world["Bartek"], quick)
    assert len(boards(world)) == 3 and to_move(world) is world["Ada"]
    await world.restart()
    assert rows(database, OUTDATED) == []
    assert playable(world) == [True] * 3, "as Discord requires"


async def test_an_edit_attaches_the_picture_again_if_discord_lost_it(world: World) -> None:
    start = await begin(world)
    attached, alt = start._message.attachments, start.alt
    world.refuse(*EDIT, status=400, code=50035)
    await take_turn(world["Ada"], quick)
    assert playable(world) == [False, True]
    assert start._message.attachments != attached and start.alt == alt


async def test_a_failed_edit_is_repeated_with_the_next_message(world: World, database: Path) -> None:
    await begin(world)
    world.refuse(*EDIT, status=503, times=1)
    await take_turn(world["Ada"], quick)
    assert playable(world) == [True, True] and rows(database, OUTDATED) == [("turn",)]
    await take_turn(world["Bartek"], quick)
    assert playable(world) == [False, False, True]


async def test_a_failed_edit_is_repeated_after_a_restart(world: World, database: Path) -> None:
    await begin(world)
    world.refuse(*EDIT, status=503, times=1)
    await take_turn(world["Ada"], quick)
    assert playable(world) == [True, True]
    await world.restart()
    assert playable(world) == [False, True]
    assert not boards(world)[0].text.endswith("your move.**")


@pytest.mark.parametrize("after", [False, True])
async def test_an_edit_interrupted_by_a_kill_is_repeated_after_restart(
    world: World, database: Path, edits: list[int], after: bool
) -> None:
    start = await begin(world)
    panel = await draft(world["Ada"], quick)
    async with world.killed_at(*EDIT, after=after):
        await world["Ada"].click(CONFIRM, on=panel)
    assert len(log_of(database)) == 1
    assert playable(world) == [False, True]
    assert "your move" not in start.text
    await world.restart()
    seen = len(edits)
    await world.restart()
    assert len(edits) == seen, "finished edits are not repeated"
    assert to_move(world) is world["Bartek"]


async def test_a_restart_does_not_repeat_finished_edits(world: World, database: Path, edits: list[int]) -> None:
    await begin(world)
    await take_turn(world["Ada"], quick)
    seen = len(edits)
    await world.restart()
    assert len(edits) == seen and rows(database, OUTDATED) == []


async def test_boards_from_before_a_restart_are_edited_too(world: World) -> None:
    start = await begin(world)
    await world.restart()
    alt = start.alt
    await take_turn(world["Ada"], quick)
    assert playable(world) == [False, True]
    assert start.alt == alt and "your move" not in start.text


async def test_the_old_board_keeps_its_play_button_until_the_new_one_is_there(world: World) -> None:
    await begin(world)
    world.refuse("POST", "/channels/*/messages", status=500, times=None)
    await take_turn(world["Ada"], quick)
    assert playable(world) == [True]
    world.env.backend.faults.clear()
    await world.pass_time(120)
    assert playable(world) == [False, True]


async def test_players_are_pinged_once_during_the_first_choices(world: World) -> None:
    await world["Ada"].slash("match new", game="monolith", opponent=world["Bartek"])
    await world["Bartek"].click("press:join:", on=world.newest())
    person = to_move(world)
    assert person is not None
    await take_turn(person, quick)
    texts = [message.text for message in world.messages()[-2:]]
    assert "Next: " in texts[0] and "your move" not in texts[0]
    assert texts[1].endswith(": your move.")
