"""The recipients of a notice: looked up when it becomes due, and again when it is sent."""

from __future__ import annotations

from collections.abc import Mapping

from db.rows import Match
from db.store import Store
from table.computers.computers import is_computer
from table.matches.offers import Offers
from table.matches.substitute_request import SUBSTITUTE
from table.matches.substitutes import Substitutes


class Recipients:
    """Finds the recipients of a notice."""

    def __init__(self, store: Store, offers: Offers, substitutes: Substitutes) -> None:
        self._store, self._offers, self._substitutes = store, offers, substitutes

    async def of(self, match: Match, kind: str, about: str) -> Mapping[int, int | None]:
        """The people to whom a notice of this kind still applies, by seat; `about` is the kind of an offer."""
        found = await self._of(match, kind, about)
        return {seat: person for seat, person in found.items() if not is_computer(person)}

    async def _of(self, match: Match, kind: str, about: str) -> Mapping[int, int | None]:
        seats = await self._store.matches.seats(match.id)
        if kind == "invited":
            return {one.seat: one.invited for one in seats if one.person is None} if match.status == "open" else {}
        if kind == "ended":
            return {one.seat: one.person for one in seats} if match.status == "over" else {}
        if match.status != "live":
            return {}
        if kind == "answer" and about == SUBSTITUTE:
            return await self._substitutes.still_to_answer(match)
        if kind == "claim":
            asked = await self._offers.claimants(match)
        else:
            asked = await self._offers.still_to_answer(match, about) if kind == "answer" else list(match.to_move)
        return {seat: seats[seat].person for seat in asked}
