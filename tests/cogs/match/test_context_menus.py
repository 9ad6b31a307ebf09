"""The context menus: Challenge on a person, and Show this position on a board."""

from __future__ import annotations

from typing import Any

import pytest
import simcord

from engine.registry import GAMES
from tests.support.cogs.places import chat, hide
from tests.support.cogs.play import JOIN, begin, english, polish, quick, take_turn, to_move
from tests.support.cogs.servers import store
from tests.support.world import Answer, Person, Seen, World

CHALLENGE, POSITION = "Challenge", "Show this position"
NO_BOARD = "I can't see a board of a match here. `/match history` shows every position of a match."


async def menu(
    person: Person, name: str, target: Person | Seen | Any, within: simcord.ChannelHandle | None = None
) -> Answer:
    """Let a person use the context menu of a person or of a message."""
    on = target.actor if isinstance(target, Person) else target.handle if isinstance(target, Seen) else target
    result = await person.actor.context_menu(within or person.world.channel(), name, on)
    return Answer(person.world.env, result)


def test_context_menus_have_polish_names_for_polish_readers(world: World) -> None:
    known = {one["name"]: one for one in world.env.backend.commands[None].values() if one.get("type", 1) != 1}
    assert {name: one["name_localizations"] for name, one in known.items()} == {
        CHALLENGE: {"pl": "Wyzwij na partię"},
        POSITION: {"pl": "Pokaż tę pozycję"},
    }
    assert all(len(name) <= 32 for one in known.values() for name in (one["name"], one["name_localizations"]["pl"]))


# Challenge


async def test_a_challenge_asks_for_the_game_and_then_invites(world: World) -> None:
    ada, bartek = world["Ada"], world["Bartek"]
    panel = await menu(ada, CHALLENGE, bartek)
    assert panel.ephemeral and panel.text.startswith(f"A match against {bartek.mention}: which game?")
    assert list(panel.buttons) == [str(game.name) for game in GAMES.values()]
    assert world.messages() == []
    answer = await ada.click("Tash-Kalar", on=panel)
    assert answer.text == f"Match 1 is open in <#{world.channel().id}>."
    assert answer.buttons == {}, "it cannot be pressed twice"
    assert world.pinged() == ["Bartek"]
    await bartek.click(JOIN)
    match = await store(world).matches.get(1)
    assert (match.status, match.game) == ("live", "tashkalar")


async def test_a_challenge_in_an_occupied_channel_gets_a_thread(world: World) -> None:
    await begin(world)
    panel = await menu(world["Bartek"], CHALLENGE, world["Celina"])
    assert polish("For a clock, a rated match or options use `/match new`.") in panel.text
    await world["Bartek"].click("press:challenge:0:0:0:leaders", on=panel)
    (thread,) = world.channel().threads
    assert (await store(world).matches.get(2)).channel == thread.id


async def test_nobody_can_challenge_themselves_or_another_bot(world: World) -> None:
    robot = await world.welcome("Robot", bot=True)
    for target in (world["Ada"], robot):
        answer = await menu(world["Ada"], CHALLENGE, target)
        assert answer.all_text == "You can challenge other people and me, but neither yourself nor other bots."


async def test_a_person_who_has_left_is_not_invited(world: World) -> None:
    panel = await menu(world["Ada"], CHALLENGE, world["Celina"])
    await world["Celina"].leave()
    answer = await world["Ada"].click("Leaders", on=panel)
    assert f"{world['Celina'].mention} is not a member of this server." in answer.all_text
    assert world.messages() == []


async def test_challenges_work_only_on_a_server(world: World) -> None:
    panel = await menu(world["Ada"], CHALLENGE, world["Bartek"])
    with chat("group"):
        answer = await world["Ada"].click("Leaders", on=panel)
    assert english("This works only on a server that has added me.") in answer.all_text
    assert world.messages() == []


# Show this position


@pytest.fixture
def bottoms(world: World, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The seats at the bottom of the pictures that were requested."""
    bot: Any = world.bot
    found: list[int] = []
    board = bot.pictures.board

    async def spy(*given: Any, bottom: int = 0, **more: Any) -> Any:
        found.append(bottom)
        return await board(*given, bottom=bottom, **more)

    monkeypatch.setattr(bot.pictures, "board", spy)
    return found


async def test_an_earlier_board_is_shown_from_the_readers_side(world: World, bottoms: list[int]) -> None:
    await begin(world)
    await take_turn(world["Ada"], quick)
    second = world.newest()
    await take_turn(world["Bartek"], quick)
    await take_turn(world["Ada"], quick)
    assert second.buttons == {}, "an earlier board has no such button"
    before = len(world.messages())
    last = (await store(world).matches.get(1)).version
    for person, bottom in ((world["Celina"], 0), (world["Bartek"], 1)):
        bottoms.clear()
        page = await menu(person, POSITION, second)
        assert page.ephemeral and page.shows_picture and bottoms == [bottom]
        assert f"1 z {last}" in page.text if person is world["Bartek"] else f"move 1 of {last}" in page.text
    newest = await menu(world["Celina"], POSITION, world.board())
    assert f"After move {last} of {last}" in newest.text
    assert len(world.messages()) == before and to_move(world) is world["Bartek"]


async def test_messages_without_a_board_are_refused_politely(world: World) -> None:
    ada = world["Ada"]
    message = await world["Bartek"].actor.send(world.channel(), "Look at this!")
    assert (await menu(ada, POSITION, message)).all_text == "I can only show the positions of my own boards."
    await ada.slash("match new", game="leaders")
    assert (await menu(ada, POSITION, world.newest())).all_text == english(NO_BOARD)


async def test_the_board_of_a_match_in_a_hidden_channel_is_not_shown(world: World) -> None:
    await begin(world)
    board, back = world.newest(), world.channel("second-table")
    await hide(world, back, world["Celina"])
    await store(world).matches.move_to_channel(1, world.env.guild.id, back.id, None)
    assert (await menu(world["Celina"], POSITION, board)).all_text == "There is no such match."
