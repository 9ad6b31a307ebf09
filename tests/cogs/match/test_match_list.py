"""/match list: all of a person's matches with the next step of each, and the open seats of the server."""

from __future__ import annotations

import asyncio
import re
from itertools import pairwise
from typing import Any

import pytest

import render
from cogs.client.arena_bot import ArenaBot
from cogs.match.match_list import MAX_BOARDS, MAX_LIST_LENGTH, Entry, split_pages
from cogs.ui.interactions import reply
from table.clocks import clocks
from tests.support.cogs.play import JOIN, begin, can, quick, take_turn
from tests.support.cogs.servers import abroad, store
from tests.support.world import Person, Seen, World
from workers.picture_cache import Board

_DAY = 86400
_TURN = "press:list:"
_SECTION = 9


async def begun_at(world: World) -> int:
    """The time at which the clocks of the first match began to run."""
    timing = clocks.load_timing((await store(world).matches.get(1)).timing)
    assert timing is not None
    return timing.since


async def listed(person: Person) -> list[str]:
    """The lines of the list as the person sees them."""
    answer = await person.slash("match list")
    assert answer.ephemeral
    return answer.all_text.splitlines()


def numbers(lines: list[str]) -> list[int]:
    """The match numbers in the order of the list."""
    return [int(found[1]) for line in lines if (found := re.match(r"`(\d+)`", line))]


async def test_the_list_links_the_newest_board(world: World) -> None:
    await begin(world)
    link = f"(https://discord.com/channels/{world.env.guild.id}/{world.channel().id}/"
    assert f"{link}{world.newest().id})" in (await listed(world["Ada"]))[0]
    await take_turn(world["Ada"], quick)
    assert f"{link}{world.newest().id})" in (await listed(world["Ada"]))[0]


async def test_a_board_in_a_deleted_channel_is_not_linked(world: World) -> None:
    await begin(world)
    await store(world).matches.move_to_channel(1, world.env.guild.id, world.channel("second-table").id, None)
    line = (await listed(world["Ada"]))[0]
    assert "https://" not in line and f"<#{world.channel('second-table').id}>" in line


async def test_the_list_names_the_others_and_pings_nobody(world: World) -> None:
    await begin(world)
    before = len(world.pinged())
    line = (await listed(world["Ada"]))[0]
    assert line.startswith(f"`1` Leaders · {world['Bartek'].mention} · **your move**")
    assert world["Ada"].mention not in line
    assert len(world.pinged()) == before


async def test_the_time_left_is_shown_as_a_timestamp(world: World) -> None:
    await begin(world, clock="3d")
    ends = await begun_at(world) + 3 * _DAY
    await world.pass_time(3600)
    assert f"**your move** · <t:{ends}:R>" in (await listed(world["Ada"]))[0]
    assert f"{world['Ada'].mention} · <t:{ends}:R>" in (await listed(world["Bartek"]))[0]


async def test_without_a_clock_no_time_is_shown(world: World) -> None:
    await begin(world)
    assert "<t:" not in (await listed(world["Ada"]))[0]


async def test_a_paused_match_is_listed_as_paused(world: World) -> None:
    await begin(world, clock="3d")
    await store(world).clock_stops.pause(1, 0)
    line = (await listed(world["Ada"]))[0]
    assert "paused" in line and "<t:" not in line


async def test_a_player_on_vacation_is_listed_with_their_return(world: World) -> None:
    await begin(world, clock="3d")
    await world.pass_time(_DAY)
    await world["Bartek"].slash("me vacation", days=7)
    (away,) = await store(world).clock_stops.vacations(world["Bartek"].id, 0)
    line = (await listed(world["Ada"]))[0]
    assert f"{world['Bartek'].mention} is away until <t:{away.ends}:D>" in line
    assert f"<t:{await begun_at(world) + 3 * _DAY + away.ends - away.starts}:R>" in line


async def test_matches_with_the_readers_move_come_first_and_most_urgent_on_top(world: World) -> None:
    ada = world["Ada"]
    for clock in ("7d", "1d", "none"):
        await ada.slash("match new", game="leaders", opponent=world["Bartek"], thread=True, clock=clock)
    for thread in world.channel().threads:
        await world["Bartek"].click(JOIN, on=world.newest(thread))
    await take_turn(ada, quick, within=world.channel().threads[1])
    await ada.slash("match new", game="leaders", thread=True)
    await begin(world, clock="2d")
    await world["Celina"].slash("match new", within=world.channel("second-table"), game="leaders", opponent=ada)
    assert numbers(await listed(ada)) == [5, 1, 3, 6, 2, 4]
    assert numbers(await listed(world["Bartek"])) == [2, 5, 1, 3, 4]


async def test_the_list_marks_invitations_to_the_reader(world: World) -> None:
    await world["Ada"].slash("match new", game="leaders", opponent=world["Celina"], rated=True, clock="2d")
    line = (await listed(world["Celina"]))[0]
    assert f"`1` Leaders · {world['Ada'].mention} · **you are invited** · 2 days per move · rated" in line
    assert str(world.newest().id) in line


async def test_open_seats_are_listed_separately_with_a_way_to_join(world: World) -> None:
    await begin(world)
    await world["Bartek"].slash("match new", within=world.channel("second-table"), game="monolith", players=3)
    lines = await listed(world["Ada"])
    assert numbers(lines) == [1, 2]
    assert lines[1] == "**Open seats on this server**"
    assert "open seats: 2 more players needed" in lines[2]
    assert "/match join" in lines[3]


async def test_a_seat_reserved_for_another_person_is_not_listed_as_open(world: World) -> None:
    await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"])
    assert "No matches" in "".join(await listed(world["Celina"]))


async def test_an_open_match_is_listed_even_if_other_seats_are_reserved(world: World) -> None:
    await world["Ada"].slash("match new", game="monolith", opponent=world["Bartek"], open=True)
    assert numbers(await listed(world["Celina"])) == [1]


async def test_the_list_has_matches_of_all_servers_but_open_seats_of_this_one_only(world: World) -> None:
    elsewhere, ada, dora = await abroad(world)
    await begin(world)
    await world["Bartek"].slash("match new", within=world.channel("second-table"), game="leaders")
    await dora.slash("match new", within=elsewhere, game="leaders")
    answer = await ada.slash("match list", within=elsewhere)
    assert numbers(answer.all_text.splitlines()) == [1, 3]
    assert f"channels/{world.env.backend.channels[world.channel().id].guild_id}/" in answer.all_text.splitlines()[0]


@pytest.mark.usefixtures("no_quotas")
async def test_a_long_list_has_pages(world: World) -> None:
    for _ in range(26):
        await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"], thread=True)
    page = await world["Ada"].slash("match list")
    first = numbers(page.all_text.splitlines())
    await world.restart()
    assert can(page, _TURN) and "Page 1 of 2: next page" in page.buttons
    page = await world["Ada"].click(_TURN, on=page)
    second = numbers(page.all_text.splitlines())
    assert sorted(first + second) == list(range(1, 27))
    page = await world["Ada"].click(_TURN, on=page)
    assert numbers(page.all_text.splitlines()) == first


@pytest.mark.parametrize("count", [0, 1, 5, 40, 400])
def test_pages_keep_lines_complete_and_in_order(count: int) -> None:
    lines = [f"{number} {'x' * (number * 37 % 300)}" for number in range(count)]
    pages = [[one.line for one in page] for page in split_pages([Entry(line) for line in lines])]
    assert [line for page in pages for line in page] == lines
    assert all(len("\n".join(page)) <= MAX_LIST_LENGTH for page in pages)
    assert all(len("\n".join([*page, after[0]])) > MAX_LIST_LENGTH for page, after in pairwise(pages))


def boards_of(page: Seen) -> dict[str, str]:
    """For each picture on the page, its file name and the line beside it."""
    sections = [part for part in page.components if part["type"] == _SECTION]
    return {one["accessory"]["media"]["url"].rpartition("/")[2]: one["components"][0]["content"] for one in sections}


async def test_the_list_shows_boards_of_running_matches(world: World) -> None:
    await begin(world)
    await world["Bartek"].slash("match new", within=world.channel("second-table"), game="leaders")
    page = await world["Bartek"].slash("match list")
    ((name, line),) = boards_of(page).items()
    assert name == "match-1.png" and line.startswith("`1`")
    assert numbers(page.all_text.splitlines()) == [1, 2]
    page = await world["Celina"].slash("match list")
    assert boards_of(page) == {} and numbers(page.all_text.splitlines()) == [2]


async def test_a_page_shows_at_most_as_many_boards_as_discord_allows(world: World) -> None:
    for number in range(11):
        await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"], thread=True)
        await world["Bartek"].click(JOIN, on=world.newest(world.channel().threads[number]))
    page = await world["Ada"].slash("match list")
    assert len(boards_of(page)) == MAX_BOARDS and "Page 1 of 2: next page" in page.buttons
    page = await world["Ada"].click(_TURN, on=page)
    assert [*boards_of(page)] == ["match-11.png"]


async def test_slow_boards_are_added_later(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await begin(world)
    answered = asyncio.Event()
    sent = []

    async def no_patience(task: Any, seconds: float) -> bool:
        return bool(task.done())

    async def watched(interaction: Any, view: Any, files: list[Any]) -> None:
        sent.append(len(files))
        await reply(interaction, view, files)
        answered.set()

    async def slow(*args: Any, **more: Any) -> Board:
        await answered.wait()
        return await draw(*args, **more)

    bot = world.bot
    assert isinstance(bot, ArenaBot)
    draw = bot.pictures.board
    monkeypatch.setattr(bot.pictures, "board", slow)
    monkeypatch.setattr("cogs.match.match_list.done_within", no_patience)
    monkeypatch.setattr("cogs.match.match_list.reply", watched)
    page = await world["Ada"].slash("match list")
    assert sent == [0, 1] and len(boards_of(page)) == 1


async def test_a_board_that_cannot_be_drawn_is_left_out(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await begin(world)
    monkeypatch.setattr(render, "thumbnail", None)
    with world.forgiving():
        page = await world["Ada"].slash("match list")
    assert boards_of(page) == {} and numbers(page.all_text.splitlines()) == [1]
