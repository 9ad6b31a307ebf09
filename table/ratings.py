"""How strong people are: openskill's Plackett–Luce model for two, for many and for teams, and what is shown of it.

A strength is a guess (`mu`) and how wide of the truth it may be (`sigma`). People read it on the scale they know from
chess: 1500 for a newcomer, and of two whom we know well the one with 200 points more wins three times in four. The
`doubt` is two deviations: nineteen times in twenty the truth is no farther away. The ladder goes by the lower end,
what somebody has shown for sure, so nobody leads it with one lucky win.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from openskill.models import PlackettLuce

from db.rows import Rating

MODEL = PlackettLuce()
MIDDLE, POINTS = 1500, 30
"""A newcomer's number, and how many points one of the model's units is."""
DEVIATIONS = 2
"""How many deviations the doubt is."""
SETTLED = 10
"""With so many rated matches a number is no longer provisional."""


class Strength(Struct, frozen=True):
    """What is known of somebody; without matches, what is thought of a newcomer."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    matches: int = 0

    @classmethod
    def of(cls, rating: Rating) -> Strength:
        """As a row has it."""
        return cls(rating.mu, rating.sigma, rating.matches)

    @property
    def number(self) -> int:
        """What people are shown."""
        return round(MIDDLE + (self.mu - MODEL.mu) * POINTS)

    @property
    def doubt(self) -> int:
        """How far off the number may be."""
        return round(DEVIATIONS * self.sigma * POINTS)

    @property
    def provisional(self) -> bool:
        return self.matches < SETTLED

    def __str__(self) -> str:
        return f"{self.number}{'?' * self.provisional} ± {self.doubt}"


def rate(teams: Sequence[Sequence[Strength]], places: Sequence[int]) -> list[list[Strength]]:
    """What a match makes of its players; teams with the same place have drawn."""
    before = [[MODEL.create_rating([one.mu, one.sigma]) for one in team] for team in teams]
    after = MODEL.rate(before, ranks=[float(place) for place in places])
    return [
        [Strength(now.mu, now.sigma, one.matches + 1) for one, now in zip(team, rated, strict=True)]
        for team, rated in zip(teams, after, strict=True)
    ]
