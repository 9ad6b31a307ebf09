"""The bot may stop at any moment: no confirmed action is lost, and no message is posted twice."""

from __future__ import annotations

import fnmatch
from pathlib import Path

import pytest

from db.rows import NewMessage
from db.store import Store
from tests.support.cogs.play import (
    BACK,
    CONFIRM,
    JOIN,
    OVER,
    PLAY,
    begin,
    can,
    draft,
    draft_of,
    first,
    hunt,
    log_of,
    offered,
    open_panel,
    pick,
    quick,
    rows,
    take_turn,
    to_move,
)
from tests.support.world import World

pytestmark = pytest.mark.usefixtures("threads")

_STALE = "That was for an earlier position."
_SEND = ("POST", "/channels/*/messages")
_EDIT = ("PATCH", "/webhooks/*/messages/@original")


async def test_a_turn_survives_a_restart_between_any_two_steps(world: World) -> None:
    await begin(world)
    await take_turn(world["Ada"], quick)
    await take_turn(world["Bartek"], quick)
    ada = world["Ada"]
    panel = await open_panel(ada)
    while can(panel, CONFIRM) or offered(panel):
        await world.restart()
        panel = await ada.click(CONFIRM, on=panel) if can(panel, CONFIRM) else await pick(ada, panel, hunt(panel))
        assert _STALE not in panel.all_text
    await world.restart()
    assert to_move(world) is world["Bartek"]


async def test_a_draft_is_still_there_after_a_restart(world: World) -> None:
    await begin(world)
    await world["Ada"].slash("play", move="leader d2 wanderer")
    await world.restart()
    panel = await open_panel(world["Ada"])
    assert "`/play leader d2 wanderer`" in panel.text
    assert "b1" in offered(panel)


@pytest.mark.parametrize("button", [BACK, OVER, CONFIRM])
async def test_every_button_of_an_old_panel_works_after_a_restart(world: World, button: str) -> None:
    await begin(world)
    panel = await draft(world["Ada"], quick)
    await world.restart()
    after = await world["Ada"].click(button, on=panel)
    assert after.id == panel.id
    assert _STALE not in after.all_text


@pytest.mark.parametrize("button", ["press:side:", "press:since:", "press:rules:"])
async def test_every_button_under_an_old_board_works_after_a_restart(world: World, button: str) -> None:
    board = await begin(world)
    await world.restart()
    answer = await world["Ada"].click(button, on=board)
    assert answer.ephemeral


async def test_an_invitation_can_be_accepted_after_a_restart(world: World) -> None:
    await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"])
    await world.restart()
    await world["Bartek"].click(JOIN)
    assert can(world.newest(), PLAY)


async def test_a_restart_posts_no_message_twice(world: World) -> None:
    await begin(world)
    await take_turn(world["Ada"], quick)
    before = len(world.messages())
    await world.restart()
    await world.restart()
    assert len(world.messages()) == before


async def test_a_kill_between_commit_and_send_posts_the_board_once_after_the_restart(
    world: World, database: Path
) -> None:
    await begin(world)
    panel = await draft(world["Ada"], quick)
    before = len(world.messages())
    async with world.killed_at(*_SEND):
        await world["Ada"].click(CONFIRM, on=panel)
        assert len(log_of(database)) == 1
        assert len(world.messages()) == before
    assert len(world.messages()) == before + 1
    assert to_move(world) is world["Bartek"]
    assert world.pinged()[-1] == "Bartek"
    await world.restart()
    assert len(world.messages()) == before + 1


def nonces(world: World) -> list[str]:
    """The nonces of all attempts to post a message, accepted by Discord or not."""
    requests = world.env.backend.http_requests
    sending = [one for one in requests if one.method == "POST" and fnmatch.fnmatch(one.path, _SEND[1])]
    posted = [one.json for one in sending if one.json is not None]
    assert all(body["enforce_nonce"] for body in posted)
    return [str(body["nonce"]) for body in posted]


async def test_a_kill_after_the_send_finds_the_message_and_does_not_send_it_again(world: World) -> None:
    await begin(world)
    panel = await draft(world["Ada"], quick)
    before, shown = len(nonces(world)), len(world.messages())
    async with world.killed_at(*_SEND, after=True):
        await world["Ada"].click(CONFIRM, on=panel)
    assert len(nonces(world)) == before + 1 and len(world.messages()) == shown + 1


async def test_messages_posted_after_the_start_are_not_searched_for(world: World) -> None:
    await begin(world)
    await take_turn(world["Ada"], quick)
    looks = [
        one for one in world.env.backend.http_requests if one.method == "GET" and fnmatch.fnmatch(one.path, _SEND[1])
    ]
    assert looks == []


async def test_without_access_to_the_history_the_same_nonce_avoids_a_second_copy(world: World) -> None:
    await begin(world)
    panel = await draft(world["Ada"], quick)
    before = len(nonces(world))
    await world.revoke("read_message_history")
    async with world.killed_at(*_SEND, after=True):
        await world["Ada"].click(CONFIRM, on=panel)
    first_try, second_try = nonces(world)[before:]
    assert first_try == second_try


async def test_different_messages_have_different_nonces(world: World) -> None:
    await begin(world)
    await take_turn(world["Ada"], quick)
    assert len(set(nonces(world))) == len(nonces(world)) == 3


async def test_a_kill_while_the_match_opens_still_posts_the_invitation(world: World) -> None:
    async with world.killed_at(*_SEND):
        await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"])
    assert can(world.newest(), JOIN)
    assert world.pinged() == ["Bartek"]


async def test_a_kill_while_the_match_begins_still_posts_the_first_board(world: World) -> None:
    await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"])
    async with world.killed_at(*_SEND):
        await world["Bartek"].click(JOIN)
    assert to_move(world) is world["Ada"]


async def test_a_kill_between_two_steps_keeps_the_pick_and_the_old_panel_says_so(world: World, database: Path) -> None:
    await begin(world)
    panel = await open_panel(world["Ada"])
    async with world.killed_at(*_EDIT):
        await pick(world["Ada"], panel, "end")
    assert draft_of(database) == ['["end"]']
    again = await pick(world["Ada"], panel, "leader")
    assert _STALE in again.all_text
    assert "Which character do you recruit?" in again.text
    assert draft_of(database) == ['["end"]']


async def test_a_click_killed_before_its_acknowledgment_can_be_made_again(world: World, database: Path) -> None:
    await begin(world)
    panel = await draft(world["Ada"], quick)
    async with world.killed_at("POST", "/interactions/*/callback"):
        await world["Ada"].click(CONFIRM, on=panel)
    assert log_of(database) == []
    again = await world["Ada"].click(CONFIRM, on=panel)
    assert "Played." in again.text


async def test_a_kill_while_a_thread_is_opened_leaves_nothing_behind(world: World, database: Path) -> None:
    async with world.killed_at("POST", "/channels/*/threads"):
        await world["Ada"].slash("match new", game="leaders", thread=True)
    assert rows(database, "SELECT id FROM matches") == []
    await world["Ada"].slash("match new", game="leaders", thread=True)
    assert can(world.newest(world.channel().threads[0]), JOIN)


async def test_a_move_is_counted_once_if_the_bot_is_killed_before_the_answer_to_its_confirmation(
    world: World, database: Path
) -> None:
    await begin(world)
    panel = await draft(world["Ada"], quick)
    async with world.killed_at(*_EDIT):
        await world["Ada"].click(CONFIRM, on=panel)
    again = await world["Ada"].click(CONFIRM, on=panel)
    assert _STALE in again.all_text
    assert len(log_of(database)) == 1
    assert [can(message, PLAY) for message in world.messages() if message.shows_picture] == [False, True]


async def test_all_waiting_messages_are_sent_after_the_restart(world: World, database: Path) -> None:
    second = world.channel("second-table")
    await begin(world)
    await begin(world, within=second)
    before = len(world.messages(second))
    board = NewMessage(kind="turn", payload='{"version": 0}')
    async with world.away(), await Store.open(database) as store:
        await store.outbox.post(1, [board] * 120)
        await store.outbox.post(2, [board])
    assert len(world.messages(second)) == before + 1
    assert rows(database, "SELECT count(*) FROM outbox WHERE sent_at IS NULL") == [(0,)]


async def test_a_kill_while_the_end_is_announced_announces_it_after_the_restart(world: World) -> None:
    await begin(world)
    sure = await world["Ada"].slash("match resign")
    async with world.killed_at(*_SEND):
        await world["Ada"].click("press:resign:", on=sure)
    assert "Violet wins: resignation." in world.newest().text


async def test_a_whole_match_can_be_played_with_a_restart_after_every_turn(world: World) -> None:
    await begin(world)
    for _ in range(6):
        person = to_move(world)
        assert person is not None
        await take_turn(person, first)
        await world.restart()


def _lose(database: Path) -> None:
    database.unlink()


async def test_a_bot_without_a_database_creates_one(world: World, database: Path) -> None:
    async with world.away():
        _lose(database)
    assert can(await begin(world), PLAY)
    assert rows(database, "SELECT id, status FROM matches") == [(1, "live")]
