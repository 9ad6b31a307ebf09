"""Laws of every command, context menu and control: acknowledged before any read, and answered in spite of any fault.

They are taken from the command tree and the table of actions, so new ones are included.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest import mock

import discord
import pytest
from discord.app_commands import Choice
from simcord.http import router

from cogs.ui.autocomplete import in_time
from cogs.ui.database_trouble import NO_DATABASE, UNKNOWN, WAS_NOT_SAVED, WAS_SAVED
from cogs.ui.fair_queue import FairQueue
from cogs.ui.interactions import Answered
from db.errors import OutcomeUnknown
from render import Picture
from tests.support.cogs.every import bot_in, commands, controls, use_all
from tests.support.cogs.message_watch import MessageWatch
from tests.support.cogs.play import CONFIRM, begin, draft, log_of, polish, quick
from tests.support.db.engines import sqlite_under
from tests.support.world import STUB, Answer, World


def waits(answer: Answer) -> bool:
    """Whether the person still sees “thinking …”."""
    return bool(answer.result._interaction.loading)


@pytest.fixture(autouse=True)
def cards_are_cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace cards and their rules by stubs."""
    monkeypatch.setattr("cogs.card.card.card_picture", lambda *_: Picture(STUB, 1, 1))
    monkeypatch.setattr("cogs.card.card.rulings", lambda _: ())


@contextmanager
def locked(database: Path) -> Iterator[sqlite3.Connection]:
    """Hold the database's write lock in another connection."""
    with closing(sqlite3.connect(database, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other
        if other.in_transaction:
            other.rollback()


@contextmanager
def acknowledged_first(world: World) -> Iterator[list[str]]:
    """The database calls made before the interaction was acknowledged."""
    early: list[str] = []
    engine, backend = sqlite_under(bot_in(world).store), world.env.backend

    def watched(run: Any) -> Any:
        async def checked(work: Any) -> Any:
            payload = list(world._payloads.values())[-1]
            if not backend.interaction_by_token(str(payload["token"])).responded:
                early.append(str(payload["data"]))
            return await run(work)

        return checked

    reads, writes = watched(engine.reader.run), watched(engine.writer.run)
    with mock.patch.object(engine.reader, "run", reads), mock.patch.object(engine.writer, "run", writes):
        yield early


async def test_interactions_are_acknowledged_at_once_even_while_a_lock_is_held(world: World, database: Path) -> None:
    await begin(world)
    await world["Ada"].promote("manage_guild")
    await sqlite_under(bot_in(world).store).writer._connection.execute("PRAGMA busy_timeout = 1")
    received: dict[str, str] = {}
    with locked(database), acknowledged_first(world) as early:
        async for what, answer in use_all(world, world["Ada"]):
            assert answer.acknowledged and not waits(answer), what
            received[what] = answer.all_text
    assert early == []
    busy = {what for what, answer_text in received.items() if "I can't reach my database" in answer_text}
    assert {"/me language", "/match draw", "/match new", "/admin ban", "ap:press:pick:1:0:0:leader"} <= busy
    assert not {"/help", "/rules", "/me show", "/match list", "/board", "/play"} & busy, (
        "commands that only read are answered"
    )
    assert not [what for what, answer_text in received.items() if "went wrong" in answer_text]


async def test_work_waiting_for_a_lock_continues_when_it_is_released(world: World, database: Path) -> None:
    await begin(world)
    panel = await draft(world["Ada"], quick)
    dispatch = router.dispatch
    with locked(database) as other:

        def let_go_soon(backend: Any, verb: str, where: str, **rest: Any) -> Any:
            if where.endswith("/callback"):
                threading.Timer(0.05, other.rollback).start()
            return dispatch(backend, verb, where, **rest)

        with mock.patch.object(router, "dispatch", let_go_soon):
            answer = await world["Ada"].click(CONFIRM, on=panel)
    assert "Played." in answer.text
    assert len(log_of(database)) == 1


async def test_when_the_database_fails_everybody_gets_a_message_in_their_clients_language(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(world)
    await world["Bartek"].promote("manage_guild")
    engine = sqlite_under(bot_in(world).store)

    async def fail(_: object) -> None:
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR
        raise error

    monkeypatch.setattr(engine.reader, "run", fail)
    monkeypatch.setattr(engine.writer, "run", fail)
    received: dict[str, str] = {}
    with world.forgiving():
        async for what, answer in use_all(world, world["Bartek"]):
            assert answer.acknowledged and not waits(answer), what
            received[what] = answer.all_text
        assert "leaders" in await world["Bartek"].suggest("match new", "game", "Starcie"), "these need no database"
        for command in commands(world):
            for field in command.parameters:
                if field.autocomplete:
                    await world["Bartek"].suggest(command.qualified_name, field.display_name, "")
        monkeypatch.undo()
    assert {what for what, answer_text in received.items() if not answer_text.endswith(polish(NO_DATABASE.msgid))} == {
        "Challenge"
    }
    assert received["Challenge"].startswith("Partia przeciw"), "it needs no database"


async def test_every_kind_of_control_is_acknowledged_by_the_same_base(world: World) -> None:
    registered = {*bot_in(world)._connection._view_store._dynamic_items.values()}
    assert {type(one) for one in controls(world)} == registered
    for kind in registered:
        assert issubclass(kind, Answered)
        assert kind.__dict__.get("callback") is None, "it acts, and is called by its base"


# Suggestions


async def test_every_autocomplete_answers_in_time(world: World) -> None:
    late = [
        (command.qualified_name, field.display_name)
        for command in commands(world)
        for field in command.parameters
        if field.autocomplete and not hasattr(command._params[field.name].autocomplete, "in_time")
    ]
    assert late == []


async def test_late_autocomplete_results_serve_the_next_key_stroke(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    client = SimpleNamespace(pacing=FairQueue())
    person = cast(discord.Interaction, SimpleNamespace(user=SimpleNamespace(id=1), channel_id=2, client=client))
    found = asyncio.Event()

    @in_time
    async def suggest(_: None, _person: discord.Interaction, typed: str) -> list[Choice[str]]:
        await found.wait()
        return [Choice(name=typed, value=typed)] if typed else ["no choice"[100]]  # type: ignore[list-item]

    def limit(seconds: float) -> None:
        monkeypatch.setattr("cogs.ui.autocomplete.TIME_LIMIT_SECONDS", seconds)

    limit(0.0)
    assert await suggest(None, person, "ne") == [], "no result was ready in time"
    found.set()
    limit(20.0)
    assert await suggest(None, person, "n") == [Choice(name="n", value="n")]
    found.clear()
    limit(0.0)
    assert await suggest(None, person, "net") == [Choice(name="n", value="n")], "the latest known result"
    assert await suggest(None, person, "poison") == [], "but only for input that begins like it"
    found.set()
    limit(20.0)
    assert await suggest(None, person, "") == [], "after an error there are no suggestions"


# A database that recovers


@pytest.mark.parametrize("committed", [False, True])
async def test_when_the_database_answers_again_the_panel_says_what_was_saved(
    world: World, watch: MessageWatch, database: Path, committed: bool
) -> None:
    """The commit is refused, or carried out without an answer; only the database can tell which."""
    await begin(world)
    panel = await draft(world["Ada"], quick)
    store = bot_in(world).store
    write = store._engine.write

    async def lose(work: Any, now: int) -> Any:
        if committed:
            await write(work, now)
        raise OutcomeUnknown

    with mock.patch.object(store._engine, "write", lose), world.forgiving():
        answer = await world["Ada"].click(CONFIRM, on=panel)
    assert UNKNOWN.msgid in answer.all_text
    assert len(log_of(database)) == int(committed)
    await world.pass_time(61)
    *_, truth = watch.sent(world["Ada"])
    assert (WAS_SAVED if committed else WAS_NOT_SAVED).msgid in json.dumps(truth.body)
    assert ("press:confirm:" in json.dumps(truth.body)) is not committed
