"""Matches of one server are hidden from other servers, except for their players."""

from __future__ import annotations

import pytest
import simcord

from tests.support.cogs.play import begin
from tests.support.cogs.servers import abroad
from tests.support.world import Answer, Person, World


async def ask(person: Person, channel: simcord.ChannelHandle, command: str, **options: int) -> Answer:
    return await person.slash(command, within=channel, **options)


async def test_a_match_of_another_server_is_not_shown_to_strangers(world: World) -> None:
    elsewhere, _, dora = await abroad(world)
    await begin(world)
    for command, field in (("match show", "number"), ("match export", "number"), ("board", "match_number")):
        answer = await ask(dora, elsewhere, command, **{field: 1})
        assert answer.all_text == "There is no such match.", command


async def test_open_matches_of_another_server_are_not_listed(world: World) -> None:
    elsewhere, _, dora = await abroad(world)
    await world["Bartek"].slash("match new", game="leaders")
    assert "No matches" in (await ask(dora, elsewhere, "match list")).all_text


@pytest.mark.usefixtures("pictures")
async def test_players_can_show_their_match_from_any_server(world: World) -> None:
    elsewhere, ada, _ = await abroad(world)
    await begin(world)
    assert "`1`" in (await ask(ada, elsewhere, "match list")).all_text
    assert (await ask(ada, elsewhere, "match show", number=1)).png
