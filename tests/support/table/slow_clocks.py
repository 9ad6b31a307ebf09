"""Clocks counted second by second, as a person would. `table.clocks.clocks` must get the same results."""

from collections.abc import Iterable, Sequence

from db.rows import ClockStop
from table.clocks.clocks import Clock


def is_stopped(second: int, stops: Iterable[ClockStop]) -> bool:
    """Whether no clock runs in this second."""
    return any(stop.starts <= second and (stop.ends is None or second < stop.ends) for stop in stops)


def ticks(since: int, until: int, stops: Sequence[ClockStop]) -> int:
    """Number of seconds between the times in which a clock runs."""
    return sum(not is_stopped(second, stops) for second in range(since, until))


class SlowClocks:
    """Everybody's time, with a ledger of its changes."""

    def __init__(self, clock: Clock, seats: int, to_move: Sequence[int], now: int) -> None:
        self.clock, self.now = clock, now
        self.left = [clock.full] * seats
        self.running = set(to_move)
        self.spent = [0] * seats
        self.got = [clock.full] * seats

    def wait(self, until: int, stops: Sequence[ClockStop]) -> None:
        while self.now < until:
            if not is_stopped(self.now, stops):
                for seat in self.running:
                    if self.left[seat]:
                        self.left[seat] -= 1
                        self.spent[seat] += 1
            self.now += 1

    def answer(self, seat: int, to_move: Sequence[int]) -> None:
        """The seat answers, and `to_move` are asked from now on; players asked before keep their running clocks."""
        asked_anew = {one for one in to_move if one not in self.running or one == seat}
        if self.clock.move:
            for one in asked_anew:
                self._give(one, self.clock.move - self.left[one])
        else:
            self._give(seat, min(self.clock.increment, self.clock.cap - self.left[seat]))
        self.running = set(to_move)

    def _give(self, seat: int, more: int) -> None:
        self.left[seat] += more
        self.got[seat] += more
