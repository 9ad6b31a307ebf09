"""Writes the log as one JSON object per line, for log collectors."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Any

from table.log_context import log_fields

SNOWFLAKES = ("guild", "interaction")
"""Discord ids, written as strings because programs that read numbers as floating point would change them."""


class JsonFormatter(logging.Formatter):
    """Time, level, logger and message; match, guild, interaction and shard if they are known; the exception."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        line.update((name, str(value) if name in SNOWFLAKES else value) for name, value in log_fields().items())
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        if record.stack_info:
            line["stack"] = self.formatStack(record.stack_info)
        return json.dumps(line, ensure_ascii=False)
