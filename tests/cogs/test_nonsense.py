"""Whatever somebody types into whichever field: a friendly private answer, nobody pinged, nothing changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.cogs.play import JOIN, begin, can, draft_of, log_of, rows
from tests.support.world import Answer, World

NONSENSE = {
    "spaces": "   ",
    "long": "x" * 4000,
    "long words": "leader " * 570,
    "emoji": "🐉🏰👩‍👩‍👧‍👦 ⚔️",
    "right to left": "\u202eשלום عليكم\u202c \u200f",
    "everyone": "@everyone @here",
    "mentions": "<@1456074443980800007> <@&1456074443980800001> <#1456074443980800005> <@1456074443980800008>",
    "markdown": "# **x** ||y|| `z` ```\n> q\n[a](https://example.org) ~~s~~ ***",
    "sql": "'; DROP TABLE matches; --\" OR 1=1",
    "fields": "{word} {0} {reason!r:>999999} %s %(x)d {",
    "controls": "\x00\x07\r\n\t\u2028\ufeff\u0000",
    "zalgo": "l\u0338\u0321e\u0334a\u0336d\u0337e\u0335r\u0338" * 40,
    "commas": ",,,;;,=,=;",
    "numbers": "99999999999999999999999999 -1 0x10 ١٢٣",
    "hieroglyphs": "𓀀 𓂀 𓆣",
}


def friendly(answer: Answer, about: str = "") -> None:
    """Private, in words, and not an apology for a fault of ours."""
    assert answer.acknowledged and answer.ephemeral, about
    assert answer.said.strip(), about
    assert "Something went wrong" not in answer.said, about


async def test_nonsense_as_a_move_before_any_match(world: World) -> None:
    for about, nonsense in NONSENSE.items():
        friendly(await world["Ada"].slash("play", move=nonsense), about)


async def test_nonsense_as_a_move_of_the_player_on_turn(world: World, database: Path) -> None:
    await begin(world)
    for about, nonsense in NONSENSE.items():
        if about != "long words":
            friendly(await world["Ada"].slash("play", move=nonsense), about)
            assert draft_of(database) == [], about
    friendly(await world["Ada"].slash("play", move=NONSENSE["long words"]))
    assert draft_of(database) == ['["leader"]']


async def test_nonsense_in_the_middle_of_a_move(world: World, database: Path) -> None:
    await begin(world)
    await world["Ada"].slash("play", move="end wanderer")
    for about, nonsense in NONSENSE.items():
        friendly(await world["Ada"].slash("play", move=f"{nonsense} confirm"), about)
        assert draft_of(database) == ['["end","wanderer"]'], about
    assert log_of(database) == []


async def test_nonsense_as_a_move_of_somebody_else(world: World) -> None:
    await begin(world)
    for about, nonsense in NONSENSE.items():
        friendly(await world["Bartek"].slash("play", move=nonsense), about)
        friendly(await world["Celina"].slash("play", move=nonsense), about)


async def test_nonsense_while_a_move_is_suggested(world: World) -> None:
    await begin(world)
    for nonsense in NONSENSE.values():
        for typed in (nonsense, f"end {nonsense}", f"{nonsense} "):
            for value in await world["Ada"].suggest("play", "move", typed):
                assert len(value) <= 100


async def test_nonsense_as_a_game(world: World, database: Path) -> None:
    for about, nonsense in NONSENSE.items():
        friendly(await world["Ada"].slash("match new", game=nonsense), about)
    assert rows(database, "SELECT id FROM matches") == []


async def test_nonsense_while_games_and_options_are_suggested(world: World) -> None:
    ada = world["Ada"]
    for nonsense in NONSENSE.values():
        await ada.suggest("match new", "game", nonsense)
        await ada.suggest("match new", "options", nonsense[:200], game="leaders")
        await ada.suggest("match new", "options", f"mode=basic, {nonsense}"[:200], game="leaders")
        await ada.suggest("match new", "options", "", game=nonsense)


async def test_nonsense_as_options(world: World) -> None:
    for about, nonsense in NONSENSE.items():
        answer = await world["Ada"].slash("match new", game="leaders", options=nonsense[:200])
        friendly(answer, about)
        if about == "spaces":
            assert can(world.newest(), JOIN)
            await world["Ada"].slash("match cancel")
        else:
            assert "mode=basic|advanced" in answer.said, about


async def test_nonsense_as_what_the_board_shows(world: World) -> None:
    await begin(world)
    for about, nonsense in NONSENSE.items():
        friendly(await world["Ada"].slash("board", show=nonsense), about)
        await world["Ada"].suggest("board", "show", nonsense)


@pytest.mark.parametrize("number", [2, 999, 2**31, 2**53 - 1])
@pytest.mark.parametrize(
    ("command", "field"), [("match show", "number"), ("match export", "number"), ("board", "match_number")]
)
async def test_a_number_without_a_match(world: World, command: str, field: str, number: int) -> None:
    await begin(world)
    filled: dict[str, Any] = {field: number}
    answer = await world["Ada"].slash(command, **filled)
    friendly(answer)
    assert answer.said == "There is no such match."


@pytest.mark.parametrize("move", [1, 999, 2**53 - 1])
async def test_a_board_after_a_move_that_has_not_been_made(world: World, move: int) -> None:
    await begin(world)
    answer = await world["Ada"].slash("board", move=move)
    friendly(answer)
    assert "0 moves" in answer.said


@pytest.mark.parametrize("extra", [{}, {"public": True}])
async def test_a_refusal_is_private_even_where_the_answer_would_be_public(world: World, extra: dict[str, Any]) -> None:
    friendly(await world["Ada"].slash("board", **extra))
    await begin(world)
    friendly(await world["Ada"].slash("board", move=5, **extra))
    assert len(world.messages()) == 2


async def test_names_of_people_do_no_harm(world: World) -> None:
    crowd, markup, long = [await world.welcome(name) for name in ("@everyone", "**_`||", "x" * 32)]
    await crowd.slash("match new", game="leaders", opponent=markup, thread=True)
    thread = world.channel().threads[0]
    await markup.click(JOIN, on=world.newest(thread))
    friendly(await long.slash("match show", within=thread))
