"""/board, /help, /me, and the buttons that show boards and rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cogs.client.arena_bot import ArenaBot
from engine import __version__
from engine.learning.rulebook import rulebook
from search.books import BOT, book
from tests.support.cogs.play import RESIGN, begin, draft, polish, quick, take_turn
from tests.support.world import Answer, World

# /board


@pytest.mark.usefixtures("pictures")
async def test_the_board_is_shown_to_the_person_who_asks(world: World) -> None:
    await begin(world)
    answer = await world["Celina"].slash("board")
    assert answer.ephemeral
    assert "Gold: Leader d1. Violet: Leader d7." in answer.alt
    assert answer.picture.size[0] >= 400


@pytest.mark.usefixtures("pictures")
async def test_the_board_may_be_shown_to_everybody(world: World) -> None:
    await begin(world)
    pinged = len(world.pinged())
    answer = await world["Celina"].slash("board", public=True)
    assert not answer.ephemeral
    assert answer.png
    assert len(world.pinged()) == pinged


@pytest.mark.usefixtures("pictures")
async def test_the_board_after_any_earlier_move_can_be_seen(world: World) -> None:
    await begin(world)
    for name in ("Ada", "Bartek", "Ada"):
        await take_turn(world[name], quick)
    start = await world["Celina"].slash("board", move=0)
    assert "Gold: Leader d1. Violet: Leader d7." in start.alt
    assert "After move 0 of 4" in start.text
    one = await world["Celina"].slash("board", move=1)
    assert "Gold recruits the Vizier" in one.text and "Violet: Leader d7." in one.alt
    assert start.png != one.png


async def test_the_board_of_another_channels_match_is_shown_by_its_number(world: World) -> None:
    await begin(world)
    answer = await world["Celina"].slash("board", within=world.channel("second-table"), match_number=1)
    assert "Gold: Leader d1." in answer.alt


async def test_the_last_board_can_still_be_shown_after_the_end(world: World) -> None:
    await begin(world)
    await world["Ada"].click(RESIGN, on=await world["Ada"].slash("match resign"))
    assert "Violet wins: resignation." in (await world["Celina"].slash("board")).alt


async def test_without_a_match_there_is_no_board(world: World) -> None:
    assert "no match in this channel" in (await world["Ada"].slash("board")).all_text


async def test_before_the_match_begins_there_is_no_board(world: World) -> None:
    await world["Ada"].slash("match new", game="leaders")
    assert "has not begun" in (await world["Ada"].slash("board")).all_text


async def test_a_canceled_match_has_no_board_but_says_so(world: World) -> None:
    await begin(world)
    await world["Ada"].slash("match cancel")
    assert "canceled" in (await world["Ada"].slash("board", match_number=1)).all_text


async def test_leaders_has_no_pictures_beside_the_board(world: World) -> None:
    await begin(world)
    assert await world["Ada"].suggest("board", "show", "") == []
    assert "nothing of that name" in (await world["Ada"].slash("board", show="battle")).all_text


async def test_the_board_shows_nothing_of_a_draft(world: World) -> None:
    await begin(world)
    await draft(world["Ada"], quick)
    assert "Gold: Leader d1. Violet" in (await world["Ada"].slash("board")).alt


@pytest.mark.usefixtures("pictures")
async def test_every_player_sees_their_own_side_at_the_bottom(world: World) -> None:
    await begin(world)
    await world["Bartek"].slash("me language", language="en")
    hers = await world["Ada"].click("press:side:")
    his = await world["Bartek"].click("press:side:")
    assert hers.alt == his.alt
    assert hers.png != his.png


async def test_since_my_turn_shows_what_the_other_player_did(world: World) -> None:
    await begin(world)
    await take_turn(world["Ada"], quick)
    await take_turn(world["Bartek"], quick)
    answer = await world["Ada"].click("press:since:")
    assert "Violet recruits" in answer.text and "Gold recruits" not in answer.text


async def test_since_my_turn_says_when_nothing_has_happened(world: World) -> None:
    await begin(world)
    await take_turn(world["Ada"], quick)
    answer = await world["Ada"].click("press:since:")
    assert "Nothing has happened since your last move." in answer.text


# /help and the rules


async def test_help_says_how_to_begin_to_move_and_to_leave(world: World) -> None:
    answer = await world["Ada"].slash("help")
    assert answer.ephemeral
    for command in ("/match new", "/play", "/board", "/match undo", "/match resign", "/me show"):
        assert command in answer.text
    assert "leaders.aim" in answer.options


@pytest.mark.parametrize("who", ["Ada", "Bartek"])
async def test_help_shows_the_version(world: World, who: str) -> None:
    assert (await world[who].slash("help")).text.startswith(f"**Arena Post {__version__}** — ")


@pytest.mark.parametrize(("who", "language"), [("Ada", "en"), ("Bartek", "pl")])
async def test_every_section_of_the_rules_can_be_read(world: World, who: str, language: str) -> None:
    contents = await world[who].slash("help")
    sections = {**rulebook("leaders", language), **book(BOT, language)}
    assert list(contents.options) == list(sections)
    for section in contents.options:
        answer = await world[who].choose(section, on=contents)
        assert answer.ephemeral
        assert answer.text.startswith(f"### {sections[section].title}")


async def test_a_section_links_to_its_neighbors(world: World) -> None:
    contents = await world["Ada"].slash("help")
    answer = await world["Ada"].choose("leaders.aim", on=contents)
    near = await world["Ada"].click("ap:rule:leaders.capture", on=answer)
    assert near.text.startswith("### ")
    assert near.ephemeral


async def test_the_rules_are_linked_under_the_board_and_the_invitation(world: World) -> None:
    await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"])
    assert "leaders.aim" in (await world["Celina"].click("press:rules:")).options
    await world["Bartek"].slash("match join")
    assert "leaders.aim" in (await world["Celina"].click("press:rules:")).options


async def test_the_rules_can_be_read_after_a_restart(world: World) -> None:
    contents = await world["Ada"].slash("help")
    section = await world["Ada"].choose("leaders.aim", on=contents)
    await world.restart()
    assert (await world["Ada"].choose("leaders.capture", on=contents)).text.startswith("### ")
    assert (await world["Ada"].click("ap:rule:leaders.capture", on=section)).text.startswith("### ")


async def test_every_command_named_by_help_or_a_page_exists(world: World) -> None:
    assert isinstance(world.bot, ArenaBot)
    commands = {one.qualified_name for one in world.bot.tree.walk_commands()}
    home = Path(__file__).parents[3]
    pages = "".join((home / name).read_text(encoding="utf-8") for name in ("README.md", "docs/playing.md"))
    text = (await world["Ada"].slash("help")).text + pages
    named = {found.strip() for found in re.findall(r"`/((?:match|me|plan|privacy|admin) ?[a-z]*|[a-z]+)(?=[ `])", text)}
    assert len(named) > 20
    assert named <= commands


async def test_help_is_given_in_a_private_conversation_too(world: World) -> None:
    answer = Answer(world.env, await world["Ada"].actor.user.slash("help"))
    assert "/match new" in answer.text
    assert "leaders.aim" in answer.options


# /me


async def test_the_language_can_be_chosen(world: World) -> None:
    await begin(world)
    answer = await world["Ada"].slash("me language", language="pl")
    assert answer.ephemeral
    assert "Polski" in answer.text
    assert polish("Which character acts?") in (await world["Ada"].slash("play")).text


async def test_the_language_can_follow_discord_again(world: World) -> None:
    await begin(world)
    await world["Ada"].slash("me language", language="pl")
    await world["Ada"].slash("me language", language="auto")
    assert "Which character acts?" in (await world["Ada"].slash("play")).text


@pytest.mark.usefixtures("pictures")
async def test_the_palette_changes_only_the_persons_own_pictures(world: World) -> None:
    await begin(world)
    before = (await world["Ada"].slash("board")).png
    others = (await world["Celina"].slash("board")).png
    answer = await world["Ada"].slash("me palette", palette="contrast")
    assert answer.ephemeral and "contrast" in answer.text
    assert (await world["Ada"].slash("board")).png != before
    assert (await world["Celina"].slash("board")).png == others


async def test_a_choice_survives_a_restart(world: World) -> None:
    await begin(world)
    await world["Ada"].slash("me language", language="pl")
    await world.restart()
    assert polish("Which character acts?") in (await world["Ada"].slash("play")).text


@pytest.mark.usefixtures("pictures")
async def test_public_pictures_use_the_palette_of_the_person_who_opened_the_match(world: World) -> None:
    plain = (await begin(world)).png
    await world["Ada"].slash("me palette", palette="contrast")
    second = await begin(world, within=world.channel("second-table"))
    assert second.png != plain
