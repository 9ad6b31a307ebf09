"""The arena as a card's effect sees it: which squares hold which pieces, as masks."""

from __future__ import annotations

from engine.tashkalar import pieces
from engine.tashkalar.board import NEXT
from engine.tashkalar.data.content import COMMON, HEROIC, LEGENDARY
from engine.tashkalar.state import State, rank_at

GONE = -1


class Arena:
    """The pieces as seen by the player on turn and by the summoned being."""

    __slots__ = ("colour", "me", "s")

    def __init__(self, s: State, me: int = GONE) -> None:
        self.s, self.me, self.colour = s, me, s.colours[s.turn]

    @property
    def here(self) -> bool:
        """Whether the being is still in the arena."""
        return self.me != GONE

    def own(self, least: int = COMMON) -> int:
        return pieces.own(self.s, self.colour, least)

    def own_exactly(self, rank: int) -> int:
        return pieces.exactly(self.s, self.colour, rank)

    def others(self) -> int:
        """The player's own pieces without the being."""
        return self.own() & ~self._me()

    def enemy(self, rank: int | None = None) -> int:
        """The enemy pieces, or those of one rank."""
        found = pieces.enemy(self.s, self.colour)
        return found if rank is None else found & pieces.of_rank(self.s, rank)

    def commons(self) -> int:
        return pieces.of_rank(self.s, COMMON)

    def heroics(self) -> int:
        return pieces.of_rank(self.s, HEROIC)

    def legendaries(self) -> int:
        return pieces.of_rank(self.s, LEGENDARY)

    def not_legendary(self) -> int:
        return pieces.not_legendary(self.s)

    def occupied(self) -> int:
        return pieces.occupied(self.s)

    def empty(self) -> int:
        return pieces.empty(self.s)

    def around(self) -> int:
        """The squares next to the being's current square."""
        return NEXT[self.me] if self.here else 0

    def rank(self, square: int) -> int:
        return rank_at(self.s, square)

    def _me(self) -> int:
        return 1 << self.me if self.here else 0
