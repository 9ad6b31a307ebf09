"""One transaction of SQLite."""

import sqlite3
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def transaction(conn: sqlite3.Connection, work: Callable[[], T]) -> T:
    """Run the work in one transaction: committed when it returns, rolled back when it raises."""
    conn.execute("BEGIN IMMEDIATE")
    try:
        result = work()
        conn.execute("COMMIT")
    except BaseException:
        # Unlike a ROLLBACK statement, this accepts that SQLite has rolled back already, as after a full disk.
        conn.rollback()
        raise
    return result
