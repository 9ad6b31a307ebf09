"""The engine under a store, where a test has to reach for it."""

from db import Store
from db.sqlite.engine import Sqlite


def sqlite_under(store: Store) -> Sqlite:
    """The store's engine, which must be SQLite."""
    engine = store._engine
    assert isinstance(engine, Sqlite)
    return engine
