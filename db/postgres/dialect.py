"""PostgreSQL dialect: parameter marks and locks."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import psycopg

from db.sql import Tx, in_list

Connection = psycopg.Connection[tuple[Any, ...]]

_PARAMETER = re.compile(r"('[^']*')|(?<![:\w]):([a-z_]\w*)")
_LOCKS = int.from_bytes(b"ArPo", "big")
"""The first key of all our named advisory locks."""


@lru_cache(maxsize=1024)
def number_parameters(sql: str) -> tuple[bytes, tuple[str, ...]]:
    """The statement with libpq's numbered parameters (`$1` for `:match`), and the parameter names in that order."""
    names: dict[str, int] = {}

    def number(found: re.Match[str]) -> str:
        return found[1] or f"${names.setdefault(found[2], len(names) + 1)}"

    return _PARAMETER.sub(number, sql).encode(), tuple(names)


@lru_cache(maxsize=1024)
def translate(sql: str) -> bytes:
    """The statement with psycopg's parameters: `%(match)s` for `:match`."""
    return _PARAMETER.sub(lambda found: found[1] or f"%({found[2]})s", sql.replace("%", "%%")).encode()


class PostgresTx(Tx):
    """A PostgreSQL transaction; other transactions write at the same time."""

    __slots__ = ()

    skip_locked = " FOR UPDATE SKIP LOCKED"

    @classmethod
    def on(cls, conn: Connection) -> "PostgresTx":
        """A transaction on psycopg's own cursors, for administration."""
        return cls(lambda sql, values: conn.execute(translate(sql), values), now=0)

    def lock_matches(self, matches: Iterable[int]) -> None:
        """Lock the rows in the order of their ids, which prevents deadlocks."""
        marks, named = in_list("match", sorted(set(matches)))
        # Others may still add rows that refer to a match: they do not change it.
        self.run(f"SELECT 1 FROM matches WHERE id IN ({marks}) ORDER BY id FOR NO KEY UPDATE", **named)

    def lock(self, name: str) -> None:
        self.run(f"SELECT pg_advisory_xact_lock({_LOCKS}, hashtext(:name))", name=name)
