"""Notices: each reaches the right person once, by the chosen way, at the chosen time."""

from __future__ import annotations

from pathlib import Path

import discord
import pytest

from tests.support.cogs import monolith
from tests.support.cogs.clocks_and_notices import (
    HOUR,
    MINUTE,
    REMATCH,
    block_private_messages,
    choose,
    due,
    hide,
    now,
    pinged,
    private_messages,
    saying,
    set_quiet_hours,
    stamps,
    turn,
)
from tests.support.cogs.message_watch import MessageWatch
from tests.support.cogs.play import ACCEPT, PLAY, RESIGN, begin, can, hunted_down, polish, rows
from tests.support.world import World

# Channel and private messages


async def test_by_default_the_board_pings_the_player_to_move(world: World, database: Path) -> None:
    await begin(world)
    await turn(world, "Ada")
    assert pinged(world) == ["Bartek", "Ada", "Bartek"], "one ping for the invitation, and one for each move"
    await world.pass_time(HOUR)
    assert len(pinged(world)) == 3
    assert private_messages(world, world["Bartek"]) == []


async def test_a_private_message_comes_a_minute_later_if_it_is_still_the_players_move(
    world: World, database: Path
) -> None:
    await choose(world, "Bartek", "dm")
    await begin(world, clock="3h")
    await turn(world, "Ada")
    assert pinged(world) == ["Ada"], "the channel has neither an invitation ping nor a move ping"
    assert private_messages(world, world["Bartek"]) == []
    await world.pass_time(MINUTE)
    (private_message,) = private_messages(world, world["Bartek"])
    assert "Leaders" in private_message.text and stamps(private_message) == [now(world) + 3 * HOUR - MINUTE]
    (button,) = [part for part in private_message.components if part["type"] == 2]
    board = world.newest()
    assert button["url"] == f"https://discord.com/channels/{world.env.guild.id}/{world.channel().id}/{board.id}"
    await world.restart()
    await world.pass_time(HOUR)
    assert len(private_messages(world, world["Bartek"])) == 1
    assert pinged(world) == ["Ada"]


async def test_private_messages_are_in_the_readers_language(world: World) -> None:
    await choose(world, "Bartek", "dm")
    await world["Bartek"].slash("me language", language="pl")
    await begin(world)
    await turn(world, "Ada")
    await world.pass_time(MINUTE)
    (private_message,) = private_messages(world, world["Bartek"])
    message = polish("{game}: {who}, it is your move.").partition("{game}")[2]
    assert message.format(who=world["Bartek"].mention) in private_message.text


async def test_a_player_who_has_moved_gets_no_private_message(world: World, database: Path) -> None:
    await choose(world, "Bartek", "dm")
    await begin(world)
    await turn(world, "Ada")
    await world.pass_time(30)
    await turn(world, "Bartek")
    await world.pass_time(HOUR)
    assert private_messages(world, world["Bartek"]) == []
    assert "call:1" not in due(database)


async def test_several_notices_in_a_row_become_one_private_message(world: World, database: Path) -> None:
    for name in ("Ada", "Bartek"):
        await choose(world, name, "dm")
    await begin(world)
    for name in ("Ada", "Bartek", "Ada"):
        await turn(world, name)
        await world.pass_time(28)
    await world.restart()
    await world.pass_time(HOUR)
    assert len(private_messages(world, world["Bartek"])) == 1
    assert private_messages(world, world["Ada"]) == []


async def test_notices_both_sends_a_ping_and_a_private_message(world: World) -> None:
    await choose(world, "Bartek", "both")
    await begin(world)
    await turn(world, "Ada")
    assert pinged(world) == ["Bartek", "Ada", "Bartek"]
    await world.pass_time(HOUR)
    assert len(private_messages(world, world["Bartek"])) == 1
    assert len(pinged(world)) == 3


async def test_people_without_notices_get_no_reminders(world: World, database: Path) -> None:
    await choose(world, "Bartek", "none")
    await begin(world, clock="2h")
    await turn(world, "Ada")
    assert pinged(world) == ["Ada"]
    await world.pass_time(2 * HOUR - MINUTE)
    assert pinged(world) == ["Ada"] and private_messages(world, world["Bartek"]) == []
    assert world["Bartek"].mention in saying(world, "your move")[-1].text, "the board still names him"


async def test_the_start_of_a_match_is_announced_as_each_player_chose(world: World) -> None:
    await choose(world, "Ada", "dm")
    await begin(world)
    assert pinged(world) == ["Bartek"]
    await world.pass_time(MINUTE)
    assert len(private_messages(world, world["Ada"])) == 1


async def test_changed_notice_settings_apply_at_once(world: World) -> None:
    await begin(world, clock="2h")
    await turn(world, "Ada")
    before = len(pinged(world))
    await choose(world, "Bartek", "dm")
    await world.pass_time(HOUR * 7 // 4)
    assert len(pinged(world)) == before
    (reminder,) = private_messages(world, world["Bartek"])
    assert "Leaders" in reminder.text


# People who block private messages


async def test_a_player_who_blocks_private_messages_is_pinged_in_the_channel_once(world: World, database: Path) -> None:
    await choose(world, "Bartek", "dm")
    block_private_messages(world, "Bartek")
    await begin(world)
    await turn(world, "Ada")
    assert pinged(world) == ["Ada"]
    await world.pass_time(MINUTE)
    assert pinged(world) == ["Ada", "Bartek"]
    assert can(world.newest(), PLAY) and "Leaders (Violet): " in world.newest().text
    await world.restart()
    await world.pass_time(HOUR)
    assert len(pinged(world)) == 2
    answer = await world["Ada"].slash("match draw")
    assert answer.all_text == "I have asked the other side.", "the channel is not treated as broken"


async def test_a_failed_private_message_is_not_replaced_by_a_second_ping(world: World, database: Path) -> None:
    await choose(world, "Bartek", "both")
    block_private_messages(world, "Bartek")
    await begin(world)
    await turn(world, "Ada")
    await world.pass_time(HOUR)
    assert pinged(world) == ["Bartek", "Ada", "Bartek"]
    answer = await world["Ada"].slash("match draw")
    assert answer.all_text == "I have asked the other side."
    await world["Bartek"].click(ACCEPT)
    assert rows(database, "SELECT count(*) FROM outbox WHERE failed IS NOT NULL") == [(1,)]


async def test_a_private_message_that_fails_during_a_crash_becomes_one_ping(world: World, database: Path) -> None:
    await choose(world, "Bartek", "dm")
    block_private_messages(world, "Bartek")
    await begin(world)
    await turn(world, "Ada")
    async with world.killed_at("POST", f"/channels/{world.channel().id}/messages"):
        await world.pass_time(MINUTE)
    await world.pass_time(HOUR)
    assert pinged(world) == ["Ada", "Bartek"]


async def test_waiting_private_messages_do_not_delay_the_channel(world: World, database: Path) -> None:
    await choose(world, "Bartek", "dm")
    await begin(world)
    channel = world.env.backend.get_dm_channel(world["Bartek"].id)
    world.refuse("POST", f"/channels/{channel.id}/messages", status=500, times=8)
    await turn(world, "Ada")
    await world.pass_time(2 * MINUTE)
    answer = await world["Ada"].slash("match draw")
    assert answer.all_text == "I have asked the other side."
    assert "offers a draw" in world.newest().text


async def test_outdated_private_messages_are_not_sent(world: World, database: Path) -> None:
    """Discord accepts it only after he has moved and is asked again, so he gets only the newer one."""
    await choose(world, "Bartek", "dm")
    await begin(world)
    channel = world.env.backend.get_dm_channel(world["Bartek"].id)
    world.refuse("POST", f"/channels/{channel.id}/messages", status=500)
    await turn(world, "Ada")
    await world.pass_time(MINUTE + 10)
    for name in ("Bartek", "Ada"):
        await turn(world, name)
    await world.pass_time(6 * HOUR)
    assert len(private_messages(world, world["Bartek"])) == 1


async def test_no_private_message_while_the_player_is_moving(world: World, database: Path) -> None:
    await choose(world, "Bartek", "dm")
    await begin(world)
    channel = world.env.backend.get_dm_channel(world["Bartek"].id)
    world.refuse("POST", f"/channels/{channel.id}/messages", status=500)
    await turn(world, "Ada")
    await world.pass_time(MINUTE)
    await world["Bartek"].slash("play", move="end wanderer a4 confirm")
    await world.pass_time(HOUR)
    assert rows(database, "SELECT to_move FROM matches") == [("[1]",)], "he recruits twice"
    assert private_messages(world, world["Bartek"]) == []


# Quiet hours


async def test_notices_in_quiet_hours_become_one_after_them(world: World, database: Path) -> None:
    await set_quiet_hours(world, "Bartek", 3)
    await begin(world)
    before = len(pinged(world))
    for name in ("Ada", "Bartek", "Ada"):
        await turn(world, name)
    assert pinged(world)[before:] == ["Ada"]
    await world.pass_time(2.4 * HOUR)
    await world.restart()
    assert pinged(world)[before:] == ["Ada"]
    await world.pass_time(0.2 * HOUR)
    await world.restart()
    await world.pass_time(HOUR)
    assert pinged(world)[before:] == ["Ada", "Bartek"]
    assert can(world.newest(), PLAY)


async def test_a_player_who_moves_in_quiet_hours_is_not_notified_after_them(world: World, database: Path) -> None:
    await set_quiet_hours(world, "Bartek", 3)
    await begin(world)
    await turn(world, "Ada")
    await turn(world, "Bartek")
    before = len(pinged(world))
    await world.pass_time(4 * HOUR)
    assert len(pinged(world)) == before


async def test_private_messages_wait_for_the_end_of_quiet_hours_too(world: World) -> None:
    await choose(world, "Bartek", "dm")
    await set_quiet_hours(world, "Bartek", 2)
    await begin(world)
    await turn(world, "Ada")
    await world.pass_time(1.4 * HOUR)
    assert private_messages(world, world["Bartek"]) == []
    await world.pass_time(0.2 * HOUR)
    assert len(private_messages(world, world["Bartek"])) == 1


async def test_quiet_hours_that_begin_within_the_minute_delay_a_private_message(world: World) -> None:
    await choose(world, "Bartek", "dm")
    await set_quiet_hours(world, "Bartek", 1, starts=0.5)
    await begin(world)
    await world.pass_time(HOUR / 2 - 30)
    await turn(world, "Ada")
    await world.pass_time(10 * MINUTE)
    assert private_messages(world, world["Bartek"]) == []
    await world.pass_time(HOUR)
    assert len(private_messages(world, world["Bartek"])) == 1


async def test_a_reminder_comes_before_quiet_hours_in_which_the_time_runs_out(world: World) -> None:
    await set_quiet_hours(world, "Bartek", 8, starts=2)
    await begin(world, clock="4h")
    await turn(world, "Ada")
    before = len(pinged(world))
    await world.pass_time(2 * HOUR - 2 * MINUTE)
    assert len(pinged(world)) == before
    await world.pass_time(2 * MINUTE)
    assert pinged(world)[before:] == ["Bartek"]
    assert stamps(world.newest()) == [now(world) + 2 * HOUR]
    await world.pass_time(2 * HOUR - MINUTE)
    assert pinged(world)[before:] == ["Bartek"], "no second reminder comes in quiet hours"


async def test_a_reminder_waits_for_the_end_of_quiet_hours_if_time_allows(world: World) -> None:
    await set_quiet_hours(world, "Bartek", 2, starts=3)
    await begin(world, clock="6h")
    await turn(world, "Ada")
    before = len(pinged(world))
    await world.pass_time(5 * HOUR - MINUTE)
    assert len(pinged(world)) == before, "a fifth is left after 4 h 48 min, in quiet hours"
    await world.pass_time(MINUTE)
    assert pinged(world)[before:] == ["Bartek"]


async def test_a_player_whose_time_ends_in_quiet_hours_is_not_woken(world: World) -> None:
    await set_quiet_hours(world, "Bartek", 8)
    await begin(world, clock="1h")
    before = len(pinged(world))
    await turn(world, "Ada")
    await world.pass_time(HOUR - MINUTE)
    assert len(pinged(world)) == before
    assert private_messages(world, world["Bartek"]) == []


async def test_the_end_of_a_match_is_announced_after_quiet_hours(world: World, database: Path) -> None:
    await set_quiet_hours(world, "Bartek", 2)
    await begin(world)
    before = len(pinged(world))
    await world["Ada"].slash("match resign")
    await world["Ada"].click(RESIGN, on=await world["Ada"].slash("match resign"))
    assert len(pinged(world)) == before
    await world.restart()
    await world.pass_time(2 * HOUR)
    assert pinged(world)[before:] == ["Bartek"]
    assert can(world.newest(), REMATCH)
    await world.pass_time(HOUR)
    assert len(pinged(world)) == before + 1
    assert due(database) == {}


# Reminders


async def test_a_player_is_reminded_once_when_a_fifth_of_the_time_is_left(world: World, database: Path) -> None:
    await begin(world, clock="5h")
    await turn(world, "Ada")
    before = len(pinged(world))
    await world.pass_time(4 * HOUR - MINUTE)
    await world.restart()
    assert len(pinged(world)) == before
    await world.pass_time(MINUTE)
    assert pinged(world)[before:] == ["Bartek"]
    assert stamps(world.newest()) == [now(world) + HOUR]
    await world.restart()
    await world.pass_time(30 * MINUTE)
    assert len(pinged(world)) == before + 1
    await turn(world, "Bartek")
    assert pinged(world)[before:] == ["Bartek", "Ada"], "the reminder's button opens the panel, and the match continues"


@pytest.mark.parametrize("after", [False, True])
async def test_a_reminder_survives_a_crash_exactly_once(world: World, database: Path, after: bool) -> None:
    await begin(world, clock="5h")
    await turn(world, "Ada")
    async with world.killed_at("POST", f"/channels/{world.channel().id}/messages", after=after):
        await world.pass_time(4 * HOUR)
    await world.pass_time(HOUR / 2)
    found = rows(database, "SELECT count(*), count(sent_at) FROM outbox WHERE kind = 'remind'")
    assert found == [(1, 1)], "one message with one nonce, by which Discord knows it"


async def test_a_player_who_has_moved_is_not_reminded(world: World, database: Path) -> None:
    await begin(world, clock="5h")
    await turn(world, "Ada")
    await world.pass_time(3 * HOUR)
    await turn(world, "Bartek")
    before = len(pinged(world))
    await world.pass_time(3 * HOUR)
    assert len(pinged(world)) == before
    await world.pass_time(HOUR)
    assert pinged(world)[before:] == ["Ada"], "her own clock has run for four hours"


async def test_reminders_can_have_a_chosen_interval_or_be_off(world: World) -> None:
    await world["Ada"].slash("me remind", when="off")
    await world["Bartek"].slash("me remind", when="2h")
    await begin(world, clock="5h")
    before = len(pinged(world))
    await world.pass_time(4.5 * HOUR)
    assert len(pinged(world)) == before
    await turn(world, "Ada")
    await world.pass_time(3 * HOUR - MINUTE)
    assert pinged(world)[before:] == ["Bartek"], "the ping to move"
    await world.pass_time(MINUTE)
    assert pinged(world)[before:] == ["Bartek", "Bartek"]


async def test_without_a_clock_reminders_are_optional(world: World) -> None:
    await world["Bartek"].slash("me remind", when="2h")
    await begin(world)
    await turn(world, "Ada")
    before = len(pinged(world))
    await world.pass_time(2 * HOUR - MINUTE)
    assert len(pinged(world)) == before
    await world.pass_time(2 * HOUR)
    assert pinged(world)[before:] == ["Bartek"]


async def test_a_vacation_postpones_reminders_without_a_clock(world: World, database: Path) -> None:
    await world["Bartek"].slash("me remind", when="2h")
    await begin(world)
    await turn(world, "Ada")
    await world.pass_time(HOUR)
    before = len(pinged(world))
    await world["Bartek"].slash("me vacation", days=1)
    await world.pass_time(HOUR + MINUTE)
    assert len(pinged(world)) == before, "neither at once nor during the vacation"
    await world["Bartek"].slash("me back")
    await world.pass_time(HOUR - MINUTE)
    assert len(pinged(world)) == before
    await world.pass_time(MINUTE)
    assert pinged(world)[before:] == ["Bartek"]


async def test_a_player_in_the_middle_of_a_turn_is_reminded_of_the_rest(world: World, database: Path) -> None:
    """Bartek was reminded and has answered one question; the next one has its own time and reminder."""
    await begin(world, clock="5h")
    await turn(world, "Ada")
    await world.pass_time(4 * HOUR)
    before = len(pinged(world))
    await world["Bartek"].slash("play", move="end wanderer a4 confirm")
    assert len(pinged(world)) == before, "he is active"
    await world.pass_time(4 * HOUR - MINUTE)
    assert len(pinged(world)) == before
    await world.pass_time(MINUTE)
    assert pinged(world)[before:] == ["Bartek"]


async def test_a_player_with_an_open_panel_gets_no_private_message(world: World, database: Path) -> None:
    await choose(world, "Bartek", "dm")
    await begin(world)
    await turn(world, "Ada")
    await world["Bartek"].slash("play", move="end wanderer a4 confirm")
    await world.pass_time(HOUR)
    assert private_messages(world, world["Bartek"]) == []


# Simultaneous questions, late boards


async def test_players_asked_together_are_pinged_once_in_one_message(world: World, database: Path) -> None:
    await choose(world, "Ada", "dm")
    await monolith.begin(world, options="monoliths=true")
    for faction in ("dragon-empire", "lords-of-the-abyss"):
        (name,) = monolith.names_to_move(world)
        await world[name].slash("play", move=f"{faction} confirm")
    await world.pass_time(MINUTE)
    before, written = len(pinged(world)), len(private_messages(world, world["Ada"]))
    await hide(world, "Bartek")
    await world.pass_time(HOUR)
    assert len(pinged(world)) == before and len(private_messages(world, world["Ada"])) == written
    await hide(world, "Ada")
    assert pinged(world)[before:] == ["Bartek"], "the next round pings him; Ada is choosing already"


async def test_a_late_board_pings_only_players_who_have_not_answered(world: World, database: Path) -> None:
    await monolith.begin(world, options="monoliths=true")
    (name,) = monolith.names_to_move(world)
    await world[name].slash("play", move="dragon-empire confirm")
    before = len(pinged(world))
    (name,) = monolith.names_to_move(world)
    await world.revoke("send_messages")
    await world[name].slash("play", move="lords-of-the-abyss confirm")
    await hide(world, "Ada")
    assert len(pinged(world)) == before
    await world.restore()
    await world.pass_time(HOUR)
    assert pinged(world)[before:] == ["Bartek"]
    assert monolith.names_to_move(world) == ["Bartek"]


async def test_a_late_board_does_not_ping_players_who_have_moved(world: World) -> None:
    await begin(world)
    before = len(pinged(world))
    await world.revoke("send_messages")
    for name in ("Ada", "Bartek", "Ada"):
        await turn(world, name)
    await world.restore()
    await world.pass_time(HOUR)
    assert pinged(world)[before:] == ["Bartek"]


# The end


async def test_the_opponent_is_notified_of_the_end_with_a_rematch_button(world: World) -> None:
    await begin(world)
    await hunted_down(world)
    assert pinged(world)[-1] == "Bartek"
    assert can(world.newest(), REMATCH)


async def test_an_agreed_draw_is_reported_to_the_player_who_offered_it(world: World) -> None:
    await begin(world)
    await world["Ada"].slash("match draw")
    before = len(pinged(world))
    await world["Bartek"].click(ACCEPT)
    assert pinged(world)[before:] == ["Ada"]
    await world.restart()
    await world.pass_time(HOUR)
    assert len(pinged(world)) == before + 1


async def test_the_end_can_be_announced_by_private_message(world: World) -> None:
    await choose(world, "Bartek", "dm")
    await begin(world)
    await world["Ada"].click(RESIGN, on=await world["Ada"].slash("match resign"))
    assert pinged(world) == ["Ada"]
    (private_message,) = private_messages(world, world["Bartek"])
    assert private_message.text == f"{world['Bartek'].mention} Leaders: your match is over."
    await world.restart()
    await world.pass_time(HOUR)
    assert len(private_messages(world, world["Bartek"])) == 1


async def test_players_who_block_private_messages_learn_the_end_in_the_channel(world: World) -> None:
    await choose(world, "Bartek", "dm")
    block_private_messages(world, "Bartek")
    await begin(world)
    before = len(pinged(world))
    await world["Ada"].click(RESIGN, on=await world["Ada"].slash("match resign"))
    assert pinged(world)[before:] == ["Bartek"]
    assert can(world.newest(), REMATCH) and "your match is over" in world.newest().text


async def test_a_canceled_match_pings_nobody_and_leaves_nothing_behind(world: World, database: Path) -> None:
    await choose(world, "Ada", "dm")
    await begin(world, clock="1h")
    before = len(pinged(world))
    await world["Bartek"].slash("match cancel")
    await world.pass_time(2 * HOUR)
    assert len(pinged(world)) == before
    assert private_messages(world, world["Ada"]) == []
    assert due(database) == {}


# Answers and edits


async def test_answers_to_commands_ping_nobody(world: World) -> None:
    await begin(world)
    before = len(world.pings)
    await world["Ada"].slash("board", public=True)
    await world["Celina"].slash("match show")
    await turn(world, "Ada")
    await world["Ada"].slash("match list")
    assert [ping.people for ping in world.pings[before:] if ping.people] == [{world["Bartek"].id}]


async def test_the_watch_fails_if_the_end_is_sent_to_the_player_who_caused_it(
    world: World, watch: MessageWatch
) -> None:
    await begin(world)
    await world["Ada"].click(RESIGN, on=await world["Ada"].slash("match resign"))
    end = world.newest()
    channel = world.bot.get_channel(world.channel().id)
    assert isinstance(channel, discord.TextChannel)
    view = discord.ui.LayoutView()
    view.add_item(discord.ui.TextDisplay(world["Ada"].mention))
    row: discord.ui.ActionRow[discord.ui.LayoutView] = discord.ui.ActionRow()
    row.add_item(discord.ui.Button(label="Rematch", custom_id=end.button(REMATCH)))
    view.add_item(row)
    await channel.send(view=view, allowed_mentions=discord.AllowedMentions.all())
    await world.env.settle()
    assert len(watch.wrong_pings) == 1
    watch.wrong_pings.clear()
