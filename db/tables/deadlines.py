"""Due rows: deadlines and reminders with a time."""

from collections.abc import Iterable

from db.rows import Due, NewDue
from db.sql import Found, SqlTable, Tx, in_list
from db.tables.shards import ALL_SHARDS, Shards

_DUE = SqlTable("due", Due, numbered=True, checked=("kind", "match", "payload", "guild"))
_CLOCK_ROWS = "kind = 'flag' OR (kind >= 'remind:' AND kind < 'remind;')"
"""Clock rows are handled only by the shard of their match: players cannot be reached until it is back, and that time
does not count.
"""


def _of_shards(shards: Shards) -> str:
    """The SQL condition for due rows of these shards' matches and servers."""
    match = f"SELECT 1 FROM matches WHERE matches.id = due.match AND {shards.condition('matches.guild')}"
    return f"(EXISTS ({match}) OR (due.match IS NULL AND {shards.condition('due.guild')}))"


def set_due(tx: Tx, match: int, rows: Iterable[NewDue], *, clear: Iterable[str] = ()) -> None:
    """Replace the match's rows of the same kinds, and delete the kinds in `clear`, as `clear_due` does.

    The new rows have new ids, so finishing an old one does not delete a new one.
    """
    # A dict, because a kind that is given twice counts once.
    replacing = {new.kind: new for new in rows}
    clear_due(tx, match, [*clear, *replacing])
    for new in replacing.values():
        _DUE.insert(tx, Due(id=0, at=new.at, kind=new.kind, match=match, payload=new.payload))


def set_guild_due(tx: Tx, guild: int, new: NewDue) -> None:
    """Replace the server's row of the same kind."""
    clear_guild_due(tx, guild, new.kind)
    _DUE.insert(tx, Due(id=0, at=new.at, kind=new.kind, match=None, payload=new.payload, guild=guild))


def clear_guild_due(tx: Tx, guild: int, kind: str) -> None:
    tx.run("DELETE FROM due WHERE guild = :guild AND kind = :kind", guild=guild, kind=kind)


def clear_due(tx: Tx, match: int, kinds: Iterable[str]) -> None:
    """Delete the match's rows of these kinds. A kind that ends with a colon is a prefix."""
    named = dict.fromkeys(kinds)
    whole = [kind for kind in named if not kind.endswith(":")]
    if whole:
        marks, values = in_list("kind", whole)
        tx.run(f"DELETE FROM due WHERE match = :match AND kind IN ({marks})", match=match, **values)
    for kind in named:
        if kind.endswith(":"):
            above = kind[:-1] + ";"  # the character after the colon
            beginning = "DELETE FROM due WHERE match = :match AND kind >= :kind AND kind < :above"
            tx.run(beginning, match=match, kind=kind, above=above)


def make_due_now(tx: Tx, match: int) -> None:
    """After a change of the match's clocks, make its future rows due now; handling them sets new times."""
    tx.run("UPDATE due SET at = :now WHERE match = :match AND at > :now", now=tx.now, match=match)


def make_all_due_now(tx: Tx) -> None:
    """Make all future rows due now; handling them sets new times."""
    tx.run("UPDATE due SET at = :now WHERE at > :now", now=tx.now)


def make_kind_due_now(tx: Tx, kind: str, shards: Shards = ALL_SHARDS) -> None:
    """Make future rows of this kind due now, for these shards' matches."""
    ours = f"UPDATE due SET at = :now WHERE kind = :kind AND at > :now AND {_of_shards(shards)}"
    tx.run(ours, now=tx.now, kind=kind)


def put_off(tx: Tx, due: int, at: int) -> bool:
    """Set another time. Returns False if the row is gone."""
    return tx.run("UPDATE due SET at = :at WHERE id = :due", at=at, due=due).rowcount == 1


def due_by_now(tx: Tx, limit: int, shards: Shards = ALL_SHARDS, takeover: int = 0) -> list[Due]:
    """The due rows of these shards; those of other shards once they are overdue by more than `takeover` seconds, except
    clock rows.
    """
    if shards.whole:
        return _DUE.all(tx, "WHERE at <= :now ORDER BY at, id LIMIT :limit", now=tx.now, limit=limit)
    ours = _of_shards(shards)
    return _DUE.all(
        tx,
        f"WHERE at <= :now AND ({ours} OR (at < :late AND NOT ({_CLOCK_ROWS}))) ORDER BY at, id LIMIT :limit",
        now=tx.now,
        late=tx.now - takeover,
        limit=limit,
    )


def next_at(tx: Tx, shards: Shards = ALL_SHARDS) -> int | None:
    # Follows the index to the first row of these shards; min() would read all rows.
    ours = f"SELECT at FROM due WHERE {_of_shards(shards)} ORDER BY at LIMIT 1"
    found: int | None = tx.value("SELECT min(at) FROM due" if shards.whole else ours)
    return found


def of_match(tx: Tx, match: int) -> list[Due]:
    return find(tx, match).all()


def find(tx: Tx, match: int) -> Found[Due]:
    return _DUE.find(tx, "WHERE match = :match ORDER BY at, id", match=match)


def finish(tx: Tx, due: int) -> bool:
    """Delete the row. Returns False if it is gone already."""
    return tx.run("DELETE FROM due WHERE id = :due", due=due).rowcount == 1


def damaged(tx: Tx) -> list[int]:
    """The ids of damaged rows, by checksum."""
    return _DUE.damaged(tx, "id")
