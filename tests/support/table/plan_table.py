"""A position with plans: a seat plays, then every prepared answer follows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from db.rows import Plan
from engine.core.position import Position
from engine.core.record import Entry, apply
from engine.registry import GAMES
from table.matches.draft import drafted
from table.picks.parse_typed import follow
from table.plans.plan_lines import read
from table.plans.plans import ALWAYS, LINE, PlayedEntry, react


class PlanTable:
    """A position and the prepared plans of its seats."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.plans: list[Plan] = []
        self._number = 0

    def line(self, seat: int, typed: str) -> int:
        """Prepare a line; return its number."""
        return self._keep(seat, LINE, read(typed, self.position.game.key))

    def always(self, seat: int, prompt: str, code: str) -> int:
        """Prepare an automatic reply; return its number."""
        return self._keep(seat, ALWAYS, (prompt, code))

    def _keep(self, seat: int, kind: str, steps: tuple[str, ...]) -> int:
        self._number += 1
        self.plans.append(Plan(id=self._number, match=1, seat=seat, kind=kind, steps=steps, since=0))
        return self._number

    def play(self, typed: str, seat: int | None = None) -> list[str]:
        """Play a whole move for the asked seat; return the automatic moves that follow, like `1 rider b3 end`."""
        seat = self.position.asks[0].seat if seat is None else seat
        now = follow(self.position, drafted(self.position, seat, ()), typed.split())
        assert now is not None and now.complete, f"{typed} is no whole move"
        return self.enter(Entry(seat, "play", now.codes))

    def enter(self, entry: Entry, after: Position | None = None) -> list[str]:
        """Make an entry of any kind; an undo leads to the position `after`."""
        lately = [PlayedEntry(entry, self.position)]
        self._carry_out(entry, after)
        while True:
            reaction = react(self.plans, self.position, lately)
            became = {plan.id: plan for plan in reaction.changed}
            assert not became.keys() & set(reaction.dropped)
            self.plans = [became.get(plan.id, plan) for plan in self.plans if plan.id not in reaction.dropped]
            if reaction.entry is None:
                return [f"{one.entry.seat} {' '.join(one.entry.codes)}" for one in lately[1:]]
            lately.append(PlayedEntry(reaction.entry, self.position))
            self._carry_out(reaction.entry, None)

    def _carry_out(self, entry: Entry, after: Position | None) -> None:
        if after is None:
            after = self.position.fork()
            apply(after, entry)
        self.position = after

    @property
    def seats_to_move(self) -> list[int]:
        return [ask.seat for ask in self.position.asks]

    def steps(self, plan: int) -> Sequence[str] | None:
        """The remaining steps of a plan; None if it is gone."""
        return next((one.steps for one in self.plans if one.id == plan), None)


def laid(game: str, **written: Any) -> PlanTable:
    """A plan table with a written position."""
    return PlanTable(Position.read(GAMES[game], {}, written))


def begun(game: str, seed: str, seats: int = 2, **options: Any) -> PlanTable:
    """A plan table with a new match."""
    return PlanTable(Position.new(GAMES[game], options, seats, seed))
