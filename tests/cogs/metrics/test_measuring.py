"""Metrics without Discord: clicks with their messages, due rows, and labels that are never ids."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.client.gateway_outages import GatewayOutages
from cogs.client.sharded_bot import ShardedBot
from cogs.client.telemetry import Outcome
from cogs.metrics.measuring import MAX_MESSAGE_AGE_SECONDS, TelemetryMetrics
from cogs.metrics.metrics import LogCounter, Metrics
from cogs.metrics.server import Server
from db import Store
from db.tables.shards import Shards
from table.log_context import log_fields, set_log_fields
from table.matches.match_terms import Terms
from table.table import Table
from tests.support.db.new import new_database
from tests.support.table.opened import ADA, Clock, begin, interaction
from tests.support.table.platform import ListPlatform


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def measuring() -> TelemetryMetrics:
    return TelemetryMetrics(Metrics())


@pytest.fixture
async def table(tmp_path: Path, clock: Clock, measuring: TelemetryMetrics) -> AsyncIterator[Table]:
    async with await Store.open(new_database(tmp_path / "arena.sqlite3"), clock=clock) as store:
        table = Table(store, clock, ListPlatform())
        measuring.attached(table)
        await table.start()
        yield table
        await table.stop()
    set_log_fields()


def click(measuring: TelemetryMetrics, control: str = "play") -> Any:
    """Report a click that arrives in the running task."""
    made = SimpleNamespace(id=interaction(), extras={"control": control}, command=None)
    measuring.arrived(made)  # type: ignore[arg-type]
    set_log_fields(interaction=made.id)
    return made


def value(measuring: TelemetryMetrics, name: str, **labels: str) -> float:
    return measuring.metrics.registry.get_sample_value(f"arena_{name}", labels) or 0.0


async def test_the_messages_of_a_click_are_timed_until_it_ends(table: Table, measuring: TelemetryMetrics) -> None:
    clicked = click(measuring)
    match = await begin(table)
    assert value(measuring, "messages_sent_total", to="channel") == 2, "the invitation and the board"
    assert value(measuring, "publish_seconds_count") == 2
    measuring.ended(clicked, Outcome.DONE)
    await table.moves.resign(match.id, ADA, None, interaction())
    await table.deliver(match.id)
    assert value(measuring, "messages_sent_total", to="channel") == 3
    assert value(measuring, "publish_seconds_count") == 2, "a task started by the click does not belong to it"


async def test_a_much_later_message_is_not_counted_for_a_click(
    table: Table, measuring: TelemetryMetrics, clock: Clock
) -> None:
    """Another process has sent the message of the click."""
    match = await begin(table)
    click(measuring)
    measuring._posted(match.channel)
    clock.now += MAX_MESSAGE_AGE_SECONDS
    set_log_fields()
    await table.moves.resign(match.id, ADA, None, interaction())
    await table.deliver(match.id)
    assert value(measuring, "publish_seconds_count") == 0


def test_the_first_outcome_and_the_first_answer_count(measuring: TelemetryMetrics) -> None:
    clicked = click(measuring, "confirm")
    measuring.acknowledged(clicked)
    for _ in range(2):
        measuring.answered(clicked)
    measuring.ended(clicked, Outcome.REFUSED)
    measuring.ended(clicked, Outcome.DONE)
    assert value(measuring, "acknowledge_seconds_count") == 1
    assert value(measuring, "answer_seconds_count", kind="control") == 1
    assert value(measuring, "interactions_total", command="confirm", outcome="refused") == 1
    assert value(measuring, "interactions_total", command="confirm", outcome="done") == 0
    set_log_fields()


async def test_a_due_row_is_measured_with_its_match_and_its_lateness(
    table: Table, measuring: TelemetryMetrics, clock: Clock
) -> None:
    match = await begin(table, terms=Terms(clock="1d", ends=True))
    (flag,) = [due for due in await table.store.due.of_match(match.id) if due.kind.startswith("flag")]
    about: list[dict[str, int]] = []
    table.alarm.on_done.append(lambda _: about.append(dict(log_fields())))
    click(measuring)
    clock.now = flag.at + 90
    await table.store.clock_stops.heartbeat()
    await table.run_due()
    assert about and all(fields == {"match": match.id} for fields in about)
    assert value(measuring, "due_lag_seconds_count", kind="flag") == 1
    assert value(measuring, "due_lag_seconds_sum", kind="flag") == 90


async def test_shards_of_a_process_are_measured_separately(
    tmp_path: Path, measuring: TelemetryMetrics, clock: Clock
) -> None:
    here = Shards((2, 3), 4)
    bot = ShardedBot(tmp_path / "arena.sqlite3", shards=here)
    server = Server(bot, measuring, asyncio.Event())
    await server._look()
    assert value(measuring, "database_up") == 0, "it is not opened yet"
    async with await Store.open(new_database(tmp_path / "arena.sqlite3"), clock=clock) as store:
        bot.shards_here, bot.gateways = here, GatewayOutages(store, clock, here)
        await bot.gateways.ready(3)
        await server._look()
    sample = measuring.metrics.registry.get_sample_value
    assert [sample("arena_shard_ready", {"shard": str(shard)}) for shard in range(4)] == [None, None, 0, 1]


def test_warnings_and_errors_of_the_log_are_counted(measuring: TelemetryMetrics) -> None:
    log = logging.Logger("arena")
    log.addHandler(LogCounter(measuring.metrics))
    log.info("nothing")
    log.warning("something")
    assert value(measuring, "log_messages_total", level="WARNING") == 1
    assert value(measuring, "log_messages_total", level="ERROR") == 0


def test_no_metric_label_is_an_id() -> None:
    found = [getattr(one, "_labelnames", ()) for one in Metrics().registry._names_to_collectors.values()]
    names = "command outcome kind to status game form state level shard version"
    assert {label for labels in found for label in labels} == set(names.split())
