"""Counts of what people have opened, imported and requested. The limits are in `table/quotas.py`."""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from db.sql import Tx
from db.tables.future_rows import SKEW_SECONDS
from db.tables.retention import IMPORTED
from db.transactions import Transactions

# The second condition is redundant, but lets SQLite use the index of unfinished matches.
_OPEN = "status = 'open' AND status IN ('open', 'live')"
_RECENT = "created_at BETWEEN :since AND :latest"
"""Rows later than `latest` were stored by a fast clock."""
_UNANSWERED = "JOIN seats ON seats.match = matches.id WHERE invited = :person AND seats.person IS NULL"


class Invitations(Struct, frozen=True, kw_only=True):
    """The invitations of one person that were not accepted."""

    open: int
    """The number of unanswered invitations from anyone."""
    open_from: int
    """The number of unanswered invitations from one sender."""
    times_from: tuple[int, ...]
    """The times of that sender's recent invitations that were declined or not answered, the oldest first."""


class OpenMatches(Struct, frozen=True, kw_only=True):
    """Numbers of matches that wait for players."""

    of_person: int
    on_server: int
    invitations: Mapping[int, Invitations]
    """By the invited person."""


class Limit(Struct, frozen=True):
    """A limit for new matches."""

    since: int
    """The time from which unaccepted invitations count."""
    check_counts: Callable[[OpenMatches], None]
    """Raises an error if there are too many."""


class Quotas(Transactions):
    """Counts of limited actions."""

    async def open_counts(self, person: int, guild: int | None, seats: Sequence[int | None], since: int) -> OpenMatches:
        """The numbers of matches waiting for players, and the person's recent invitations to the people at these
        seats.
        """
        return await self._read(lambda tx: open_counts(tx, person, guild, seats, since))

    async def threads_opened(self, person: int, since: int) -> list[int]:
        """The times at which the person has opened matches in threads, the oldest first. A thread with its rematches
        counts once.
        """
        return await self._read(lambda tx: threads_opened(tx, person, since))

    async def imports_by(self, person: int, since: int) -> list[int]:
        """The times at which the person has imported matches, the oldest first."""
        return await self._read(lambda tx: _imports(tx, "creator = :creator", since, creator=person))

    async def imports_on(self, guild: int, since: int) -> list[int]:
        """The times at which matches were imported on the server, the oldest first."""
        return await self._read(lambda tx: _imports(tx, "guild = :guild", since, guild=guild))

    async def post_times(self, match: int, kind: str, since: int) -> list[int]:
        """The times at which messages of this kind were posted for the match, the oldest first."""
        return await self._read(lambda tx: post_times(tx, match, kind, since))


def lock_counts(tx: Tx, person: int, guild: int | None, seats: Sequence[int | None]) -> None:
    """Lock everything that `open_counts` reads until the end of the transaction."""
    counted = {f"opened by or for {one}" for one in (person, *_others(person, seats))}
    for name in sorted(counted if guild is None else {*counted, f"opened on {guild}"}):
        tx.lock(name)


def _others(person: int, seats: Sequence[int | None]) -> list[int]:
    """The people whom the person invites."""
    return [one for one in seats if one is not None and one > 0 and one != person]


def open_counts(tx: Tx, person: int, guild: int | None, seats: Sequence[int | None], since: int) -> OpenMatches:
    return OpenMatches(
        of_person=tx.value(f"SELECT count(*) FROM matches WHERE {_OPEN} AND creator = :creator", creator=person),
        on_server=tx.value(f"SELECT count(*) FROM matches WHERE {_OPEN} AND guild = :guild", guild=guild),
        invitations={one: _invitations(tx, person, one, since) for one in _others(person, seats)},
    )


def _invitations(tx: Tx, sender: int, person: int, since: int) -> Invitations:
    waiting = f"SELECT count(*) FROM matches {_UNANSWERED} AND {_OPEN}"
    recent = f"SELECT created_at FROM matches {_UNANSWERED} AND creator = :sender AND {_RECENT}"
    unanswered = "AND status IN ('open', 'cancelled') ORDER BY created_at"
    return Invitations(
        open=tx.value(f"{waiting} AND creator <> :person", person=person),
        open_from=tx.value(f"{waiting} AND creator = :sender", person=person, sender=sender),
        times_from=tuple(
            row[0]
            for row in tx.run(
                f"{recent} {unanswered}", person=person, sender=sender, since=since, latest=tx.now + SKEW_SECONDS
            )
        ),
    )


def threads_opened(tx: Tx, person: int, since: int) -> list[int]:
    query = f"""SELECT min(created_at) AS opened FROM matches WHERE {_RECENT} AND creator = :creator
    AND parent IS NOT NULL AND origin IS NULL GROUP BY channel ORDER BY opened"""
    return [row[0] for row in tx.run(query, since=since, latest=tx.now + SKEW_SECONDS, creator=person)]


def _imports(tx: Tx, whose: str, since: int, **values: int) -> list[int]:
    query = f"SELECT created_at FROM matches WHERE {_RECENT} AND {whose} AND {IMPORTED} ORDER BY created_at"
    return [row[0] for row in tx.run(query, since=since, latest=tx.now + SKEW_SECONDS, **values)]


def post_times(tx: Tx, match: int, kind: str, since: int) -> list[int]:
    query = f"SELECT created_at FROM outbox WHERE match = :match AND kind = :kind AND {_RECENT} ORDER BY id"
    return [row[0] for row in tx.run(query, match=match, kind=kind, since=since, latest=tx.now + SKEW_SECONDS)]
