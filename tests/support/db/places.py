"""Finds a person's id in an SQLite file."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path


def places(path: Path, user: int) -> Iterator[str]:
    """Yield every table and column that contains the person's id, as a number or inside a text."""
    with closing(sqlite3.connect(path)) as conn:
        tables = [row[0] for row in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for table in tables:
            columns = [row[1] for row in conn.execute(f"PRAGMA table_info({table})")]
            for column in columns:
                if conn.execute(f"SELECT 1 FROM {table} WHERE instr({column}, ?)", (str(user),)).fetchone():
                    yield f"{table}.{column}"
