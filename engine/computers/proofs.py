"""Proofs that a decision does not lose at once, in games with `decisive`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.computers.beam import Effort, Line, decision_with, find_win
from engine.core.game import Defenses
from engine.core.position import Position

_QUICK_CHECK_PICKS = 3_000
"""Picks for a quick check; most wins are found with far fewer."""

_SAVING_ANSWERS = 4
"""Number of saving answers of another seat to compare."""


class Proofs:
    """Proven facts, during one search of a seat, about immediate wins of others."""

    def __init__(self, seat: int, most: int) -> None:
        self.seat = seat
        self._glances, self._proofs = Effort(most), Effort(most)
        self._lost: dict[bytes, bool] = {}
        """Position at a rest → whether the seat to move wins at once."""
        self.helpless: set[bytes] = set()
        """Positions at a rest in which the seat to move cannot prevent an immediate win of another."""

    @property
    def tried(self) -> int:
        """Picks tried in all."""
        return self._glances.tried + self._proofs.tried

    def seems_lost(self, here: Position, codes: Sequence[str]) -> bool:
        """Whether a quick check finds an immediate win of another seat after this decision."""
        return bool(self._judged(here, codes, self._glances, _QUICK_CHECK_PICKS))

    def is_lost(self, here: Position, codes: Sequence[str]) -> bool:
        """Whether another seat wins at once after this decision; False also if the effort does not suffice."""
        return bool(self._judged(here, codes, self._proofs, self._proofs.most - self._proofs.tried))

    def unrefuted(self, here: Position, lines: Iterable[Line]) -> Iterator[Line]:
        """Yield the decisions that do not seem lost, while effort is left for the checks."""
        for line in lines:
            lost = self._judged(here, line.codes, self._glances, _QUICK_CHECK_PICKS)
            if self._glances.spent:
                return
            if not lost:
                yield line

    def defenses(self, here: Position, count: int) -> list[Line]:
        """Up to `count` own decisions after which no other seat wins at once."""
        return _whole(here, self.seat, self._defenses(here, self.seat, self._proofs, self._proofs.most, count))

    def savings(self, there: Position, asked: int) -> list[Line]:
        """Some decisions of the asked seat after which no other seat wins at once, by a quick search."""
        found = self._defenses(there, asked, self._glances, _QUICK_CHECK_PICKS, _SAVING_ANSWERS)
        if found.is_complete and not found.turns:
            self.helpless.add(there.mark()[0])
        return _whole(there, asked, found)

    def _defenses(self, there: Position, seat: int, effort: Effort, most: int, count: int) -> Defenses:
        look, left = there.game.defenses, min(most, effort.most - effort.tried)
        if look is None or not there.between_actions or left <= 0:
            return Defenses((), 0, is_complete=False)
        found = look(there.state, seat, left, count)
        effort.tried += found.tried
        return found

    def _judged(self, here: Position, codes: Sequence[str], effort: Effort, most: int) -> bool | None:
        """Whether another seat wins at once after this decision; None if `most` picks cannot tell."""
        if effort.spent or here.game.decisive is None:
            return None
        there = here.fork()
        for code in codes:
            there.pick(self.seat, code)
        return self._falls(there, effort, most)

    def _falls(self, there: Position, effort: Effort, most: int) -> bool | None:
        """Whether another seat has won, or is to move and wins at once; None if unknown."""
        if there.outcome is not None:
            return bool(there.outcome.winners) and self.seat not in there.outcome.winners
        asked = there.asks[0].seat
        if asked == self.seat:
            return False
        if not there.between_actions:
            return self._falls_midway(there, asked, effort, most)
        base, _, _ = there.mark()
        if base not in self._lost:
            before, left = effort.tried, min(most, effort.most - effort.tried)
            if find_win(there, asked, left, effort) is not None:
                self._lost[base] = True
            elif effort.tried - before < left:
                self._lost[base] = False
        return self._lost.get(base)

    def _falls_midway(self, position: Position, asked: int, effort: Effort, most: int) -> bool | None:
        """Whether some answer of another seat, asked during one's own turn, leaves no safe continuation; None if
        unknown.
        """
        found: bool | None = False
        for option in position.asks[0].options:
            there = position.fork()
            there.pick(asked, option.code)
            if there.game.defenses is None or not there.between_actions or there.ask_of(self.seat) is None:
                falls = self._falls(there, effort, most)
            else:
                defenses = self._defenses(there, self.seat, effort, most, 1)
                falls = None if not defenses.is_complete else True
                if defenses.turns or find_win(there, self.seat, most, effort) is not None:
                    falls = False
            if falls:
                return True
            found = None if falls is None else found
        return found


def _whole(here: Position, seat: int, found: Defenses) -> list[Line]:
    """The turns as lines, without those that stop before the boundary."""
    return [line for one in found.turns if (line := decision_with(here, seat, one)).position.boundary]
