"""/match list, show, export, resign, cancel: results and refusals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine import __version__
from engine.core.record import Record, check
from engine.registry import GAMES
from tests.support.cogs.play import (
    CANCEL,
    JOIN,
    PLAY,
    RESIGN,
    begin,
    can,
    english,
    log_of,
    quick,
    rows,
    take_turn,
)
from tests.support.world import World

_NO_MATCH = "There is no match in this channel. Start one with /match new."

# list


async def test_an_empty_list_says_how_to_begin(world: World) -> None:
    answer = await world["Ada"].slash("match list")
    assert answer.ephemeral
    assert answer.all_text == english("No matches. Start one with /match new.")


async def test_the_list_says_in_which_matches_it_is_the_readers_move(world: World) -> None:
    await begin(world)
    assert "**your move**" in (await world["Ada"].slash("match list")).all_text
    assert f"<#{world.channel().id}>" in (await world["Ada"].slash("match list")).all_text
    await take_turn(world["Ada"], quick)
    assert f"waiting for {world['Bartek'].mention}" in (await world["Ada"].slash("match list")).all_text


async def test_the_list_has_open_matches_of_others_but_not_their_running_ones(world: World) -> None:
    await world["Ada"].slash("match new", game="leaders")
    assert "open seats" in (await world["Celina"].slash("match list")).all_text
    await world["Bartek"].click(JOIN)
    assert "No matches" in (await world["Celina"].slash("match list")).all_text


async def test_the_list_has_the_readers_invitations(world: World) -> None:
    await world["Ada"].slash("match new", game="leaders", opponent=world["Celina"])
    assert "`1`" in (await world["Celina"].slash("match list")).all_text


async def test_a_finished_match_leaves_the_list(world: World) -> None:
    await begin(world)
    await world["Ada"].click(RESIGN, on=await world["Ada"].slash("match resign"))
    assert "No matches" in (await world["Ada"].slash("match list")).all_text


@pytest.mark.usefixtures("no_quotas")
async def test_a_long_list_fits_into_a_message(world: World) -> None:
    for _ in range(24):
        await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"], thread=True)
    answer = await world["Ada"].slash("match list")
    assert answer.all_text.count("\n") > 10


# show


@pytest.mark.usefixtures("pictures")
async def test_showing_a_match_describes_it_from_the_beginning(world: World) -> None:
    await begin(world)
    await take_turn(world["Ada"], quick)
    answer = await world["Celina"].slash("match show")
    assert answer.ephemeral
    assert "Gold recruits the Vizier on" in answer.text
    assert "Mode: basic" in answer.text
    assert answer.png


@pytest.mark.usefixtures("pictures")
async def test_a_match_can_be_shown_by_its_number_from_elsewhere(world: World) -> None:
    await begin(world)
    answer = await world["Celina"].slash("match show", within=world.channel("second-table"), number=1)
    assert "`1`" in answer.text and answer.png


async def test_showing_without_a_match_says_so(world: World) -> None:
    assert (await world["Ada"].slash("match show")).all_text == english(_NO_MATCH)


async def test_an_open_match_is_shown_as_waiting(world: World) -> None:
    await world["Ada"].slash("match new", game="leaders")
    assert "open seats" in (await world["Celina"].slash("match show")).all_text


async def test_a_canceled_match_is_shown_as_canceled(world: World) -> None:
    await world["Ada"].slash("match new", game="leaders")
    await world["Ada"].slash("match cancel")
    assert "canceled" in (await world["Celina"].slash("match show", number=1)).all_text


async def test_a_finished_match_can_still_be_shown(world: World) -> None:
    await begin(world)
    await world["Ada"].click(RESIGN, on=await world["Ada"].slash("match resign"))
    answer = await world["Celina"].slash("match show")
    assert "Violet wins: resignation." in answer.text


# export


async def test_a_finished_match_is_exported_with_its_seed(world: World) -> None:
    await begin(world)
    await take_turn(world["Ada"], quick)
    await world["Bartek"].click(RESIGN, on=await world["Bartek"].slash("match resign"))
    answer = await world["Celina"].slash("match export")
    assert answer.ephemeral
    record = msgspec.json.decode(answer.files["leaders-1.json"], type=Record)
    assert record.seed == "two"
    assert record.by == f"arena-post {__version__}"
    outcome = check(record, GAMES["leaders"]).outcome
    assert outcome is not None and outcome.reason == "resigned"


async def test_a_running_match_is_exported_without_its_seed(world: World) -> None:
    await begin(world)
    await take_turn(world["Ada"], quick)
    answer = await world["Ada"].slash("match export")
    exported = answer.files["leaders-1.json"]
    record = msgspec.json.decode(exported, type=Record)
    assert record.seed == "" and len(record.entries) == 1
    assert b"two" not in exported


async def test_an_open_match_cannot_be_exported(world: World) -> None:
    await world["Ada"].slash("match new", game="leaders")
    assert "has not begun" in (await world["Ada"].slash("match export")).all_text


async def test_exporting_without_a_match_says_so(world: World) -> None:
    assert (await world["Ada"].slash("match export")).all_text == english(_NO_MATCH)


# resign


async def test_resigning_asks_for_confirmation(world: World, database: Path) -> None:
    await begin(world)
    answer = await world["Ada"].slash("match resign")
    assert answer.ephemeral
    assert "Do you really want to resign?" in answer.text
    assert log_of(database) == []


async def test_resigning_loses_the_match_on_any_turn(world: World) -> None:
    await begin(world)
    answer = await world["Bartek"].click(RESIGN, on=await world["Bartek"].slash("match resign"))
    assert answer.ephemeral
    assert "Gold wins: resignation." in world.newest().text
    assert not can(world.newest(), PLAY)
    assert "`two`" in world.newest().text


async def test_after_a_resignation_the_channel_is_free(world: World) -> None:
    await begin(world)
    await world["Ada"].click(RESIGN, on=await world["Ada"].slash("match resign"))
    assert (await world["Ada"].slash("match resign")).all_text == english(_NO_MATCH)
    await begin(world)


async def test_nobody_resigns_before_the_match_begins(world: World) -> None:
    await world["Ada"].slash("match new", game="leaders")
    assert "has not begun" in (await world["Ada"].slash("match resign")).all_text


async def test_resigning_discards_a_drafted_move(world: World, database: Path) -> None:
    await begin(world)
    await world["Ada"].slash("play", move="leader")
    await world["Ada"].click(RESIGN, on=await world["Ada"].slash("match resign"))
    assert rows(database, "SELECT * FROM drafts") == []


# cancel


async def test_the_opener_may_cancel_an_invitation(world: World) -> None:
    await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"])
    answer = await world["Ada"].click(CANCEL)
    assert answer.all_text == "The match was canceled."
    assert f"{world['Ada'].mention} has canceled the match." in world.newest().text
    await begin(world)


async def test_an_invited_person_may_decline(world: World, database: Path) -> None:
    await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"])
    await world["Bartek"].click(CANCEL)
    assert rows(database, "SELECT status FROM matches") == [("cancelled",)]


@pytest.mark.parametrize("opponent", [True, False])
async def test_a_third_person_cannot_cancel_an_invitation(world: World, database: Path, opponent: bool) -> None:
    extra: dict[str, Any] = {"opponent": world["Bartek"]} if opponent else {}
    await world["Ada"].slash("match new", game="leaders", **extra)
    await world["Celina"].click(CANCEL)
    await world["Celina"].slash("match cancel")
    assert rows(database, "SELECT status FROM matches") == [("open",)]


@pytest.mark.parametrize("who", ["Ada", "Bartek"])
async def test_either_player_may_cancel_before_both_have_moved(world: World, database: Path, who: str) -> None:
    await begin(world)
    await take_turn(world["Ada"], quick)
    await world[who].slash("match cancel")
    assert rows(database, "SELECT status FROM matches") == [("cancelled",)]
    assert not can(world.newest(), PLAY)


async def test_a_match_cannot_be_canceled_once_both_have_moved(world: World, database: Path) -> None:
    await begin(world)
    await take_turn(world["Ada"], quick)
    await take_turn(world["Bartek"], quick)
    answer = await world["Ada"].slash("match cancel")
    assert answer.all_text == "The match is under way: resign, or offer a draw."
    assert rows(database, "SELECT status FROM matches") == [("live",)]


async def test_a_spectator_cannot_cancel(world: World, database: Path) -> None:
    await begin(world)
    assert "Only the players of this match" in (await world["Celina"].slash("match cancel")).all_text
    assert rows(database, "SELECT status FROM matches") == [("live",)]


async def test_a_person_who_manages_the_channel_may_cancel_any_match(world: World, database: Path) -> None:
    await begin(world)
    for name in ("Ada", "Bartek", "Ada"):
        await take_turn(world[name], quick)
    await world["Celina"].promote("manage_channels")
    await world["Celina"].slash("match cancel")
    assert rows(database, "SELECT status FROM matches") == [("cancelled",)]
    assert f"{world['Celina'].mention} has canceled the match." in world.newest().text
    assert world.pinged()[-1] != "Celina"


async def test_canceling_without_a_match_says_so(world: World) -> None:
    assert (await world["Ada"].slash("match cancel")).all_text == english(_NO_MATCH)
