"""A store that keeps moves in memory only, to measure a move's cost without any database."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping

from msgspec.structs import replace

from db.backend import Engine
from db.rows import Commit, Committed, MatchRows, Message, Move, Outdated, Taken
from db.store import Store
from db.tables.commits import Take
from db.tables.match_life import Matches
from db.tables.match_rows import Since
from db.tables.outbox import Outbox


class MemoryStore(Store):
    """Reads every match once, and stores no move."""

    def __init__(self, engine: Engine, clock: Callable[[], float] | None = None) -> None:
        super().__init__(engine, clock)
        self.matches = MemoryMatches(engine, self._clock)
        self.outbox = MemoryOutbox(engine, self._clock)


class MemoryMatches(Matches):
    """Matches whose moves stay in memory."""

    def __init__(self, engine: Engine, clock: Callable[[], float]) -> None:
        super().__init__(engine, clock)
        self._rows: dict[int, MatchRows] = {}
        self._numbers = itertools.count(1)

    async def rows(self, match: int, stops_since: Since = lambda _: None, *, silent: int | None = None) -> MatchRows:
        if match not in self._rows:
            self._rows[match] = await super().rows(match, stops_since, silent=silent)
        return self._rows[match]

    async def commit(self, new: Commit, take: Take | None = None) -> Committed:
        rows, now = self._rows[new.match], int(self._clock())
        before = rows.match
        moves = tuple(
            Move(match=before.id, seq=seq, seat=one.seat, kind=one.kind, codes=one.codes, note=one.note, at=now)
            for seq, one in enumerate(new.moves, before.version + 1)
        )
        match = replace(
            before,
            version=before.version + len(moves),
            position=new.position,
            to_move=tuple(new.to_move),
            status=new.status,
            result=new.result,
            updated_at=now,
        )
        self._rows[match.id] = rows = replace(rows, match=match)
        outbox = tuple(
            Message(
                id=next(self._numbers),
                match=match.id,
                channel=match.channel,
                kind=one.kind,
                payload=one.payload,
                nonce="",
                not_before=0,
                attempts=0,
                created_at=now,
                sent_at=None,
                message=None,
                trouble=None,
                failed=None,
                shown=0,
            )
            for one in new.outbox
        )
        taken = Taken(former="", messages=outbox, rows=rows)
        return Committed(match=match, moves=moves, outbox=outbox, taken=taken if take else None)


class MemoryOutbox(Outbox):
    """An outbox that stores nothing about what was sent."""

    async def mark_sent(
        self,
        message: Message,
        discord_id: int | None,
        edited: Mapping[int, int | None] | None = None,
        *,
        look: int = 0,
    ) -> list[Outdated]:
        return []
