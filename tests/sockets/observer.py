"""Compares messages and answers with the database: no answered click is lost, and every board is posted once and in
order.
"""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.sockets.limits import TEXT, walk
from tests.sockets.world import Channel, Interaction, Message, World

_ADDRESS = re.compile(r"ap:(?:press:(?P<action>[a-z-]+)|choose):(?P<match>\d+):(?P<version>\d+):(?P<revision>\d+)")
PLAYED, STALE = "Played.", "That was for an earlier position."
"""The panel's English texts after a played move, and after a stale control."""


PROMPT = "prompt"
"""The kind of a message that pings while the previous board is edited."""


@dataclass
class Report:
    """The counts and faults of a run."""

    answered: int = 0
    boards: int = 0
    moves: int = 0
    lost: list[str] = field(default_factory=list)
    """Clicks that were answered as done, but are not in the database."""
    uncalled: list[str] = field(default_factory=list)
    """Moves in the database that nobody has confirmed."""
    doubled: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    out_of_order: list[str] = field(default_factory=list)

    @property
    def faults(self) -> list[str]:
        """All faults."""
        named = {"lost": self.lost, "uncalled": self.uncalled, "doubled": self.doubled, "missing": self.missing}
        return [
            f"{name}: {one}" for name, found in (named | {"out of order": self.out_of_order}).items() for one in found
        ]


Query = Callable[..., list[tuple[Any, ...]]]
"""Returns the rows of a statement, whose parameters are marked with `?`."""


@contextmanager
def reading(database: Path | str) -> Iterator[Query]:
    """Open a SQLite database, or a PostgreSQL database by its address, for reading only."""
    if str(database).startswith("postgresql:"):
        import psycopg

        with psycopg.connect(str(database), autocommit=True) as conn:
            yield lambda sql, *values: conn.execute(sql.replace("?", "%s").encode(), values).fetchall()
        return
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        yield lambda sql, *values: db.execute(sql, values).fetchall()


def observe(world: World, database: Path | str) -> Report:
    """Compare the messages and answers of this fake Discord with the database."""
    report = Report()
    with reading(database) as query:
        _clicks(world, query, report)
        for channel in list(world.channels.values()):
            _boards(channel, world, query, report)
    return report


def _clicks(world: World, query: Query, report: Report) -> None:
    known = {row[0] for row in query("SELECT id FROM interactions")}
    moves = {(row[0], row[1]) for row in query("SELECT match, seq FROM moves WHERE kind = 'play'")}
    confirmed = set()
    for one in world.interactions.values():
        found = _ADDRESS.match(str(one.payload["data"].get("custom_id")))
        if found is None:
            continue
        match, version, action = int(found["match"]), int(found["version"]), found["action"] or "pick"
        if action in ("confirm", "finish"):
            confirmed.add((match, version + 1))
        if not one.answers:
            continue
        report.answered += 1
        if claimed(one, action, found) and one.id not in known:
            report.lost.append(f"{one.payload['data']} was answered as done")
        if action in ("confirm", "finish") and PLAYED in words(one) and (match, version + 1) not in moves:
            report.lost.append(f"{one.payload['data']} was answered as played")
    report.moves = len(moves)
    report.uncalled += [f"move {move}" for move in sorted(moves - confirmed)]


def claimed(one: Interaction, action: str, found: re.Match[str]) -> bool:
    """Whether the answer says that the click has changed something."""
    if action in ("confirm", "finish"):
        return PLAYED in words(one)
    if action != "pick" or STALE in words(one):
        return False
    shown = [_ADDRESS.match(part.get("custom_id", "")) for part in walk(one.shown[1])]
    return any(
        now is not None and now["version"] == found["version"] and int(now["revision"]) > int(found["revision"])
        for now in shown
    )


def words(one: Interaction) -> str:
    """The texts of an answer."""
    content, components = one.shown
    return "\n".join([content, *(part["content"] for part in walk(components) if part["type"] == TEXT)])


def _boards(channel: Channel, world: World, query: Query, report: Report) -> None:
    """Check that the channel's messages are the rows of its outbox: each once, in the order of the rows."""
    sent = [one for _, one in sorted(channel.messages.items()) if one.author == world.bot.id and one.nonce is not None]
    posted = "SELECT id, kind, nonce, message, failed FROM outbox WHERE channel = ? AND person IS NULL ORDER BY id"
    rows = query(posted, channel.id)
    place = {nonce: number for number, (_, _, nonce, _, _) in enumerate(rows)}
    report.boards += len(sent)
    here = f"channel {channel.id}"
    nonces = Counter(one.nonce for one in sent)
    report.doubled += [f"{here}: nonce {nonce} was sent {times} times" for nonce, times in nonces.items() if times > 1]
    versions = Counter(version for one in sent for version in turn_of(one))
    report.doubled += [f"{here}: {one} was posted {times} times" for one, times in versions.items() if times > 1]
    report.doubled += [f"{here}: {one.id} is nobody's" for one in sent if one.nonce not in place]
    gone = {one.id for one in sent}
    for id_, kind, nonce, message, failed in rows:
        if kind == PROMPT and message in channel.withdrawn:
            continue  # a message that only pinged is deleted later; a board never is
        if nonce not in nonces and not (message is None and failed is None and _withdrawn(query, id_)):
            report.missing.append(f"{here}: {kind} {id_} ({failed or 'not sent'}, message {message})")
        elif message is not None and message not in gone and nonce in nonces:
            report.missing.append(f"{here}: {kind} {id_} was stored as message {message}, which is not there")
    order = [place[one.nonce] for one in sent if one.nonce in place]
    if order != sorted(order):
        report.out_of_order.append(f"{here}: rows came in the order {order}")


def _withdrawn(query: Query, row: int) -> bool:
    """Whether the message was left out because it no longer applied."""
    ((left_out,),) = query("SELECT sent_at IS NOT NULL AND message IS NULL FROM outbox WHERE id = ?", row)
    return bool(left_out)


def turn_of(message: Message) -> list[tuple[str, str]]:
    """The match and version of the message's Play button when it was posted."""
    found = [_ADDRESS.match(part.get("custom_id", "")) for part in walk(message.first_components)]
    return [(one["match"], one["version"]) for one in found if one is not None and one["action"] == "play"]
