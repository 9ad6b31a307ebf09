"""Clicks and commands by Discord's ids: none is carried out twice."""

from .errors import RepeatedInteraction
from .table import Tx

# Discord's tokens live 15 minutes; nothing is delivered again after that.
_MEMORY = 3600


def first_time(tx: Tx, interaction: int | None) -> None:
    if interaction is None:
        return
    if tx.value("SELECT 1 FROM interactions WHERE id = ?", interaction):
        raise RepeatedInteraction(interaction)
    tx.run("INSERT INTO interactions (id, at) VALUES (?, ?)", interaction, tx.now)
    tx.run("DELETE FROM interactions WHERE at < ?", tx.now - _MEMORY)
