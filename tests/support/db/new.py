"""A new database, as the first start creates it."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from db.sqlite.opening import open_database


@cache
def _content() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "new.sqlite3"
        open_database(path).close()
        return path.read_bytes()


def new_database(path: Path) -> Path:
    """Create an empty database at the path and return the path; schema migrations run only once per process."""
    path.write_bytes(_content())
    return path
