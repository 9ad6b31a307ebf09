"""The logs of matches in memory. A log only grows, so what has been read of it stays true."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from db.rows import Match, Move
from db.store import Store

CACHED = 128
"""How many logs stay in memory."""


class MoveLogCache:
    """Reads of each log only what is new."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._cache: OrderedDict[int, tuple[Move, ...]] = OrderedDict()

    async def of(self, match: Match) -> Sequence[Move]:
        """The entries up to the match's version."""
        log = self._cache.get(match.id, ())
        if len(log) < match.version:
            log = (*log, *await self._store.matches.moves(match.id, len(log)))
            self._remember(match.id, log)
        return log[: match.version]

    def add(self, moves: Sequence[Move]) -> None:
        """Remember new entries of a match, if all before them are known."""
        known = self._cache.get(moves[0].match, ())
        if moves[0].seq == len(known) + 1:
            self._remember(moves[0].match, (*known, *moves))

    def _remember(self, match: int, log: tuple[Move, ...]) -> None:
        self._cache[match] = log
        self._cache.move_to_end(match)
        while len(self._cache) > CACHED:
            self._cache.popitem(last=False)
