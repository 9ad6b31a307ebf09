"""What PostgreSQL says differently: the marks of parameters, and locks."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import psycopg

from ..sql import Cursor, Tx, in_list

Connection = psycopg.Connection[tuple[Any, ...]]

_PARAMETER = re.compile(r"('[^']*')|(?<![:\w]):([a-z_]\w*)")
_LOCKS = int.from_bytes(b"ArPo", "big")
"""The first of the two numbers of all our advisory locks with names."""


@lru_cache(maxsize=1024)
def translate(sql: str) -> bytes:
    """The statement as psycopg takes it: `%(match)s` for `:match`."""
    return _PARAMETER.sub(lambda found: found[1] or f"%({found[2]})s", sql.replace("%", "%%")).encode()


class PipelineCursor:
    """The result of a statement that may not have been sent yet: whoever asks for it sends all that wait."""

    __slots__ = ("_cursor", "_pipeline")

    def __init__(self, cursor: psycopg.Cursor[tuple[Any, ...]], pipeline: psycopg.Pipeline) -> None:
        self._cursor, self._pipeline = cursor, pipeline

    @property
    def rowcount(self) -> int:
        self._pipeline.sync()
        return self._cursor.rowcount

    def fetchone(self) -> Any:
        return self._cursor.fetchone()

    def fetchall(self) -> list[Any]:
        return self._cursor.fetchall()

    def __iter__(self) -> Iterator[Any]:
        return self._cursor


class PostgresTx(Tx):
    """Statements inside a transaction of PostgreSQL, beside which others write."""

    __slots__ = ("_conn", "_pipeline")

    skip_locked = " FOR UPDATE SKIP LOCKED"

    def __init__(self, conn: Connection, pipeline: psycopg.Pipeline | None, now: int) -> None:
        super().__init__(self._translated, now)
        self._conn, self._pipeline = conn, pipeline

    def _translated(self, sql: str, values: Mapping[str, object]) -> Cursor:
        cursor = self._conn.execute(translate(sql), values)
        return cursor if self._pipeline is None else PipelineCursor(cursor, self._pipeline)

    def lock_matches(self, matches: Iterable[int]) -> None:
        """Lock the rows in the order of their ids, so that nobody waits in a circle."""
        marks, named = in_list("match", sorted(set(matches)))
        # The rows that refer to a match may still be added by others: they do not change it.
        self.run(f"SELECT 1 FROM matches WHERE id IN ({marks}) ORDER BY id FOR NO KEY UPDATE", **named)

    def lock(self, name: str) -> None:
        self.run(f"SELECT pg_advisory_xact_lock({_LOCKS}, hashtext(:name))", name=name)
