"""Clicks and commands by Discord's ids: none is carried out twice."""

from .errors import RepeatedInteraction
from .sql import Tx

# Discord's tokens live 15 minutes; nothing is delivered again after that.
_REMEMBERED_SECONDS = 3600


def need_new(tx: Tx, interaction: int | None) -> None:
    """Remember the interaction; raises RepeatedInteraction when it was seen before."""
    if interaction is None:
        return
    if tx.value("SELECT 1 FROM interactions WHERE id = :id", id=interaction):
        raise RepeatedInteraction(interaction)
    tx.run("INSERT INTO interactions (id, at) VALUES (:id, :at)", id=interaction, at=tx.now)
    tx.run("DELETE FROM interactions WHERE at < :oldest", oldest=tx.now - _REMEMBERED_SECONDS)
