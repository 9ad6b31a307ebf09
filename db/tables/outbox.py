"""Store interface for the outbox: unsent messages and the results of sending."""

from collections.abc import Mapping, Sequence

from db.rows import Message, NewMessage, Obstacle, Outdated
from db.sql import Tx
from db.tables import daily_puzzles, leases, matches, messages
from db.tables.leases import Lease, Owner
from db.transactions import Transactions, enqueue


class Outbox(Transactions):
    """Messages to send and their results."""

    async def waiting_channels(self, owner: Owner | None = None, *, edits: bool = True) -> list[int]:
        """The channels with messages that can be sent now or, with `edits`, must be edited.

        Channels whose leases belong to processes other than `owner` are left out.
        """
        return await self._read(lambda tx: messages.waiting_channels(tx, owner.name if owner else None, edits=edits))

    async def pending(self, limit: int = 100, channel: int | None = None, *, retry: bool = False) -> list[Message]:
        """Unsent messages in posting order; with `retry`, including those waiting for their next attempt.

        Otherwise a message that waits for its next attempt holds back later ones of its channel, so a sender skips the
        rest of a channel's messages after a failure.
        """
        return await self._read(lambda tx: messages.pending(tx, limit, channel, retry=retry))

    async def last_id(self) -> int:
        """The id of the newest message, 0 if there is none. Later messages have greater ids."""
        return await self._read(messages.last_id)

    async def of_match(self, match: int) -> list[Message]:
        """All messages of a match, including sent and abandoned ones, the oldest first."""
        return await self._read(lambda tx: messages.of_match(tx, match))

    async def of_guild(self, guild: int) -> list[Message]:
        """All messages of a server that belong to no match, the oldest first."""
        return await self._read(lambda tx: messages.of_guild(tx, guild))

    async def post(self, match: int, outbox: Sequence[NewMessage], *, outdates: Sequence[str] = ()) -> None:
        """Post messages without changing the match, for example its board in a new place."""
        await self._write(lambda tx: enqueue(tx, matches.match(tx, match), outbox, outdates=outdates), match=match)

    async def mark_sent(
        self,
        message: Message,
        discord_id: int | None,
        edited: Mapping[int, int | None] | None = None,
        *,
        look: int = 0,
    ) -> list[Outdated]:
        """Mark a message as sent and, in the same transaction, the messages in `edited` as `mark_edited` does.

        Returns at most `look` of the channel's messages to edit afterward.
        """

        def work(tx: Tx) -> list[Outdated]:
            messages.mark_sent(tx, message, discord_id)
            messages.mark_edited(tx, edited or {})
            return messages.outdated(tx, message.channel, look) if look else []

        return await self._write(work, match=message.match)

    async def outdated(self, channel: int, limit: int = 100) -> list[Outdated]:
        """The channel's messages to edit, the newest first, except those with an unsent successor."""
        return await self._read(lambda tx: messages.outdated(tx, channel, limit))

    async def mark_edited(self, shown: Mapping[int, int | None]) -> None:
        """Store the revisions that Discord shows, by message; None means that the message is not edited again."""
        await self._write(lambda tx: messages.mark_edited(tx, shown))

    async def mark_retry(
        self,
        message: int,
        not_before: int,
        trouble: str,
        obstacle: Obstacle | None = None,
        *,
        lease: Lease | None = None,
    ) -> None:
        """Store a failed attempt to send; the message is retried from `not_before` on.

        Raises LeaseLost if another process holds the `lease` of its channel.
        """

        def work(tx: Tx) -> None:
            leases.need(tx, lease)
            messages.mark_retry(tx, message, not_before, trouble, obstacle)

        await self._write(work)

    async def mark_failed(
        self, message: Message, reason: str, *, instead: Sequence[NewMessage] = (), lease: Lease | None = None
    ) -> None:
        """Give the message up and post `instead`. Raises LeaseLost as `mark_retry` does.

        If a server's daily puzzle cannot be posted, its posting stops.
        """

        def work(tx: Tx) -> None:
            leases.need(tx, lease)
            if message.guild is not None:
                tx.lock(f"guild {message.guild}")  # before its messages, the same order as for posting
            if not messages.mark_failed(tx, message.id, reason):
                return
            if message.match is not None:
                enqueue(tx, matches.match(tx, message.match), instead)
            elif message.guild is not None:
                daily_puzzles.stop(tx, message.guild, message.channel, reason)

        await self._write(work, match=message.match)

    async def sent_as(self, channel: int, discord_id: int) -> Message | None:
        """The message with this Discord id, if the match of the channel has sent it."""
        return await self._read(lambda tx: messages.sent_as(tx, channel, discord_id))

    async def newest_sent(self, match: int, kinds: Sequence[str]) -> tuple[int, int] | None:
        """The channel and the Discord id of the newest sent message of these kinds."""
        return await self._read(lambda tx: messages.newest_sent(tx, match, kinds))

    async def last_posted(self, match: int, kind: str) -> str:
        """The payload of the newest message of this kind in the outbox; empty if there is none."""
        return await self._read(lambda tx: messages.last_posted(tx, match, kind))
