"""The store's cost of a confirmed move on each database engine, beside that database's plain commits."""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from pathlib import Path

from bench.plain_commits import POSITION, disk, plain_postgres, plain_sqlite, postgres
from bench.rows import Row
from db.rows import Commit, Match, NewDue, NewMatch, NewMessage, NewMove
from db.store import Store

CONFIRMS, MATCHES, AT_ONCE = 300, 40, 8


async def databases() -> list[Row]:
    """Measure single confirms and many at once; PostgreSQL only if it is installed."""
    with tempfile.TemporaryDirectory(dir=disk()) as folder:
        os.chmod(folder, 0o755)  # noqa: PTH101 (for the server's user)
        file = Path(folder, "bench.sqlite3")
        plain = plain_sqlite(Path(folder, "plain.sqlite3"))
        rows = [*await _confirms("SQLite", str(file), plain)]
        with postgres(Path(folder, "pg")) as addresses:
            for plain_ones, ours in addresses:
                alone, together = plain_postgres(plain_ones, 1), plain_postgres(plain_ones, AT_ONCE)
                rows += await _confirms("PostgreSQL", ours, alone, f"; {together:.0f}/s with {AT_ONCE}")
    return rows


async def _confirms(name: str, address: str, alone: float, together: str = "") -> list[Row]:
    async with await Store.open(address) as store:
        matches = [await _live(store, number) for number in range(MATCHES)]
        begun = time.perf_counter()
        match = matches[0]
        for _ in range(CONFIRMS):
            match = (await store.matches.commit(_step(match))).match
        one = CONFIRMS / (time.perf_counter() - begun)
        matches[0] = match
        begun = time.perf_counter()
        for _ in range(CONFIRMS // MATCHES + 1):
            done = await asyncio.gather(*(store.matches.commit(_step(match)) for match in matches))
            matches = [commit.match for commit in done]
        many = MATCHES * (CONFIRMS // MATCHES + 1) / (time.perf_counter() - begun)
    yard = f"{alone:.0f}/s (plain commits of one row, one connection{together})"
    return [
        _row(f"{name}: confirms, one after another", one, alone, yard, 0.2),
        _row(f"{name}: confirms, {MATCHES} at once", many, alone, yard, 0.5),
    ]


def _row(what: str, ours: float, plain: float, yard: str, bar: float) -> Row:
    return Row(what, f"{ours:.0f}/s", yard, ours / plain, f">= {bar}", ours / plain >= bar)


async def _live(store: Store, number: int) -> Match:
    opened = await store.matches.open(
        NewMatch(
            guild=1,
            channel=1000 + number,
            game="leaders",
            seed="seed",
            seed_hash="hash",
            rules_version=1,
            language="en",
            creator=1,
        ),
        [1, None],
    )
    return await store.matches.start(opened.id, position=POSITION, to_move=[0], players=[1, 2])


_INTERACTIONS = iter(range(1, 10**9))


def _step(match: Match) -> Commit:
    """The rows of a turn: a move, the position, a message and a deadline."""
    return Commit(
        match=match.id,
        expected_version=match.version,
        moves=[NewMove(seat=0, codes='["archer","b1"]')],
        position=POSITION,
        to_move=[1],
        outbox=[NewMessage(kind="turn", payload='{"version":1}')],
        due=[NewDue(at=2**40, kind="flag")],
        interaction=next(_INTERACTIONS),
    )
