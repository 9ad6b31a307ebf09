"""Hints: the decision that a computer player would make for a person, from what that person can see."""

from __future__ import annotations

import asyncio
import logging

from db.errors import StaleVersion
from db.rows import Hint
from engine.computers.think import STRONGEST
from engine.core.text import text
from table.computers.computers import is_computer
from table.computers.think_task import Think, task_for
from table.matches.live import Live, Loaded
from table.matches.moves import Moves, Stale
from table.user_error import UserError

log = logging.getLogger("arena")

HINT_LEVEL = STRONGEST


def hints_allowed(live: Live, seat: int) -> bool:
    """Whether the seat may ask for hints: always against computers, else if the match was opened with hints."""
    return live.match.hints or all(is_computer(live.person_at(rival)) for rival in live.rivals(seat))


class Hints:
    """Gives hints. One hint is stored per question, and each question is computed only once at a time."""

    def __init__(self, moves: Moves, think: Think) -> None:
        self._moves, self._store, self._think = moves, moves.store, think
        self._thinking: dict[tuple[int, int, int], asyncio.Future[tuple[str, ...]]] = {}
        """Running computations, by match, seat and version."""

    async def asking(self, match: int, person: int) -> tuple[Loaded, int]:
        """The match and the person's seat. Raises UserError if they may not have a hint now."""
        live, seat = await self._moves.playing(match, person)
        if not hints_allowed(live, seat):
            raise UserError(text("There are no hints in this match: it was opened without them."))
        if live.position.ask_of(seat) is None:
            raise UserError(text("It is not your turn to decide."))
        return live, seat

    async def given(self, live: Live, seat: int) -> Hint | None:
        """The hint that the seat was given for the open question; None if there is none."""
        mine = [one for one in await self._store.reviews.hints(live.match.id) if one.seat == seat]
        if mine and await self._moves.same_question(live.match, seat, mine[-1].version):
            return mine[-1]
        return None

    async def hint(self, live: Live, seat: int) -> Hint:
        """The hint for the open question. Raises Stale if the match has changed meanwhile."""
        if (known := await self.given(live, seat)) is not None:
            return known
        codes = await self._codes(live, seat)
        now = await self._moves.live(live.match.id)
        same = now.match.status == "live" and now.position.ask_of(seat) is not None
        try:
            if same and await self._moves.same_question(now.match, seat, live.match.version):
                return await self.given(now, seat) or await self._store.reviews.add_hint(
                    now.match.id, seat, now.match.version, codes
                )
        except StaleVersion:
            now = await self._moves.live(live.match.id)
        raise Stale(now, None)

    async def _codes(self, live: Live, seat: int) -> tuple[str, ...]:
        """The codes of the computer's decision."""
        key = live.match.id, seat, live.match.version
        if key not in self._thinking:
            task = task_for(live.match, seat, HINT_LEVEL)
            self._thinking[key] = asyncio.ensure_future(self._think(task))
            self._thinking[key].add_done_callback(lambda _: self._thinking.pop(key))
        try:
            return await asyncio.shield(self._thinking[key])
        except Exception as error:
            log.exception("match %s, version %s: no hint for seat %s", live.match.id, live.match.version, seat)
            raise UserError(text("I haven't found a hint this time. Please ask again.")) from error
