"""Limits per person and server: requests beyond them are refused politely and possible again later."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from cogs.client.arena_bot import ArenaBot
from table import quotas
from table.matches import import_record
from tests.support.cogs.play import CANCEL, JOIN, begin, can, polish, quick, rows, take_turn
from tests.support.world import Answer, World

SHORT = (Path(__file__).parents[2] / "records" / "leaders-advanced-repetition.json").read_bytes()
DAY = 86400


async def invite(world: World, who: str = "Ada", whom: str | None = "Bartek") -> Answer:
    """Let a person open a match in its own thread."""
    named: dict[str, Any] = {} if whom is None else {"opponent": world[whom]}
    return await world[who].slash("match new", game="leaders", thread=True, **named)


def when(answer: Answer) -> int:
    """The time that the answer names."""
    return int(answer.all_text.partition("<t:")[2].partition(":R>")[0])


async def cancel_all(world: World, who: str = "Ada") -> None:
    """Cancel every open invitation of this person."""
    for thread in world.channel().threads:
        for message in world.messages(thread):
            if can(message, CANCEL):
                await world[who].click(CANCEL, on=message)


# Invitations


async def test_one_person_can_have_only_a_few_open_invitations_to_another(world: World) -> None:
    for _ in range(quotas.MAX_OPEN_INVITATIONS_FROM_ONE):
        assert "is open in" in (await invite(world)).all_text
    threads, pinged = len(world.channel().threads), len(world.pinged())
    answer = await invite(world)
    assert answer.ephemeral and "Wait for an answer or cancel one." in answer.all_text
    assert (len(world.channel().threads), len(world.pinged())) == (threads, pinged), "no match was opened"
    assert "is open in" in (await invite(world, whom="Celina")).all_text
    await world["Bartek"].click(JOIN, on=world.newest(world.channel().threads[0]))
    assert "is open in" in (await invite(world)).all_text, "one was accepted"


async def test_matches_opened_by_other_processes_count_and_no_empty_thread_is_left(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(quotas.MAX_OPEN_INVITATIONS_FROM_ONE):
        await invite(world)
    threads = len(world.channel().threads)
    monkeypatch.setattr(quotas.Quotas, "need_opening", mock.AsyncMock())  # at the check there were fewer
    assert "Wait for an answer or cancel one." in (await invite(world)).all_text
    assert len(world.channel().threads) == threads


async def test_simultaneous_invitations_are_counted_one_after_the_other(world: World, database: Path) -> None:
    async with world.together():
        for _ in range(quotas.MAX_OPEN_INVITATIONS_FROM_ONE + 3):
            await invite(world)
    assert rows(database, "SELECT count(*) FROM matches") == [(quotas.MAX_OPEN_INVITATIONS_FROM_ONE,)]
    assert len(world.channel().threads) == quotas.MAX_OPEN_INVITATIONS_FROM_ONE
    assert world.pinged() == ["Bartek"] * quotas.MAX_OPEN_INVITATIONS_FROM_ONE


async def test_inviting_and_canceling_repeatedly_has_to_wait(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, "MAX_INVITATIONS_FROM_ONE_PER_DAY", 2)
    first = world.env.now().timestamp()
    await invite(world)
    await world.pass_time(3600)
    await invite(world)
    await cancel_all(world)
    assert {*rows(database, "SELECT status FROM matches")} == {("cancelled",)}
    answer = await invite(world)
    assert "You can send the next one" in answer.all_text
    assert when(answer) == int(first) + DAY
    assert "is open in" in (await invite(world, whom="Celina")).all_text
    await world.pass_time(when(answer) - world.env.now().timestamp())
    assert "is open in" in (await invite(world)).all_text


async def test_accepted_invitations_are_not_counted(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MAX_INVITATIONS_FROM_ONE_PER_DAY", 2)
    monkeypatch.setattr(quotas, "MAX_OPEN_INVITATIONS_FROM_ONE", 2)
    for number in range(3):
        assert "is open in" in (await invite(world)).all_text
        await world["Bartek"].click(JOIN, on=world.newest(world.channel().threads[number]))


async def test_a_rematch_counts_as_an_invitation(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MAX_INVITATIONS_FROM_ONE_PER_DAY", 1)
    await begin(world)
    await world["Ada"].click("press:resign:", on=await world["Ada"].slash("match resign"))
    await world["Ada"].slash("match rematch")
    await world["Bartek"].click(CANCEL)
    assert "You can send the next one" in (await world["Ada"].slash("match rematch")).all_text
    await world["Bartek"].slash("match rematch")
    assert can(world.newest(), JOIN), "the other person may"


async def test_a_person_with_many_open_invitations_gets_no_more(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MAX_OPEN_INVITATIONS", 2)
    await invite(world, "Ada", "Bartek")
    await invite(world, "Celina", "Bartek")
    dora = await world.welcome("Dora")
    answer = await dora.slash("match new", game="leaders", opponent=world["Bartek"])
    assert answer.all_text == f"{world['Bartek'].mention} has too many unanswered invitations. " + (
        "Open a match that anyone may join."
    )
    assert "is open in" in (await dora.slash("match new", game="leaders")).all_text
    assert "Partia 4" in (await invite(world, "Bartek", "Celina")).all_text, "a person's own invitations do not count"


async def test_open_matches_of_a_person_and_of_a_server_are_limited(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, "MAX_OPEN_MATCHES_PER_PERSON", 2)
    monkeypatch.setattr(quotas, "MAX_OPEN_MATCHES_PER_SERVER", 3)
    for _ in range(2):
        await invite(world, "Bartek", None)
    refused = await invite(world, "Bartek", None)
    assert refused.all_text == polish(
        "You already have {n} matches waiting for players, which is the limit. "
        "You can open another one when one of them begins or is canceled; /match list shows them."
    ).format(n=2)
    await invite(world, "Ada", None)
    assert "This server already has 3 matches waiting for players" in (await invite(world, "Celina", None)).all_text
    await world["Ada"].click(JOIN, on=world.newest(world.channel().threads[0]))
    assert "is open in" in (await invite(world, "Celina", None)).all_text
    assert "is open in" not in (await invite(world, "Bartek", None)).all_text, "the server is full again"


# Threads


async def test_new_threads_in_a_day_are_limited(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MAX_THREADS_PER_DAY", 2)
    first = int(world.env.now().timestamp())
    await invite(world)
    await invite(world)
    await cancel_all(world)
    answer = await invite(world)
    assert "You have opened 2 threads within a day." in answer.all_text and when(answer) == first + DAY
    assert len(world.channel().threads) == 2
    assert "is open in" in (await world["Ada"].slash("match new", game="leaders", thread=False)).all_text
    assert "You have opened" in (await world["Ada"].slash("match new", game="leaders")).all_text, "the channel is taken"
    assert "is open in" in (await invite(world, "Celina")).all_text
    await world.pass_time(DAY)
    assert "is open in" in (await invite(world)).all_text


# Substitutes


async def test_requests_to_take_over_are_limited(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MAX_SUBSTITUTE_REQUESTS_PER_DAY", 2)
    await begin(world)
    dora = await world.welcome("Dora")
    for one in (world["Celina"], dora):
        await world["Ada"].slash("match substitute", player=one)
    pinged = len(world.pinged())
    answer = await world["Ada"].slash("match substitute", player=world["Celina"])
    assert "This match has had 2 substitute requests in 24 hours." in answer.all_text
    assert len(world.pinged()) == pinged
    await world.pass_time(DAY)
    assert "within a day" not in (await world["Ada"].slash("match substitute", player=world["Celina"])).all_text


# Imports and exports


async def bring(world: World, who: str = "Celina", data: bytes = SHORT) -> Answer:
    return await world[who].slash("match import", file=("match.json", data))


async def test_imports_in_a_day_are_limited(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MAX_IMPORTS_PER_PERSON_PER_DAY", 2)
    monkeypatch.setattr(quotas, "MAX_IMPORTS_PER_SERVER_PER_DAY", 3)
    first = int(world.env.now().timestamp())
    for _ in range(2):
        assert "loaded as match" in (await bring(world)).all_text
    answer = await bring(world)
    assert "You have imported 2 matches within a day." in answer.all_text and when(answer) == first + DAY
    await world.restart()
    assert "You have imported 2 matches" in (await bring(world)).all_text, "it is counted in the database"
    assert "loaded as match" in (await bring(world, "Ada")).all_text
    assert "On this server 3 matches were imported" in (await bring(world, "Ada")).all_text
    await world.pass_time(DAY)
    assert "loaded as match" in (await bring(world)).all_text


async def test_imports_of_faulty_files_count_too(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    few = quotas.Rate("import", 2, 3600, quotas.IMPORT_RATE.refusal)
    monkeypatch.setattr("cogs.match.import_export.IMPORT_RATE", few)
    for _ in range(2):
        assert "not JSON" in (await bring(world, data=b"{")).all_text
    answer = await bring(world)
    assert answer.all_text.startswith("That's 2 attempts to import a file within an hour.")
    assert "loaded as match" in (await bring(world, "Ada")).all_text
    await world.pass_time(3600)
    assert "loaded as match" in (await bring(world)).all_text


async def test_a_match_with_too_many_events_is_not_imported(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_record, "MAX_LOG_BYTES", 2000)
    assert (await bring(world)).all_text == "Too much happens in this match to import it."
    assert rows(database, "SELECT count(*) FROM matches") == [(0,)]


async def test_imports_are_replayed_in_the_background_within_a_limit(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Uses an inline worker; the limit itself is tested with a real process."""
    given: list[tuple[object, float]] = []
    bot = world.bot
    assert isinstance(bot, ArenaBot)

    async def run(person: int, function: object, data: bytes, *, seconds: float, overtime: object) -> object:
        given.append((person, seconds))
        raise LookupError(function)

    monkeypatch.setattr(bot.background, "run", run)
    with world.forgiving():
        await bring(world)
    assert given == [(world["Celina"].id, 10.0)]


async def test_exports_in_an_hour_are_limited(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    few = quotas.Rate("export", 2, 3600, quotas.EXPORT_RATE.refusal)
    for place in ("cogs.match.import_export", "cogs.privacy.privacy"):
        monkeypatch.setattr(f"{place}.EXPORT_RATE", few)
    await begin(world)
    await take_turn(world["Ada"], quick)
    first = int(world.env.now().timestamp())
    assert (await world["Bartek"].slash("match export")).files
    assert (await world["Bartek"].slash("privacy export")).files
    answer = await world["Bartek"].slash("match export")
    assert not answer.files and when(answer) == first + 3600
    assert answer.all_text == polish("That's {n} files within an hour. You can have the next one {when}.").format(
        n=2, when=f"<t:{first + 3600}:R>"
    )
    assert (await world["Ada"].slash("match export")).files
    await world.pass_time(3600)
    assert (await world["Bartek"].slash("match export")).files


def test_expired_counters_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "_MAX_COUNTERS", 3)
    now = [1000.0]
    counted = quotas.Quotas(None, lambda: now[0])  # type: ignore[arg-type]
    for person in range(3):
        counted.spend(person, quotas.EXPORT_RATE)
    now[0] += 3601
    counted.spend(9, quotas.EXPORT_RATE)
    assert len(counted._spent) == 1
