"""A match as a file: written by /match export, read by /match import."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from engine.core.dice import seed_hash
from tests.support.cogs.play import RESIGN, begin, faults, quick, rows, take_turn
from tests.support.cogs.servers import abroad, choose
from tests.support.world import Answer, World

RECORDS = Path(__file__).parents[2] / "records"
SHORT = (RECORDS / "leaders-advanced-repetition.json").read_bytes()


async def bring(world: World, data: bytes, *, who: str = "Celina", **more: Any) -> Answer:
    """Let a person import a file with this content."""
    return await world[who].slash("match import", file=("match.json", data), **more)


def changed(**fields: Any) -> bytes:
    """The short record with these fields changed."""
    return json.dumps(json.loads(SHORT) | fields).encode()


def entries(*, at: int, **fields: Any) -> bytes:
    """The short record with the entry at this index changed."""
    log = json.loads(SHORT)["entries"]
    log[at] = log[at] | fields
    return changed(entries=log)


async def played(world: World) -> bytes:
    """A short match between Ada and Bartek, exported after its end."""
    await begin(world)
    for name in ("Ada", "Bartek", "Ada"):
        await take_turn(world[name], quick)
    await world["Bartek"].click(RESIGN, on=await world["Bartek"].slash("match resign"))
    return (await world["Celina"].slash("match export")).files["leaders-1.json"]


async def test_exports_of_older_and_newer_versions_can_be_imported(world: World) -> None:
    """An old export does not name its program; a newer one may have unknown fields."""
    assert "by" not in json.loads(SHORT)
    for data in (SHORT, changed(by="arena-post 99.0"), changed(by="arena-post 99.0", weather="rain")):
        assert "loaded as match" in (await bring(world, data)).all_text


async def test_an_export_can_be_imported_and_exported_again(world: World, database: Path) -> None:
    data = await played(world)
    answer = await bring(world, data, within=world.channel("second-table"))
    assert answer.ephemeral
    assert answer.all_text.startswith("Leaders, 5 moves: loaded as match 2.")
    again = await world["Ada"].slash("match export", number=2)
    assert again.files["leaders-2.json"] == data
    first, second = (
        rows(database, f"SELECT seat, kind, codes, note FROM moves WHERE match = {match} ORDER BY seq")
        for match in (1, 2)
    )
    assert first == second
    assert faults(database) == []


async def test_an_imported_match_is_over_anonymous_and_never_rated(world: World, database: Path) -> None:
    await bring(world, await played(world))
    found = rows(database, "SELECT status, rated, clock, guild, channel, to_move FROM matches WHERE id = 2")
    assert found == [("over", 0, "", world.env.guild.id, world.channel().id, "[]")]
    assert rows(database, "SELECT person, invited FROM seats WHERE match = 2") == [(None, None)] * 2
    assert rows(database, "SELECT person FROM sittings WHERE match = 2") == [(None,)] * 2
    assert rows(database, "SELECT count(*) FROM due WHERE match = 2") == [(0,)]
    assert rows(database, "SELECT count(*) FROM results WHERE match = 2") == [(0,)]


async def test_nothing_is_posted_and_nobody_is_pinged(world: World) -> None:
    await bring(world, SHORT)
    assert world.messages() == [] and world.pinged() == []


@pytest.mark.usefixtures("pictures")
async def test_an_imported_match_counts_as_the_latest_of_the_channel(world: World) -> None:
    await bring(world, SHORT)
    shown = await world["Ada"].slash("match show")
    assert "`1`" in shown.text and shown.png
    assert (await world["Ada"].slash("board")).png
    assert (await world["Ada"].slash("board", move=3)).png
    assert (await world["Bartek"].slash("match history")).png
    assert (await world["Bartek"].slash("match history", match_number=1, move=2)).png
    assert (await world["Ada"].slash("match film")).ephemeral


@pytest.mark.usefixtures("pictures")
async def test_an_imported_match_beside_a_running_one_is_found_by_its_number(world: World) -> None:
    board = await begin(world)
    await bring(world, SHORT)
    assert "`1`" in (await world["Ada"].slash("match show")).text
    assert "`2`" in (await world["Ada"].slash("match show", number=2)).text
    assert (await world["Ada"].slash("board", match_number=2)).png
    assert world.newest().id == board.id
    await take_turn(world["Ada"], quick)


@pytest.mark.usefixtures("pictures")
async def test_an_imported_match_survives_a_restart(world: World) -> None:
    await bring(world, SHORT)
    await world.restart()
    assert (await world["Ada"].slash("board")).png


async def test_an_imported_match_cannot_be_continued(world: World) -> None:
    await bring(world, SHORT)
    assert "You are not playing" in (await world["Celina"].slash("match rematch")).all_text
    assert "no match in this channel" in (await world["Celina"].slash("match resign")).all_text
    assert "No matches" in (await world["Celina"].slash("match list")).all_text


async def test_an_imported_match_is_visible_on_its_server_only(world: World) -> None:
    elsewhere, _, dora = await abroad(world)
    await bring(world, SHORT)
    answer = await dora.slash("match show", within=elsewhere, number=1)
    assert answer.all_text == "There is no such match."


async def test_the_same_import_delivered_twice_is_stored_once(world: World, database: Path) -> None:
    answer = await bring(world, SHORT)
    await world.deliver_again(answer, unheard=True)
    assert rows(database, "SELECT count(*) FROM matches") == [(1,)]


async def test_imports_follow_the_servers_allowed_channels(world: World, database: Path) -> None:
    await choose(world, places=(world.channel("second-table").id,))
    assert "matches may be opened only in" in (await bring(world, SHORT)).all_text
    assert rows(database, "SELECT count(*) FROM matches") == [(0,)]


async def test_a_running_match_is_not_imported(world: World, database: Path) -> None:
    await begin(world)
    await take_turn(world["Ada"], quick)
    data = (await world["Ada"].slash("match export")).files["leaders-1.json"]
    assert "still running when it was exported" in (await bring(world, data)).all_text
    assert rows(database, "SELECT count(*) FROM matches") == [(1,)]


_WRONG: dict[str, tuple[bytes, str]] = {
    "too large": (b" " * (256 << 10) + SHORT, "too large"),
    "nothing": (b"", "not JSON"),
    "a picture": (b"\x89PNG\r\n\x1a\n\0\0", "not JSON"),
    "cut off": (SHORT[:-20], "not JSON"),
    "deep": (b'{"game":' * 20_000, "not a match record"),
    "a list": (b"[]", "not a match record: Expected"),
    "no game": (b"{}", "missing required field"),
    "a wrong type": (changed(seats="two"), "not a match record"),
    "another game": (changed(game="chess"), "There is no such game. Available: leaders"),
    "another version": (changed(rules_version=99), "rules version 99 of Leaders; I know version"),
    "no seed": (changed(seed=""), "still running"),
    "no result": (changed(result=None), "still running"),
    "another seed": (changed(seed="another"), "The seed is not the one that was published"),
    "a loud seed": (changed(seed="@everyone", seed_hash=seed_hash("@everyone")), "A seed is a short text"),
    "a long seed": (changed(seed="x" * 101, seed_hash=seed_hash("x" * 101)), "A seed is a short text"),
    "another hash": (changed(seed_hash="0"), "The seed is not the one that was published"),
    "too many seats": (changed(seats=5), "does not replay: This game is for 2 players."),
    "no seats": (changed(seats=0), "Entry 1 names a seat that does not exist"),
    "an unknown option": (changed(options={"colour": "red"}), "There is no option colour"),
    "a long option": (changed(options={"x" * 3000: "red"}), "options that no game has"),
    "a long version": (changed(rules_version=int("9" * 3000)), "I know version"),
    "a long code": (entries(at=4, codes=["e" * 3000]), "Entry 5 cannot be read"),
    "a code that is none": (entries(at=4, codes=["@here"]), "Entry 5 cannot be read"),
    "an option's value": (changed(options={"mode": "sideways"}), "Option mode takes one of"),
    "an impossible code": (entries(at=4, codes=["e4", "e5"]), "The record does not replay:"),
    "another's turn": (entries(at=0, seat=1), "It is not your turn to decide."),
    "no such seat": (entries(at=2, seat=7), "Entry 3 names a seat that does not exist"),
    "no such resigning seat": (
        entries(at=0, seat=7, kind="resign", codes=[]),
        "Entry 1 names a seat that does not exist",
    ),
    "no such kind": (entries(at=0, kind="prayer", codes=[]), "Entry 1 cannot be read"),
    "an empty move": (entries(at=0, codes=[]), "Entry 1 cannot be read"),
    "a talking draw": (entries(at=0, kind="draw"), "Entry 1 cannot be read"),
    "an undo of the future": (entries(at=3, kind="undo", codes=[], keep=4), "Entry 4 undoes what has not happened"),
    "an undo of less than nothing": (entries(at=3, kind="undo", codes=[], keep=-1), "Entry 4 undoes"),
    "a move that keeps": (entries(at=3, keep=2), "Entry 4 undoes"),
    "another result": (changed(result={"winners": [0], "reason": "captured"}), "The replay ends differently"),
    "moves after the end": (
        changed(entries=[*json.loads(SHORT)["entries"], {"seat": 0, "codes": ["end"]}]),
        "The match is over",
    ),
    "too many entries": (changed(entries=[{"seat": 0, "codes": ["e"]}] * 2001), "2001 entries"),
}


async def test_every_error_in_a_file_is_named_and_nothing_is_stored(world: World, database: Path) -> None:
    for name, (data, message) in _WRONG.items():
        answer = await bring(world, data)
        assert answer.ephemeral and message in answer.all_text, (name, answer.all_text)
    assert rows(database, "SELECT count(*) FROM matches") == [(0,)]
    assert "loaded as match 1" in (await bring(world, SHORT)).all_text


async def test_errors_in_a_file_are_in_the_readers_language_and_ping_nobody(world: World) -> None:
    answer = await bring(world, changed(game="<@1> @everyone"), who="Bartek")
    assert "leaders" in answer.all_text and "<@1>" not in answer.all_text
    answer = await bring(world, entries(at=0, kind="@everyone", codes=[]), who="Bartek")
    assert world.pinged() == []


async def test_a_file_that_cannot_be_downloaded_is_reported(world: World, database: Path) -> None:
    with mock.patch.object(type(world.env.backend.cdn), "get", return_value=None):
        answer = await bring(world, SHORT)
    assert answer.all_text == "Discord didn't deliver the file. Please try again."
    assert rows(database, "SELECT count(*) FROM matches") == [(0,)]


@pytest.mark.usefixtures("pictures")
async def test_an_import_keeps_moves_taken_back(world: World, database: Path) -> None:
    data = (RECORDS / "leaders-advanced-surrounded.json").read_bytes()
    await bring(world, data)
    kinds = [kind for (kind,) in rows(database, "SELECT kind FROM moves ORDER BY seq")]
    assert "undo" in kinds and len(kinds) == len(json.loads(data)["entries"])
    assert (await world["Ada"].slash("board", move=kinds.index("undo"))).png


async def test_an_imported_match_can_be_shown_to_everybody(world: World) -> None:
    await bring(world, SHORT)
    assert not (await world["Ada"].slash("board", public=True)).ephemeral
    assert not (await world["Ada"].slash("match film", public=True)).ephemeral
    assert world.pinged() == []
