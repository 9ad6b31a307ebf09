"""Refuses a SimCord without the internals that this package needs."""

from __future__ import annotations

from typing import Any

import simcord
from simcord import components
from simcord.backend import Backend
from simcord.preview import Preview, _commands, _server, _snapshot

from cogs.local.errors import LocalTableError
from cogs.local.page import PATCHES, simcord_file

SIMCORD = "3.2."

NEEDED: dict[Any, tuple[str, ...]] = {
    components: ("_assign_ids", "walk_components"),
    simcord.Env: (
        "_move_clock",
        "_settle_internal",
        "_record_error",
        "_bot_scope",
        "start",
        "shutdown",
        "advance_time",
    ),
    Backend: ("snowflake", "reserve_id", "create_thread", "prepare_message", "emit", "advance_clock"),
    Preview: (
        "_action",
        "_publish",
        "_page_payload",
        "_advance_presentation_time",
        "_get_page",
        "_receipt_payload",
        "_reject",
    ),
    _commands: ("build_catalog", "_authorized_catalog", "command_leaves"),
    _snapshot: ("_message_projection", "_message_navigation", "_history_window", "can_access_message"),
    _server.PreviewServer: ("_static", "_allowed_hosts", "_authorized", "_state", "_pages", "_action", "_asset"),
}


def check_simcord() -> None:
    """Raise LocalTableError if SimCord's internals have changed."""
    if not simcord.__version__.startswith(SIMCORD):
        raise LocalTableError(
            f"The local table needs SimCord {SIMCORD}x, but {simcord.__version__} is installed: "
            "install requirements-local.txt again."
        )
    moved = [
        f"{owner.__name__}.{name}" for owner, names in NEEDED.items() for name in names if not hasattr(owner, name)
    ]
    moved += [
        f"{name}: {old}"
        for name, patches in PATCHES.items()
        for old, _ in patches
        if simcord_file(name).count(old) != 1
    ]
    if moved:
        names = ", ".join(moved)
        raise LocalTableError(f"This SimCord has changed inside ({names}): install requirements-local.txt again.")
