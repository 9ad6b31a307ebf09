"""A store with one match, and the composer of its messages; no platform."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from db import Store
from db.rows import Commit, Match, Message, Move, NewMatch, NewMessage, Seat
from engine.core.position import Position
from engine.core.record import Entry, written
from engine.registry import GAMES
from table.clocks import clocks
from table.compose.composer import Composer
from table.exercises.puzzles import Puzzles
from table.matches.commit_plan import plan_commit
from table.matches.live import Live, position_of
from table.outbox.outgoing import Outgoing

ADA, BARTEK, CELINA = 101, 102, 103
GUILD, CHANNEL, NOW = 5, 10, 1_000_000
LEADERS = GAMES["leaders"]
NEW = NewMatch(
    guild=GUILD,
    channel=CHANNEL,
    game="leaders",
    options='{"mode":"basic"}',
    seed="a seed",
    seed_hash="its hash",
    rules_version=LEADERS.rules_version,
    language="pl",
    palette="classic",
    creator=ADA,
)


class OneMatch:
    """A store with one match, and the composer under test."""

    def __init__(self, store: Store) -> None:
        self.store, self.now = store, float(NOW)
        self.laid = 0
        self.concerned: Mapping[int, int | None] = {}
        puzzles = Puzzles(store, lambda: self.now)
        self.compose = Composer(store, self._lay, self._log, self._recipients, lambda: self.now, puzzles)

    def _lay(self, match: Match, seats: Sequence[Seat]) -> Live:
        self.laid += 1
        return Live(match, tuple(seats), position_of(match))

    async def _log(self, match: Match) -> Sequence[Move]:
        return await self.store.matches.moves(match.id)

    async def _recipients(self, match: Match, kind: str, about: str) -> Mapping[int, int | None]:
        return self.concerned

    async def open(self, new: NewMatch = NEW, invited: Sequence[int | None] = (ADA, BARTEK)) -> Match:
        return await self.store.matches.open(new, invited)

    async def begin(self, new: NewMatch = NEW) -> Match:
        """Begin a match: Ada is Gold, Bartek is Violet and begins."""
        match = await self.open(new)
        position = Position.new(LEADERS, json.loads(new.options), 2, new.seed)
        to_move = [ask.seat for ask in position.asks]
        timing = clocks.start(clocks.load_clock(new.clock), 2, to_move, int(self.now))
        return await self.store.matches.start(
            match.id,
            position=written(position),
            to_move=to_move,
            players=[ADA, BARTEK],
            timing=clocks.dump_timing(timing),
        )

    async def enter(self, entry: Entry) -> Match:
        match = await self.store.matches.get(1)
        going = plan_commit(match, position_of(match), entry, [], [])
        timing = going.timing((), int(self.now))
        outcome = going.position.outcome
        done = await self.store.matches.commit(
            Commit(
                match=1,
                expected_version=match.version,
                moves=going.rows(),
                position=written(going.position),
                to_move=going.to_move,
                status="over" if outcome else "live",
                result=json.dumps({"winners": outcome.winners, "reason": outcome.reason}) if outcome else "",
                timing=clocks.dump_timing(timing),
            )
        )
        return done.match

    async def post(self, kind: str, payload: Mapping[str, Any], user: int | None = None) -> Outgoing | None:
        """The message composed for a row of the outbox, or None."""
        await self.store.outbox.post(1, [NewMessage(kind=kind, payload=json.dumps(payload), person=user)])
        message: Message = (await self.store.outbox.of_match(1))[-1]
        return await self.compose(message)

    async def posted(self, kind: str, payload: Mapping[str, Any], user: int | None = None) -> Outgoing:
        outgoing = await self.post(kind, payload, user)
        assert outgoing is not None
        return outgoing
