"""Some commands work in every chat, for people who have added the bot to their account; the others need a server."""

from __future__ import annotations

from typing import Any

import pytest
from discord import app_commands

from cogs.ui.channels import ANYWHERE, needs_no_server
from render import Picture
from tests.support.cogs.places import chat
from tests.support.cogs.play import begin, english
from tests.support.cogs.servers import store
from tests.support.world import STUB, Answer, Person, World

OUTSIDE = (
    "This works only on a server that has added me. "
    "Elsewhere you can use /rules, /card, /learn, /puzzle today, /me show, /match list, /help."
)
CHATS = ["server", "group"]
ASKED: list[tuple[str, dict[str, Any]]] = [
    ("rules", {"query": "leaders.goal"}),
    ("card", {"name": "Acrobat"}),
    ("learn", {"game": "leaders"}),
    ("puzzle next", {"game": "leaders"}),
    ("me show", {}),
    ("me stats", {}),
    ("match list", {}),
    ("help", {}),
    ("privacy export", {}),
]


@pytest.fixture(autouse=True)
def plain_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show cards without pictures and rules, which take long and are not tested here."""
    monkeypatch.setattr("cogs.card.card.card_picture", lambda *_: Picture(STUB, 1, 1))
    monkeypatch.setattr("cogs.card.card.rulings", lambda _: ())


def test_each_command_declares_its_contexts(world: World) -> None:
    known = {one["name"]: one for one in world.env.backend.commands[None].values()}
    everywhere = {name.split()[0] for name in ANYWHERE} - {"ladder"}
    for name, command in known.items():
        expected = ([0, 1, 2], [0, 1]) if name in everywhere else ([0], [0])
        expected = ([0, 1], [0]) if name == "ladder" else expected
        assert (command["contexts"], command["integration_types"]) == expected, name


@pytest.mark.parametrize("kind", CHATS)
async def test_commands_that_work_anywhere_answer_privately(world: World, kind: str) -> None:
    await begin(world)
    before = len(world.messages())
    for command, options in ASKED:
        with chat(kind):
            answer = await world["Ada"].slash(command, **options)
        assert answer.ephemeral and english(OUTSIDE) not in answer.all_text, command
        assert not any(":show:" in button or "cardshow" in button for button in answer.buttons.values()), command
    assert len(world.messages()) == before


async def test_a_private_chat_with_the_bot_lists_the_persons_matches(world: World) -> None:
    await begin(world)
    await world["Bartek"].slash("match new", within=world.channel("second-table"), game="leaders")
    result = await world["Ada"].actor.user.slash("match list")
    text = Answer(world.env, result).all_text
    assert "`1` Leaders" in text and "`2`" not in text and "Open seats" not in text


@pytest.mark.parametrize("kind", CHATS)
async def test_outside_a_server_only_own_matches_are_listed(world: World, kind: str) -> None:
    await begin(world)
    await world["Bartek"].slash("match new", within=world.channel("second-table"), game="leaders")
    with chat(kind):
        mine = await world["Ada"].slash("match list")
        nothing = await world["Celina"].slash("match list")
    assert "`1` Leaders" in mine.all_text and "`2`" not in mine.all_text
    assert nothing.all_text == english("No matches. Start one with /match new.")


async def test_server_ratings_are_not_shown_outside_the_server(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    requests = []
    ratings_of = store(world).ladder.ratings_of

    async def spy(person: int, guild: int) -> Any:
        requests.append(guild)
        return await ratings_of(person, guild)

    monkeypatch.setattr(store(world).ladder, "ratings_of", spy)
    await world["Ada"].slash("me stats")
    with chat("server"):
        await world["Ada"].slash("me stats")
    assert requests == [world.env.guild.id, 0]


async def needing(person: Person) -> dict[str, dict[str, Any]]:
    """All commands that need a server, with their required fields."""
    bot: Any = person.world.bot
    needed: dict[str, dict[str, Any]] = {}
    for command in bot.tree.walk_commands():
        if not isinstance(command, app_commands.Command) or needs_no_server(command.qualified_name):
            continue
        samples: dict[Any, Any] = {"string": "1", "integer": 1, "user": person, "attachment": ("a.json", b"{}")}
        samples |= {"channel": person.world.channel()}
        required = [one for one in command.parameters if one.required]
        needed[command.qualified_name] = {one.display_name: samples[one.type.name] for one in required}
    return needed


async def test_a_command_that_needs_a_server_is_refused_elsewhere(world: World) -> None:
    await begin(world)
    before, needed = len(world.messages()), await needing(world["Celina"])
    assert {"match new", "match show", "match import", "board", "play", "plan add", "admin end"} <= {*needed}
    with chat("server"):
        for command, options in needed.items():
            answer = await world["Ada"].slash(command, **options)
            assert (answer.all_text, answer.ephemeral) == (english(OUTSIDE), True), command
        assert await world["Ada"].suggest("match new", "game", "") == []
    with chat("group"):
        assert (await world["Bartek"].slash("match new", game="leaders")).all_text.startswith(
            "To działa tylko na serwerze"
        )
    assert len(world.messages()) == before


async def test_a_rules_section_opened_outside_a_server_stays_private(world: World) -> None:
    section = await world["Ada"].slash("rules", query="leaders.goal")
    card = await world["Ada"].slash("card", name="Acrobat")
    with chat("server"):
        assert (await world["Ada"].click(":show:", on=section)).ephemeral
        assert (await world["Ada"].click("cardshow", on=card)).ephemeral
