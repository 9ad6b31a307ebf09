"""House rules: where a server wants its matches, and whom it keeps from its seats."""

from __future__ import annotations

from collections.abc import Sequence

from db.guilds import is_banned
from db.rows import Guild
from engine.core.text import joined, text
from table.outgoing import channel_name, mention
from table.sorry import Sorry


def need_place(guild: Guild, channel: int, parent: int | None) -> None:
    """Refuse where the server wants its matches in other channels, or in threads below them."""
    if guild.channels and channel not in guild.channels and parent not in guild.channels:
        names = joined([channel_name(one) for one in guild.channels])
        raise Sorry(text("Matches of this server have their places: {names}.", names=names))


def need_welcome(banned: Sequence[int], person: int, others: Sequence[int | None] = ()) -> None:
    """Refuse if the server keeps the person, or one of those they name, from its seats."""
    if is_banned(banned, person):
        raise Sorry(text("This server does not let you take a seat."))
    refused = [one for one in others if one is not None and is_banned(banned, one)]
    if refused:
        names = joined([mention(one) for one in refused])
        raise Sorry(text("This server does not let them take a seat: {names}.", names=names))
