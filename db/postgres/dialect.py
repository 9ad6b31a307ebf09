"""What PostgreSQL says differently: the marks of parameters, and locks."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import psycopg

from db.sql import Tx, in_list

Connection = psycopg.Connection[tuple[Any, ...]]

_PARAMETER = re.compile(r"('[^']*')|(?<![:\w]):([a-z_]\w*)")
_LOCKS = int.from_bytes(b"ArPo", "big")
"""The first of the two numbers of all our advisory locks with names."""


@lru_cache(maxsize=1024)
def numbered(sql: str) -> tuple[bytes, tuple[str, ...]]:
    """The statement as libpq takes it, `$1` for `:match`, and the names in the order of the numbers."""
    names: dict[str, int] = {}

    def number(found: re.Match[str]) -> str:
        return found[1] or f"${names.setdefault(found[2], len(names) + 1)}"

    return _PARAMETER.sub(number, sql).encode(), tuple(names)


@lru_cache(maxsize=1024)
def translate(sql: str) -> bytes:
    """The statement as psycopg takes it: `%(match)s` for `:match`."""
    return _PARAMETER.sub(lambda found: found[1] or f"%({found[2]})s", sql.replace("%", "%%")).encode()


class PostgresTx(Tx):
    """Statements inside a transaction of PostgreSQL, beside which others write."""

    __slots__ = ()

    skip_locked = " FOR UPDATE SKIP LOCKED"

    @classmethod
    def on(cls, conn: Connection) -> "PostgresTx":
        """With psycopg's own cursors, for a look from outside."""
        return cls(lambda sql, values: conn.execute(translate(sql), values), now=0)

    def lock_matches(self, matches: Iterable[int]) -> None:
        """Lock the rows in the order of their ids, so that nobody waits in a circle."""
        marks, named = in_list("match", sorted(set(matches)))
        # The rows that refer to a match may still be added by others: they do not change it.
        self.run(f"SELECT 1 FROM matches WHERE id IN ({marks}) ORDER BY id FOR NO KEY UPDATE", **named)

    def lock(self, name: str) -> None:
        self.run(f"SELECT pg_advisory_xact_lock({_LOCKS}, hashtext(:name))", name=name)
