"""Deleted channels, missing permissions, departed people, and a Discord that does not answer."""

from __future__ import annotations

from pathlib import Path

import pytest
import simcord

from cogs.client.arena_bot import ArenaBot
from db.errors import ChannelTaken, NewerDatabase, UnreachableDatabase
from db.store import Store
from table.matches.seating import Seating
from tests.support.cogs.play import (
    ACCEPT,
    CONFIRM,
    HERE,
    JOIN,
    PLAY,
    RESIGN,
    begin,
    can,
    draft,
    faults,
    finish_panel,
    log_of,
    person_to_move,
    quick,
    rows,
    take_turn,
    to_move,
)
from tests.support.world import World

_POST = "/channels/*/messages"


async def in_a_thread(world: World) -> simcord.ChannelHandle:
    """Begin a match between Ada and Bartek in its own thread."""
    await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"], thread=True)
    thread = world.channel().threads[0]
    await world["Bartek"].click(JOIN, on=world.newest(thread))
    return thread


def archived(world: World, thread: simcord.ChannelHandle) -> bool:
    metadata = world.env.backend.get_channel(thread.id).thread_metadata
    return metadata is not None and metadata.archived


# Places


async def test_a_match_survives_the_deletion_of_its_thread_and_goes_on_elsewhere(world: World) -> None:
    thread = await in_a_thread(world)
    await take_turn(world["Ada"], quick, within=thread)
    await world.delete(thread)
    gone = await world["Ada"].slash("match show", number=1)
    assert "gone" in gone.all_text
    answer = await world["Ada"].click(HERE, on=gone)
    assert answer.all_text == "The match goes on here."
    assert person_to_move(world, world.newest()) is world["Bartek"]
    done = await take_turn(world["Bartek"], quick)
    assert "Zagrane" in done.text
    assert to_move(world) is world["Ada"]


async def test_a_match_survives_the_deletion_of_its_channel(world: World) -> None:
    second = world.channel("second-table")
    await begin(world, within=second)
    await world.delete(second)
    await world["Bartek"].click(HERE, on=await world["Bartek"].slash("match show", number=1))
    assert to_move(world) is world["Ada"]
    await take_turn(world["Ada"], quick)


async def test_a_move_confirmed_after_its_thread_was_deleted_is_saved_and_the_player_learns_where_to_continue(
    world: World, database: Path
) -> None:
    second = world.channel("second-table")
    await begin(world, within=second)
    panel = await draft(world["Ada"], quick, within=second)
    world.refuse("POST", f"/channels/{second.id}/messages", status=404, code=10003, text="Unknown Channel", times=None)
    done = await world["Ada"].click(CONFIRM, on=panel)
    assert "It is saved, but the match's channel is gone." in done.all_text
    assert len(log_of(database)) == 1


async def test_messages_that_could_not_be_posted_appear_in_the_new_place(world: World) -> None:
    second = world.channel("second-table")
    await begin(world, within=second)
    panel = await draft(world["Ada"], quick, within=second)
    world.refuse("POST", f"/channels/{second.id}/messages", status=404, code=10003, text="Unknown Channel", times=None)
    await world["Ada"].click(CONFIRM, on=panel)
    await world.delete(second)
    await world["Ada"].click(HERE, on=await world["Ada"].slash("match show", number=1))
    assert "Gold recruits the Vizier" in world.newest().text
    assert to_move(world) is world["Bartek"]


async def test_only_a_player_can_take_a_match_to_another_place(world: World) -> None:
    thread = await in_a_thread(world)
    await world.delete(thread)
    answer = await world["Celina"].slash("match show", number=1)
    assert answer.all_text == "There is no such match."


async def test_a_match_with_an_existing_place_is_not_moved(world: World, database: Path) -> None:
    thread = await in_a_thread(world)
    await world.delete(thread)
    gone = await world["Ada"].slash("match show", number=1)
    await world["Ada"].click(HERE, on=gone)
    again = await world["Bartek"].slash("match show", within=world.channel("second-table"), number=1)
    assert not can(again, HERE)
    await world["Ada"].click(HERE, on=gone)
    assert rows(database, "SELECT channel FROM matches") == [(world.channel().id,)]
    assert sum(can(message, PLAY) for message in world.messages()) == 1


async def test_a_match_does_not_move_into_a_channel_that_is_taken(world: World) -> None:
    thread = await in_a_thread(world)
    await begin(world, by="Celina")
    await world.delete(thread)
    answer = await world["Ada"].click(HERE, on=await world["Ada"].slash("match show", number=1))
    assert "one live match per channel" in answer.all_text


async def test_two_players_who_move_the_match_at_once_get_one_board(world: World) -> None:
    thread = await in_a_thread(world)
    await world.delete(thread)
    hers = await world["Ada"].slash("match show", number=1)
    his = await world["Bartek"].slash("match show", number=1)
    async with world.together():
        await world["Ada"].click(HERE, on=hers)
        await world["Bartek"].click(HERE, on=his)
    assert sum(can(message, PLAY) for message in world.messages()) == 1


async def test_an_archived_thread_is_opened_again_for_the_next_board(world: World) -> None:
    thread = await in_a_thread(world)
    panel = await draft(world["Ada"], quick, within=thread)
    await world.archive(thread)
    done = await world["Ada"].click(CONFIRM, on=panel)
    assert "Played." in done.text
    assert person_to_move(world, world.newest(thread)) is world["Bartek"]
    assert not archived(world, thread)


@pytest.mark.usefixtures("pictures")
async def test_an_archived_thread_is_not_treated_as_deleted(world: World) -> None:
    thread = await in_a_thread(world)
    await world.archive(thread)
    shown = await world["Ada"].slash("match show", number=1)
    assert not can(shown, HERE)
    assert shown.png


async def test_an_expired_invitation_is_announced_in_an_archived_thread(world: World) -> None:
    await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"], thread=True)
    thread = world.channel().threads[0]
    await world.archive(thread)
    await world.pass_time(8 * 86400)
    assert "expired" in world.newest(thread).text


async def test_an_invitation_without_a_channel_expires_without_an_error(world: World, database: Path) -> None:
    second = world.channel("second-table")
    await world["Ada"].slash("match new", within=second, game="leaders")
    await world.delete(second)
    await world.pass_time(8 * 86400)
    assert rows(database, "SELECT status FROM matches") == [("cancelled",)]


# Permissions


async def test_without_permission_to_post_no_match_is_opened_and_the_missing_permission_is_named(
    world: World, database: Path
) -> None:
    await world.revoke("send_messages", "attach_files")
    answer = await world["Ada"].slash("match new", game="leaders")
    assert "send messages" in answer.all_text and "attach files" in answer.all_text
    assert rows(database, "SELECT id FROM matches") == []


async def test_without_permission_for_threads_no_thread_is_opened(world: World, database: Path) -> None:
    await world.revoke("create_public_threads")
    answer = await world["Ada"].slash("match new", game="leaders", thread=True)
    assert "create public threads" in answer.all_text
    assert rows(database, "SELECT id FROM matches") == []


async def test_without_permission_the_move_is_saved_and_posted_later_and_the_player_is_informed(
    world: World, database: Path
) -> None:
    await begin(world)
    panel = await draft(world["Ada"], quick)
    await world.revoke("send_messages")
    before = len(world.messages())
    done = await world["Ada"].click(CONFIRM, on=panel)
    assert "It is saved, but I'm not allowed to post here." in done.all_text
    assert len(log_of(database)) == 1
    assert len(world.messages()) == before
    await world.restore()
    await world.pass_time(60)
    assert len(world.messages()) == before + 1
    assert to_move(world) is world["Bartek"]


async def test_without_permission_to_see_the_channel_the_player_is_informed_too(world: World) -> None:
    await begin(world)
    panel = await draft(world["Ada"], quick)
    await world.revoke("view_channel")
    done = await world["Ada"].click(CONFIRM, on=panel)
    assert "It is saved, but I'm not allowed to post here." in done.all_text
    await world.restore()
    await world.pass_time(60)
    assert to_move(world) is world["Bartek"]


async def test_two_unposted_turns_follow_in_order_and_ping_only_the_current_player(world: World) -> None:
    await begin(world)
    panel = await draft(world["Ada"], quick)
    await world.revoke("send_messages")
    await world["Ada"].click(CONFIRM, on=panel)
    before, calls = len(world.messages()), len(world.pinged())
    await finish_panel(world["Bartek"], await world["Bartek"].slash("play"), quick)
    await world.restore()
    await world.pass_time(3600)
    posted = world.messages()[before:]
    assert len(posted) == 2
    assert "Gold recruits" in posted[0].text and "Violet recruits" in posted[1].text
    assert world.pinged()[calls:] == ["Ada"]


async def test_the_answer_to_an_offer_is_kept_even_if_it_cannot_be_posted(world: World, database: Path) -> None:
    await begin(world)
    await world["Ada"].slash("match draw")
    offer = world.newest()
    await world.revoke("send_messages")
    await world["Bartek"].click(ACCEPT, on=offer)
    assert rows(database, "SELECT status FROM matches") == [("over",)]
    await world.restore()
    await world.pass_time(60)
    assert "Draw: agreed." in world.newest().text


async def test_a_late_offer_pings_nobody(world: World) -> None:
    await begin(world)
    await world.revoke("send_messages")
    await world["Ada"].slash("match draw")
    await world["Ada"].slash("play", move="end wanderer b1 confirm")
    calls = len(world.pinged())
    await world.restore()
    await world.pass_time(3600)
    assert to_move(world) is world["Bartek"]
    assert world.pinged()[calls:] == ["Bartek"]


async def test_an_invitation_canceled_before_it_is_posted_pings_nobody(world: World) -> None:
    world.refuse("POST", _POST, status=500, times=None)
    await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"])
    await world["Ada"].slash("match cancel")
    world.env.backend.faults.clear()
    await world.pass_time(3600)
    assert world.pinged() == []


async def test_a_late_invitation_pings_nobody(world: World) -> None:
    world.refuse("POST", _POST, status=500, times=None)
    await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"])
    await world["Bartek"].slash("match join")
    world.env.backend.faults.clear()
    await world.pass_time(3600)
    assert to_move(world) is world["Ada"]
    assert world.pinged() == ["Ada"]


async def test_a_waiting_invitation_is_not_called_a_move(world: World) -> None:
    world.refuse("POST", _POST, status=500, times=None)
    answer = await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"])
    assert "keep trying" in answer.all_text
    assert "Your move" not in answer.all_text
    world.env.backend.faults.clear()
    await world.pass_time(3600)
    assert can(world.newest(), JOIN)


# People


async def test_a_match_continues_when_the_other_player_has_left_the_server(world: World) -> None:
    await begin(world)
    await world["Bartek"].leave()
    done = await take_turn(world["Ada"], quick)
    assert "Played." in done.text
    assert world["Bartek"].mention in world.newest().text


async def test_the_remaining_player_can_end_the_match(world: World) -> None:
    await begin(world)
    await world["Bartek"].leave()
    await world["Ada"].click(RESIGN, on=await world["Ada"].slash("match resign"))
    assert "Violet wins: resignation." in world.newest().text


async def test_an_invitation_to_somebody_who_left_can_be_taken_back(world: World, database: Path) -> None:
    await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"])
    await world["Bartek"].leave()
    await world["Ada"].slash("match cancel")
    assert not can(world.newest(), JOIN)
    assert person_to_move(world, await begin(world, other="Celina")) is world["Ada"]
    assert rows(database, "SELECT status FROM matches ORDER BY id") == [("cancelled",), ("live",)]


@pytest.mark.usefixtures("pictures")
async def test_a_list_with_people_who_left_can_be_shown(world: World) -> None:
    await begin(world)
    await world["Bartek"].leave()
    assert "`1`" in (await world["Ada"].slash("match list")).all_text
    assert (await world["Ada"].slash("match show")).png


# Discord itself


async def test_a_board_refused_by_discord_is_sent_later(world: World) -> None:
    await begin(world)
    panel = await draft(world["Ada"], quick)
    world.refuse("POST", _POST, status=500, times=None)
    before = len(world.messages())
    done = await world["Ada"].click(CONFIRM, on=panel)
    assert "It is saved. Discord isn't accepting the message right now; I'll keep trying." in done.all_text
    await world.pass_time(600)
    assert len(world.messages()) == before
    world.env.backend.faults.clear()
    await world.pass_time(3600)
    assert len(world.messages()) == before + 1
    assert to_move(world) is world["Bartek"]


async def test_a_board_waiting_for_discord_survives_a_restart(world: World) -> None:
    await begin(world)
    panel = await draft(world["Ada"], quick)
    world.refuse("POST", _POST, status=503, times=None)
    await world["Ada"].click(CONFIRM, on=panel)
    await world.restart()
    world.env.backend.faults.clear()
    await world.pass_time(3600)
    assert to_move(world) is world["Bartek"]


async def test_a_pick_that_discord_failed_to_show_is_kept(world: World, database: Path) -> None:
    await begin(world)
    panel = await draft(world["Ada"], quick)
    world.refuse("PATCH", "/webhooks/*/messages/@original", status=500, times=1)
    with world.forgiving():
        await world["Ada"].click(CONFIRM, on=panel)
    assert len(log_of(database)) == 1
    assert to_move(world) is world["Bartek"]


@pytest.mark.parametrize(("status", "code"), [(404, 10008), (404, 10015), (401, 50027)])
async def test_a_dismissed_panel_is_not_an_error(world: World, database: Path, status: int, code: int) -> None:
    await begin(world)
    panel = await draft(world["Ada"], quick)
    world.refuse("PATCH", "/webhooks/*/messages/@original", status=status, code=code, times=1)
    await world["Ada"].click(CONFIRM, on=panel)
    assert len(log_of(database)) == 1
    assert to_move(world) is world["Bartek"]


async def test_a_click_that_cannot_be_acknowledged_changes_nothing(world: World, database: Path) -> None:
    await begin(world)
    panel = await draft(world["Ada"], quick)
    world.refuse("POST", "/interactions/*", status=500, times=None)
    with world.forgiving():
        await world["Ada"].click(CONFIRM, on=panel)
    world.env.backend.faults.clear()
    assert log_of(database) == []
    await world["Ada"].click(CONFIRM, on=panel)
    assert len(log_of(database)) == 1


async def test_messages_in_a_channel_keep_their_order_when_the_first_fails(world: World) -> None:
    await begin(world)
    panel = await draft(world["Ada"], quick)
    world.refuse("POST", _POST, status=500, times=2)
    before = len(world.messages())
    await world["Ada"].click(CONFIRM, on=panel)
    await world["Ada"].slash("match draw")
    await world.pass_time(3600)
    posted = world.messages()[before:]
    assert [can(message, PLAY) for message in posted] == [True, False]
    assert can(posted[1], ACCEPT)


# The database


async def test_a_database_of_a_newer_version_is_not_changed(tmp_path: Path) -> None:
    newer = tmp_path / "newer.sqlite3"
    await (await Store.open(newer)).close()
    rows(newer, "PRAGMA user_version = 99")
    before = newer.read_bytes()
    bot = ArenaBot(newer)
    with pytest.raises(NewerDatabase):
        await bot.setup_hook()
    await bot.close()
    assert newer.read_bytes() == before


async def test_the_database_is_consistent_after_all_these_failures(world: World, database: Path) -> None:
    thread = await in_a_thread(world)
    await take_turn(world["Ada"], quick, within=thread)
    await world.delete(thread)
    assert faults(database) == []


async def test_an_unused_thread_is_deleted_unless_a_match_may_use_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = world["Ada"]

    async def no_match(*_: object, **__: object) -> None:
        raise trouble

    monkeypatch.setattr(Seating, "open", no_match)
    trouble: Exception = ChannelTaken(1, 1)
    await ada.slash("match new", game="leaders", thread=True)
    assert world.channel().threads == []
    world.refuse("DELETE", "/channels/*", status=403, code=50013)
    answer = await ada.slash("match new", game="leaders", thread=True)
    assert len(world.channel().threads) == 1 and "permission" not in answer.text, "the answer has the first error"
    trouble = UnreachableDatabase(Path("arena"), "it is not known whether the last change was stored")
    await ada.slash("match new", game="leaders", thread=True)
    assert len(world.channel().threads) == 2, "a match may be played in it"
