"""What a seat has prepared: answers to what may come."""

from collections.abc import Sequence

from .door import Door
from .rows import Plan
from .table import Table, Tx, as_json

_PLANS = Table("plans", Plan, numbered=True)


class Plans(Door):
    """What concerns prepared answers."""

    async def plans(self, match: int) -> list[Plan]:
        """All seats', the oldest first."""
        return await self._read(lambda tx: of_match(tx, match))

    async def add_plan(
        self, match: int, seat: int, kind: str, steps: Sequence[str], since: int, *, interaction: int | None = None
    ) -> Plan:
        return await self._write(lambda tx: add(tx, match, seat, kind, steps, since), interaction)

    async def drop_plan(self, plan: int, *, interaction: int | None = None) -> bool:
        """False when it was gone already."""
        return await self._write(lambda tx: drop(tx, plan), interaction)

    async def drop_plans(self, match: int, seat: int, *, interaction: int | None = None) -> int:
        """All of a seat; how many there were."""
        return await self._write(lambda tx: drop_all(tx, match, seat), interaction)


def of_match(tx: Tx, match: int) -> list[Plan]:
    return _PLANS.all(tx, "WHERE match = ? ORDER BY id", match)


def add(tx: Tx, match: int, seat: int, kind: str, steps: Sequence[str], since: int) -> Plan:
    return _PLANS.add(tx, Plan(id=0, match=match, seat=seat, kind=kind, steps=tuple(steps), since=since))


def put(tx: Tx, plan: Plan) -> None:
    """What a plan has become; one that was dropped meanwhile stays dropped."""
    tx.run("UPDATE plans SET steps = ?, since = ? WHERE id = ?", as_json(plan.steps), plan.since, plan.id)


def drop(tx: Tx, plan: int) -> bool:
    return tx.run("DELETE FROM plans WHERE id = ?", plan).rowcount == 1


def drop_all(tx: Tx, match: int, seat: int) -> int:
    return tx.run("DELETE FROM plans WHERE match = ? AND seat = ?", match, seat).rowcount
