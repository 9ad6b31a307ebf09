"""A person who cannot see a channel learns nothing about its matches, from any command."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord
from discord import app_commands

import cogs
from cogs.client.control_actions import ACTIONS
from cogs.ui.controls import ActionButton, Address
from search import rules_search as library
from search.books import book
from tests.support.cogs.places import hide, nothing_checked, permissions, thread_in
from tests.support.cogs.play import begin, english, quick, take_turn
from tests.support.cogs.servers import abroad, store
from tests.support.world import Person, Seen, World

NONE = "There is no such match."
UNKNOWN = 999
"""A match number that does not exist."""
NUMBERS = {"number", "match-number"}
"""The names of command options for a match number."""
COMMANDS = {
    "board": "match-number",
    "match show": "number",
    "match history": "match-number",
    "match film": "match-number",
    "match review": "match-number",
    "match export": "number",
    "match rematch": "match-number",
}
"""The commands for everybody that take a match number."""
PUBLIC = ("board", "match film", "match review")
"""Those with answers that everybody may see."""
ADMIN = {"admin end", "admin substitute", "admin repair"}
"""Those for admins; see `test_admin_access`."""
MEMBERS = {"Ada": True, "Celina": True, "Dora": False, "Gustav": False}
"""A player, a member who sees the back room, a member who does not, and a member of another server."""
INSIDE = MEMBERS | {"Emil": False, "Fiona": True}
"""Celina is in the private threads; Emil sees their channel only; Fiona manages threads."""
NOBODY = MEMBERS | {"Celina": False}
PLACES = {
    "channel": MEMBERS,
    "thread": MEMBERS,
    "private thread": INSIDE,
    "archived thread": MEMBERS,
    "archived private thread": INSIDE,
    "deleted thread": NOBODY,
    "deleted channel": NOBODY,
}
"""For each place of a match: who asks for it, and who may see it."""


def commands_of(world: World) -> Iterator[app_commands.Command[Any, ..., Any]]:
    bot: Any = world.bot
    return (one for one in bot.tree.walk_commands() if isinstance(one, app_commands.Command))


async def rooms(world: World) -> dict[str, int]:
    """A match in each place, by the place's name; Dora does not see the back room, Gustav is on another server."""
    guild = world.env.guild
    for name in ("Dora", "Emil", "Fiona"):
        await world.welcome(name)
    await world["Fiona"].promote("manage_threads")
    _, _, world.people["Gustav"] = await abroad(world)
    back = guild.create_text_channel("back-room")
    private = [world[name] for name in ("Ada", "Bartek", "Celina")]
    await world.env.settle()
    places = {"channel": back, "deleted channel": guild.create_text_channel("lost")}
    for name in PLACES:
        if "thread" in name:
            places[name] = await thread_in(world, back, name, *(private if "private" in name else ()))
    numbers = {}
    for number, (name, place) in enumerate(places.items(), 1):
        await begin(world, within=place)
        await take_turn(world["Ada"], quick, within=place)
        numbers[name] = number
        if "archived" in name:
            await world.archive(place)
            assert world.bot.get_channel(place.id) is None, "it is still in the cache"
    await hide(world, back, world["Dora"])
    for name in ("deleted thread", "deleted channel"):
        await world.delete(places[name])
    return numbers


def there(world: World, person: Person) -> simcord.ChannelHandle:
    """A channel that the person sees, from which they ask."""
    return world.channel() if person is not world["Gustav"] else next(iter(person.actor.guild.channels.values()))


def test_all_commands_with_a_match_number_are_covered_by_these_tables(world: World) -> None:
    found = {
        command.qualified_name: option.display_name
        for command in commands_of(world)
        for option in command.parameters
        if option.display_name in NUMBERS and command.qualified_name not in ("plan remove", "puzzle show")
    }
    assert found == COMMANDS | dict.fromkeys(ADMIN, "match-number")


def test_match_access_is_decided_in_one_place() -> None:
    looks = re.compile(r"\bstore\s*\.\s*matches\s*\.\s*(?:get|in_channel|finished_in|open_on|unfinished(?:_on)?)\(")
    files = [*Path(cogs.__file__).parent.rglob("*.py")]
    assert [file.name for file in files if looks.search(file.read_text(encoding="utf-8"))] == ["access.py"]


async def test_a_match_is_shown_to_those_who_see_its_channel_and_to_its_players(world: World) -> None:
    numbers = await rooms(world)
    for place, asking in PLACES.items():
        for name, allowed in asking.items():
            person = world[name]
            for command, option in COMMANDS.items():
                if allowed and command == "match film" and (name, place) != ("Celina", "thread"):
                    continue  # drawing one film is enough
                answer = await person.slash(command, within=there(world, person), **{option: numbers[place]})
                shown = answer.all_text != NONE
                assert shown is allowed, f"{name} asks for a match in a {place} with /{command}: {answer.all_text!r}"
                assert answer.ephemeral
    for command, option in COMMANDS.items():
        publicly: list[dict[str, Any]] = [{}, {"public": True}] if command in PUBLIC else [{}]
        for more in publicly:
            for number in (numbers["channel"], UNKNOWN):
                answer = await world["Dora"].slash(command, **more | {option: number})
                assert (answer.all_text, answer.ephemeral) == (NONE, True), (
                    "a hidden match gets the same answer as a missing one"
                )
    assert world.messages() == []


@pytest.mark.parametrize("trouble", [403, 500])
async def test_without_knowledge_of_permissions_nothing_is_shown(world: World, trouble: int) -> None:
    thread = await thread_in(world, world.channel(), "thread")
    await begin(world, within=thread)
    await world.archive(thread)
    assert (await world["Celina"].slash("match show", number=1)).all_text != NONE
    world.refuse("GET", f"/channels/{thread.id}", status=trouble, code=50001 if trouble == 403 else 0, times=None)
    assert (await world["Celina"].slash("match show", number=1)).all_text == NONE


async def test_open_seats_are_listed_for_those_who_see_the_channel(world: World) -> None:
    dora, emil = await world.welcome("Dora"), await world.welcome("Emil")
    back = world.env.guild.create_text_channel("back-room")
    await world.env.settle()
    private = await thread_in(world, back, "private", world["Ada"], world["Celina"])
    old = await thread_in(world, back, "old")
    for place in (back, private, old):
        await world["Ada"].slash("match new", within=place, game="leaders")
    await world.archive(old)
    await hide(world, back, dora)
    assert "`1`" in (text := (await world["Celina"].slash("match list")).all_text) and "`2`" in text and "`3`" in text
    assert "`1`" in (text := (await emil.slash("match list")).all_text) and "`2`" not in text and "`3`" in text
    assert (await dora.slash("match list")).all_text == english("No matches. Start one with /match new.")


async def test_a_person_who_is_invited_may_look_before_they_join(world: World) -> None:
    back = world.channel("second-table")
    await world["Ada"].slash("match new", within=back, game="leaders", opponent=world["Celina"])
    await hide(world, back, world["Celina"])
    assert "open seats" in (await world["Celina"].slash("match show", number=1)).all_text


# Buttons


async def posted(world: World, buttons: list[ActionButton]) -> list[Seen]:
    """Post messages of the bot with these buttons in the first channel."""
    channel = world.bot.get_channel(world.channel().id)
    assert isinstance(channel, discord.TextChannel)
    before = len(world.messages())
    for start in range(0, len(buttons), 20):
        view = discord.ui.View(timeout=None)
        for button in buttons[start : start + 20]:
            view.add_item(button)
        await channel.send(view=view)
    await world.env.settle()
    return world.messages()[before:]


async def test_buttons_do_not_reveal_hidden_matches(world: World) -> None:
    dora, back = await world.welcome("Dora"), world.channel("second-table")
    await begin(world, within=back)
    await world["Ada"].slash("match new", game="leaders", thread=True)
    await hide(world, back, dora)
    assert (await store(world).matches.get(1)).channel == back.id
    ofmatches = [name for name, control in ACTIONS.items() if name not in ("list", "forget") and not control.own]
    buttons = [
        ActionButton(name, Address(number, 0), f"{name} {number}", extra=_extra(name))
        for number in (1, UNKNOWN)
        for name in ofmatches
    ]
    messages = await posted(world, buttons)
    for name in ofmatches:
        received = []
        for number in (1, UNKNOWN):
            label = f"{name} {number}"
            message = next(one for one in messages if label in one.buttons)
            answer = await dora.click(label, on=message)
            received.append([one.text for one in answer.asides] or [answer.all_text])
        expected = NONE if name != "end-match" else "This is for people who may use /admin on this server."
        assert received == [[expected], [expected]], name


def _extra(name: str) -> str:
    """The part of a control's id after its address."""
    return {"history": "next", "takeover": "1", "stay": "1", "accept": "draw", "decline": "draw"}.get(name, "")


async def test_open_pages_stop_working_once_the_channel_is_hidden(world: World) -> None:
    back = world.channel("second-table")
    await begin(world, within=back)
    await take_turn(world["Ada"], quick, within=back)
    page = await world["Celina"].slash("match history", match_number=1)
    before = page.text
    await hide(world, back, world["Celina"])
    answer = await world["Celina"].click("‹", on=page)
    assert [one.text for one in answer.asides] == [NONE]
    assert page.text == before


async def test_managing_one_channel_does_not_allow_canceling_matches_of_another(world: World) -> None:
    await world["Ada"].slash("match new", within=world.channel("second-table"), game="leaders")
    await world["Celina"].promote("manage_channels")
    (message,) = await posted(world, [ActionButton("cancel", Address(1, 0), "Cancel")])
    assert (await world["Celina"].click("Cancel", on=message)).all_text == "You can't cancel this invitation."
    assert (await store(world).matches.get(1)).status == "open"


async def test_a_player_who_no_longer_sees_the_channel_opens_no_rematch_there(world: World) -> None:
    back = world.channel("second-table")
    await begin(world, within=back)
    await world["Ada"].click("press:resign:", on=await world["Ada"].slash("match resign", within=back))
    await hide(world, back, world["Ada"])
    text = (await world["Ada"].slash("match rematch", match_number=1)).all_text
    assert text == english("You can't see the channel of match 1. Start a new one with /match new.")
    assert await store(world).imports.rematch_of(1) is None


# In the channel itself


class Library:
    """Finds the first section of the channel's game; opening the real library takes seconds."""

    def ask(self, _: str, *, here: str, **_more: object) -> library.Answer:
        return library.Answer(here, [library.Hit(next(iter(book(here or "leaders", "en"))), 1.0)])


async def test_a_hidden_channel_seems_to_have_no_match(world: World) -> None:
    await begin(world)
    await take_turn(world["Ada"], quick)
    celina, empty = world["Celina"], world.channel("second-table")
    requests: list[tuple[str, dict[str, Any]]] = [
        ("board", {}),
        ("play", {}),
        *((f"plan {name}", {}) for name in ("add", "list", "clear")),
        ("plan remove", {"number": 1}),
        ("plan always", {"question": "leaders.who-acts", "answer": "end"}),
        *(
            (f"match {name}", {})
            for name in ("show", "history", "film", "review", "export", "rematch", "join", "cancel")
        ),
        *((f"match {name}", {}) for name in ("resign", "draw", "undo", "pause", "resume", "claim")),
        ("match substitute", {"player": world["Bartek"]}),
    ]
    nothing = english("There is no match in this channel. Start one with /match new.")
    with permissions(celina), nothing_checked():
        for command, options in requests:
            hidden, none = await celina.slash(command, **options), await celina.slash(command, within=empty, **options)
            assert hidden.all_text == none.all_text == nothing, command
    known = {command for command, _ in requests} | {"match new", "match list", "match import"}
    groups = {one.qualified_name for one in commands_of(world) if one.qualified_name.split()[0] in ("match", "plan")}
    assert groups <= known, "a new command must be added to these tables"


async def test_suggestions_in_a_hidden_channel_do_not_reveal_its_match(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("search.rules_search._library", Library)
    await world["Ada"].slash("match new", game="monolith", opponent=world["Bartek"])
    await world["Bartek"].click("press:join:")
    celina, empty = world["Celina"], world.channel("second-table")
    suggesting = {
        (command.qualified_name, option.display_name)
        for command in commands_of(world)
        for option in command.parameters
        if option.autocomplete
    }
    for command, option in (("board", "show"), ("rules", "query"), ("card", "name")):
        here = await celina.suggest(command, option, "")
        assert here != await celina.suggest(command, option, "", within=empty), "it depends on the channel's match"
    with permissions(celina), nothing_checked():
        for command, option in sorted(suggesting):
            here = await celina.suggest(command, option, "")
            assert here == await celina.suggest(command, option, "", within=empty), (command, option)


async def test_rules_cards_and_help_do_not_reveal_the_game_of_a_hidden_channel(world: World) -> None:
    await world["Ada"].slash("match new", game="monolith", opponent=world["Bartek"])
    celina = world["Celina"]
    assert "Monolith" in (await celina.slash("help")).all_text
    with permissions(celina):
        for command in ("help", "rules"):
            assert "Leaders" in (await celina.slash(command)).all_text
