"""Deadlines and reminders: rows with a time."""

from collections.abc import Iterable

from .rows import Due, NewDue
from .table import Table, Tx

_DUE = Table("due", Due, numbered=True)


def set_due(tx: Tx, match: int, rows: Iterable[NewDue]) -> None:
    for new in rows:
        _DUE.put(tx, Due(id=0, at=new.at, kind=new.kind, match=match, payload=new.payload))


def clear_due(tx: Tx, match: int, kinds: Iterable[str]) -> None:
    """A kind that ends with a colon stands for all that begin so."""
    for kind in kinds:
        above = kind[:-1] + ";" if kind.endswith(":") else kind  # the sign after the colon
        tx.run("DELETE FROM due WHERE match = ?1 AND (kind = ?2 OR (kind > ?2 AND kind < ?3))", match, kind, above)


def hasten(tx: Tx, match: int) -> None:
    """What is due for a match is looked at now: its clocks have changed, and with them its times."""
    tx.run("UPDATE due SET at = ? WHERE match = ? AND at > ?", tx.now, match, tx.now)


def again(tx: Tx, due: int, at: int) -> bool:
    """Put off to another time."""
    return tx.run("UPDATE due SET at = ? WHERE id = ?", at, due).rowcount == 1


def ripe(tx: Tx, limit: int) -> list[Due]:
    return _DUE.all(tx, "WHERE at <= ? ORDER BY at, id LIMIT ?", tx.now, limit)


def next_at(tx: Tx) -> int | None:
    found: int | None = tx.value("SELECT min(at) FROM due")
    return found


def of_match(tx: Tx, match: int) -> list[Due]:
    return _DUE.all(tx, "WHERE match = ? ORDER BY at, id", match)


def finish(tx: Tx, due: int) -> bool:
    return tx.run("DELETE FROM due WHERE id = ?", due).rowcount == 1
