"""Clocks: time controls and the time left per seat. Pure arithmetic; all times are in Unix seconds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from db.rows import ClockStop
from engine.core.text import Text, joined, text
from table.outbox.outgoing import quoted
from table.user_error import UserError

MINUTE, HOUR, DAY = 60, 3600, 86400
MAX_CLOCK_SECONDS = 60 * DAY
_UNITS = {
    word: size
    for size, words in (
        (DAY, "d day days dzień dzien dni"),
        (HOUR, "h hr hrs hour hours g godz godzina godziny godzin"),
        (MINUTE, "m min mins minute minutes minuta minuty minut"),
    )
    for word in words.split()
}
_PIECE = re.compile(r"(\d{1,5})\s*([^\W\d_]+)\.?")
NONE_WORDS = ("", "none", "no", "brak", "bez")


class Clock(Struct, frozen=True, omit_defaults=True):
    """A time control: none, a time per move, or a bank with an increment per move."""

    move: int = 0
    """Seconds for each move."""
    bank: int = 0
    """Seconds for the whole match …"""
    increment: int = 0
    """… plus this much for every move …"""
    cap: int = 0
    """… up to this maximum."""
    ends: bool = False
    """Whether running out of time ends the match; otherwise the others may claim the win."""

    @property
    def full(self) -> int:
        """The seconds that every seat starts with; 0 without a clock."""
        return self.move or self.bank

    @property
    def code(self) -> str:
        """The clock in typed form: `3d`, `5d+12h/10d`."""
        if not self.full:
            return "none"
        if self.move:
            return short(self.move)
        return f"{short(self.bank)}+{short(self.increment) if self.increment else '0h'}/{short(self.cap)}"


NO_CLOCK = Clock()


class Timing(Struct, frozen=True):
    """The seconds that each seat had left at `since`, and the seats whose clocks have been running since then."""

    left: tuple[int, ...]
    running: tuple[int, ...]
    since: int


def read(typed: str, *, ends: bool = False) -> Clock:
    """Parse a typed clock: `none`, `3d` for every move, `5d+12h/10d` for a bank, its increment and its cap."""
    word = typed.strip().lower()
    if word in NONE_WORDS:
        return NO_CLOCK
    first, plus, rest = word.partition("+")
    more, _, most = rest.partition("/")
    if not plus:
        return Clock(move=_seconds(first, typed), ends=ends)
    bank = _seconds(first, typed)
    increment = 0 if re.fullmatch(r"\s*0\s*[dhgm]?\s*", more) else _seconds(more, typed)
    cap = _seconds(most, typed) if most else bank
    if cap < bank or increment > cap:
        raise UserError(text("A clock's maximum can't be less than its starting time."))
    return Clock(bank=bank, increment=increment, cap=cap, ends=ends)


def seconds(typed: str) -> int | None:
    """The seconds of a typed duration: `3d`, `1d12h`, `90m`; None if it is not one."""
    word = typed.strip().lower()
    pieces = _PIECE.findall(word)
    if not pieces or _PIECE.sub("", word).strip() or any(unit not in _UNITS for _, unit in pieces):
        return None
    return sum(int(number) * _UNITS[unit] for number, unit in pieces)


def _seconds(typed: str, whole: str) -> int:
    found = seconds(typed)
    if found is None:
        raise UserError(
            text(
                "I can't read that clock: {typed}. Try 3d (three days per move), 5d+12h/10d (five days, "
                "plus twelve hours per move, never more than ten days) or none.",
                typed=quoted(whole),
            )
        )
    if not MINUTE <= found <= MAX_CLOCK_SECONDS:
        raise UserError(text("A clock can be set from one minute to 60 days."))
    return found


def short(length: int) -> str:
    """A duration in typed form: `1d12h`."""
    parts = []
    for unit, size in (("d", DAY), ("h", HOUR), ("m", MINUTE)):
        count, length = divmod(length, size)
        if count:
            parts.append(f"{count}{unit}")
    return "".join(parts) or "0m"


def span(length: int) -> Text:
    """A duration in words, with its two largest units."""
    days, rest = divmod(max(length, 0), DAY)
    hours, rest = divmod(rest, HOUR)
    minutes = rest // MINUTE
    named = [
        (days, text("{n} day", "{n} days", n=days)),
        (hours, text("{n} hour", "{n} hours", n=hours)),
        (minutes, text("{n} minute", "{n} minutes", n=minutes)),
    ]
    parts = [words for count, words in named if count] or [named[-1][1]]
    return parts[0] if len(parts) == 1 else text("{large} {small}", large=parts[0], small=parts[1])


def clock_text(clock: Clock) -> Text:
    """A clock in words."""
    if not clock.full:
        return text("no clock")
    if clock.move:
        words = text("{time} per move", time=span(clock.move))
    else:
        words = text(
            "{bank} each, plus {more} per move, up to {most}",
            bank=span(clock.bank),
            more=span(clock.increment),
            most=span(clock.cap),
        )
    return joined([words, text("running out of time ends the match")]) if clock.ends else words


def dump_clock(clock: Clock) -> str:
    """Encode a clock for storage."""
    return msgspec.json.encode(clock).decode() if clock.full else ""


def load_clock(stored: str) -> Clock:
    """Decode a stored clock."""
    return msgspec.json.decode(stored, type=Clock) if stored else NO_CLOCK


def load_timing(stored: str) -> Timing | None:
    """Decode stored clock times; None if no clock runs."""
    return msgspec.json.decode(stored, type=Timing) if stored else None


def dump_timing(timing: Timing | None) -> str:
    """Encode clock times for storage."""
    return msgspec.json.encode(timing).decode() if timing else ""


# Arithmetic with stops


def merge_stops(stops: Iterable[ClockStop]) -> list[ClockStop]:
    """The stops in order with overlapping ones merged; an open-ended stop absorbs all later ones."""
    whole: list[ClockStop] = []
    for stop in sorted(stops, key=lambda one: one.starts):
        if stop.ends is not None and stop.ends <= stop.starts:
            continue
        if whole and (whole[-1].ends is None or stop.starts <= whole[-1].ends):
            last = whole[-1]
            ends = None if last.ends is None or stop.ends is None else max(last.ends, stop.ends)
            whole[-1] = ClockStop(last.starts, ends)
        else:
            whole.append(stop)
    return whole


def elapsed(since: int, until: int, stops: Iterable[ClockStop]) -> int:
    """Seconds between two times during which the clocks ran, excluding stops."""
    if until <= since:
        return 0
    stood = 0
    for stop in merge_stops(stops):
        ends = until if stop.ends is None else min(stop.ends, until)
        stood += max(0, ends - max(stop.starts, since))
    return until - since - stood


def when_elapsed(since: int, amount: int, stops: Iterable[ClockStop]) -> int | None:
    """The time at which a clock started at `since` has run for `amount` seconds; None inside an open-ended stop."""
    now = since
    for stop in merge_stops(stops):
        free = max(0, stop.starts - now)
        if amount <= free:
            break
        if stop.ends is None:
            return None
        amount -= free
        now = max(now, stop.ends)
    return now + amount


def start(clock: Clock, seats: int, to_move: Sequence[int], now: int) -> Timing | None:
    """The clocks at the beginning of a match."""
    return Timing((clock.full,) * seats, tuple(to_move), now) if clock.full else None


def at(timing: Timing, stops: Iterable[ClockStop], now: int) -> Timing:
    """The clock times at `now`."""
    spent = elapsed(timing.since, now, stops)
    left = tuple(max(0, one - spent) if seat in timing.running else one for seat, one in enumerate(timing.left))
    return replace(timing, left=left, since=max(timing.since, now))


def after_move(
    clock: Clock,
    timing: Timing,
    stops: Iterable[ClockStop],
    now: int,
    to_move: Sequence[int],
    moved: Sequence[int] = (),
) -> Timing:
    """The clock times after a move: clocks of `moved` stop, clocks of `to_move` run.

    An answer starts a new move even if the same seat is asked next: if several answer in the same second, the last one
    must not lose by it.
    """
    before = at(timing, stops, now)
    left = list(before.left)
    for seat in range(len(left)):
        if clock.move and seat in to_move and (seat in moved or seat not in before.running):
            left[seat] = clock.move
        elif clock.bank and seat in moved:
            left[seat] = min(left[seat] + clock.increment, clock.cap)
    return Timing(tuple(left), tuple(to_move), before.since)


def after_undo(clock: Clock, timing: Timing, undone: Sequence[int]) -> Timing:
    """The clock times without the increments of undone moves; each seat keeps at least the minimum."""
    left = tuple(
        max(one - clock.increment * list(undone).count(seat), min(one, minimum(clock)))
        for seat, one in enumerate(timing.left)
    )
    return replace(timing, left=left)


def topped_up(clock: Clock, timing: Timing, seats: Sequence[int]) -> Timing:
    """The clock times with at least the minimum for these seats."""
    left = tuple(max(one, minimum(clock)) if seat in seats else one for seat, one in enumerate(timing.left))
    return replace(timing, left=left)


def minimum(clock: Clock) -> int:
    """The least time that a seat gets to continue: a whole move, or a fifth of the bank."""
    return clock.move or clock.bank // 5


def deadline(timing: Timing, stops: Iterable[ClockStop], seat: int) -> int | None:
    """The time at which the seat's time runs out; None while its clock does not run."""
    return when_elapsed(timing.since, timing.left[seat], stops) if seat in timing.running else None
