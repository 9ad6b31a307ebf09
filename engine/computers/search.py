"""The search for all games: candidate decisions are compared over several deals, with the best replies of others."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from zlib import crc32

from msgspec import Struct

from engine.computers.beam import Beam, Effort, Judge, Line, Sight, chance_of, find_win, lines
from engine.computers.determinize import world
from engine.computers.level import Plan
from engine.computers.proofs import Proofs
from engine.core.ask import Refused
from engine.core.position import Position

_MOST_ANSWERS = 40
"""Most decisions after one's own before the position is judged."""

_FEW_DEALS = 6
"""With more deals than this, candidates are dropped later."""

_DROP_STANDARD_ERRORS = 2.0
"""A candidate this many standard errors behind the best is dropped."""

_CHECKED_ANSWERS = 24
"""Number of best answers to check for one after which nobody wins at once."""


_WIDER_BEAM_FACTOR = 4
"""Factor of the beam widths when all candidates lose: first with considered options, then with all."""


_WIN_NEXT_TURN_VALUE = 0.98
"""Value of a decision after which the seat wins next turn, unless another finds a reply that the search missed."""

_RESCUE_CANDIDATES = 8
"""Number of other decisions to compare if others win at once after every candidate."""


class Thought(Struct, frozen=True):
    """The result of a search: the codes of a decision, its chance to win, the picks tried."""

    codes: tuple[str, ...]
    value: float
    tried: int


class Search:
    """The search for one decision, with what it has learned so far."""

    def __init__(
        self, position: Position, seat: int, judge: Judge, plan: Plan, seed: str, sight: Sight | None = None
    ) -> None:
        self.sight = sight
        self.position, self.seat, self.judge, self.plan, self.seed = position, seat, judge, plan, seed
        self.effort = Effort(plan.effort)
        self.refutations: list[tuple[int, tuple[str, ...]]] = []
        """Replies of others that refuted a candidate, latest first."""
        self.won: dict[bytes, bool] = {}
        """Position at a rest → whether the seat to move certainly wins at once."""
        self.proofs = Proofs(seat, plan.proof)
        self.answers = Beam(plan.answer_width, plan.answer_breadth, plan.answer_sharp)
        self.until = position.state.number + plan.horizon
        ask = position.ask_of(seat)
        self.blind = position.together and ask is not None and ask.prompt in position.game.setup_prompts
        """Whether this is a simultaneous choice of the set-up, which is judged as soon as all have chosen."""

    def think(self) -> Thought:
        """The best decision of the seat that is asked."""
        plan = self.plan
        here = world(self.position, self.seat, f"{self.seed}/0")
        found = self._candidates(here)
        start = mixed_seed(self.seed)
        found.sort(key=lambda line: (-line.value, crc32("/".join(line.codes).encode(), start)))
        best = found[0]
        if len(found) == 1 or (plan.candidates == 1 and not self.blind) or best.value == 1.0:
            return self._thought(best.codes, best.value)
        left = found if self.blind else first_lines(found, plan.candidates, plan.alike)
        best, value = self._best(here, left)
        if plan.proof:
            best, value = self._best_safe(here, found, left, best, value)
        return self._thought(best.codes, value)

    def _best(self, here: Position, left: list[Line]) -> tuple[Line, float]:
        """The best of these decisions over several deals, and its chance to win."""
        plan = self.plan
        tallies: dict[tuple[str, ...], list[float]] = {line.codes: [] for line in left}
        """Values of each decision, by deal."""
        count, enough = 0, _WIN_NEXT_TURN_VALUE if plan.proof else 1.0
        while len(left) > 1 and count < plan.worlds and not self.effort.spent:
            here = here if not count else world(self.position, self.seat, f"{self.seed}/{count}")
            bar = 0.0
            values: list[float] = []
            for line in left:
                if values and (self.effort.spent or (bar >= enough and plan.worlds == 1)):
                    break
                values.append(self.outlook(here, line, bar if plan.worlds == 1 else 0.0))
                bar = max(bar, values[-1])
            if len(values) < len(left) and count:
                break  # a deal in which only some were tried allows no comparison
            left = left[: len(values)]
            for line, value in zip(left, values, strict=True):
                tallies[line.codes].append(value)
            count += 1
            left.sort(key=lambda line: -sum(tallies[line.codes]))
            if count >= _deals_before_halving(len(left), plan.worlds):
                left = left[: (len(left) + 1) // 2]
            best = left[0]
            left = [line for line in left if not is_clearly_worse(tallies[line.codes], tallies[best.codes])]
        value = min(max(sum(tallies[left[0].codes]) / count, 0.0), 1.0) if count else left[0].value
        return left[0], value

    def _best_safe(
        self, here: Position, found: Sequence[Line], left: Sequence[Line], best: Line, value: float
    ) -> tuple[Line, float]:
        """The best decision after which no other seat wins at once: first of the candidates, then of all found, then of
        any.
        """
        first = best
        tried = {line.codes for line in left}
        others = [line for line in found if line.codes not in tried]
        while value:
            if not self.proofs.is_lost(here, best.codes):
                return best, value
            left = [line for line in left if line is not best]
            if not left:
                break
            best, value = self._best(here, [*left])
        left = [*islice(self.proofs.unrefuted(here, others), _RESCUE_CANDIDATES)]
        while left:
            best, value = self._best(here, [*left])
            if not self.proofs.is_lost(here, best.codes):
                return best, value
            left = [line for line in left if line is not best]
        left = self.proofs.defenses(here, _RESCUE_CANDIDATES)
        return self._best(here, left) if left else (first, 0.0)

    def _thought(self, codes: tuple[str, ...], value: float) -> Thought:
        return Thought(codes, value, self.effort.tried + self.proofs.tried)

    def _candidates(self, here: Position) -> list[Line]:
        """One's own decisions, best first, before any replies are searched."""
        plan = self.plan
        own = Effort(int(plan.effort * plan.share))
        won = find_win(here, self.seat, plan.sharp, own)
        if won is not None and self._is_certain(won):
            self.effort.tried += own.tried
            return [won]
        if here.game.decisive is not None:  # the search for a win does not reduce the effort for other decisions
            own.most += own.tried
            self.effort.most += own.tried
        beam = Beam(plan.width, plan.breadth, 0 if here.between_actions else plan.sharp)
        found = lines(here, self.seat, self.judge, beam, own, self.sight)
        if won is None and not self._is_certain(found[0]):
            found = lines(here, self.seat, self.judge, Beam(plan.width, plan.breadth), own, self.sight)
        for unlikely in (False, True):
            if plan.candidates > 1 and found[0].value == 0.0:
                own.most += plan.effort
                wider = Beam(plan.width * _WIDER_BEAM_FACTOR, plan.breadth * _WIDER_BEAM_FACTOR, unlikely=unlikely)
                found = lines(here, self.seat, self.judge, wider, own, self.sight)
        self.effort.tried += own.tried
        return found

    def _is_certain(self, line: Line) -> bool:
        """Whether a line that seems a certain win (`Game.aim`) is one in the other deals, too."""
        aim = self.position.game.aim
        if aim is None or line.position.outcome is not None or aim(line.position.state, self.seat) < 1.0:
            return True
        for number in range(1, self.plan.worlds):
            there = world(self.position, self.seat, f"{self.seed}/{number}")
            try:
                for code in line.codes:
                    there.pick(self.seat, code, hold=True)
            except Refused:
                return False
            self.effort.tried += len(line.codes)
            if aim(there.state, self.seat) < 1.0:
                return False
        return True

    def outlook(self, here: Position, line: Line, bar: float) -> float:
        """The value of a decision when all seats continue with their best; a value up to `bar` may be inexact."""
        there = here.fork()
        _play(there, self.seat, line.codes)
        luck, is_forced = self._luck(line.position, there), False
        for _ in range(_MOST_ANSWERS):
            if not there.asks or there.state.number >= self.until or (self.blind and not there.partial):
                break
            asked = there.asks[0].seat
            if bar and asked != self.seat:
                refuted = self._refuted_value(there, asked, bar)
                if refuted is not None:
                    return refuted
            own = Effort(max(200, min(self.effort.most // 8, self.effort.most - self.effort.tried)))
            answer = self._safe_answer(there, asked, lines(there, asked, self.judge, self.answers, own))
            is_forced = is_forced or there.mark()[0] in self.proofs.helpless
            self.effort.tried += own.tried
            _play(there, asked, answer.codes)
            luck += self._luck(answer.position, there)
            if asked != self.seat and bar and chance_of(there, self.seat, self.judge) <= bar:
                self.refutations.insert(0, (asked, answer.codes))
                del self.refutations[8:]
        value = chance_of(there, self.seat, self.judge) - luck
        if self._wins_at_once(there, self.seat):
            value = 1.0 if is_forced or not self.plan.proof else _WIN_NEXT_TURN_VALUE
        if value > bar and self.plan.proof and self.proofs.seems_lost(here, line.codes):
            return 0.0
        return value

    def _luck(self, expected: Position, there: Position) -> float:
        """The change in value by chance right after a decision, if the plan evens luck; else 0."""
        if not self.plan.evens_luck or self.blind or not there.revealed:
            return 0.0
        there.revealed = False
        return chance_of(there, self.seat, self.judge) - chance_of(expected, self.seat, self.judge)

    def _safe_answer(self, position: Position, asked: int, found: Sequence[Line]) -> Line:
        """The best of these decisions after which nobody wins at once; the best of all if there is none."""
        if not self.plan.answer_sharp or position.game.decisive is None:
            return found[0]
        for line in found[:_CHECKED_ANSWERS]:
            there = position.fork()
            _play(there, asked, line.codes)
            while there.asks and there.asks[0].seat == asked:  # a second recruit
                there.answer(there.asks[0], there.asks[0].options[0])
            if not there.asks or not self._wins_at_once(there, there.asks[0].seat):
                return line
        saving = self.proofs.savings(position, asked)
        return max(saving, key=lambda line: chance_of(line.position, asked, self.judge)) if saving else found[0]

    def _refuted_value(self, position: Position, asked: int, bar: float) -> float | None:
        """The value of a decision if a known refutation works against it, too; else None."""
        for who, codes in self.refutations:
            if who != asked:
                continue
            there = position.fork()
            try:
                _play(there, who, codes)
            except Refused:
                continue
            finally:
                self.effort.tried += len(codes)
            value = chance_of(there, self.seat, self.judge)
            if value <= bar and (
                there.outcome is not None
                or (there.state.number >= self.until and not self._wins_at_once(there, self.seat))
            ):
                return value
        return None

    def _wins_at_once(self, position: Position, seat: int) -> bool:
        """Whether the seat is to move and certainly wins at once."""
        base, _, _ = position.mark()
        if not position.between_actions or position.ask_of(seat) is None or not self.plan.answer_sharp:
            return False
        if base not in self.won:
            self.won[base] = find_win(position, seat, self.plan.answer_sharp, self.effort) is not None
        return self.won[base]


def mixed_seed(seed: str) -> int:
    """A well-mixed 32-bit number from the seed."""
    return int.from_bytes(hashlib.sha256(seed.encode()).digest()[:4], "big")


def first_lines(found: Sequence[Line], count: int, alike: int) -> list[Line]:
    """The first `count` lines, with at most `alike` of the same value."""
    same: Counter[float] = Counter()
    chosen = []
    for line in found:
        same[line.value] += 1
        if same[line.value] <= alike:
            chosen.append(line)
            if len(chosen) == count:
                break
    return chosen


def _deals_before_halving(candidates: int, worlds: int) -> int:
    """Number of deals after which the worse half of the candidates is dropped; it grows with `worlds`."""
    few = 1 if candidates > 8 else 2 if candidates > 4 else 4
    if worlds <= _FEW_DEALS:
        return few
    return worlds if candidates == 2 else few * worlds // _FEW_DEALS


def is_clearly_worse(tally: Sequence[float], best: Sequence[float]) -> bool:
    """Whether one decision is clearly worse than the best in the deals so far."""
    count = len(best)
    if count < _FEW_DEALS:
        return False
    less = [b - a for a, b in zip(tally, best, strict=True)]
    mean = sum(less) / count
    spread = sum((one - mean) ** 2 for one in less) / (count * (count - 1))
    return mean > 0 and mean * mean > _DROP_STANDARD_ERRORS * _DROP_STANDARD_ERRORS * spread


def _play(position: Position, seat: int, codes: Sequence[str]) -> None:
    for code in codes:
        position.pick(seat, code)


def search(position: Position, seat: int, judge: Judge, plan: Plan, seed: str, sight: Sight | None = None) -> Thought:
    """The best decision of the seat to move, by a new `Search`."""
    return Search(position, seat, judge, plan, seed, sight).think()
