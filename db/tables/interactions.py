"""Clicks and commands by Discord's ids: none is carried out twice."""

from db.errors import RepeatedInteraction
from db.sql import Cursor, Tx

# Discord's tokens live 15 minutes; nothing is delivered again after that.
_REMEMBERED_SECONDS = 3600


def remember(tx: Tx, interaction: int) -> Cursor:
    """Remember the interaction; nothing is changed when it was seen before."""
    unless_known = "INSERT INTO interactions (id, at) VALUES (:id, :at) ON CONFLICT (id) DO NOTHING"
    return tx.run(unless_known, id=interaction, at=tx.now)


def need_new(remembered: Cursor, interaction: int) -> None:
    """Raises RepeatedInteraction when it was seen before."""
    if not remembered.rowcount:
        raise RepeatedInteraction(interaction)


def is_known(tx: Tx, interaction: int) -> bool:
    """Whether the interaction was seen before."""
    return tx.value("SELECT 1 FROM interactions WHERE id = :id", id=interaction) is not None


def forget(tx: Tx) -> None:
    """Delete those of more than an hour ago."""
    old = f"SELECT id FROM interactions WHERE at < :oldest{tx.skip_locked}"
    tx.run(f"DELETE FROM interactions WHERE id IN ({old})", oldest=tx.now - _REMEMBERED_SECONDS)
