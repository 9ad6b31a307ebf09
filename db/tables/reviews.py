"""Reviews of finished matches, and hints given to players."""

from collections.abc import Sequence

from db.rows import Hint, StoredReview
from db.sql import SqlTable, Tx
from db.tables import matches
from db.transactions import Transactions

_REVIEWS = SqlTable("reviews", StoredReview, key=("match",), checked=("match", "version", "reviewer", "review", "at"))
_HINTS = SqlTable("hints", Hint, key=("match", "seat", "version"))


class ReviewRows(Transactions):
    """Reviews and hints of computer players."""

    async def get(self, match: int) -> StoredReview | None:
        return await self._read(lambda tx: review(tx, match))

    async def put(self, match: int, version: int, reviewer: int, words: str) -> None:
        """Replace the review of a match; does nothing if the match is no longer at `version`."""

        def work(tx: Tx) -> None:
            if matches.match(tx, match).version == version:
                row = StoredReview(match=match, version=version, reviewer=reviewer, review=words, at=tx.now)
                _REVIEWS.put(tx, row)

        await self._write(work, match=match)

    async def hints(self, match: int) -> list[Hint]:
        """The hints given in a match, the oldest first."""
        return await self._read(lambda tx: hints(tx, match))

    async def add_hint(self, match: int, seat: int, version: int, codes: Sequence[str]) -> Hint:
        """Store a hint given to the seat. Raises StaleVersion if the match is no longer at `version`."""

        def work(tx: Tx) -> Hint:
            matches.match_at(tx, match, version)
            return _HINTS.put(tx, Hint(match=match, seat=seat, version=version, codes=tuple(codes), at=tx.now))

        return await self._write(work, match=match)


def review(tx: Tx, match: int) -> StoredReview | None:
    return _REVIEWS.one(tx, "WHERE match = :match", match=match)


def hints(tx: Tx, match: int) -> list[Hint]:
    return _HINTS.all(tx, "WHERE match = :match ORDER BY version, seat", match=match)


def damaged(tx: Tx) -> list[int]:
    """The matches of damaged rows, by checksum."""
    return _REVIEWS.damaged(tx, "match")
