"""What the work that runs now is about (match, guild, interaction, shard): a log in JSON tells it with every line."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar

_FIELDS: ContextVar[Mapping[str, int]] = ContextVar("log_fields")
_NONE: Mapping[str, int] = {}


def log_fields() -> Mapping[str, int]:
    """The fields of the running task."""
    return _FIELDS.get(_NONE)


def set_log_fields(**fields: int | None) -> None:
    """Replace the log fields of the current task; None values are dropped."""
    _FIELDS.set({name: value for name, value in fields.items() if value is not None})


def add_log_fields(**fields: int) -> None:
    """From here on the running task is about this, too."""
    _FIELDS.set({**log_fields(), **fields})
