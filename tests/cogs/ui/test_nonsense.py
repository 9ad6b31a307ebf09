"""Any input in any field gets a friendly private answer, pings nobody and changes nothing."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Any

import pytest

from engine.registry import GAMES
from tests.support.cogs.nonsense import NONSENSE, friendly
from tests.support.cogs.play import JOIN, begin, can, draft_of, log_of, rows
from tests.support.world import World


async def test_nonsense_typed_as_a_move_before_any_match_is_answered(world: World) -> None:
    for about, nonsense in NONSENSE.items():
        friendly(await world["Ada"].slash("play", move=nonsense), about)


async def test_nonsense_typed_by_the_player_on_turn_is_answered(world: World, database: Path) -> None:
    await begin(world)
    for about, nonsense in NONSENSE.items():
        if about != "long words":
            friendly(await world["Ada"].slash("play", move=nonsense), about)
            assert draft_of(database) == [], about
    friendly(await world["Ada"].slash("play", move=NONSENSE["long words"]))
    assert draft_of(database) == ['["leader"]']


async def test_nonsense_in_the_middle_of_a_move_is_answered(world: World, database: Path) -> None:
    await begin(world)
    await world["Ada"].slash("play", move="end wanderer")
    for about, nonsense in NONSENSE.items():
        friendly(await world["Ada"].slash("play", move=f"{nonsense} confirm"), about)
        assert draft_of(database) == ['["end","wanderer"]'], about
    assert log_of(database) == []


async def test_nonsense_typed_by_another_player_is_answered(world: World) -> None:
    await begin(world)
    for about, nonsense in NONSENSE.items():
        friendly(await world["Bartek"].slash("play", move=nonsense), about)
        friendly(await world["Celina"].slash("play", move=nonsense), about)


async def test_nonsense_gets_move_suggestions(world: World) -> None:
    await begin(world)
    for nonsense in NONSENSE.values():
        for typed in (nonsense, f"end {nonsense}", f"{nonsense} "):
            for value in await world["Ada"].suggest("play", "move", typed):
                assert len(value) <= 100


async def test_nonsense_as_a_game_name_is_answered(world: World, database: Path) -> None:
    for about, nonsense in NONSENSE.items():
        friendly(await world["Ada"].slash("match new", game=nonsense), about)
    assert rows(database, "SELECT id FROM matches") == []


async def test_nonsense_gets_game_and_option_suggestions(world: World, database: Path) -> None:
    ada = world["Ada"]
    for about, nonsense in NONSENSE.items():
        assert {*await ada.suggest("match new", "game", nonsense)} <= {*GAMES}, about
        typed = nonsense[:200]
        for option in await ada.suggest("match new", "options", typed, game="leaders"):
            assert len(option) <= 100, about
        for option in await ada.suggest("match new", "options", f"mode=basic, {typed}"[:200], game="leaders"):
            assert len(option) <= 100, about
        assert await ada.suggest("match new", "options", "", game=nonsense) == [], about
    assert rows(database, "SELECT id FROM matches") == []


async def test_nonsense_as_match_options_is_answered(world: World) -> None:
    for about, nonsense in NONSENSE.items():
        answer = await world["Ada"].slash("match new", game="leaders", options=nonsense[:200])
        friendly(answer, about)
        if about == "spaces":
            assert can(world.newest(), JOIN)
            await world["Ada"].slash("match cancel")
        else:
            assert "mode=basic|advanced" in answer.all_text, about


async def test_nonsense_as_a_board_number_is_answered(world: World) -> None:
    await begin(world)
    for about, nonsense in NONSENSE.items():
        friendly(await world["Ada"].slash("board", show=nonsense), about)
        await world["Ada"].suggest("board", "show", nonsense)


@pytest.mark.parametrize("number", [2, 999, 2**31, 2**53 - 1])
@pytest.mark.parametrize(
    ("command", "field"), [("match show", "number"), ("match export", "number"), ("board", "match_number")]
)
async def test_an_unknown_match_number_is_answered(world: World, command: str, field: str, number: int) -> None:
    await begin(world)
    filled: dict[str, Any] = {field: number}
    answer = await world["Ada"].slash(command, **filled)
    friendly(answer)
    assert answer.all_text == "There is no such match."


@pytest.mark.parametrize("move", [1, 999, 2**53 - 1])
async def test_a_board_number_beyond_the_last_move_is_answered(world: World, move: int) -> None:
    await begin(world)
    answer = await world["Ada"].slash("board", move=move)
    friendly(answer)
    assert "0 moves" in answer.all_text


@pytest.mark.parametrize("extra", [{}, {"public": True}])
async def test_a_refusal_is_private_even_if_the_answer_would_be_public(world: World, extra: dict[str, Any]) -> None:
    friendly(await world["Ada"].slash("board", **extra))
    await begin(world)
    friendly(await world["Ada"].slash("board", move=5, **extra))
    assert len(world.messages()) == 2


async def test_names_of_people_cannot_break_messages(world: World) -> None:
    crowd, markup, long = [await world.welcome(name) for name in ("@everyone", "**_`||", "x" * 32)]
    await crowd.slash("match new", game="leaders", opponent=markup, thread=True)
    thread = world.channel().threads[0]
    await markup.click(JOIN, on=world.newest(thread))
    friendly(await long.slash("match show", within=thread))


@pytest.mark.parametrize(
    "name", ["\u202eadA\u202c", "A\u2066d\u200fa\u2069", "Z" + "\u0336\u0337\u0338\u0489" * 7, "\u202e\u2066"]
)
async def test_names_cannot_reverse_or_cover_the_text_around_them(world: World, name: str) -> None:
    person = await world.welcome(name)
    await person.slash("match new", game="leaders", opponent=world["Bartek"], thread=True)
    title = str(world.channel().threads[0].name)
    assert title.startswith("Leaders: ") and title.endswith(" – Bartek")
    assert title.isprintable() and sum(unicodedata.category(char) in ("Mn", "Me") for char in title) <= 2
