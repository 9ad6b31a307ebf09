"""Start and stop on Discord: which errors are retried and which are raised."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from unittest import mock

import discord
import pytest

from cogs.client import retry
from cogs.client.arena_bot import ArenaBot
from cogs.client.gateway_outages import GATEWAY_GRACE_SECONDS, GatewayOutages
from cogs.client.supervise import OneLine, run_on_discord
from db import BrokenDatabase, DatabaseInUse, DiskTrouble, Store
from db.lock import only_process
from db.sqlite import opening
from db.tables.leases import Owner
from db.tables.shards import Shards
from table.table import Table
from tests.sockets.people import happens
from tests.support.db.new import new_database
from tests.support.db.sample_matches import names
from tests.support.table.opened import Clock


@pytest.fixture
def stop(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Let the bot's connection end with this exception; there are no pauses between attempts."""
    event = asyncio.Event()

    async def log_in(self: ArenaBot, _: str) -> None:
        await self._async_setup_hook()

    async def connect(self: ArenaBot, **_: object) -> None:
        event.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(ArenaBot, "login", log_in)
    monkeypatch.setattr(ArenaBot, "connect", connect)
    monkeypatch.setattr(retry, "PAUSE_SECONDS", (0,))
    monkeypatch.setattr(opening, "BUSY_SECONDS", 0.01)
    return event


async def test_the_start_waits_for_a_locked_database(
    tmp_path: Path, stop: asyncio.Event, caplog: pytest.LogCaptureFixture
) -> None:
    database = tmp_path / "arena.sqlite3"
    with closing(opening.open_database(database)) as other:
        other.execute("BEGIN IMMEDIATE")
        running = asyncio.create_task(run_on_discord(ArenaBot(database), "token", stop))
        assert await happens(lambda: bool(caplog.messages))
        other.rollback()
        await running
    warned = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert set(warned) == {f"The database {database} is locked by another program; retrying in 0 s"}


async def test_the_start_waits_for_a_full_disk(
    tmp_path: Path, stop: asyncio.Event, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The disk is full when the database is opened, and still full when the start is recorded."""
    database = tmp_path / "arena.sqlite3"
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorcode = sqlite3.SQLITE_FULL
    open_store, start = mock.AsyncMock(), mock.AsyncMock()
    open_store.side_effect = [DiskTrouble(database, str(full)), await Store.open(database)]
    start.side_effect = [full, None]
    monkeypatch.setattr(Store, "open", open_store)
    monkeypatch.setattr(Table, "start", start)
    await run_on_discord(ArenaBot(database), "token", stop)
    text = f"The database {database} cannot be written: database or disk is full; retrying in 0 s"
    assert caplog.messages.count(text) == 2


async def test_permanent_errors_are_raised(tmp_path: Path, stop: asyncio.Event) -> None:
    database = tmp_path / "arena.sqlite3"
    database.write_text("Dear diary, " * 100)
    with pytest.raises(BrokenDatabase):
        await run_on_discord(ArenaBot(database), "token", stop)
    database.write_bytes(b"")
    with only_process(database), pytest.raises(DatabaseInUse):
        await run_on_discord(ArenaBot(database), "token", stop)


async def test_a_stop_without_a_connection_is_clean(tmp_path: Path, stop: asyncio.Event) -> None:
    database = tmp_path / "arena.sqlite3"
    await run_on_discord(ArenaBot(database), "token", stop)
    assert names(tmp_path) == [database.name, f"{database.name}.lock"]


def test_a_lost_connection_is_logged_in_one_line(tmp_path: Path) -> None:
    bot = ArenaBot(tmp_path / "arena.sqlite3")
    one_line = OneLine(bot)
    try:
        raise discord.GatewayNotFound
    except discord.GatewayNotFound as error:
        trouble = (type(error), error, error.__traceback__)

    def record() -> logging.LogRecord:
        pattern = "Attempting a reconnect in %.2fs"
        return logging.LogRecord("discord.client", logging.ERROR, "", 0, pattern, (3.2,), trouble)

    assert not one_line.filter(record()), "failures of the first connection are logged by the retry"
    bot.ws = object()  # type: ignore[assignment]
    kept = record()
    assert one_line.filter(kept)
    assert kept.exc_info is None
    assert kept.getMessage().startswith("Discord cannot be reached (") and kept.getMessage().endswith(
        "; retrying in 3 s"
    )


async def test_a_process_with_another_number_of_shards_waits_for_the_others_to_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A match belongs to one shard at a time, so that its down-time can be computed."""
    monkeypatch.setattr("cogs.client.arena_bot.SHARD_RETRY_SECONDS", 0.01)
    path = new_database(tmp_path / "arena.sqlite3")
    other = Owner("another", 15)
    async with await Store.open(path) as store, ArenaBot(path, owner=Owner("this", 15)) as bot:
        assert await store.leases.take_all(["shard:5/8"], other) == []
        preparing = asyncio.create_task(bot.prepare())
        text = "another process has shard:5/8: this one waits until it ends"
        async with asyncio.timeout(60):
            while text not in caplog.messages:  # noqa: ASYNC110 -- nothing tells of it
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)  # it checks again several times, and logs nothing more
        assert not preparing.done() and caplog.messages.count(text) == 1
        await store.leases.renew_and_release([], ["shard:5/8"], other)
        await preparing
        assert await store.leases.active_owners("shard:") == {"shard:0/1": "this"}
    async with await Store.open(path) as store:
        assert await store.leases.active_owners("shard:") == {}, "it has released its shards"


async def test_no_shard_is_reachable_before_it_was_ready(tmp_path: Path) -> None:
    """Otherwise the first shard that is ready would let the clocks of the others' matches run out."""
    clock = Clock()
    async with await Store.open(new_database(tmp_path / "arena.sqlite3"), clock=clock) as store:
        gateways = GatewayOutages(store, clock, Shards((0, 1), 2))
        assert gateways.reachable().ids == ()
        clock.now += 5
        await gateways.ready(0)
        assert gateways.reachable().ids == (0,)
        await gateways.ready(1)
        gateways.lost(0)
        clock.now += GATEWAY_GRACE_SECONDS
        assert gateways.reachable().ids == (0, 1), "a short loss is not logged"
        clock.now += 1
        assert gateways.reachable().ids == (1,)
