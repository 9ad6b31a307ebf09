"""Caches match logs. A log is append-only, so cached entries stay valid."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from db.rows import Match, Move
from db.store import Store

LOG_CACHE_SIZE = 128


class MoveLogCache:
    """Reads only the new entries of each log."""

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
        """Add new entries of a match to the cache if all earlier ones are cached."""
        known = self._cache.get(moves[0].match, ())
        if moves[0].seq == len(known) + 1:
            self._remember(moves[0].match, (*known, *moves))

    def _remember(self, match: int, log: tuple[Move, ...]) -> None:
        self._cache[match] = log
        self._cache.move_to_end(match)
        while len(self._cache) > LOG_CACHE_SIZE:
            self._cache.popitem(last=False)
