"""Matches with clocks: whose clock runs, how much time is left, and what happens when it runs out."""

from __future__ import annotations

import asyncio
from pathlib import Path
from unittest import mock

import discord
import pytest

import bot
from cogs.client.arena_bot import ArenaBot
from db.rows import NewMessage
from table.clocks.alarm import HEARTBEAT_SECONDS
from tests.support.cogs import knockdown, monolith
from tests.support.cogs.clocks_and_notices import (
    CLAIM,
    DAY,
    HOUR,
    MINUTE,
    crash,
    due,
    hide,
    now,
    pinged,
    result,
    saying,
    stamps,
    timing,
    turn,
    write,
)
from tests.support.cogs.play import ACCEPT, begin, can, log_of, polish, rows
from tests.support.world import World

NOT_YET = "None of your opponents has run out of time."


async def late(world: World, *, seconds: int = 2 * HOUR, ends: str = "claim") -> None:
    """Ada plays, and Bartek thinks for this many seconds; after two hours his time is over."""
    await begin(world, clock="2h", timeout=ends)
    await turn(world, "Ada")
    await world.pass_time(seconds)


async def asked_together(world: World, clock: str, thinks: int = 0) -> None:
    """Play Monolith Arena up to the secret choices; Bartek has thought for `thinks` seconds before."""
    await monolith.begin(world, options="monoliths=true", clock=clock)
    factions = iter(("dragon-empire", "lords-of-the-abyss"))
    while len(names := monolith.names_to_move(world)) == 1:
        await world.pass_time(thinks if names == ["Bartek"] else 0)
        await world[names[0]].slash("play", move=f"{next(factions)} confirm")


# Running clocks


async def test_the_board_shows_the_deadline(world: World) -> None:
    board = await begin(world, clock="3d")
    assert stamps(board) == [now(world) + 3 * DAY]
    await world.pass_time(HOUR)
    await turn(world, "Ada")
    assert stamps(world.newest()) == [now(world) + 3 * DAY]
    assert "Time: 3 days per move" in board.text


async def test_without_a_clock_no_time_is_shown(world: World, database: Path) -> None:
    assert stamps(await begin(world)) == []
    assert "flag" not in due(database)


async def test_a_move_stops_the_players_clock_and_starts_the_others(world: World, database: Path) -> None:
    await begin(world, clock="6h")
    assert timing(database).running == (0,)
    await world.pass_time(HOUR)
    await turn(world, "Ada")
    assert timing(database).running == (1,)
    assert timing(database).left[1] == 6 * HOUR
    await world.pass_time(5 * HOUR)
    await turn(world, "Bartek")
    assert timing(database).running == (0,)
    assert timing(database).left[0] == 6 * HOUR, "every move has the whole time"


async def test_a_time_bank_shrinks_and_grows_up_to_its_cap(world: World, database: Path) -> None:
    await begin(world, clock="3h+1h/4h")
    await world.pass_time(HOUR + 1)
    await world["Ada"].slash("play", move="end vizier a1 confirm")
    assert timing(database).left == (3 * HOUR - 1, 3 * HOUR)
    await world.pass_time(7)
    await world["Bartek"].slash("play", move="end wanderer a4 confirm")
    assert timing(database).left == (3 * HOUR - 1, 4 * HOUR - 7)
    assert timing(database).running == (1,), "he recruits twice"
    await world["Bartek"].slash("play", move="royal-guard b5 confirm")
    assert timing(database).left == (3 * HOUR - 1, 4 * HOUR), "the cap"
    await world.pass_time(3 * HOUR - MINUTE)
    await world.restart()
    await world["Ada"].slash("play", move="end claw-launcher b1 confirm")
    assert timing(database).left == (HOUR + MINUTE - 1, 4 * HOUR)
    assert timing(database).running == (1,)


async def test_a_draft_does_not_stop_the_clock(world: World, database: Path) -> None:
    await begin(world, clock="2h")
    before = timing(database)
    await world["Ada"].slash("play", move="end vizier a1")
    assert timing(database) == before


async def test_clocks_of_players_asked_together_run_at_the_same_time(world: World, database: Path) -> None:
    await asked_together(world, "10h+1h/20h")
    assert timing(database).running == (0, 1)
    assert len(stamps(world.board())) == 2
    full = timing(database).left
    await world.pass_time(2 * HOUR)
    await hide(world, "Bartek")
    assert timing(database).running == (0,)
    assert timing(database).left == (full[0] - 2 * HOUR, full[1] - 2 * HOUR + HOUR)
    await world.pass_time(HOUR)
    await hide(world, "Ada")
    assert timing(database).left == (full[0] - 2 * HOUR, full[1] - HOUR), "three hours for Ada, two for Bartek"


async def test_a_question_on_anothers_turn_uses_the_asked_players_time(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shields = "thrown_hatchet parry_cut grave_chill witch_light"
    knockdown.lay(
        monkeypatch, "f4 f6", "wolf_shoulder slip_aside", fighters="mistling adder_daughter", a="ash_knuckle", b=shields
    )
    await knockdown.begin(world, clock="5h+0h/5h")
    before = len(pinged(world))
    await world.pass_time(HOUR)
    await knockdown.play(world["Ada"], "wolf-shoulder")
    assert timing(database).running == (1,)
    assert pinged(world, 0)[before:] == ["Bartek"], "he decides whether to block"
    await world.pass_time(2 * HOUR)
    await knockdown.play(world["Bartek"], "none none")
    assert timing(database).left == (4 * HOUR, 3 * HOUR)
    assert timing(database).running == (0,)


# Out of time


async def test_a_time_out_is_announced_once_and_may_be_claimed(world: World, database: Path) -> None:
    await late(world, seconds=2 * HOUR - MINUTE)
    before = len(pinged(world))
    await world.restart()
    assert saying(world, "Out of time") == []
    await world.pass_time(MINUTE)
    message = world.newest()
    assert message.text.startswith(f"Out of time: {world['Bartek'].mention}.")
    assert can(message, CLAIM)
    await world.restart()
    await world.pass_time(2 * HOUR)
    assert pinged(world)[before:] == ["Ada"], "nobody is pinged twice"
    assert result(database)[0] == "live", "the match does not end by itself"
    answer = await world["Ada"].click(CLAIM, on=message)
    assert answer.ephemeral and answer.all_text == "The match is over: time ran out."
    assert result(database) == ("over", [0], "timeout")
    assert log_of(database)[-1] == (1, "timeout", "[]")
    assert pinged(world)[before + 1 :] == ["Bartek"], "the loser is notified"
    assert f"Victory: {world['Ada'].mention}" in world.newest().text
    await world.restart()
    await world.pass_time(DAY / 4)
    assert len(pinged(world)) == before + 2


async def test_a_claim_can_be_typed(world: World, database: Path) -> None:
    await late(world)
    assert (await world["Ada"].slash("match claim")).all_text == "The match is over: time ran out."
    assert result(database) == ("over", [0], "timeout")


@pytest.mark.usefixtures("no_edits")
async def test_a_repeated_claim_counts_once(world: World, database: Path) -> None:
    await late(world)
    message = saying(world, "Out of time")[0]
    async with world.together():
        one = await world["Ada"].click(CLAIM, on=message)
        other = await world["Ada"].slash("match claim")
    assert {one.all_text, other.all_text} == {"The match is over: time ran out.", "The match is over."}
    assert [row[1] for row in log_of(database)] == ["play", "timeout"]
    again = await world["Ada"].click(CLAIM, on=message)
    assert again.all_text == "The match is over."


async def test_a_win_cannot_be_claimed_too_early_or_for_the_wrong_side(world: World, database: Path) -> None:
    await late(world, seconds=2 * HOUR - MINUTE)
    assert (await world["Ada"].slash("match claim")).all_text == NOT_YET
    await world.pass_time(MINUTE)
    message = world.newest()
    assert (await world["Bartek"].click(CLAIM, on=message)).all_text == polish(NOT_YET)
    assert (await world["Celina"].click(CLAIM, on=message)).all_text == "You are not playing in this match."
    assert (await world["Celina"].slash("match claim")).all_text == "You are not playing in this match."
    assert result(database)[0] == "live"


@pytest.mark.usefixtures("no_edits")
async def test_a_late_player_may_still_move_and_then_nobody_can_claim(world: World, database: Path) -> None:
    await late(world)
    message = saying(world, "Out of time")[0]
    await world.pass_time(HOUR)
    await turn(world, "Bartek")
    assert pinged(world)[-1] == "Ada"
    assert (await world["Ada"].click(CLAIM, on=message)).all_text == NOT_YET
    assert result(database)[0] == "live"
    assert timing(database).running == (0,)
    await world.pass_time(2 * HOUR)
    assert len(saying(world, "Out of time")) == 2, "now Ada is out of time"
    await world["Bartek"].click(CLAIM)
    assert result(database) == ("over", [1], "timeout")


async def test_of_a_claim_and_a_move_at_the_same_instant_one_counts(world: World, database: Path) -> None:
    await late(world)
    message = saying(world, "Out of time")[0]
    await world["Bartek"].slash("play", move="end wanderer a4")
    async with world.together():
        await world["Bartek"].slash("play", move="confirm")
        claimed = await world["Ada"].click(CLAIM, on=message)
    kinds = [row[1] for row in log_of(database)]
    if kinds == ["play", "play"]:
        assert claimed.all_text == NOT_YET
    else:
        assert kinds == ["play", "timeout"] and "time ran out" in claimed.all_text


async def test_nothing_is_claimed_before_the_match_begins_or_after_it(world: World) -> None:
    assert "no match in this channel" in (await world["Ada"].slash("match claim")).all_text
    await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"], clock="1h")
    assert "has not begun" in (await world["Ada"].slash("match claim")).all_text
    await world["Bartek"].click("press:join:")
    assert (await world["Bartek"].slash("match claim")).all_text == polish(NOT_YET)


async def test_a_match_may_end_on_time_without_a_claim(world: World, database: Path) -> None:
    await late(world, seconds=2 * HOUR - MINUTE, ends="automatic")
    before = len(pinged(world))
    assert result(database)[0] == "live"
    await world.pass_time(MINUTE)
    assert result(database) == ("over", [0], "timeout")
    assert saying(world, "you may claim") == []
    assert pinged(world)[before:] == ["Ada+Bartek"]
    assert can(world.newest(), "press:rematch:")
    assert due(database) == {}
    await world.restart()
    await world.pass_time(HOUR)
    assert len(pinged(world)) == before + 1


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("ends", ["claim", "automatic"])
async def test_a_time_out_is_announced_even_if_the_bot_dies_while_sending_it(
    world: World, database: Path, ends: str, after: bool
) -> None:
    await late(world, seconds=2 * HOUR - MINUTE, ends=ends)
    async with world.killed_at("POST", f"/channels/{world.channel().id}/messages", after=after):
        await world.pass_time(MINUTE)
    await world.pass_time(HOUR)
    words = "Out of time" if ends == "claim" else "Victory:"
    assert len(saying(world, words)) == 1, "the message sent before the crash is found"
    assert rows(database, "SELECT kind FROM outbox WHERE sent_at IS NULL") == []
    nonces = [
        request.json["nonce"]
        for request in world.env.backend.http_requests
        if isinstance(request.json, dict)
        and words in str(request.json)
        and request.path == f"/channels/{world.channel().id}/messages"
    ]
    assert len(set(nonces)) == 1


async def test_both_players_can_be_out_of_time_at_once(world: World, database: Path) -> None:
    await asked_together(world, "1h")
    await world.pass_time(HOUR)
    assert len(saying(world, "Out of time")) == 1
    await world["Ada"].slash("match claim")
    assert result(database) == ("over", [], "timeout"), "nobody has won"


async def test_two_players_can_run_out_of_time_one_after_the_other(world: World, database: Path) -> None:
    """Both are asked together, but Bartek has less time in his bank; each time-out is announced once."""
    await asked_together(world, "3h+0h/3h", thinks=HOUR)
    assert timing(database).left == (3 * HOUR, 2 * HOUR)
    before = len(pinged(world))
    await world.pass_time(2 * HOUR)
    assert [name for name in pinged(world)[before:] if name == "Ada"][-1:] == ["Ada"]
    assert saying(world, "Out of time")[0].text.startswith(f"Out of time: {world['Bartek'].mention}.")
    await world.pass_time(HOUR)
    second = saying(world, "Out of time")
    assert len(second) == 2 and f"Out of time: {world['Ada'].mention}" in second[1].text.splitlines()[0]
    assert pinged(world)[-1] == "Bartek"


async def test_answering_while_the_other_player_is_late_causes_no_second_notice(world: World, database: Path) -> None:
    await asked_together(world, "3h+0h/3h", thinks=HOUR)
    await world.pass_time(2 * HOUR)
    assert len(saying(world, "Out of time")) == 1
    await hide(world, "Ada")
    await world.pass_time(HOUR)
    assert len(saying(world, "Out of time")) == 1
    await world["Ada"].click(CLAIM, on=saying(world, "Out of time")[0])
    assert result(database) == ("over", [0], "timeout")


# Time that counts for nobody


async def test_the_bots_down_time_costs_no_players_time(world: World, database: Path) -> None:
    await late(world, seconds=HOUR)
    before, down = len(pinged(world)), 5 * HOUR + 13
    async with world.away():
        await world.pass_time(down)
    assert len(pinged(world)) == before, "neither a reminder nor a time-out is posted"
    await world.pass_time(HOUR * 3 // 5 - MINUTE)
    assert len(pinged(world)) == before
    await world.pass_time(MINUTE)
    assert pinged(world)[before:] == ["Bartek"], "a fifth of two hours is left"
    assert stamps(world.newest()) == [now(world) + HOUR * 2 // 5]
    await world.pass_time(HOUR * 2 // 5 - MINUTE)
    assert pinged(world)[before:] == ["Bartek"]
    assert (await world["Ada"].slash("match claim")).all_text == NOT_YET
    await world.pass_time(MINUTE)
    assert pinged(world)[before:] == ["Bartek", "Ada"]


async def test_several_outages_are_added_up(world: World, database: Path) -> None:
    await late(world, seconds=0)
    for _ in range(4):
        await world.pass_time(29 * MINUTE)
        async with world.away():
            await world.pass_time(3 * HOUR)
    assert saying(world, "Out of time") == []
    await world.pass_time(3 * MINUTE)
    assert saying(world, "Out of time") == []
    await world.pass_time(MINUTE)
    assert len(saying(world, "Out of time")) == 1


async def test_a_crash_gives_back_at_most_a_little_too_much_time(world: World, database: Path) -> None:
    await late(world, seconds=HOUR + 7 * MINUTE)
    await crash(world, 4 * HOUR)
    await world.pass_time(52 * MINUTE)
    assert saying(world, "Out of time") == [], "no second is lost"
    await world.pass_time(HEARTBEAT_SECONDS + MINUTE)
    assert len(saying(world, "Out of time")) == 1, "at most the time between two heartbeats is gained"


@pytest.mark.parametrize("heartbeat", [bot.HEARTBEAT_SECONDS])
async def test_a_crash_gives_back_no_more_than_one_heartbeat(world: World, database: Path) -> None:
    await late(world, seconds=30 * MINUTE + 7)
    died = now(world)
    await crash(world, 4 * HOUR)
    *_, outage = rows(database, "SELECT starts, ends FROM outages ORDER BY ends")
    starts, ends = map(int, map(str, outage))
    assert died - MINUTE <= starts <= died and ends == died + 4 * HOUR


async def test_a_move_after_an_outage_gets_the_time_back(world: World, database: Path) -> None:
    await begin(world, clock="5h+0h/5h")
    await world.pass_time(HOUR)
    async with world.away():
        await world.pass_time(3 * HOUR)
    await world.pass_time(HOUR)
    await turn(world, "Ada")
    assert timing(database).left == (3 * HOUR, 5 * HOUR)


# Vacation


async def test_a_vacation_stops_the_clocks_and_the_board_shows_it(world: World, database: Path) -> None:
    await begin(world, clock="2h")
    await world.pass_time(HOUR)
    await world["Ada"].slash("me vacation", days=1)
    back = now(world) + DAY
    assert due(database)["flag"] == back + HOUR
    await world.pass_time(10 * MINUTE)
    await turn(world, "Ada")
    board = world.newest()
    assert f"{world['Ada'].mention} is away until <t:{back}:D>; the clocks are stopped." in board.text
    assert stamps(board) == [back + 2 * HOUR], "Bartek's clock stands still, too"


async def test_ending_a_vacation_early_restarts_the_clocks(world: World, database: Path) -> None:
    await late(world, seconds=HOUR)
    before = len(pinged(world))
    await world["Bartek"].slash("me vacation", days=20)
    await world.pass_time(3 * HOUR)
    await world.restart()
    assert (await world["Ada"].slash("match claim")).all_text == NOT_YET
    assert len(pinged(world)) == before
    await world["Bartek"].slash("me back")
    await world.pass_time(35 * MINUTE)
    assert len(pinged(world)) == before
    await world.restart()
    await world.pass_time(MINUTE)
    assert pinged(world)[before:] == ["Bartek"]
    await world.pass_time(24 * MINUTE)
    assert pinged(world)[before:] == ["Bartek", "Ada"]


async def test_a_vacation_of_either_side_stops_the_clock(world: World, database: Path) -> None:
    await late(world, seconds=HOUR)
    await world["Ada"].slash("me vacation", days=1)
    assert due(database)["flag"] == now(world) + DAY + HOUR


async def test_a_deadline_reached_during_a_vacation_is_postponed(world: World, database: Path) -> None:
    """A due row only makes the bot check the clocks."""
    await late(world, seconds=HOUR)
    await world["Bartek"].slash("me vacation", days=1, starts_in=1)
    assert due(database)["flag"] == now(world) + HOUR, "the vacation begins after the time-out"
    write(database, f"UPDATE due SET at = {now(world)} WHERE kind = 'flag'")
    await world.restart()
    assert saying(world, "Out of time") == []
    assert due(database)["flag"] == now(world) + HOUR


async def test_a_vacation_after_the_time_is_over_does_not_help(world: World, database: Path) -> None:
    await late(world)
    await world["Bartek"].slash("me vacation", days=3)
    await world.pass_time(HOUR)
    await world["Ada"].slash("match claim")
    assert result(database) == ("over", [0], "timeout")


async def test_taking_back_a_move_gives_no_time(world: World, database: Path) -> None:
    await begin(world, clock="1d+12h/5d")
    for _ in range(3):
        await turn(world, "Ada")
        await world["Ada"].slash("match undo")
        await world["Bartek"].click(ACCEPT)
    assert timing(database).left == (DAY, DAY)


async def test_a_player_gets_time_to_move_after_a_repair(world: World, database: Path) -> None:
    await world["Celina"].promote("manage_guild")
    await begin(world, clock="1d")
    await turn(world, "Ada")
    await world.pass_time(2 * DAY)
    await world["Celina"].slash("admin repair", match_number=1, take_back=1)
    assert (
        "None of your opponents has run out of time."
        in (await world["Ada"].slash("match claim")).all_text + (await world["Bartek"].slash("match claim")).all_text
    )
    assert timing(database).left[0] == DAY


async def test_a_channel_that_refuses_messages_does_not_affect_other_clocks(world: World) -> None:
    assert isinstance(world.bot, ArenaBot)
    await begin(world)
    stuck = asyncio.Event()

    async def never(_: int) -> discord.TextChannel:
        await stuck.wait()
        raise TimeoutError

    with mock.patch.object(world.bot.platform, "_channel", never), world.env.time_context():
        await world.bot.store.outbox.post(1, [NewMessage(kind="turn", payload='{"version": 0, "call": []}')])
        await asyncio.wait_for(world.bot.table.run_due(), 10)
        await asyncio.wait_for(world.bot.table.run_due(), 10)
        stuck.set()
        await world.env.settle()


async def test_the_board_shows_the_waiting_players_bank_too(world: World) -> None:
    await begin(world, clock="5d+12h/10d")
    assert "-# Time left: Violet 5 days" in world.newest().text
    await world.pass_time(DAY)
    await turn(world, "Ada")
    assert "-# Time left: Gold 4 days 12 hours" in world.newest().text
    assert "Time left" not in (await begin(world, within=world.channel("second-table"), clock="3d")).text
