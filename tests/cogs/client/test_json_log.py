"""The log in JSON: every line is an object with the fields of the current work."""

from __future__ import annotations

import asyncio
import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from cogs.client.json_log import JsonFormatter
from table.log_context import add_log_fields, log_fields, set_log_fields


class JsonLog:
    """A logger and the lines that it has written."""

    def __init__(self) -> None:
        self._written = io.StringIO()
        handler = logging.StreamHandler(self._written)
        handler.setFormatter(JsonFormatter())
        self.logger = logging.Logger("arena")
        self.logger.addHandler(handler)

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self._written.getvalue().splitlines()]


@pytest.fixture
def log() -> Iterator[JsonLog]:
    set_log_fields()
    yield JsonLog()
    set_log_fields()


def test_a_log_line_has_the_fields_of_the_current_work(log: JsonLog) -> None:
    log.logger.info("started %s", "żółw\n")
    set_log_fields(interaction=2**62 + 1, guild=None, shard=3)
    add_log_fields(match=7)
    log.logger.warning("again")
    first, second = log.lines
    assert first["time"].endswith("+00:00")
    assert {**first, "time": ""} == {"time": "", "level": "INFO", "logger": "arena", "message": "started żółw\n"}
    assert {name: second[name] for name in ("interaction", "shard", "match")} == {
        "interaction": "4611686018427387905",
        "shard": 3,
        "match": 7,
    }
    assert "guild" not in second


def test_an_exception_is_one_line_with_its_traceback(log: JsonLog) -> None:
    try:
        raise LookupError("a fault of ours")
    except LookupError:
        log.logger.exception("it failed")
    (line,) = log.lines
    assert line["message"] == "it failed" and line["level"] == "ERROR"
    assert line["exception"].startswith("Traceback") and line["exception"].endswith("LookupError: a fault of ours")


async def test_log_fields_belong_to_one_task(log: JsonLog) -> None:
    async def work(match: int) -> None:
        set_log_fields(match=match)
        await asyncio.sleep(0)
        log.logger.info("done")

    await asyncio.gather(work(1), work(2))
    assert [line["match"] for line in log.lines] == [1, 2]
    assert log_fields() == {}
