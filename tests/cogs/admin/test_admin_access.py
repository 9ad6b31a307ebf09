"""/admin works only for people who have the permission at the moment of use."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import app_commands

from cogs.ui.controls import ActionButton, Address
from tests.support.cogs.places import hide, nothing_checked, thread_in
from tests.support.cogs.play import begin
from tests.support.cogs.servers import abroad, store
from tests.support.world import Answer, Person, World

REFUSED = "This is for people who may use /admin on this server."
NONE = "There is no such match."
END = "press:end-match:"


def settings(world: World, allowed: dict[Person, bool], *, of: str = "admin") -> None:
    """Set the server's integration settings: for the command, or with `of` for all commands of the bot."""
    backend = world.env.backend
    command = backend.find_command("admin", world.env.guild.id, type=1)
    assert command is not None
    number = int(command["id"]) if of == "admin" else backend.application_id
    world.env.guild.set_command_permissions(number, {one.actor: may for one, may in allowed.items()})


async def end_question(world: World, *, then: str = "Celina") -> Answer:
    """Celina, who manages the server, is asked to confirm the end of match 1; she confirms after `then`."""
    await begin(world)
    await world[then].promote("manage_guild")
    return await world[then].slash("admin end", match_number=1)


async def demote(world: World, person: Person) -> None:
    for role in [*world.env.backend.get_guild(world.env.guild.id).members[person.id].role_ids]:
        world.env.backend.remove_member_role(world.env.guild.id, person.id, role)
    await world.env.settle()


async def test_admin_commands_are_refused_for_everybody_else(world: World) -> None:
    await begin(world)
    given: dict[str, dict[str, Any]] = {
        "defaults": {"language": "pl", "clock": "no clock at all"},
        "channels add": {"channel": world.channel()},
        "channels remove": {"channel": world.channel()},
        "channels all": {},
        "lobby": {},
        "puzzle": {"channel": world.channel()},
        "ban": {"person": world["Ada"]},
        "unban": {"person": world["Ada"]},
        "bans": {},
        "end": {"match_number": 1},
        "substitute": {"match_number": 1, "instead_of": world["Ada"], "player": world["Celina"]},
        "repair": {"match_number": 1},
    }
    bot: Any = world.bot
    group = bot.tree.get_command("admin")
    assert {one.qualified_name for one in group.walk_commands() if isinstance(one, app_commands.Command)} == {
        f"admin {name}" for name in given
    }
    before, said = await store(world).guilds.get(world.env.guild.id), len(world.messages())
    with nothing_checked():
        for name, options in given.items():
            answer = await world["Celina"].slash(f"admin {name}", **options)
            assert (answer.all_text, answer.ephemeral) == (REFUSED, True), name
        for name in ("end", "substitute", "repair"):
            assert await world["Celina"].suggest(f"admin {name}", "match-number", "") == []
    assert await store(world).guilds.get(world.env.guild.id) == before
    assert (await store(world).matches.get(1)).status == "live" and len(world.messages()) == said


async def test_a_person_who_lost_the_permission_before_pressing_ends_nothing(world: World) -> None:
    sure = await end_question(world)
    await demote(world, world["Celina"])
    assert (await world["Celina"].click(END, on=sure)).all_text.splitlines()[-1] == REFUSED
    assert (await store(world).matches.get(1)).status == "live"


@pytest.mark.parametrize("of", ["admin", "all commands"])
async def test_a_person_excluded_by_the_servers_settings_ends_nothing(world: World, of: str) -> None:
    sure = await end_question(world)
    settings(world, {world["Celina"]: False}, of=of)
    assert (await world["Celina"].click(END, on=sure)).all_text.splitlines()[-1] == REFUSED
    assert (await store(world).matches.get(1)).status == "live"


async def test_a_role_allowed_by_the_servers_settings_may_end_a_match(world: World) -> None:
    await begin(world)
    await world["Celina"].promote("add_reactions")
    role = world.env.guild.roles["promoted"]
    command = world.env.backend.find_command("admin", world.env.guild.id, type=1)
    assert command is not None
    world.env.guild.set_command_permissions(int(command["id"]), {role: True, world.env.guild.default_role: False})
    sure = await world["Celina"].slash("admin end", match_number=1)
    await world["Celina"].click(END, on=sure)
    assert (await store(world).matches.get(1)).status == "cancelled"


async def test_with_unknown_settings_only_people_with_the_permission_are_let_in(world: World) -> None:
    sure = await end_question(world)
    settings(world, {world["Ada"]: True})
    world.refuse("GET", "/applications/*/guilds/*/commands/*/permissions", status=503, times=None)
    assert (await world["Ada"].slash("admin bans")).all_text == REFUSED
    await world["Celina"].click(END, on=sure)
    assert (await store(world).matches.get(1)).status == "cancelled"


async def test_admins_cannot_end_a_match_of_another_server(world: World) -> None:
    elsewhere, ada, _ = await abroad(world)
    await begin(world)
    await ada.promote("administrator")
    channel = world.bot.get_channel(elsewhere.id)
    assert isinstance(channel, discord.TextChannel)
    view = discord.ui.View(timeout=None)
    view.add_item(ActionButton("end-match", Address(1, 0), "End"))
    await channel.send(view=view)
    await world.env.settle()
    assert (await ada.click("End", on=world.newest(elsewhere))).all_text.splitlines()[-1] == NONE
    assert (await store(world).matches.get(1)).status == "live"


async def test_admins_see_matches_in_visible_and_deleted_channels(world: World) -> None:
    celina, guild = world["Celina"], world.env.guild
    back, lost = guild.create_text_channel("back-room"), guild.create_text_channel("lost")
    await world.env.settle()
    private = await thread_in(world, world.channel(), "private", world["Ada"], world["Bartek"])
    for place in (world.channel(), back, lost, private):
        await begin(world, within=place)
    await hide(world, back, celina)
    await world.delete(lost)
    await celina.promote("manage_guild")
    for name in ("end", "substitute", "repair"):
        assert await celina.suggest(f"admin {name}", "match-number", "") == ["1", "3"]
    assert await celina.suggest("admin end", "match-number", "2") == []
    for hidden in (2, 4, 999):
        for command in ("end", "repair"):
            assert (await celina.slash(f"admin {command}", match_number=hidden)).all_text == NONE
    sure = await celina.slash("admin end", match_number=3)
    await celina.click(END, on=sure)
    assert [(await store(world).matches.get(number)).status for number in (1, 2, 3, 4)] == [
        "live",
        "live",
        "cancelled",
        "live",
    ]
