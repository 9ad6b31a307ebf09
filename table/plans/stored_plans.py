"""Stores, lists and deletes plans: a seat's prepared answers."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from db.rows import Match, Plan
from engine.core.ask import Ask
from engine.core.text import text
from table.matches.live import Live, Loaded
from table.matches.moves import Moves
from table.plans.line_check import Suggested, check_line, suggest
from table.plans.plan_explorer import PlanExplorer, explore_plan
from table.plans.plan_lines import MAX_ANSWERS, MAX_LINE_LENGTH, MAX_PLANS, read
from table.plans.plans import LINE, SKETCH
from table.plans.questions import Questions
from table.queues import retry_if_changed
from table.user_error import UserError


class Sketch(Struct, frozen=True):
    """A line that a player is choosing step by step."""

    live: Live
    begun: str
    """The codes of the player's unfinished move when the sketch was started."""
    steps: tuple[str, ...]
    """Codes, alternating conditions and answers."""
    ahead: PlanExplorer
    revision: int
    """Changes with every change of the sketch."""
    stale: bool = False
    """Whether the match or another panel has changed since it was read."""


def _sketched(live: Live, seat: int, stored: tuple[str, ...], revision: int) -> Sketch:
    begun, *steps = stored
    return Sketch(live, begun, tuple(steps), explore_plan(live.position, seat, steps, begun.split()), revision)


class StoredPlans:
    """The plans of the seats of running matches."""

    def __init__(self, moves: Moves) -> None:
        self._moves, self._store = moves, moves.store
        self._questions = Questions()

    @retry_if_changed
    async def add(self, match: int, person: int, kind: str, steps: tuple[str, ...], interaction: int) -> Plan:
        """Store a plan. Raises UserError if the seat has the same one already, or too many."""
        async with self._moves.queue(match):
            live, seat = await self._moves.playing(match, person)
            mine = [plan for plan in live.rows.plans if plan.seat == seat and plan.kind == kind]
            if any(plan.steps == steps for plan in mine):
                raise UserError(text("You already have exactly this plan."))
            if len(mine) >= MAX_PLANS:
                raise UserError(
                    text("You can have up to {n} plans of each kind; remove one with /plan remove.", n=MAX_PLANS)
                )
            version = live.match.version
            return await self._store.plans.add(match, seat, kind, steps, version, current=True, interaction=interaction)

    async def add_line(self, match: int, person: int, typed: str, language: str, interaction: int) -> Plan:
        """Store a typed line. Raises UserError if it cannot come true, as far as the person can know."""
        live, seat = await self._moves.playing(match, person)
        steps = read(typed, live.match.game, language)
        check_line(live.position, seat, steps, self._begun(live, seat), language)
        return await self.add(match, person, LINE, steps, interaction)

    def suggest(self, live: Loaded, seat: int, typed: str, language: str) -> tuple[str, list[Suggested]]:
        """The text before the name that is being typed in a line, and the suggestions for that name."""
        return suggest(live.position, seat, typed, self._begun(live, seat), language)

    def _begun(self, live: Loaded, seat: int) -> tuple[str, ...]:
        """The person's picks of their unfinished move."""
        return self._moves.draft(live, seat).codes if live.position.ask_of(seat) is not None else ()

    # Sketches: unfinished lines

    async def sketch(self, match: int, person: int) -> Sketch:
        """The person's sketch for the current position."""
        return self._sketch(*await self._moves.playing(match, person))

    def _sketch(self, live: Loaded, seat: int) -> Sketch:
        row = next((plan for plan in live.rows.plans if plan.seat == seat and plan.kind == SKETCH), None)
        if row is not None and row.since == live.match.version and any(row.steps[1:]):
            return _sketched(live, seat, row.steps, row.id)
        current = row is not None and row.since == live.match.version
        return _sketched(live, seat, (" ".join(self._begun(live, seat)), ""), row.id if row and current else 0)

    @retry_if_changed
    async def change(
        self, match: int, person: int, at: tuple[int, int], interaction: int, then: Callable[[Sketch], tuple[str, ...]]
    ) -> Sketch:
        """Replace the sketch's steps. If its version or revision differ from `at`, return it unchanged and marked as
        stale.
        """
        async with self._moves.queue(match):
            live, seat = await self._moves.playing(match, person)
            now = self._sketch(live, seat)
            if at != (live.match.version, now.revision):
                return replace(now, stale=True)
            changed = _sketched(live, seat, (now.begun, *then(now)), 0)
            if len(" > ".join(changed.ahead.words("pl"))) > MAX_LINE_LENGTH or len(changed.steps) > 2 * MAX_ANSWERS:
                raise UserError(text("The plan is too long. Save it, and plan the rest later."))
            stored = (changed.begun, *changed.steps)
            version = live.match.version
            before = next((plan.id for plan in live.rows.plans if plan.seat == seat and plan.kind == SKETCH), 0)
            row = await self._store.plans.put(
                match, seat, SKETCH, stored, version, seen=before, interaction=interaction
            )
            return replace(changed, revision=row.id)

    async def forget(self, sketch: Sketch) -> None:
        """Delete a sketch that was saved as a plan."""
        await self._store.plans.drop(sketch.revision)

    async def of(self, match: int, seat: int) -> list[Plan]:
        """The seat's plans, the oldest first."""
        return [plan for plan in await self._store.plans.of_match(match) if plan.seat == seat and plan.kind != SKETCH]

    async def drop(self, match: int, person: int, number: int, interaction: int) -> Plan:
        """Delete the person's plan with that number in their list, and return it."""
        async with self._moves.queue(match):
            live, seat = await self._moves.playing(match, person)
            mine = [plan for plan in live.rows.plans if plan.seat == seat and plan.kind != SKETCH]
            if number > len(mine):
                raise UserError(text("You have no plan {n}. It may have been played, or it no longer fits.", n=number))
            await self._store.plans.drop(mine[number - 1].id, interaction=interaction)
            return mine[number - 1]

    async def drop_all(self, match: int, person: int, interaction: int) -> int:
        """Delete all plans of the person in the match. Returns their number."""
        async with self._moves.queue(match):
            live, seat = await self._moves.playing(match, person)
            sketches = [plan for plan in live.rows.plans if plan.seat == seat and plan.kind == SKETCH]
            return await self._store.plans.drop_all(match, seat, interaction=interaction) - len(sketches)

    async def questions(self, match: Match, seat: int) -> dict[str, Ask]:
        """Every question that the seat has been asked in the match, by id, the latest last."""
        known = self._questions.cached(match, seat)
        return (
            known if known is not None else self._questions.read(match, await self._store.matches.moves(match.id), seat)
        )
