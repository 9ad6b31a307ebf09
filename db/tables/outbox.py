"""The outbox as the store offers it: messages that are to be sent, and what becomes of them."""

from collections.abc import Mapping, Sequence

from db.rows import Message, NewMessage, Obstacle, Outdated
from db.sql import Tx
from db.tables import daily_puzzles, leases, matches, messages
from db.tables.leases import Lease, Owner
from db.transactions import Transactions, enqueue


class Outbox(Transactions):
    """Messages that are to be sent."""

    async def waiting_channels(self, owner: Owner | None = None, *, edits: bool = True) -> list[int]:
        """The channels to which something may be sent now, or (`edits`) in which a message is to be edited.

        Those whose leases processes other than the owner have are left out.
        """
        return await self._read(lambda tx: messages.waiting_channels(tx, owner.name if owner else None, edits=edits))

    async def pending(self, limit: int = 100, channel: int | None = None, *, retry: bool = False) -> list[Message]:
        """Unsent messages in the order of posting; with `retry`, also those that wait for their next attempt.

        Otherwise one that waits for its next attempt holds back what was posted after it in its channel, so a sender
        leaves out the rest of a channel's messages once one of them has failed.
        """
        return await self._read(lambda tx: messages.pending(tx, limit, channel, retry=retry))

    async def last_id(self) -> int:
        """The id of the newest message, 0 if there is none: later ones have greater ids."""
        return await self._read(messages.last_id)

    async def of_match(self, match: int) -> list[Message]:
        """All messages of a match, sent and given up ones too, the oldest first."""
        return await self._read(lambda tx: messages.of_match(tx, match))

    async def of_guild(self, guild: int) -> list[Message]:
        """All messages of a server that belong to no match, the oldest first."""
        return await self._read(lambda tx: messages.of_guild(tx, guild))

    async def post(self, match: int, outbox: Sequence[NewMessage], *, outdates: Sequence[str] = ()) -> None:
        """Post messages without a change of the match, such as its board in a new place."""
        await self._write(lambda tx: enqueue(tx, matches.match(tx, match), outbox, outdates=outdates), match=match)

    async def mark_sent(
        self,
        message: Message,
        discord_id: int | None,
        edited: Mapping[int, int | None] | None = None,
        *,
        look: int = 0,
    ) -> list[Outdated]:
        """The message was sent; and `edited`, in the same transaction, as in `mark_edited`.

        `look`: so many of the channel's messages to edit, at most, as `outdated` finds them afterwards.
        """

        def work(tx: Tx) -> list[Outdated]:
            messages.sent(tx, message, discord_id)
            messages.edited(tx, edited or {})
            return messages.outdated(tx, message.channel, look) if look else []

        return await self._write(work, match=message.match)

    async def outdated(self, channel: int, limit: int = 100) -> list[Outdated]:
        """The channel's messages to edit, the newest first; not those whose successor still waits to be sent."""
        return await self._read(lambda tx: messages.outdated(tx, channel, limit))

    async def mark_edited(self, shown: Mapping[int, int | None]) -> None:
        """Discord shows these revisions, by message; None: the message is not edited again."""
        await self._write(lambda tx: messages.edited(tx, shown))

    async def mark_retry(
        self,
        message: int,
        not_before: int,
        trouble: str,
        obstacle: Obstacle | None = None,
        *,
        lease: Lease | None = None,
    ) -> None:
        """The message was not sent; it is tried again from then on.

        Raises LeaseLost when the `lease` of its channel belongs to another process by now.
        """

        def work(tx: Tx) -> None:
            leases.need(tx, lease)
            messages.retry(tx, message, not_before, trouble, obstacle)

        await self._write(work)

    async def mark_failed(
        self, message: Message, reason: str, *, instead: Sequence[NewMessage] = (), lease: Lease | None = None
    ) -> None:
        """Give the message up, and post `instead` of it; raises LeaseLost as `mark_retry` does.

        A server that cannot be told its daily puzzle is told no more of them.
        """

        def work(tx: Tx) -> None:
            leases.need(tx, lease)
            if message.guild is not None:
                tx.lock(f"guild {message.guild}")  # before its messages, as whoever posts does it
            if not messages.failed(tx, message.id, reason):
                return
            if message.match is not None:
                enqueue(tx, matches.match(tx, message.match), instead)
            elif message.guild is not None:
                daily_puzzles.stop(tx, message.guild, message.channel, reason)

        await self._write(work, match=message.match)

    async def sent_as(self, channel: int, discord_id: int) -> Message | None:
        """The message that Discord knows by this id, if the match of the channel has sent it."""
        return await self._read(lambda tx: messages.sent_as(tx, channel, discord_id))

    async def newest_sent(self, match: int, kinds: Sequence[str]) -> tuple[int, int] | None:
        """Channel and Discord's id of the newest message of these kinds that was sent."""
        return await self._read(lambda tx: messages.newest_sent(tx, match, kinds))

    async def last_posted(self, match: int, kind: str) -> str:
        """The payload of the newest message of this kind that was put into the outbox; empty if there is none."""
        return await self._read(lambda tx: messages.last_posted(tx, match, kind))
