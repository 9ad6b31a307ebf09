"""Plans: answers that a seat has prepared for possible moves."""

from collections.abc import Sequence

from db.errors import Changed
from db.rows import Plan
from db.sql import Found, SqlTable, Tx, as_json
from db.tables import matches
from db.transactions import Transactions

_PLANS = SqlTable("plans", Plan, numbered=True)


class Plans(Transactions):
    """Prepared answers."""

    async def of_match(self, match: int) -> list[Plan]:
        """The plans of all seats, the oldest first."""
        return await self._read(lambda tx: of_match(tx, match))

    async def add(
        self,
        match: int,
        seat: int,
        kind: str,
        steps: Sequence[str],
        since: int,
        *,
        current: bool = False,
        interaction: int | None = None,
    ) -> Plan:
        """Store a plan. `current`: raises StaleVersion if the match is no longer at version `since`."""

        def work(tx: Tx) -> Plan:
            if current:
                matches.match_at(tx, match, since)
            return add(tx, match, seat, kind, steps, since)

        return await self._write(work, interaction, match=match)

    async def put(
        self,
        match: int,
        seat: int,
        kind: str,
        steps: Sequence[str],
        since: int,
        *,
        seen: int | None = None,
        interaction: int | None = None,
    ) -> Plan:
        """Replace the seat's plan of this kind; the new plan gets a new id.

        `seen` is the id of the plan that the caller has read, 0 for none. With it, raises Changed if the stored plan is
        another one, and StaleVersion if the match is no longer at version `since`.
        """

        def work(tx: Tx) -> Plan:
            if seen is not None:
                matches.match_at(tx, match, since)
                before = [one.id for one in of_match(tx, match) if (one.seat, one.kind) == (seat, kind)]
                if seen not in (before or [0]):
                    raise Changed(match, f"the plan of seat {seat}")
            return put(tx, match, seat, kind, steps, since)

        return await self._write(work, interaction, match=match)

    async def drop(self, plan: int, *, interaction: int | None = None) -> bool:
        """Delete a plan. Returns False if none has this id."""
        return await self._write(lambda tx: drop(tx, plan), interaction)

    async def drop_all(self, match: int, seat: int, *, interaction: int | None = None) -> int:
        """Delete all plans of a seat. Returns their number."""
        return await self._write(lambda tx: drop_all(tx, match, seat), interaction, match=match)


def of_match(tx: Tx, match: int) -> list[Plan]:
    return find(tx, match).all()


def find(tx: Tx, match: int) -> Found[Plan]:
    return _PLANS.find(tx, "WHERE match = :match ORDER BY id", match=match)


def add(tx: Tx, match: int, seat: int, kind: str, steps: Sequence[str], since: int) -> Plan:
    return _PLANS.add(tx, Plan(id=0, match=match, seat=seat, kind=kind, steps=tuple(steps), since=since))


def put(tx: Tx, match: int, seat: int, kind: str, steps: Sequence[str], since: int) -> Plan:
    same = "match = :match AND seat = :seat AND kind = :kind"
    tx.run(f"DELETE FROM plans WHERE {same}", match=match, seat=seat, kind=kind)
    return add(tx, match, seat, kind, steps, since)


def update(tx: Tx, plan: Plan) -> None:
    """Store the plan's steps and version; a plan that was deleted meanwhile stays deleted."""
    tx.run(
        "UPDATE plans SET steps = :steps, since = :since WHERE id = :id",
        steps=as_json(plan.steps),
        since=plan.since,
        id=plan.id,
    )


def drop(tx: Tx, plan: int) -> bool:
    return tx.run("DELETE FROM plans WHERE id = :plan", plan=plan).rowcount == 1


def drop_all(tx: Tx, match: int, seat: int) -> int:
    return tx.run("DELETE FROM plans WHERE match = :match AND seat = :seat", match=match, seat=seat).rowcount
