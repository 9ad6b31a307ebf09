"""Leases: what only one of several processes does at a time. It ends when it is released, or after some seconds."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from db.errors import LeaseLost
from db.rows import Message
from db.sql import Cursor, Tx, in_list
from db.tables import messages
from db.transactions import Transactions

DAY = 86400


class Owner(Struct, frozen=True):
    """A process that takes leases, and for how many seconds."""

    name: str
    seconds: int


class Lease(Struct, frozen=True):
    """A lease by which a write is guarded."""

    name: str
    owner: Owner


class LeaseRows(Transactions):
    """Takes, renews and releases leases."""

    async def take(self, name: str, owner: Owner) -> str | None:
        """Take or renew it; None while another process has it.

        Else the name of the one that had it before and did not release it, empty if there was none.
        """
        return await self._write(lambda tx: take(tx, name, owner))

    async def take_all(self, names: Sequence[str], owner: Owner) -> list[str]:
        """Take or renew all of them, or none; those that other processes have."""
        return await self._write(lambda tx: take_all(tx, names, owner))

    async def keep(self, keep: Sequence[str], release: Sequence[str], owner: Owner) -> set[str]:
        """Renew some and release others; those of the first that were lost."""

        def work(tx: Tx) -> set[str]:
            let_go(tx, release, owner)
            return set(keep) - renew(tx, keep, owner)

        return await self._write(work)

    async def held(self, prefix: str) -> Mapping[str, str]:
        """The owners of the leases that are held now and whose names begin so, by name."""
        return await self._read(lambda tx: held(tx, prefix))

    async def take_channel(
        self, channel: int, owner: Owner, limit: int, *, retry: bool
    ) -> tuple[str, list[Message]] | None:
        """Take the lease of the channel as `take_lease` does, and read its messages as `pending_outbox` does."""

        def work(tx: Tx) -> tuple[str, list[Message]] | None:
            former = take(tx, channel_lease(channel), owner)
            return None if former is None else (former, messages.pending(tx, limit, channel, retry=retry))

        return await self._write(work)

    async def owners(self) -> list[str]:
        """Who has leases, held or left behind."""
        return await self._read(lambda tx: [row[0] for row in tx.run("SELECT DISTINCT owner FROM leases")])

    async def end(self, owner: str) -> None:
        """End the leases of a process that has ended without releasing them."""
        await self._write(lambda tx: tx.run("UPDATE leases SET until = 0 WHERE owner = :owner", owner=owner))

    async def forget(self) -> None:
        """Delete those that ended more than a day ago."""
        await self._write(lambda tx: tx.run("DELETE FROM leases WHERE until < :old", old=tx.now - DAY))


def channel_lease(channel: int) -> str:
    """The name of the lease for sending to a channel."""
    return f"channel:{channel}"


def take(tx: Tx, name: str, owner: Owner) -> str | None:
    """Take or renew it, as `Leases.take_lease` does."""
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
    """Take or renew all of them, or none; those that other processes have."""
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
            raise LeaseLost(name)  # another process took it just now: all or none
    return []


def renew(tx: Tx, names: Sequence[str], owner: Owner) -> set[str]:
    """Renew them; those that the owner still has."""
    marks, named = in_list("name", names)
    kept = tx.run(
        f"UPDATE leases SET until = :until WHERE owner = :owner AND name IN ({marks}) RETURNING name",
        until=tx.now + owner.seconds,
        owner=owner.name,
        **named,
    )
    return {row[0] for row in kept.fetchall()}


def let_go(tx: Tx, names: Sequence[str], owner: Owner) -> None:
    marks, named = in_list("name", names)
    tx.run(f"DELETE FROM leases WHERE owner = :owner AND name IN ({marks})", owner=owner.name, **named)


def held(tx: Tx, prefix: str) -> dict[str, str]:
    found = tx.run(
        "SELECT name, owner FROM leases WHERE name >= :low AND name < :high AND until >= :now ORDER BY name",
        low=prefix,
        high=prefix[:-1] + chr(ord(prefix[-1]) + 1),
        now=tx.now,
    )
    return dict(found.fetchall())


def need(tx: Tx, lease: Lease | None) -> None:
    """Renew the lease in the transaction of a write that needs it; raises LeaseLost, so that nothing is written."""
    if lease is not None and not renew(tx, [lease.name], lease.owner):
        raise LeaseLost(lease.name)
