"""What the outbox needs: where people are, and what makes messages of its rows."""

from __future__ import annotations

from typing import Protocol

from db.rows import MatchRows, Message
from table.outbox.edits import Editor, Recompose
from table.outbox.outgoing import Outgoing


class Platform(Editor, Protocol):
    """Where people are: Discord, or a test's list of messages."""

    async def send(self, message: Message, outgoing: Outgoing) -> int:
        """Send it to the message's channel or person and return its id there; raises `Undeliverable`."""

    async def find(self, message: Message) -> int | None:
        """Its id there if it is among the channel's messages since it was stored, else None; raises `Undeliverable`."""

    async def reachable(self, channel: int) -> bool:
        """Whether the channel still exists for us."""


class Compose(Recompose, Protocol):
    """Makes messages of the outbox's rows."""

    async def __call__(self, message: Message, rows: MatchRows | None = None) -> Outgoing | None:
        """The message, or None when it no longer applies; `rows` are those of its match, unless they are to be read."""

    async def plainly(self, message: Message) -> Outgoing:
        """What is sent instead of a message that cannot be composed."""
