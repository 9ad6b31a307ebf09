"""/admin: the server's settings, its bans, and what its admins may do with a match."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import simcord

from tests.support.cogs.play import JOIN, PLAY, begin, can, draft_of, log_of, polish, quick, rows, take_turn, to_move
from tests.support.cogs.servers import abroad
from tests.support.world import Person, World

END = "press:end-match:"


async def admin_of(world: World, name: str = "Celina") -> Person:
    """A person who manages the server and plays in no match."""
    await world[name].promote("manage_guild")
    return world[name]


def spoil(database: Path, sql: str, **values: str) -> None:
    """Change the database directly, as the bot itself never does."""
    with closing(sqlite3.connect(database)) as conn, conn:
        conn.execute(sql, values)


# Permissions


async def test_members_without_the_permission_do_not_see_the_command(world: World) -> None:
    with pytest.raises(simcord.SetupError, match="default-member-permissions"):
        await world["Ada"].slash("admin defaults")


async def test_discord_permissions_can_let_other_people_use_admin_commands(world: World) -> None:
    guild = world.env.guild
    command = world.env.backend.find_command("admin", guild.id, type=1)
    assert command is not None
    guild.set_command_permissions(int(command["id"]), {world["Ada"].actor: True})
    answer = await world["Ada"].slash("admin bans")
    assert answer.all_text == "Everyone may play here."
    await begin(world, by="Bartek", other="Celina")
    sure = await world["Ada"].slash("admin end", match_number=1)
    assert "Match 1 has been ended." in (await world["Ada"].click(END, on=sure)).all_text


# Defaults


async def test_defaults_are_shown_in_the_readers_language(world: World) -> None:
    answer = await (await admin_of(world)).slash("admin defaults")
    assert answer.ephemeral
    assert answer.all_text.splitlines() == [
        "Clock: no clock.",
        "Language: automatic.",
        "A thread for every match: no.",
        "Lobby: none.",
        "The puzzle of the day is not posted here.",
        "Matches may be opened anywhere.",
    ]
    await world["Bartek"].promote("manage_guild")
    text = (await world["Bartek"].slash("admin defaults")).all_text
    assert text.splitlines()[-1] == polish("Matches may be opened anywhere.")


async def test_setting_one_default_leaves_the_others_unchanged(world: World) -> None:
    celina = await admin_of(world)
    await celina.slash("admin defaults", clock="5d+12h/10d", language="pl")
    text = (await celina.slash("admin defaults", thread=True)).all_text
    assert text.splitlines()[:3] == [
        "Clock: 5 days each, plus 12 hours per move, up to 10 days.",
        "Language: Polski.",
        "A thread for every match: yes.",
    ]
    text = (await celina.slash("admin defaults", clock="none", language="auto", thread=False)).all_text
    assert text.splitlines()[:3] == ["Clock: no clock.", "Language: automatic.", "A thread for every match: no."]


async def test_new_matches_follow_the_servers_defaults(world: World, database: Path) -> None:
    celina = await admin_of(world)
    await celina.slash("admin defaults", clock="3d", language="pl", thread=True)
    await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"])
    assert rows(database, "SELECT clock, language FROM matches") == [('{"move":259200}', "pl")]
    assert can(world.newest(world.channel().threads[0]), JOIN)


async def test_an_invalid_clock_changes_nothing(world: World) -> None:
    celina = await admin_of(world)
    await celina.slash("admin defaults", clock="3d")
    answer = await celina.slash("admin defaults", clock="soon", thread=True)
    assert answer.ephemeral and "I can't read that clock: soon." in answer.all_text
    text = (await celina.slash("admin defaults")).all_text
    assert text.splitlines()[:3] == ["Clock: 3 days per move.", "Language: automatic.", "A thread for every match: no."]


async def test_clocks_are_suggested_while_typing(world: World) -> None:
    celina = await admin_of(world)
    assert "3d" in await celina.suggest("admin defaults", "clock", "")
    assert (await celina.suggest("admin defaults", "clock", "4d"))[0] == "4d"
    assert await celina.suggest("admin defaults", "clock", "nonsense") == []


async def test_matches_are_opened_in_the_servers_chosen_place(world: World) -> None:
    celina, second = await admin_of(world), world.channel("second-table")
    text = (await celina.slash("admin channels add", channel=second)).all_text
    assert text == f"Matches may be opened in: <#{second.id}>."
    refused = await world["Ada"].slash("match new", game="leaders")
    assert f"<#{second.id}>" in refused.all_text and world.messages() == []
    await world["Ada"].slash("match new", within=second, game="leaders")
    assert can(world.newest(second), JOIN)
    assert "anywhere" in (await celina.slash("admin channels remove", channel=second)).all_text
    await world["Ada"].slash("match new", game="leaders")
    assert can(world.newest(), JOIN)


async def test_adding_a_channel_twice_is_fine_but_removing_it_twice_is_an_error(world: World) -> None:
    celina, here = await admin_of(world), world.channel()
    once = (await celina.slash("admin channels add", channel=here)).all_text
    assert (await celina.slash("admin channels add", channel=here)).all_text == once
    await celina.slash("admin channels add", channel=world.channel("second-table"))
    assert "anywhere" in (await celina.slash("admin channels all")).all_text
    again = await celina.slash("admin channels remove", channel=here)
    assert again.all_text == f"<#{here.id}> was not among the chosen channels."


# Bans


async def test_a_banned_person_cannot_join_until_the_ban_is_lifted(world: World) -> None:
    celina, bartek = await admin_of(world), world["Bartek"]
    assert (await celina.slash("admin bans")).all_text == "Everyone may play here."
    assert "is now banned from playing here" in (await celina.slash("admin ban", person=bartek)).all_text
    assert "already" in (await celina.slash("admin ban", person=bartek)).all_text
    assert (await celina.slash("admin bans")).all_text == f"Banned here: {bartek.mention}."
    await world["Ada"].slash("match new", game="leaders")
    refused = await bartek.click(JOIN)
    assert refused.all_text == polish("You are banned from playing on this server.")
    assert can(world.newest(), JOIN)
    assert "may play here again" in (await celina.slash("admin unban", person=bartek)).all_text
    await bartek.click(JOIN)
    assert can(world.newest(), PLAY)
    assert "is not banned here" in (await celina.slash("admin unban", person=bartek)).all_text
    assert "Bartek" not in world.pinged()


async def test_a_ban_leaves_running_matches_alone(world: World) -> None:
    await begin(world)
    await (await admin_of(world)).slash("admin ban", person=world["Ada"])
    await take_turn(world["Ada"], quick)
    assert to_move(world) is world["Bartek"]


# Ending


async def test_an_admin_ends_a_match_after_confirming(world: World, database: Path) -> None:
    await begin(world)
    await take_turn(world["Ada"], quick)
    await take_turn(world["Bartek"], quick)
    celina = await admin_of(world)
    sure = await celina.slash("admin end", match_number=1)
    assert sure.ephemeral
    assert rows(database, "SELECT status FROM matches") == [("live",)]
    await world.restart()
    done = await celina.click(END, on=sure)
    assert done.all_text == "Match 1 has been ended."
    assert f"{celina.mention} has canceled the match." in world.newest().text
    assert rows(database, "SELECT status, result FROM matches") == [("cancelled", "")]
    assert not sure.buttons, "the confirmation is edited into the answer"
    assert (await celina.slash("admin end", match_number=1)).all_text == "The match was canceled."


async def test_a_match_whose_position_cannot_be_read_can_be_ended(world: World, database: Path) -> None:
    await begin(world)
    celina = await admin_of(world)
    async with world.away():
        spoil(database, "UPDATE matches SET position = '{}'")
    done = await celina.click(END, on=await celina.slash("admin end", match_number=1))
    assert done.all_text == "Match 1 has been ended."
    spoil(database, "UPDATE matches SET position = '', checksum = NULL")  # no rows of the match are left to check


async def test_an_open_match_can_be_ended_too(world: World, database: Path) -> None:
    await world["Ada"].slash("match new", game="leaders")
    celina = await admin_of(world)
    await celina.click(END, on=await celina.slash("admin end", match_number=1))
    assert rows(database, "SELECT status FROM matches") == [("cancelled",)]


async def test_an_admin_cannot_reach_a_match_of_another_server(world: World, database: Path) -> None:
    elsewhere, ada, dora = await abroad(world)
    await begin(world)
    for person in (ada, dora):  # playing in the match does not help
        await person.promote("manage_guild")
        for command in ("admin end", "admin repair"):
            answer = await person.slash(command, within=elsewhere, match_number=1)
            assert answer.all_text == "There is no such match."
        assert await person.suggest("admin end", "match-number", "", within=elsewhere) == []
    assert (await dora.slash("admin end", within=elsewhere, match_number=7)).all_text == "There is no such match."
    celina = await admin_of(world)
    assert await celina.suggest("admin repair", "match-number", "") == ["1"]
    assert rows(database, "SELECT status, version FROM matches") == [("live", 0)]


# Repairing


async def test_repairing_a_sound_match_only_posts_its_board_again(world: World, database: Path) -> None:
    await begin(world)
    await take_turn(world["Ada"], quick)
    celina, before, pinged = await admin_of(world), world.newest(), world.pinged()
    shown = before.text
    answer = await celina.slash("admin repair", match_number=1)
    assert answer.ephemeral
    assert answer.all_text == "Match 1 agrees with its log; nothing had to be repaired."
    assert world.newest().id != before.id
    assert world.newest().text == shown
    assert not can(before, PLAY), "only the latest board has a Play button"
    assert world.pinged() == pinged, "they were pinged before"
    assert len(log_of(database)) == 1
    assert to_move(world) is world["Bartek"]


@pytest.mark.parametrize("fault", ["position = '{}'", "position = 'no JSON'", "position = :start", "to_move = '[0]'"])
async def test_repair_rebuilds_a_position_that_does_not_follow_from_the_log(
    world: World, database: Path, fault: str
) -> None:
    await begin(world)
    start = str(rows(database, "SELECT position FROM matches")[0][0])
    await take_turn(world["Ada"], quick)
    right = rows(database, "SELECT position, to_move FROM matches")
    async with world.away():
        spoil(database, f"UPDATE matches SET {fault}", start=start)
    answer = await (await admin_of(world)).slash("admin repair", match_number=1)
    assert answer.all_text == "Match 1 didn't agree with its log and has been rebuilt from it."
    assert rows(database, "SELECT position, to_move FROM matches") == right
    assert "The position was rebuilt from the log." in world.newest().text
    assert to_move(world) is world["Bartek"]
    await take_turn(world["Bartek"], quick)
    assert to_move(world) is world["Ada"]


async def test_moves_taken_back_by_a_repair_stay_in_the_log(world: World, database: Path) -> None:
    await begin(world)
    start = rows(database, "SELECT position FROM matches")
    await take_turn(world["Ada"], quick)
    first = rows(database, "SELECT position FROM matches")
    await take_turn(world["Bartek"], quick)
    celina = await admin_of(world)
    answer = await celina.slash("admin repair", match_number=1, take_back=2)
    assert answer.all_text == "Match 1: 2 moves taken back.", "Bartek recruits twice"
    assert "A server moderator took back the last moves." in world.newest().text
    assert rows(database, "SELECT position FROM matches") == first
    assert to_move(world) is world["Bartek"] and world.pinged()[-1] == "Bartek"
    assert [row[1] for row in log_of(database)] == ["play", "play", "play", "undo"]
    answer = await celina.slash("admin repair", match_number=1, take_back=1)
    assert answer.all_text == "Match 1: 1 move taken back.", "undone moves are not counted again"
    assert rows(database, "SELECT position FROM matches") == start
    refused = await celina.slash("admin repair", match_number=1, take_back=1)
    assert refused.all_text == "The match has 0 moves so far."
    await take_turn(world["Ada"], quick)
    assert to_move(world) is world["Bartek"]


async def test_taking_back_moves_deletes_drafts(world: World, database: Path) -> None:
    await begin(world)
    await take_turn(world["Ada"], quick)
    await world["Bartek"].slash("play", move="end")
    assert draft_of(database) != []
    await (await admin_of(world)).slash("admin repair", match_number=1, take_back=1)
    assert draft_of(database) == []


async def test_an_unreadable_log_says_how_many_moves_to_take_back(world: World, database: Path) -> None:
    await begin(world)
    await take_turn(world["Ada"], quick)
    async with world.away():
        for number, seat in ((2, 1), (3, 0)):
            spoil(
                database, f"INSERT INTO moves VALUES (1, {number}, {seat}, 'play', '[\"nonsense\"]', '{{}}', 0, NULL)"
            )
        spoil(database, "UPDATE matches SET version = 3")
    celina = await admin_of(world)
    text = (await celina.slash("admin repair", match_number=1)).all_text
    assert text == "The last 2 moves do not fit what was played before. Take them back with the option take-back."
    assert "do not fit" in (await celina.slash("admin repair", match_number=1, take_back=1)).all_text
    assert "2 moves taken back" in (await celina.slash("admin repair", match_number=1, take_back=2)).all_text
    assert to_move(world) is world["Bartek"]
    await take_turn(world["Bartek"], quick)
    assert to_move(world) is world["Ada"]


async def test_only_a_match_that_has_begun_can_be_repaired(world: World) -> None:
    celina = await admin_of(world)
    assert (await celina.slash("admin repair", match_number=1)).all_text == "There is no such match."
    await world["Ada"].slash("match new", game="leaders")
    assert "has not begun" in (await celina.slash("admin repair", match_number=1)).all_text
    await celina.click(END, on=await celina.slash("admin end", match_number=1))
    assert (await celina.slash("admin repair", match_number=1)).all_text == "The match was canceled."


async def test_a_result_is_not_taken_back(world: World, database: Path) -> None:
    await begin(world)
    await world["Ada"].click("press:resign:", on=await world["Ada"].slash("match resign"))
    celina, before = await admin_of(world), len(world.messages())
    refused = await celina.slash("admin repair", match_number=1, take_back=1)
    assert refused.all_text == "The match is over: its result stands."
    assert "nothing had to be repaired" in (await celina.slash("admin repair", match_number=1)).all_text
    assert (await celina.slash("admin end", match_number=1)).all_text == "The match is over."
    assert len(world.messages()) == before
    assert rows(database, "SELECT status FROM matches") == [("over",)]


async def test_repairing_a_match_without_a_channel_says_how_to_continue(world: World) -> None:
    second = world.channel("second-table")
    await begin(world, within=second)
    await world.delete(second)
    celina = await admin_of(world)
    text = (await celina.slash("admin repair", match_number=1)).all_text
    assert "nothing had to be repaired" in text
    assert "Its channel is gone." in text and "/match show" in text


async def test_a_repair_delivered_twice_is_made_once(world: World, database: Path) -> None:
    await begin(world)
    await take_turn(world["Ada"], quick)
    await take_turn(world["Bartek"], quick)
    answer = await (await admin_of(world)).slash("admin repair", match_number=1, take_back=1)
    await world.deliver_again(answer, unheard=True)
    assert [row[1] for row in log_of(database)] == ["play", "play", "play", "undo"]


async def test_an_admin_replaces_an_absent_player(world: World, database: Path) -> None:
    celina = await admin_of(world)
    dora = await world.welcome("Dora")
    await begin(world)
    answer = await celina.slash("admin substitute", match_number=1, instead_of=world["Ada"], player=dora)
    assert answer.all_text == f"{dora.mention} takes over from {world['Ada'].mention}."
    assert to_move(world) is dora
    assert world.pinged()[-1] == "Dora"
    assert rows(database, "SELECT person FROM seats ORDER BY seat") == [(dora.id,), (world["Bartek"].id,)]
    again = await celina.slash("admin substitute", match_number=1, instead_of=world["Ada"], player=celina)
    assert again.all_text == "Only a player of this match can be replaced."
