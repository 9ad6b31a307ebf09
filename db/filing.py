"""Matches that come to us whole, from a file, and what has come of a match."""

from collections.abc import Sequence

from . import matches
from .door import Door
from .rows import Match, NewMatch, NewMove
from .table import Tx


class Filing(Door):
    """What concerns matches as a whole."""

    async def rematch_of(self, match: int) -> Match | None:
        """The open or live match that is a rematch of this one."""
        return await self._read(lambda tx: matches.rematch_of(tx, match))

    async def import_match(
        self,
        new: NewMatch,
        seats: int,
        *,
        moves: Sequence[NewMove],
        position: str,
        result: str,
        interaction: int | None = None,
    ) -> Match:
        """A match that is over already, at whose seats nobody sits whom we know. Nothing is posted."""

        def work(tx: Tx) -> Match:
            return matches.import_match(tx, new, seats, moves, position, result)

        return await self._write(work, interaction)
