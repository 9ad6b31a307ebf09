"""Storing, listing and dropping plans: a seat's prepared answers."""

from __future__ import annotations

from db.rows import Match, Plan
from engine.core.text import text
from table.lines import MOST
from table.moves import Moves
from table.questions import Question, Questions
from table.sorry import Sorry


class Planning:
    """The plans of the seats of running matches."""

    def __init__(self, moves: Moves) -> None:
        self._moves, self._store = moves, moves.store
        self._questions = Questions()

    async def add(self, match: int, person: int, kind: str, steps: tuple[str, ...], interaction: int) -> Plan:
        """Store a plan; refused if the seat has the same one already, or too many."""
        async with self._moves.queue(match):
            live, seat = await self._moves.playing(match, person)
            mine = [plan for plan in live.rows.plans if plan.seat == seat and plan.kind == kind]
            if any(plan.steps == steps for plan in mine):
                raise Sorry(text("You already have exactly this plan."))
            if len(mine) >= MOST:
                raise Sorry(text("You can have up to {n} plans of each kind; remove one with /plan remove.", n=MOST))
            return await self._store.add_plan(match, seat, kind, steps, live.match.version, interaction=interaction)

    async def of(self, match: int, seat: int) -> list[Plan]:
        """The seat's plans, the oldest first."""
        return [plan for plan in await self._store.plans(match) if plan.seat == seat]

    async def drop(self, match: int, person: int, number: int, interaction: int) -> Plan:
        """Drop the person's plan with that number in their list."""
        async with self._moves.queue(match):
            live, seat = await self._moves.playing(match, person)
            mine = [plan for plan in live.rows.plans if plan.seat == seat]
            if number > len(mine):
                raise Sorry(text("You have no plan {n}. It may have been played, or it no longer fits.", n=number))
            await self._store.drop_plan(mine[number - 1].id, interaction=interaction)
            return mine[number - 1]

    async def drop_all(self, match: int, person: int, interaction: int) -> int:
        """Drop all plans of the person in the match; how many there were."""
        async with self._moves.queue(match):
            _, seat = await self._moves.playing(match, person)
            return await self._store.drop_plans(match, seat, interaction=interaction)

    async def questions(self, match: Match, seat: int) -> dict[str, Question]:
        """Every question that the seat has been asked in the match, by its id, the latest last."""
        known = self._questions.cached(match, seat)
        return known if known is not None else self._questions.read(match, await self._store.moves(match.id), seat)
