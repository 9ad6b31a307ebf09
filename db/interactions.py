"""Clicks and commands by Discord's ids: none is carried out twice."""

from .errors import RepeatedInteraction
from .sql import Tx

# Discord's tokens live 15 minutes; nothing is delivered again after that.
_REMEMBERED_SECONDS = 3600


def need_new(tx: Tx, interaction: int | None) -> None:
    """Remember the interaction; raises RepeatedInteraction when it was seen before."""
    if interaction is None:
        return
    unless_known = "INSERT INTO interactions (id, at) VALUES (:id, :at) ON CONFLICT (id) DO NOTHING"
    if not tx.run(unless_known, id=interaction, at=tx.now).rowcount:
        raise RepeatedInteraction(interaction)
    old = f"SELECT id FROM interactions WHERE at < :oldest{tx.skip_locked}"
    tx.run(f"DELETE FROM interactions WHERE id IN ({old})", oldest=tx.now - _REMEMBERED_SECONDS)
