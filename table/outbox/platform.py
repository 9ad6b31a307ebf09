"""The interfaces that the outbox needs: the platform and the composer."""

from __future__ import annotations

from typing import Protocol

from db.rows import MatchRows, Message
from table.outbox.edits import Editor, Recompose
from table.outbox.outgoing import Outgoing


class Platform(Editor, Protocol):
    """The chat platform: Discord, or a test's list of messages."""

    async def send(self, message: Message, outgoing: Outgoing) -> int:
        """Send it to the message's channel or person and return its platform id; raises `Undeliverable`."""

    async def find(self, message: Message) -> int | None:
        """Its platform id if it was sent to the channel since it was stored, else None; raises `Undeliverable`."""

    async def reachable(self, channel: int) -> bool:
        """Whether the bot can still access the channel."""


class Compose(Recompose, Protocol):
    """Composes the messages of outbox rows."""

    async def __call__(self, message: Message, rows: MatchRows | None = None) -> Outgoing | None:
        """The composed message, None if it no longer applies. `rows` are those of its match; they are read if not
        given.
        """

    async def plainly(self, message: Message) -> Outgoing:
        """The replacement for a message that cannot be composed."""
