"""A bot with metrics: its counters, its health and readiness, and the fields of its log."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families as parsed
from prometheus_client.samples import Sample

from tests.sockets.people import Unanswered, happens
from tests.sockets.process import Bot
from tests.sockets.scene import Scene

pytestmark = pytest.mark.asyncio(loop_scope="module")

CALLBACK = r"POST /interactions/\d+/.*/callback"


def lines(bot: Bot) -> list[dict[str, Any]]:
    return [json.loads(line) for line in bot.log.splitlines()]


async def get(url: str, **headers: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(url, headers=headers) as answer:
        return answer.status, await answer.text()


async def ready(url: str) -> dict[str, bool]:
    """The readiness answer, once Discord has reported all servers."""
    for _ in range(500):
        status, answer = await get(f"{url}/readyz")
        if status == 200:
            break
        await asyncio.sleep(0.02)
    found: dict[str, bool] = json.loads(answer)
    return found


async def samples(url: str) -> dict[str, float]:
    """Every sample: `name{label="value",…}` → value."""
    status, text = await get(f"{url}/metrics")
    assert status == 200
    return {sample_name(one): one.value for family in parsed(text) for one in family.samples}


def sample_name(sample: Sample) -> str:
    labels = ",".join(f'{name}="{value}"' for name, value in sample.labels.items())
    return f"{sample.name}{{{labels}}}" if labels else sample.name


async def test_metrics_show_clicks_messages_and_readiness(fresh: Scene) -> None:
    bot = fresh.bot
    fresh.discord.gateway.refuse = 502
    bot.launch("--metrics", "0", "--log", "json")
    assert await happens(lambda: "retrying" in bot.log)
    (url,) = re.findall(r"http://127\.0\.0\.1:\d+", bot.log)
    assert await get(f"{url}/healthz") == (200, '{"database": true}')
    assert (await get(f"{url}/metrics", Host="localhost:9100"))[0] == 200
    for host in ("evil.example", "127.0.0.1.evil.example:9100", "", "[::2]"):
        assert (await get(f"{url}/metrics", Host=host))[0] == 403, "a request with another site's host name"
    assert await get(f"{url}/readyz") == (503, '{"database": true, "gateway": false, "running": true}')
    fresh.discord.gateway.refuse = None
    await bot.connected(0)

    table = await fresh.table()
    await table.begin()
    await table.turn()
    await fresh.ada.slash("match show", table.place, number=77)
    assert await ready(url) == {"database": True, "gateway": True, "running": True}
    seen = await samples(url)
    assert seen['arena_interactions_total{command="/match new",outcome="done"}'] == 1
    assert seen['arena_interactions_total{command="join",outcome="done"}'] == 1
    assert seen['arena_interactions_total{command="/match show",outcome="refused"}'] == 1
    clicks = sum(value for name, value in seen.items() if name.startswith("arena_interactions_total"))
    assert seen["arena_acknowledge_seconds_count"] == clicks
    assert seen['arena_answer_seconds_count{kind="command"}'] >= 2
    assert seen['arena_answer_seconds_count{kind="control"}'] >= 2
    assert seen["arena_publish_seconds_count"] >= 3, "the invitation, the first board, the board after the turn"
    assert seen['arena_messages_sent_total{to="channel"}'] >= 3
    assert seen['arena_matches{status="live"}'] == 1
    assert seen["arena_outbox_messages"] == seen["arena_due_rows"] == 0
    assert seen["arena_database_up"] == seen['arena_shard_ready{shard="0"}'] == 1
    assert seen['arena_shard_guilds{shard="0"}'] == 1
    assert seen['arena_database_requests_total{kind="write"}'] >= 4
    assert seen["arena_event_loop_lag_seconds_count"] >= 1
    drawn = sum(value for name, value in seen.items() if name.startswith('arena_picture_seconds_count{form="parts"'))
    assert drawn >= 1

    fresh.discord.faults.add(CALLBACK, status=404)
    with pytest.raises(Unanswered):
        await fresh.ada.slash("help", table.place, patience=1)
    assert (await samples(url))['arena_interactions_total{command="/help",outcome="lost"}'] == 1
    assert await bot.stop() == 0

    told_lines = lines(bot)
    assert all({"time", "level", "logger", "message"} <= line.keys() for line in told_lines)
    lost = next(line for line in told_lines if "can no longer be answered" in line["message"])
    assert lost["interaction"] in lost["message"]
    assert (lost["guild"], lost["shard"]) == (str(fresh.guild.id), 0)
