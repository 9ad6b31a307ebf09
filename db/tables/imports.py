"""Matches imported from a file, and rematches."""

from collections.abc import Sequence

from db.rows import Match, NewMatch, NewMove
from db.sql import Tx
from db.tables import matches
from db.transactions import Transactions


class Imports(Transactions):
    """Imported matches and rematches."""

    async def rematch_of(self, match: int) -> Match | None:
        """The open or live match that is a rematch of this one."""
        return await self._read(lambda tx: matches.rematch_of(tx, match))

    async def add(
        self,
        new: NewMatch,
        seats: int,
        *,
        moves: Sequence[NewMove],
        position: str,
        result: str,
        interaction: int | None = None,
    ) -> Match:
        """Store a finished match without players. Nothing is posted."""

        def work(tx: Tx) -> Match:
            return matches.import_match(tx, new, seats, moves, position, result)

        return await self._write(work, interaction)
