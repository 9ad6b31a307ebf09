"""Clocks and notices in tests: stored clocks and due rows, and the people who were pinged or sent a DM."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest import mock

import simcord

from db.tables.clock_stops import ClockStops
from table.clocks.clocks import Timing, load_timing
from tests.support.cogs.play import finish_panel, offered, quick, rows
from tests.support.world import Person, Ping, Seen, World

MINUTE, HOUR, DAY = 60, 3600, 86400
CLOSED = "Cannot send messages to this user"
CLAIM, REMATCH, TAKE_OVER, STAY = "press:claim:", "press:rematch:", "press:takeover:", "press:stay:"


def now(world: World) -> int:
    return int(world.env.now().timestamp())


def timing(database: Path, match: int = 1) -> Timing:
    """The clocks of the match as stored."""
    found = load_timing(str(rows(database, f"SELECT timing FROM matches WHERE id = {match}")[0][0]))
    assert found is not None, "the match has no clock"
    return found


def due(database: Path, match: int = 1) -> dict[str, int]:
    """The due rows of a match: their times by kind."""
    found = rows(database, f"SELECT kind, at FROM due WHERE match = {match}")
    return {str(kind): int(str(at)) for kind, at in found}


def write(database: Path, statement: str) -> None:
    """Change a row directly in the database."""
    with closing(sqlite3.connect(database)) as conn, conn:
        conn.execute(statement)


def stamps(message: Seen) -> list[int]:
    """The times that the message shows as relative times."""
    return [int(found) for found in re.findall(r"<t:(\d+):R>", message.text)]


def private_messages(world: World, person: Person) -> list[Seen]:
    """Private messages of the bot to this person."""
    backend = world.env.backend
    if person.id not in backend.dm_channels:
        return []
    channel = backend.channels[backend.dm_channels[person.id]]
    return world.messages(simcord.ChannelHandle(world.env, None, channel))


def public(world: World) -> list[Ping]:
    """Pings in the match's channel."""
    return [ping for ping in world.pings if ping.channel_id == world.channel().id]


def pinged(world: World, since: int = 0) -> list[str]:
    """Names of the people pinged in the match's channel, message by message, from ping number `since` on."""
    names = {person.id: name for name, person in world.people.items()}
    return ["+".join(sorted(names[one] for one in ping.people)) for ping in public(world)[since:] if ping.people]


def saying(world: World, words: str) -> list[Seen]:
    """Public messages with these words."""
    return [message for message in world.messages() if words in message.text]


def result(database: Path, match: int = 1) -> tuple[str, list[int], str]:
    """The result of a match: status, winners and reason."""
    status, kept = rows(database, f"SELECT status, result FROM matches WHERE id = {match}")[0]
    read: dict[str, Any] = json.loads(str(kept)) if kept else {}
    return str(status), list(read.get("winners", [])), str(read.get("reason", ""))


async def crash(world: World, gone: float) -> None:
    """Crash the bot, and start it again after `gone` seconds."""
    with mock.patch.object(ClockStops, "heartbeat", _silent):
        async with world.away():
            await world.pass_time(gone)


async def _silent(*_: object, **__: object) -> None:
    """Do nothing, like a dead bot."""


async def turn(world: World, name: str) -> None:
    """Play a quick turn in Leaders for this person, without waiting for a board."""
    await finish_panel(world[name], await world[name].slash("play"), quick)


async def hide(world: World, name: str) -> None:
    """Answer a simultaneous secret question with the first option."""
    panel = await world[name].slash("play")
    await world[name].slash("play", move=f"{offered(panel)[0]} confirm")


async def choose(world: World, name: str, where: str) -> None:
    """Choose where the person is notified."""
    await world[name].slash("me notices", where=where)


async def set_quiet_hours(world: World, name: str, hours: float, *, starts: float = -0.5) -> None:
    """Set quiet hours of this person that begin `starts` hours from now and last `hours`."""
    begins = world.env.now() + timedelta(hours=starts)
    ends = begins + timedelta(hours=hours)
    fields: dict[str, Any] = {"from": f"{begins:%H:%M}", "to": f"{ends:%H:%M}", "zone": "UTC"}
    await world[name].slash("me quiet", **fields)


def block_private_messages(world: World, name: str) -> None:
    """Make the person refuse private messages."""
    channel = world.env.backend.get_dm_channel(world[name].id)
    world.refuse("POST", f"/channels/{channel.id}/messages", status=403, code=50007, text=CLOSED, times=None)
