"""A request for a substitute, as stored with the offer."""

from __future__ import annotations

import json

from msgspec import Struct
from msgspec.structs import replace

from table.computers.computers import computers_at
from table.matches.live import Live

SUBSTITUTE = "substitute"
"""The kind of the offer."""


class Substitution(Struct, frozen=True):
    """The substitute for a seat, and who has agreed."""

    seat: int
    person: int
    agreed: tuple[int, ...]
    """The seats that have agreed."""
    accepted: bool = False
    """Whether the substitute has agreed."""

    @classmethod
    def load(cls, detail: str) -> Substitution:
        """Decode the stored request."""
        stored = json.loads(detail)
        return cls(stored["seat"], stored["user"], tuple(stored["yes"]), stored["willing"])

    def dump(self) -> str:
        """Encode the request for storage."""
        return json.dumps({"seat": self.seat, "user": self.person, "yes": self.agreed, "willing": self.accepted})

    def agreed_by(self, seat: int | None) -> Substitution:
        """The request with that seat's consent."""
        return self if seat is None else replace(self, agreed=tuple(sorted({*self.agreed, seat})))

    def still_to_answer(self, live: Live, by_seat: int) -> dict[int, int | None]:
        """The people who have not answered yet, by seat; the substitute is listed under the seat they would take.

        A player who hands over their own seat needs only the substitute's consent. Computers always agree.
        """
        substitute: dict[int, int | None] = {} if self.accepted else {self.seat: self.person}
        if self.seat == by_seat:
            return substitute
        computers = computers_at(live.seats)
        done = {self.seat, *self.agreed, *computers}
        return substitute | {one.seat: one.person for one in live.seats if one.seat not in done}
