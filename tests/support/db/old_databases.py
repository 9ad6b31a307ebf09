"""Databases of earlier versions, and the Discord server in which they were made, so that people can play on.

SimCord hands out ids in a fixed order: the same server gets the same people and channels.
"""

from __future__ import annotations

import gzip
import shutil
import sqlite3
from contextlib import AbstractAsyncContextManager, closing
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import simcord

from cogs.client.arena_bot import ArenaBot
from tests.support.world import World

FOLDER = Path(__file__).parents[2] / "databases"
PEOPLE = ("Ada", "Bartek", "Celina", "Dorota", "Ewa", "Filip")
"""Members of the server. Ewa has deleted her data."""
CHANNELS = (
    "leaders-basic", "leaders-advanced", "monolith-two", "monolith-four", "monolith-secret", "tashkalar-duel",
    "tashkalar-high", "tashkalar-melee", "knockdown-open", "knockdown-hidden", "paused", "substitute", "vacation",
    "finished", "invitation", "cancelled", "claim", "rematch", "asked", "ended", "together",
)  # fmt: skip
DAYS_AFTER = 6.5
"""Days between the first day of SimCord's time and the new start of the bot."""


class OldMessage(msgspec.Struct, frozen=True):
    """A public message with buttons that was in a channel when the database was closed."""

    channel: int
    thread_of: int | None
    buttons: dict[str, str]
    """Custom ids by label."""


MADE = ("2026-11-16", "2026-11-17", "2026-11-17-version-7", "2026-11-17-version-11", "2026-11-18-version-12")
"""The dates of the databases, made by versions 2, 4, 7, 11 and 12."""
MORE_CHANNELS = {MADE[3]: ("computer",), MADE[4]: ("computer",)}
"""Additional channels of some servers."""


def unpack(target: Path, made: str = MADE[0]) -> None:
    """Write the database as the old version closed it."""
    with gzip.open(FOLDER / f"{made}.sqlite3.gz") as packed, target.open("wb") as file:
        shutil.copyfileobj(packed, file)


def old_messages(made: str) -> list[OldMessage]:
    return msgspec.json.decode((FOLDER / f"{made}.messages.json").read_bytes(), type=list[OldMessage])


def world_of(database: Path, made: str = MADE[0]) -> AbstractAsyncContextManager[World]:
    """The server as it was, half a day later; the current bot starts on the database."""
    before = partial(_as_it_stood, made)
    channels = (*CHANNELS, *MORE_CHANNELS.get(made, ()))
    return World.open(
        lambda: ArenaBot(database), people=PEOPLE, channels=channels, languages={"Bartek": "pl"}, before=before
    )


def _as_it_stood(made: str, env: simcord.Env) -> None:
    backend = env.backend
    env._move_clock(DAYS_AFTER * 86400)
    for message in old_messages(made):
        if message.channel not in backend.channels:
            assert message.thread_of is not None
            backend.reserve_id(message.channel)
            backend.create_thread(
                message.thread_of, "match", backend.bot_user.id, message_id=message.channel, broadcast=False
            )
        backend.create_message(
            message.channel, backend.bot_user.id, "as it stood", components=_rows(message.buttons), broadcast=False
        )


def _rows(buttons: dict[str, str]) -> list[dict[str, Any]]:
    made = [{"type": 2, "style": 2, "label": label, "custom_id": own} for label, own in buttons.items()]
    return [{"type": 1, "components": made[at : at + 5]} for at in range(0, len(made), 5)]


def whole(database: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table, with whatever columns it has."""
    with closing(sqlite3.connect(database)) as conn:
        tables = [row[0] for row in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        return {table: sorted(conn.execute(f"SELECT * FROM {table}"), key=repr) for table in tables}
