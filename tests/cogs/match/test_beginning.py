"""Opening a match, joining it, and how it begins."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.cogs.fixed_seed import FixedSeed
from tests.support.cogs.play import (
    CANCEL,
    JOIN,
    PLAY,
    begin,
    can,
    first,
    hunted_down,
    offered,
    open_panel,
    person_to_move,
    quick,
    rows,
    take_turn,
    to_move,
)
from tests.support.world import World

_DAY = 86400


async def test_an_invitation_pings_the_invited_person(world: World) -> None:
    answer = await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"])
    assert answer.ephemeral
    assert "Match 1 is open" in answer.text
    assert world["Bartek"].mention in world.newest().text
    assert can(world.newest(), JOIN) and can(world.newest(), CANCEL)
    assert world.pinged() == ["Bartek"]


async def test_an_invitation_to_anyone_pings_nobody(world: World) -> None:
    await world["Ada"].slash("match new", game="leaders")
    assert "1 open seat: who wants to join?" in world.newest().text
    assert world.pinged() == []


async def test_anyone_may_join_an_open_match(world: World) -> None:
    await world["Ada"].slash("match new", game="leaders")
    await world["Celina"].click(JOIN)
    assert to_move(world) is world["Ada"]
    assert world["Celina"].mention in world.newest().text


async def test_joining_by_command_begins_the_match_as_well(world: World) -> None:
    await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"])
    answer = await world["Bartek"].slash("match join")
    assert answer.ephemeral
    assert can(world.newest(), PLAY)


async def test_a_reserved_seat_is_not_given_to_another(world: World) -> None:
    await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"])
    answer = await world["Celina"].click(JOIN)
    assert "reserved for someone else" in answer.all_text
    assert can(world.newest(), JOIN)


async def test_nobody_plays_against_themselves(world: World) -> None:
    await world["Ada"].slash("match new", game="leaders")
    answer = await world["Ada"].click(JOIN)
    assert "already" in answer.all_text
    assert can(world.newest(), JOIN)


async def test_you_cannot_invite_yourself(world: World) -> None:
    answer = await world["Ada"].slash("match new", game="leaders", opponent=world["Ada"])
    assert "other people" in answer.all_text
    assert world.messages() == []


async def test_a_game_for_two_refuses_a_third_opponent(world: World) -> None:
    ada, bartek, celina = world["Ada"], world["Bartek"], world["Celina"]
    answer = await ada.slash("match new", game="leaders", opponent=bartek, second_opponent=celina)
    assert answer.all_text == "Leaders is for 2 players."
    assert world.messages() == []


async def test_a_game_for_two_is_not_opened_for_three(world: World) -> None:
    answer = await world["Ada"].slash("match new", game="leaders", players=3)
    assert answer.all_text == "Leaders is for 2 players."
    assert world.messages() == []


async def test_nobody_is_invited_twice(world: World) -> None:
    bartek = world["Bartek"]
    answer = await world["Ada"].slash("match new", game="leaders", opponent=bartek, second_opponent=bartek)
    assert "each only once" in answer.all_text


async def test_other_bots_cannot_be_opponents(world: World) -> None:
    robot = await world.welcome("Robot", bot=True)
    answer = await world["Ada"].slash("match new", game="leaders", opponent=robot)
    assert "other people" in answer.all_text
    assert world.messages() == []


@pytest.mark.usefixtures("no_edits")
async def test_a_third_player_cannot_join_a_match_that_has_begun(world: World) -> None:
    await world["Ada"].slash("match new", game="leaders")
    invitation = world.newest()
    await world["Bartek"].click(JOIN, on=invitation)
    answer = await world["Celina"].click(JOIN, on=invitation)
    assert "no longer open" in answer.all_text


async def test_joining_where_there_is_no_match_is_refused(world: World) -> None:
    answer = await world["Ada"].slash("match join")
    assert "no match in this channel" in answer.all_text


async def test_a_new_match_in_an_occupied_channel_gets_a_thread(world: World) -> None:
    await begin(world)
    before = len(world.messages())
    answer = await world["Celina"].slash("match new", game="leaders")
    (thread,) = world.channel().threads
    assert answer.all_text == f"Match 2 is open in <#{thread.id}>."
    assert can(world.newest(thread), JOIN) and len(world.messages()) == before
    await world["Bartek"].click(JOIN, on=world.newest(thread))
    assert can(world.newest(thread), PLAY) and can(world.newest(), PLAY), "both matches are played side by side"


@pytest.mark.parametrize("hindrance", ["in a thread", "no permission", "asked for none", "refused"])
async def test_without_threads_a_channel_has_one_live_match(world: World, hindrance: str) -> None:
    place = world.channel()
    if hindrance == "in a thread":
        await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"], thread=True)
        (place,) = world.channel().threads
    else:
        await begin(world)
    if hindrance == "no permission":
        await world.revoke("create_public_threads")
    if hindrance == "refused":
        world.refuse("POST", "/channels/*/threads", status=403, code=160006)
    wish = {"thread": False} if hindrance == "asked for none" else {}
    answer = await world["Celina"].slash("match new", within=place, game="leaders", **wish)
    assert answer.all_text == "Match 1 is already here, and there is one live match per channel or thread."
    assert len(world.channel().threads) == (hindrance == "in a thread")


async def test_a_second_channel_can_have_a_second_match(world: World) -> None:
    await begin(world)
    second = world.channel("second-table")
    board = await begin(world, within=second)
    assert can(board, PLAY)


async def test_two_matches_opened_at_the_same_instant_get_different_places(world: World) -> None:
    async with world.together():
        one = await world["Ada"].slash("match new", game="leaders")
        other = await world["Celina"].slash("match new", game="leaders")
    assert "is open" in one.all_text
    assert "already" in other.all_text
    assert len(world.messages()) == 1


async def test_of_two_people_who_join_at_the_same_instant_the_first_gets_the_seat(world: World) -> None:
    await world["Ada"].slash("match new", game="leaders")
    invitation = world.newest()
    async with world.together():
        one = await world["Bartek"].click(JOIN, on=invitation)
        other = await world["Celina"].click(JOIN, on=invitation)
    assert "1" in one.all_text
    assert "no longer open" in other.all_text
    assert world["Bartek"].mention in world.newest().text


async def test_a_match_may_have_its_own_thread(world: World) -> None:
    await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"], thread=True)
    assert world.messages() == [] or not can(world.newest(), JOIN)
    thread = world.channel().threads[0]
    assert thread.name == "Leaders: Ada – Bartek"
    await world["Bartek"].click(JOIN, on=world.newest(thread))
    await take_turn(world["Ada"], quick, within=thread)
    assert person_to_move(world, world.newest(thread)) is world["Bartek"]


async def test_a_match_in_a_thread_leaves_the_channel_free(world: World) -> None:
    await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"], thread=True)
    await begin(world)
    assert can(world.newest(), PLAY)


async def test_commands_in_the_thread_are_about_its_own_match(world: World) -> None:
    await begin(world)
    await world["Celina"].slash("match new", game="leaders", opponent=world["Bartek"], thread=True)
    thread = world.channel().threads[0]
    await world["Bartek"].slash("match join", within=thread)
    panel = await world["Celina"].slash("play", within=thread)
    assert "Which character acts?" in panel.text


async def test_a_thread_inside_a_thread_is_refused(world: World) -> None:
    await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"], thread=True)
    thread = world.channel().threads[0]
    answer = await world["Celina"].slash("match new", within=thread, game="leaders", thread=True)
    assert "text channel" in answer.all_text


async def test_the_basic_mode_begins_with_three_cards_on_offer(world: World) -> None:
    board = await begin(world)
    assert "Mode: basic" in board.text
    assert "Available: Vizier, Wanderer, Royal Guard." in board.alt


async def test_the_first_board_says_who_begins(world: World) -> None:
    board = await begin(world)
    assert "Gold plays first." in board.text


async def test_the_first_board_of_the_advanced_mode_says_what_comes_first(world: World) -> None:
    board = await begin(world, options="mode=advanced")
    assert "Banishment: each side removes one character from the match." in board.text


async def test_the_first_board_names_the_sides_and_their_players(world: World) -> None:
    board = await begin(world)
    assert f"**Gold** {world['Ada'].mention} · **Violet** {world['Bartek'].mention}" in board.text


async def test_the_advanced_mode_begins_with_the_banishments(world: World, deal: FixedSeed) -> None:
    deal.seed = "three"
    board = await begin(world, options="mode=advanced")
    assert "Mode: advanced" in board.text
    panel = await open_panel(world["Ada"])
    assert "Which character do you banish?" in panel.text
    assert len(offered(panel)) == 16
    await take_turn(world["Ada"], first)
    assert "Gold banishes the Acrobat" in world.newest().text
    panel = await open_panel(world["Bartek"])
    assert "acrobat" not in offered(panel) and len(offered(panel)) == 15
    await take_turn(world["Bartek"], first)
    assert "Banished: Acrobat, Rider." in world.newest().alt
    assert "Which character acts?" in (await open_panel(world["Ada"])).text


async def test_an_advanced_match_is_played_to_its_end(world: World, deal: FixedSeed) -> None:
    deal.seed = "three"
    await begin(world, options="mode=advanced")
    await hunted_down(world)
    assert "Gold wins" in world.newest().text
    assert sum("banishes" in message.text for message in world.messages()) == 4


async def test_options_are_shown_with_the_invitation(world: World) -> None:
    await world["Ada"].slash("match new", game="leaders", options="mode=advanced, crown_is_recruit_space=false")
    assert "Mode: advanced" in world.newest().text
    assert "Recruit on the crown space: no" in world.newest().text


async def test_with_the_option_off_nobody_is_recruited_on_the_crown_space(world: World) -> None:
    await begin(world, options="crown_is_recruit_space=false")
    panel = await world["Ada"].slash("play", move="leader d2 end wanderer")
    assert "d1" not in offered(panel) and "b1" in offered(panel)


async def test_with_the_option_on_a_character_may_be_recruited_on_the_crown_space(world: World) -> None:
    await begin(world)
    panel = await world["Ada"].slash("play", move="leader d2 end wanderer")
    assert "d1" in offered(panel)


@pytest.mark.parametrize("options", ["mode=sideways", "colour=red", "advanced", "mode", "=", "mode=basic=advanced"])
async def test_unknown_options_are_refused_with_the_possible_ones(world: World, options: str) -> None:
    answer = await world["Ada"].slash("match new", game="leaders", options=options)
    assert "mode=basic|advanced" in answer.all_text
    assert world.messages() == []


async def test_an_unknown_game_is_refused_with_the_possible_ones(world: World) -> None:
    answer = await world["Ada"].slash("match new", game="chess")
    assert "Available: Leaders, Monolith Arena, Tash-Kalar, Knockdown" in answer.all_text
    assert world.messages() == []


async def test_games_are_suggested(world: World) -> None:
    assert "leaders" in await world["Ada"].suggest("match new", "game", "")
    assert await world["Ada"].suggest("match new", "game", "LEAD") == ["leaders"]
    assert await world["Ada"].suggest("match new", "game", "chess") == []


async def test_options_are_suggested_and_used_ones_are_left_out(world: World) -> None:
    ada = world["Ada"]
    assert await ada.suggest("match new", "options", "", game="leaders") == [
        "mode=basic",
        "mode=advanced",
        "crown_is_recruit_space=true",
        "crown_is_recruit_space=false",
    ]
    assert await ada.suggest("match new", "options", "mode=advanced, ", game="leaders") == [
        "mode=advanced, crown_is_recruit_space=true",
        "mode=advanced, crown_is_recruit_space=false",
    ]


async def test_every_suggested_option_is_accepted(world: World) -> None:
    for value in await world["Ada"].suggest("match new", "options", "mode=advanced, ", game="leaders"):
        await world["Ada"].slash("match new", game="leaders", options=value)
        assert can(world.newest(), JOIN)
        await world["Ada"].slash("match cancel")


async def test_an_invalid_option_stops_the_suggestions(world: World) -> None:
    assert await world["Ada"].suggest("match new", "options", "colour=red, ", game="leaders") == []
    assert await world["Ada"].suggest("match new", "options", f"{'x' * 90}, ", game="leaders") == []


async def test_options_are_suggested_for_a_known_game_only(world: World) -> None:
    assert await world["Ada"].suggest("match new", "options", "", game="chess") == []


@pytest.mark.usefixtures("no_edits")
async def test_an_invitation_expires_after_seven_days_and_frees_the_channel(world: World) -> None:
    await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"])
    invitation = world.newest()
    await world.pass_time(7 * _DAY - 60)
    assert world.newest().id == invitation.id
    await world.pass_time(120)
    assert "expired" in world.newest().text
    late = await world["Celina"].click(JOIN, on=invitation)
    assert "no longer open" in late.all_text
    await begin(world)


async def test_an_invitation_expires_even_while_the_bot_is_down(world: World) -> None:
    await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"])
    async with world.away():
        await world.pass_time(8 * _DAY)
    assert "expired" in world.newest().text


async def test_an_answered_invitation_does_not_expire(world: World, database: Path) -> None:
    await begin(world)
    board = world.newest()
    await world.pass_time(30 * _DAY)
    assert world.newest().id == board.id
    assert rows(database, "SELECT status FROM matches") == [("live",)]
    await take_turn(world["Ada"], quick)
