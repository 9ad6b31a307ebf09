"""Leases: work that only one of several processes does at a time. A lease ends when it is released or expires."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct

from db.errors import LeaseLost
from db.rows import Message
from db.sql import Cursor, Tx, in_list
from db.tables import messages
from db.transactions import Transactions

DAY = 86400


class Owner(Struct, frozen=True):
    """A process that takes leases, and the lifetime of its leases in seconds."""

    name: str
    seconds: int


class Lease(Struct, frozen=True):
    """A lease that protects a write."""

    name: str
    owner: Owner


class LeaseRows(Transactions):
    """Takes, renews and releases leases."""

    async def take(self, name: str, owner: Owner) -> str | None:
        """Take or renew the lease. Returns None if another process has it.

        Otherwise returns the name of the previous owner if it did not release the lease, else an empty text.
        """
        return await self._write(lambda tx: take(tx, name, owner))

    async def take_all(self, names: Sequence[str], owner: Owner) -> list[str]:
        """Take or renew all leases, or none. Returns the names that other processes hold."""
        return await self._write(lambda tx: take_all(tx, names, owner))

    async def renew_and_release(self, keep: Sequence[str], release: Sequence[str], owner: Owner) -> set[str]:
        """Renew the leases `keep` and delete those in `release`. Returns the names in `keep` that were lost."""

        def work(tx: Tx) -> set[str]:
            release_all(tx, release, owner)
            return set(keep) - renew(tx, keep, owner)

        return await self._write(work)

    async def active_owners(self, prefix: str) -> Mapping[str, str]:
        """The owners of active leases by name, for names that start with `prefix`."""
        return await self._read(lambda tx: active_owners(tx, prefix))

    async def take_channel(
        self, channel: int, owner: Owner, limit: int, *, retry: bool
    ) -> tuple[str, list[Message]] | None:
        """Take the lease of the channel as `take` does, and read its messages as `Outbox.pending` does."""

        def work(tx: Tx) -> tuple[str, list[Message]] | None:
            former = take(tx, channel_lease(channel), owner)
            return None if former is None else (former, messages.pending(tx, limit, channel, retry=retry))

        return await self._write(work)

    async def owners(self) -> list[str]:
        """The owners of all leases, including expired ones."""
        return await self._read(lambda tx: [row[0] for row in tx.run("SELECT DISTINCT owner FROM leases")])

    async def end(self, owner: str) -> None:
        """Expire the leases of a process that has ended without releasing them."""
        await self._write(lambda tx: tx.run("UPDATE leases SET until = 0 WHERE owner = :owner", owner=owner))

    async def forget(self) -> None:
        """Delete leases that expired more than a day ago."""
        await self._write(lambda tx: tx.run("DELETE FROM leases WHERE until < :old", old=tx.now - DAY))


channel_lease: Callable[[int], str] = "channel:{}".format
"""The name of the lease for sending to a channel."""


def take(tx: Tx, name: str, owner: Owner) -> str | None:
    """Take or renew the lease, as `LeaseRows.take` does."""
    return former(taking(tx, name, owner))


def former(taken: Cursor) -> str | None:
    """The former owner read from the cursor of `taking`; None if the lease was not taken."""
    row = taken.fetchone()
    return None if row is None else str(row[0])


def taking(tx: Tx, name: str, owner: Owner) -> Cursor:
    return tx.run(
        """INSERT INTO leases (name, owner, until, former) VALUES (:name, :owner, :until, '')
        ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until = excluded.until,
        former = CASE WHEN leases.owner = excluded.owner THEN leases.former ELSE leases.owner END
        WHERE leases.until < :now OR leases.owner = excluded.owner
        RETURNING former""",
        name=name,
        owner=owner.name,
        until=tx.now + owner.seconds,
        now=tx.now,
    )


def take_all(tx: Tx, names: Iterable[str], owner: Owner) -> list[str]:
    """Take or renew all leases, or none. Returns the names that other processes hold."""
    ordered = sorted(names)
    marks, named = in_list("name", ordered)
    others = tx.run(
        f"SELECT name FROM leases WHERE name IN ({marks}) AND owner <> :owner AND until >= :now ORDER BY name",
        owner=owner.name,
        now=tx.now,
        **named,
    )
    if taken := [row[0] for row in others]:
        return taken
    for name in ordered:
        if take(tx, name, owner) is None:
            raise LeaseLost(name)  # taken by another process just now; the rollback releases the others
    return []


def renew(tx: Tx, names: Sequence[str], owner: Owner) -> set[str]:
    """Renew the leases. Returns the names that the owner still has."""
    marks, named = in_list("name", names)
    kept = tx.run(
        f"UPDATE leases SET until = :until WHERE owner = :owner AND name IN ({marks}) RETURNING name",
        until=tx.now + owner.seconds,
        owner=owner.name,
        **named,
    )
    return {row[0] for row in kept.fetchall()}


def release_all(tx: Tx, names: Sequence[str], owner: Owner) -> None:
    marks, named = in_list("name", names)
    tx.run(f"DELETE FROM leases WHERE owner = :owner AND name IN ({marks})", owner=owner.name, **named)


def active_owners(tx: Tx, prefix: str) -> dict[str, str]:
    found = tx.run(
        "SELECT name, owner FROM leases WHERE name >= :low AND name < :high AND until >= :now ORDER BY name",
        low=prefix,
        high=prefix[:-1] + chr(ord(prefix[-1]) + 1),
        now=tx.now,
    )
    return dict(found.fetchall())


def need(tx: Tx, lease: Lease | None) -> None:
    """Renew the lease in the transaction of a write that needs it. Raises LeaseLost, which rolls the write back."""
    if lease is not None and not renew(tx, [lease.name], lease.owner):
        raise LeaseLost(lease.name)
