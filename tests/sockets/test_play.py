"""People use all features of the bot over real sockets, within Discord's limits."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import pytest_asyncio

from tests.sockets.kills import errors
from tests.sockets.limits import PERMISSIONS
from tests.sockets.people import Seen, Table, happens
from tests.sockets.scene import Scene
from tests.sockets.world import FORUM, JSON

pytestmark = pytest.mark.asyncio(loop_scope="module")

ADMINISTRATOR = 1 << 3


@pytest.fixture(autouse=True)
def ada_administers(running: Scene) -> None:
    """Ada may use every command."""
    running.guild.members[running.ada.user.id] |= ADMINISTRATOR


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def match(running: Scene) -> Table:
    """A match with a few turns."""
    table = await running.table(seed=3)
    board = await table.begin()
    assert "board.png" in {one["filename"] for one in board.message.attachments}
    await table.insist(4)
    return table


COMMANDS: list[tuple[str, JSON]] = [
    ("help", {}),
    ("board", {}),
    ("board", {"public": True, "zoom": True}),
    ("board", {"move": 1}),
    ("play", {}),
    ("play", {"move": "nonsense"}),
    ("card", {"name": "time mage"}),
    ("rules", {}),
    ("rules", {"query": "can I block an ability?"}),
    ("learn", {"game": "leaders"}),
    ("puzzle today", {}),
    ("puzzle next", {}),
    ("puzzle show", {"game": "leaders", "number": 1}),
    ("ladder", {"game": "leaders"}),
    ("match show", {}),
    ("match list", {}),
    ("match history", {"move": 2}),
    ("match film", {}),
    ("match export", {}),
    ("match pause", {}),
    ("match undo", {}),
    ("match claim", {}),
    ("match resume", {}),
    ("match review", {}),
    ("match cancel", {}),
    ("plan list", {}),
    ("plan add", {}),
    ("plan clear", {}),
    ("me stats", {}),
    ("me vacation", {"days": 1}),
    ("me back", {}),
    ("me remind", {"when": "never"}),
    ("me quiet", {}),
    ("me palette", {"palette": "contrast"}),
    ("me language", {"language": "pl"}),
    ("me show", {}),
    ("me language", {"language": "en"}),
    ("admin channels all", {}),
    ("admin defaults", {"language": "en"}),
    ("admin lobby", {}),
    ("admin puzzle", {}),
    ("admin bans", {}),
    ("privacy export", {}),
    ("privacy delete", {}),
    ("match draw", {}),
    ("match resign", {}),
]


async def test_every_command_is_answered(scene: Scene, match: Table) -> None:
    for command, options in COMMANDS:
        answer = await scene.ada.slash(command, match.place, patience=60, **options)  # it makes a film, too
        assert answer.text or answer.message.attachments, command
    for name, target in (("Challenge", scene.bartek), ("Show this position", match.newest().message)):
        assert (await scene.ada.menu(name, match.place, target)).text
    assert errors(scene.bot) == []


async def test_every_command_about_people_and_places_is_answered(scene: Scene, match: Table) -> None:
    who: JSON = {"player": scene.bartek, "instead_of": scene.ada}
    about: list[tuple[str, JSON]] = [
        ("admin channels add", {"channel": match.place}),
        ("admin channels remove", {"channel": match.place}),
        ("admin ban", {"person": scene.bartek}),
        ("admin unban", {"person": scene.bartek}),
        ("admin substitute", {"match_number": 1, **who}),
        ("admin repair", {"match_number": 1}),
        ("admin end", {"match_number": 1}),
        ("match substitute", {"player": scene.bartek}),
        ("match join", {}),
        ("plan always", {"question": "nonsense", "answer": "nonsense"}),
        ("plan remove", {"number": 1}),
    ]
    for command, options in about:
        assert (await scene.ada.slash(command, match.place, **options)).text, command
    used = {command for command, _ in [*COMMANDS, *about]}
    assert every_command(scene) - used == {"match new", "match rematch", "match import", "me notices"}
    assert errors(scene.bot) == []


def every_command(scene: Scene) -> set[str]:
    """The name of every registered command."""

    def words(option: JSON, path: str) -> set[str]:
        inner = [one for one in option.get("options", ()) if one["type"] in (1, 2)]
        return set().union(*(words(one, f"{path} {one['name']}") for one in inner)) if inner else {path}

    commands = [one for one in scene.discord.world.commands if one["type"] == 1]
    return set().union(*(words(one, one["name"]) for one in commands))


async def test_every_autocomplete_gives_suggestions(scene: Scene) -> None:
    table = await scene.table("suggestions")
    await table.begin()
    person = table.to_move()
    assert person is not None
    for command, option, typed, more in (
        ("match new", "game", "", {}),
        ("match new", "options", "", {"game": "tashkalar"}),
        ("match new", "clock", "", {}),
        ("play", "move", "", {}),
        ("card", "name", "", {}),
        ("rules", "query", "block", {}),
        ("me quiet", "zone", "", {}),
        ("ladder", "game", "", {}),
    ):
        assert (await person.suggest(command, table.place, option, typed, **more)).choices, command
    assert (await scene.ada.suggest("admin end", table.place, "match-number", "")).choices


async def test_an_exported_match_can_be_imported(scene: Scene, match: Table) -> None:
    exported = await scene.ada.slash("match export", match.place)
    (file,) = exported.message.attachments
    held = scene.discord.world.files[int(file["id"])]
    elsewhere = await scene.table("elsewhere")
    answer = await scene.ada.slash("match import", elsewhere.place, file=(file["filename"], held))
    assert answer.text
    assert errors(scene.bot) == []


async def test_a_match_continues_after_its_thread_was_archived(scene: Scene) -> None:
    table = await scene.table("threads")
    await scene.ada.slash("match new", table.place, game="leaders", opponent=scene.bartek, thread=True)
    world = scene.discord.world
    (thread,) = [one for one in world.channels.values() if one.parent == table.place.id]
    inside = Table(scene.discord, thread, (scene.ada, scene.bartek))
    await scene.bartek.click("press:join:", await inside.posted("press:join:"))
    await inside.posted("press:play:")
    thread.archived = True
    await scene.discord.gateway.dispatch("THREAD_UPDATE", world.channel_payload(thread))
    boards = len(inside.boards())
    assert await inside.turn()
    assert await happens(lambda: len(inside.boards()) > boards)
    assert not thread.archived


@pytest.mark.parametrize("takes", [True, False])
async def test_people_who_want_private_messages_get_them(scene: Scene, takes: bool) -> None:
    """If Discord refuses the private message, they are pinged in the channel."""
    table = await scene.table(f"private-{takes}")
    await table.begin()
    for person in table.people.values():
        await person.slash("me notices", table.place, where="dm")
        person.user.takes_dms = takes
    await table.insist(1)
    player = table.to_move()
    assert player is not None
    private = scene.discord.world.dm(player.user.id)
    place = private if takes else table.place
    before, written = len(place.messages), len(private.messages)
    with closing(sqlite3.connect(scene.bot.database)) as db, db:
        db.execute("UPDATE due SET at = 0 WHERE kind LIKE 'call:%'")  # a minute later
    await scene.discord.gateway.reconnect()
    assert await happens(lambda: len(place.messages) > before)
    assert len(private.messages) == written + takes
    for person in table.people.values():
        await person.slash("me notices", table.place, where="channel")
        person.user.takes_dms = True
    assert errors(scene.bot) == []


async def test_commands_work_in_private_messages(scene: Scene) -> None:
    place = scene.discord.world.dm(scene.ada.user.id)
    for command in ("help", "me show", "match list", "rules"):
        assert (await scene.ada.slash(command, place)).text


async def test_a_forum_can_be_the_lobby(scene: Scene) -> None:
    world, table = scene.discord.world, await scene.table("beside-the-lobby")
    forum = world.channel(scene.guild, "lobby", FORUM)
    forum.tags += [
        {"id": str(number), "name": name, "moderated": False, "emoji_id": None, "emoji_name": None}
        for number, name in enumerate(("Leaders", "Otwarta", "live"), 1)
    ]
    await scene.discord.gateway.dispatch("CHANNEL_CREATE", world.channel_payload(forum))
    await scene.ada.slash("admin lobby", table.place, forum=forum)
    await scene.ada.slash("match new", table.place, game="leaders", opponent=scene.bartek)
    (post,) = (one for one in world.channels.values() if one.parent == forum.id)
    assert post.applied_tags == ["1", "2"] and not table.place.messages
    await scene.bartek.click("press:join:", Seen([*post.messages.values()][-1]))
    assert await happens(lambda: post.applied_tags == ["1", "3"])
    await scene.ada.slash("admin lobby", table.place)
    assert errors(scene.bot) == []


async def test_the_bot_needs_only_the_permissions_of_its_invite_link_and_docs(scene: Scene) -> None:
    page = " ".join((Path(__file__).parents[2] / "docs/hosting.md").read_text("utf-8").split())
    listed = page.partition("and for these permissions:")[2].partition("3. Under")[0]
    names = {one.lower().replace(" ", "_") for one in re.findall(r"\*([^*]+)\*", listed)}
    held = {name for name, bit in PERMISSIONS.items() if 1 << bit & scene.guild.bot_permissions}
    assert {one.replace("view_channels", "view_channel") for one in names} == held
    result = re.search(r"invite the bot to a server: \S+permissions=(\d+)", scene.bot.log)
    assert result is not None and int(result[1]) == scene.guild.bot_permissions
