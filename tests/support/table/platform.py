"""A platform that is a list: it keeps everything the table sends."""

from __future__ import annotations

from db.rows import Message
from table.outbox.outgoing import Outgoing, Undeliverable


class ListPlatform:
    """Accepts every message, unless its channel is in `gone`, `closed` or `busy`."""

    def __init__(self) -> None:
        self.sent: list[tuple[Message, Outgoing]] = []
        self.edited: list[tuple[Message, Outgoing]] = []
        self.removed: list[Message] = []
        self.gone: set[int] = set()
        self.closed: set[int] = set()
        self.busy: set[int] = set()

    async def send(self, message: Message, outgoing: Outgoing) -> int:
        self._need_open(message.channel)
        self.sent.append((message, outgoing))
        return 1000 + len(self.sent)

    async def find(self, message: Message) -> int | None:
        self._need_open(message.channel)
        found = [number for number, (sent, _) in enumerate(self.sent, 1001) if sent.id == message.id]
        return found[0] if found else None

    async def edit(self, message: Message, outgoing: Outgoing, *, same_board: bool) -> None:
        self._need_open(message.channel)
        self.edited.append((message, outgoing))

    async def remove(self, message: Message) -> None:
        self._need_open(message.channel)
        self.removed.append(message)

    async def reachable(self, channel: int) -> bool:
        return channel not in self.gone

    def _need_open(self, channel: int) -> None:
        if channel in self.gone:
            raise Undeliverable("the channel is gone", obstacle="gone")
        if channel in self.closed:
            raise Undeliverable("not here", obstacle="forbidden")
        if channel in self.busy:
            raise Undeliverable("503 busy")
