"""Proofs that a decision does not lose at once, in games that know how to look for a way to win."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.core.position import Position
from engine.players.lines import Effort, Line, answered, winning

_GLANCE = 3_000
"""How much is tried at a glance: most ways to win are found with far less."""


class Proofs:
    """What a seat has proven in one decision about what others can do right after it."""

    def __init__(self, seat: int, most: int) -> None:
        self.seat, self.effort = seat, Effort(most)
        self._lost: dict[bytes, bool] = {}
        """Whether who is asked next wins at once, by the position at a rest."""

    def loses(self, here: Position, codes: Sequence[str], *, glance: bool = False) -> bool:
        """Whether somebody else surely wins at once after this decision; False, too, if what is tried cannot tell."""
        left = min(_GLANCE, self._left) if glance else self._left
        if left <= 0 or here.game.decisive is None:
            return False
        there = here.fork()
        for code in codes:
            there.pick(self.seat, code)
        return bool(self._falls(there, left))

    def unrefuted(self, here: Position, lines: Iterable[Line]) -> Iterator[Line]:
        """Those of the decisions after which nobody is seen to win at once, until half of the effort is spent."""
        for line in lines:
            if self._left < self.effort.most // 2:
                return
            if not self.loses(here, line.codes, glance=True):
                yield line

    def defenses(self, here: Position, count: int) -> list[Line]:
        """Up to so many decisions after which nobody else wins at once."""
        look = here.game.defenses
        if look is None or here.picks or self._left <= 0:
            return []
        found = look(here.state, self.seat, self._left, count)
        self.effort.tried += found.tried
        return [line for one in found.turns if (line := answered(here, self.seat, one)).position.boundary]

    @property
    def _left(self) -> int:
        return self.effort.most - self.effort.tried

    def _falls(self, there: Position, most: int) -> bool | None:
        """Whether somebody else has won or is asked and wins at once; None if so much cannot tell."""
        if there.outcome is not None:
            return bool(there.outcome.winners) and self.seat not in there.outcome.winners
        asked = there.asks[0].seat
        if asked == self.seat:
            return False
        if there.picks:  # in the midst of one's own turn
            found: bool | None = False
            for option in there.asks[0].options:
                falls = self._falls_after(there, asked, option.code, most)
                if falls:
                    return True
                found = None if falls is None else found
            return found
        base, _, _ = there.mark()
        if base not in self._lost:
            before = self.effort.tried
            if winning(there, asked, most, self.effort) is not None:
                self._lost[base] = True
            elif self.effort.tried - before >= most:
                return None
            else:
                self._lost[base] = False
        return self._lost[base]

    def _falls_after(self, position: Position, asked: int, code: str, most: int) -> bool | None:
        """Whether one's own turn, interrupted by a question to somebody else, cannot go on safely after that answer."""
        there = position.fork()
        there.pick(asked, code)
        look = there.game.defenses
        if look is None or there.picks or there.ask_of(self.seat) is None:
            return self._falls(there, most)
        found = look(there.state, self.seat, most, 1)
        self.effort.tried += found.tried
        if found.turns or winning(there, self.seat, most, self.effort) is not None:
            return False
        return None if found.tried >= most else True
