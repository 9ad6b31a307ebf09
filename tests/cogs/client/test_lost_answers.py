"""Packets to or from Discord are lost: the person still gets an answer and never waits forever."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.cogs.lost import ACKNOWLEDGEMENT, ANSWER, ASIDE, lost
from tests.support.cogs.play import CONFIRM, begin, draft, log_of, open_panel, pick, quick, rows
from tests.support.world import Answer, World

on_the_way = pytest.mark.parametrize("carried_out", [False, True], ids=["there", "back"])


def waits(answer: Answer) -> bool:
    """Whether the person still sees “thinking …”."""
    return bool(answer.result._interaction.loading)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.ui.interactions.PAUSE_SECONDS", (0.0, 0.0))


@on_the_way
async def test_a_command_whose_acknowledgment_is_lost_is_still_answered(world: World, carried_out: bool) -> None:
    with lost(ACKNOWLEDGEMENT, carried_out=carried_out):
        answer = await world["Ada"].slash("me show")
    assert "Language: English." in answer.all_text
    assert not waits(answer)


@on_the_way
async def test_a_pick_whose_acknowledgment_is_lost_is_made_once_and_shown(
    world: World, database: Path, carried_out: bool
) -> None:
    await begin(world)
    panel = await open_panel(world["Ada"])
    with lost(ACKNOWLEDGEMENT, carried_out=carried_out):
        answer = await pick(world["Ada"], panel, "leader")
    assert "where to" in answer.text
    assert rows(database, "SELECT codes, revision FROM drafts") == [('["leader"]', 1)]


@on_the_way
async def test_a_confirmation_whose_acknowledgment_is_lost_is_played_once(
    world: World, database: Path, carried_out: bool
) -> None:
    await begin(world)
    panel = await draft(world["Ada"], quick)
    with lost(ACKNOWLEDGEMENT, carried_out=carried_out):
        answer = await world["Ada"].click(CONFIRM, on=panel)
    assert "Played." in answer.text
    assert len(log_of(database)) == 1


async def test_an_interaction_that_discord_acknowledged_and_forgot_is_answered(world: World) -> None:
    """The response to the acknowledgment was lost, and the second attempt is too late."""
    with lost(ACKNOWLEDGEMENT, carried_out=True, forgotten=True):
        answer = await world["Ada"].slash("me show")
    assert "Language: English." in answer.all_text
    assert not waits(answer)


async def test_an_acknowledgment_that_is_refused_as_too_late_changes_nothing(world: World, database: Path) -> None:
    with lost(ACKNOWLEDGEMENT, carried_out=False, forgotten=True):
        await world["Ada"].slash("match new", game="leaders")
    assert rows(database, "SELECT id FROM matches") == []


async def test_a_command_that_cannot_be_acknowledged_changes_nothing(world: World, database: Path) -> None:
    with lost(ACKNOWLEDGEMENT, carried_out=False, times=3):
        await world["Ada"].slash("match new", game="leaders")
    assert rows(database, "SELECT id FROM matches") == []


@on_the_way
@pytest.mark.parametrize("command", ["me show", "board", "match export"])
async def test_an_answer_that_is_lost_is_sent_again(world: World, command: str, carried_out: bool) -> None:
    await begin(world)
    with lost(ANSWER, carried_out=carried_out):
        answer = await world["Ada"].slash(command)
    assert not waits(answer)
    assert answer.all_text or (answer.result.response is not None and answer.result.response._message.attachments)
    assert answer.asides == []


@pytest.mark.parametrize("command", ["board", "match film"])
async def test_a_refusal_is_private_even_if_the_answer_would_be_public(world: World, command: str) -> None:
    before = len(world.messages())
    answer = await world["Ada"].slash(command, public=True)
    assert ["There is no match in this channel." in aside.text for aside in answer.asides] == [True]
    assert all(aside.ephemeral for aside in answer.asides)
    assert len(world.messages()) == before


async def test_a_command_delivered_again_after_a_restart_is_reported_as_done(world: World, database: Path) -> None:
    """The process dies between the commit and the answer."""
    answer = await world["Ada"].slash("match new", game="leaders")
    await world.restart()
    await world.deliver_again(answer, unheard=True)
    assert len(rows(database, "SELECT id FROM matches")) == 1
    assert answer.all_text == "That's already done; please look again."
    assert not waits(answer)


async def test_a_refusal_that_is_lost_is_sent_again(world: World) -> None:
    with lost(ASIDE, carried_out=False):
        answer = await world["Ada"].slash("board", public=True)
    assert ["There is no match in this channel." in aside.text for aside in answer.asides] == [True]


async def test_an_unreadable_local_file_is_not_reported_as_a_discord_error(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(world)

    async def unopened(*_: object, **__: object) -> None:
        raise OSError("cannot open resource")

    monkeypatch.setattr("workers.picture_cache.PictureCache.board", unopened)
    with world.forgiving() as complaints:
        answer = await world["Ada"].slash("play")
    assert "went wrong on my side" in answer.text and "Discord" not in answer.text
    assert any("cannot open resource" in one for one in complaints), "it is logged as an internal error"
