"""Log fields of the current task (match, guild, interaction, shard), which a JSON log adds to every line."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar

_FIELDS: ContextVar[Mapping[str, int]] = ContextVar("log_fields")
_NONE: Mapping[str, int] = {}


def log_fields() -> Mapping[str, int]:
    """The log fields of the current task."""
    return _FIELDS.get(_NONE)


def set_log_fields(**fields: int | None) -> None:
    """Replace the log fields of the current task; None values are dropped."""
    _FIELDS.set({name: value for name, value in fields.items() if value is not None})


def add_log_fields(**fields: int) -> None:
    """Add log fields to those of the current task."""
    _FIELDS.set({**log_fields(), **fields})
