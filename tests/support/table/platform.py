"""A platform that is a list: what the table sends is kept, nothing of Discord is there."""

from __future__ import annotations

from db.rows import Message
from table.outbox import Undeliverable
from table.outgoing import Outgoing


class ListPlatform:
    """Takes every message, unless its channel is among those that are `gone`, `closed` or `busy`."""

    def __init__(self) -> None:
        self.sent: list[tuple[Message, Outgoing]] = []
        self.gone: set[int] = set()
        self.closed: set[int] = set()
        self.busy: set[int] = set()

    async def send(self, message: Message, outgoing: Outgoing) -> int:
        if message.channel in self.gone:
            raise Undeliverable("the channel is gone", gone=True)
        if message.channel in self.closed:
            raise Undeliverable("403 not here")
        if message.channel in self.busy:
            raise Undeliverable("503 busy")
        self.sent.append((message, outgoing))
        return 1000 + len(self.sent)

    async def reachable(self, channel: int) -> bool:
        return channel not in self.gone
