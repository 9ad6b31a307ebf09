"""Remembers clicks and commands by Discord's ids, so that none is carried out twice."""

from db.errors import RepeatedInteraction
from db.sql import Cursor, Tx

# Discord's interaction tokens are valid for 15 minutes; nothing is delivered again after that.
_REMEMBERED_SECONDS = 3600


def remember(tx: Tx, interaction: int) -> Cursor:
    """Insert the interaction; changes nothing if it is stored already."""
    unless_known = "INSERT INTO interactions (id, at) VALUES (:id, :at) ON CONFLICT (id) DO NOTHING"
    return tx.run(unless_known, id=interaction, at=tx.now)


def need_new(remembered: Cursor, interaction: int) -> None:
    """Raise RepeatedInteraction if the interaction was stored already."""
    if not remembered.rowcount:
        raise RepeatedInteraction(interaction)


def is_known(tx: Tx, interaction: int) -> bool:
    """Whether the interaction is stored."""
    return tx.value("SELECT 1 FROM interactions WHERE id = :id", id=interaction) is not None


def forget(tx: Tx) -> None:
    """Delete interactions that are more than an hour old."""
    old = f"SELECT id FROM interactions WHERE at < :oldest{tx.skip_locked}"
    tx.run(f"DELETE FROM interactions WHERE id IN ({old})", oldest=tx.now - _REMEMBERED_SECONDS)
