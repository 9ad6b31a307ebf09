"""Ratings: openskill's Plackett–Luce model for any number of players and teams, and the displayed numbers.

A strength is an estimate (`mu`) and its deviation (`sigma`). It is shown on the scale of chess ratings: a newcomer has
1500, and a well-rated player with 200 points more wins three times in four. The `doubt` is two deviations: the true
strength is within it with a probability of 95 %. The ladder is sorted by the lower end of that range, so nobody leads
it after one lucky win.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from openskill.models import PlackettLuce

from db.rows import Rating

MODEL = PlackettLuce()
NEWCOMER_RATING, POINTS_PER_UNIT = 1500, 30
"""A newcomer's number, and the points per unit of the model."""
DOUBT_DEVIATIONS = 2
RANKED_FROM_MATCHES = 10
"""Rated matches after which a rating is no longer provisional and has a place in the ladder."""


class Strength(Struct, frozen=True):
    """A person's estimated strength; by default a newcomer's."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    matches: int = 0

    @classmethod
    def of(cls, rating: Rating) -> Strength:
        """The strength stored in a row."""
        return cls(rating.mu, rating.sigma, rating.matches)

    @property
    def number(self) -> int:
        """The rating shown to people."""
        return round(NEWCOMER_RATING + (self.mu - MODEL.mu) * POINTS_PER_UNIT)

    @property
    def doubt(self) -> int:
        """The uncertainty of the number, in points."""
        return round(DOUBT_DEVIATIONS * self.sigma * POINTS_PER_UNIT)

    @property
    def provisional(self) -> bool:
        return self.matches < RANKED_FROM_MATCHES

    def __str__(self) -> str:
        return f"{self.number}{'?' * self.provisional} ± {self.doubt}"


def rate(teams: Sequence[Sequence[Strength]], places: Sequence[int]) -> list[list[Strength]]:
    """The strengths after a match; teams with the same place have drawn."""
    before = [[MODEL.create_rating([one.mu, one.sigma]) for one in team] for team in teams]
    after = MODEL.rate(before, ranks=[float(place) for place in places])
    return [
        [Strength(now.mu, now.sigma, one.matches + 1) for one, now in zip(team, rated, strict=True)]
        for team, rated in zip(teams, after, strict=True)
    ]
