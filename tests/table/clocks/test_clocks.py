"""Laws of clocks: no time is lost or created, and stops cost nothing."""

from itertools import pairwise, permutations
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from db.rows import ClockStop
from table.clocks import clocks
from table.clocks.clocks import DAY, HOUR, MAX_CLOCK_SECONDS, MINUTE, NO_CLOCK, Clock, Timing
from table.user_error import UserError
from tests.support.table.slow_clocks import SlowClocks, ticks

LAST = 60
TIMES = st.integers(0, LAST)
LENGTHS = st.integers(0, 40)


def stretch(starts: int, length: int | None) -> ClockStop:
    return ClockStop(starts, None if length is None else starts + length)


STOPS = st.lists(st.builds(stretch, TIMES, st.none() | st.integers(-2, 15)), max_size=5)
CLOSED = st.lists(st.builds(stretch, TIMES, st.integers(-2, 15)), max_size=5)
TIMINGS = st.builds(
    Timing,
    st.tuples(LENGTHS, LENGTHS, LENGTHS),
    st.lists(st.integers(0, 2), unique=True, max_size=3).map(tuple),
    st.integers(0, 20),
)


@st.composite
def small_clocks(draw: st.DrawFn) -> Clock:
    if draw(st.booleans()):
        return Clock(move=draw(st.integers(1, 15)))
    bank = draw(st.integers(1, 15))
    cap = draw(st.integers(bank, 25))
    return Clock(bank=bank, increment=draw(st.integers(0, min(cap, 6))), cap=cap)


class Turn(NamedTuple):
    """After some seconds one of the asked seats answers, and other seats are asked."""

    wait: int
    who: int
    to_move: tuple[int, ...]


SEATS = 3
ASKED = st.lists(st.integers(0, SEATS - 1), unique=True, min_size=1, max_size=SEATS).map(tuple)
TURNS = st.lists(st.builds(Turn, st.integers(0, 12), st.integers(0, SEATS - 1), ASKED), max_size=8)


def started(clock: Clock, to_move: tuple[int, ...], now: int) -> Timing:
    timing = clocks.start(clock, SEATS, to_move, now)
    assert timing
    return timing


# Counted seconds


@given(TIMES, TIMES, STOPS)
def test_counted_seconds_are_those_outside_all_stops(since: int, until: int, stops: list[ClockStop]) -> None:
    assert clocks.elapsed(since, until, stops) == ticks(since, until, stops)


@given(TIMES, LENGTHS, STOPS)
def test_the_deadline_is_the_first_moment_at_which_the_time_has_elapsed(
    since: int, amount: int, stops: list[ClockStop]
) -> None:
    found = clocks.when_elapsed(since, amount, stops)
    if found is None:
        never = LAST + 100
        assert ticks(since, never, stops) == ticks(since, 2 * never, stops) < amount
        return
    assert ticks(since, found, stops) == clocks.elapsed(since, found, stops) == amount
    assert found == since if amount == 0 else ticks(since, found - 1, stops) == amount - 1


@given(STOPS)
def test_merged_stops_are_in_order_without_overlap_and_stop_the_same_seconds(stops: list[ClockStop]) -> None:
    merge_stops = clocks.merge_stops(stops)
    assert all(one.ends is not None and one.ends < other.starts for one, other in pairwise(merge_stops))
    assert all(one.ends is None or one.starts < one.ends for one in merge_stops)
    for second in range(2 * LAST):
        assert ticks(second, second + 1, merge_stops) == ticks(second, second + 1, stops)


@given(TIMINGS, STOPS, TIMES, st.randoms(use_true_random=False), st.integers(0, 20))
def test_the_form_of_stored_stops_does_not_matter(
    timing: Timing, stops: list[ClockStop], now: int, chance: Random, cut: int
) -> None:
    """In any order, repeated, or divided into two adjacent parts."""
    pieces = [
        piece
        for stop in stops
        for piece in (
            (ClockStop(stop.starts, stop.starts + cut), ClockStop(stop.starts + cut, stop.ends))
            if stop.ends is None or stop.starts + cut < stop.ends
            else (stop, stop)
        )
    ]
    chance.shuffle(pieces)
    assert clocks.at(timing, pieces, now) == clocks.at(timing, stops, now)
    for seat in range(SEATS):
        assert clocks.deadline(timing, pieces, seat) == clocks.deadline(timing, stops, seat)


# Conservation of time


@given(TIMINGS, STOPS, TIMES)
def test_clocks_lose_exactly_the_seconds_in_which_they_ran(timing: Timing, stops: list[ClockStop], now: int) -> None:
    after = clocks.at(timing, stops, now)
    gone = ticks(timing.since, now, stops)
    lost = [before - left for before, left in zip(timing.left, after.left, strict=True)]
    assert lost == [min(had, gone) if seat in timing.running else 0 for seat, had in enumerate(timing.left)]
    assert after.running == timing.running


@given(small_clocks(), ASKED, TURNS, STOPS)
def test_a_whole_match_agrees_with_counting_seconds(
    clock: Clock, first: tuple[int, ...], turns: list[Turn], stops: list[ClockStop]
) -> None:
    now = 7
    timing, slow = started(clock, first, now), SlowClocks(clock, SEATS, first, now)
    for turn in turns:
        now += turn.wait
        slow.wait(now, stops)
        assert clocks.at(timing, stops, now).left == tuple(slow.left)
        who = timing.running[turn.who % len(timing.running)]
        timing = clocks.after_move(clock, timing, stops, now, turn.to_move, [who])
        slow.answer(who, turn.to_move)
        assert timing == Timing(tuple(slow.left), turn.to_move, now)
        assert slow.left == [got - spent for got, spent in zip(slow.got, slow.spent, strict=True)]
        assert all(0 <= left <= (clock.cap or clock.move) for left in timing.left)


@given(TIMINGS, STOPS, st.lists(TIMES, max_size=4), TIMES)
def test_reading_the_clocks_changes_nothing(timing: Timing, stops: list[ClockStop], looks: list[int], now: int) -> None:
    seen = timing
    for look in sorted(look for look in looks if look <= now):
        seen = clocks.at(seen, stops, look)
    assert clocks.at(seen, stops, now) == clocks.at(timing, stops, now)


@given(TIMINGS, STOPS, st.integers(0, 30), TIMES)
def test_reading_does_not_move_a_deadline(timing: Timing, stops: list[ClockStop], look: int, now: int) -> None:
    seen = clocks.at(timing, stops, look)
    for seat in timing.running:
        if seen.left[seat]:
            assert clocks.deadline(seen, stops, seat) == clocks.deadline(timing, stops, seat)


@given(TIMINGS, STOPS, st.integers(0, SEATS - 1))
def test_time_is_up_exactly_at_the_deadline(timing: Timing, stops: list[ClockStop], seat: int) -> None:
    ends = clocks.deadline(timing, stops, seat)
    if seat not in timing.running:
        assert ends is None
    elif ends is None:
        assert clocks.at(timing, stops, 10 * LAST).left[seat] > 0
    else:
        assert clocks.at(timing, stops, ends).left[seat] == 0
        assert clocks.at(timing, stops, ends + 5).left[seat] == 0
        if ends > timing.since:
            assert clocks.at(timing, stops, ends - 1).left[seat] == 1


# Stops cost nothing


@given(TIMINGS, STOPS, st.builds(stretch, TIMES, st.none() | st.integers(0, 30)), TIMES)
def test_an_additional_stop_never_takes_time_from_anybody(
    timing: Timing, stops: list[ClockStop], more: ClockStop, now: int
) -> None:
    before, after = clocks.at(timing, stops, now), clocks.at(timing, [*stops, more], now)
    assert all(one <= other for one, other in zip(before.left, after.left, strict=True))
    for seat in timing.running:
        earlier, later = clocks.deadline(timing, stops, seat), clocks.deadline(timing, [*stops, more], seat)
        assert later is None or (earlier is not None and earlier <= later)


@given(TIMINGS, STOPS, TIMES, st.integers(0, 5), st.none() | st.integers(0, 5))
def test_a_stop_over_the_whole_time_freezes_every_clock(
    timing: Timing, stops: list[ClockStop], now: int, before: int, after: int | None
) -> None:
    whole = ClockStop(timing.since - before, None if after is None else max(now, timing.since) + after)
    assert clocks.at(timing, [*stops, whole], now).left == timing.left


@given(TIMINGS, CLOSED, st.integers(20, LAST), st.integers(1, 30), LENGTHS)
def test_down_time_is_given_back_completely(
    timing: Timing, stops: list[ClockStop], down: int, length: int, later: int
) -> None:
    """Everything after an outage is as without it, only later by its length."""

    def moved(time: int) -> int:
        return time if time <= down else time + length

    known = [ClockStop(stop.starts, stop.ends) for stop in stops if stop.ends is not None and stop.ends > stop.starts]
    shifted = [ClockStop(moved(stop.starts), moved(stop.ends)) for stop in known if stop.ends is not None]
    outage = ClockStop(down, down + length)
    now = down + later
    assert clocks.at(timing, [*shifted, outage], now + length).left == clocks.at(timing, known, now).left
    for seat in timing.running:
        ends, without = clocks.deadline(timing, [*shifted, outage], seat), clocks.deadline(timing, known, seat)
        assert without is not None
        assert ends == moved(without)


@given(TIMINGS, STOPS, st.integers(1, 50), TIMES)
def test_a_system_clock_set_back_takes_no_time(timing: Timing, stops: list[ClockStop], back: int, now: int) -> None:
    early = timing.since - back
    assert clocks.elapsed(timing.since, early, stops) == 0
    assert clocks.at(timing, stops, early) == timing
    went_on = clocks.after_move(Clock(bank=40, cap=40), timing, stops, early, timing.running)
    assert clocks.at(went_on, stops, now) == clocks.at(timing, stops, now)


# Running clocks and answers


@given(small_clocks(), ASKED, ASKED, st.integers(0, 10), STOPS)
@example(Clock(move=10), (0, 1), (0,), 4, [])
@example(Clock(bank=10, increment=3, cap=20), (0, 1), (0,), 4, [])
def test_answers_in_the_same_second_give_the_same_clocks_in_any_order(
    clock: Clock, together: tuple[int, ...], after: tuple[int, ...], wait: int, stops: list[ClockStop]
) -> None:
    ends = []
    for order in permutations(together):
        timing = started(clock, together, 0)
        for done, seat in enumerate(order, 1):
            rest = tuple(one for one in together if one in order[done:])
            timing = clocks.after_move(clock, timing, stops, wait, rest or after, [seat])
        ends.append(timing)
    assert all(end == ends[0] for end in ends)
    at_once = clocks.after_move(clock, started(clock, together, 0), stops, wait, after, together)
    assert at_once == ends[0]


def test_an_answer_begins_a_new_move_even_when_the_same_seat_is_asked_next() -> None:
    by_move, banked = Clock(move=10), Clock(bank=10, increment=3, cap=20)
    assert clocks.after_move(by_move, Timing((10, 10), (0,), 0), [], 4, [0], [0]).left == (10, 10)
    assert clocks.after_move(banked, Timing((10, 10), (0,), 0), [], 4, [0], [0]).left == (9, 10)


def test_an_answer_gives_other_players_no_new_time() -> None:
    by_move, banked = Clock(move=10), Clock(bank=10, increment=3, cap=20)
    both = Timing((10, 10), (0, 1), 0)
    assert clocks.after_move(by_move, both, [], 4, [1], [0]) == Timing((6, 6), (1,), 4)
    assert clocks.after_move(banked, both, [], 4, [1], [0]) == Timing((9, 6), (1,), 4)


def test_a_player_asked_again_without_answering_has_a_whole_move() -> None:
    """For example after an undo."""
    assert clocks.after_move(Clock(move=10), Timing((10, 2), (0,), 0), [], 4, [1]) == Timing((6, 10), (1,), 4)


def test_a_bank_never_holds_more_than_its_cap() -> None:
    clock = Clock(bank=10, increment=8, cap=12)
    assert clocks.after_move(clock, Timing((10, 10), (0,), 0), [], 3, [1], [0]).left == (12, 10)


def test_a_late_answer_still_gets_its_increment() -> None:
    clock = Clock(bank=10, increment=8, cap=12)
    assert clocks.after_move(clock, Timing((10, 10), (0,), 0), [], 30, [1], [0]).left == (8, 10)


def test_without_a_clock_no_time_is_kept() -> None:
    assert clocks.start(NO_CLOCK, 2, [0], 5) is None
    assert clocks.start(Clock(move=60), 2, [1], 5) == Timing((60, 60), (1,), 5)
    assert clocks.start(Clock(bank=60, cap=90), 3, [0, 2], 5) == Timing((60, 60, 60), (0, 2), 5)


# Stored clocks


@given(small_clocks(), TIMINGS)
def test_stored_clocks_can_be_read(clock: Clock, timing: Timing) -> None:
    assert clocks.load_clock(clocks.dump_clock(clock)) == clock
    assert clocks.load_timing(clocks.dump_timing(timing)) == timing


def test_no_clock_is_stored_as_null() -> None:
    assert clocks.dump_clock(NO_CLOCK) == clocks.dump_timing(None) == ""
    assert clocks.load_clock("") == NO_CLOCK
    assert clocks.load_timing("") is None


# Typed clocks


SIZES = st.integers(1, MAX_CLOCK_SECONDS // MINUTE).map(lambda minutes: minutes * MINUTE)


@given(SIZES, SIZES, SIZES | st.just(0), st.booleans())
def test_a_clocks_text_can_be_parsed_back(one: int, other: int, increment: int, ends: bool) -> None:
    bank, cap = sorted((one, other))
    by_move = Clock(move=one, ends=ends)
    assert clocks.read(by_move.code, ends=ends) == by_move
    assume(increment <= cap)
    banked = Clock(bank=bank, increment=increment, cap=cap, ends=ends)
    assert clocks.read(banked.code, ends=ends) == banked
    assert clocks.read(banked.code.upper().replace("+", " + ").replace("/", " / "), ends=ends) == banked


@pytest.mark.parametrize(
    ("typed", "clock"),
    [
        ("none", NO_CLOCK),
        (" Brak ", NO_CLOCK),
        ("3d", Clock(move=3 * DAY)),
        ("1d12h", Clock(move=36 * HOUR)),
        ("1 day 12 hours", Clock(move=36 * HOUR)),
        ("1 dzień 2 godziny 5 minut", Clock(move=26 * HOUR + 5 * MINUTE)),
        ("2 dni 12 godz.", Clock(move=60 * HOUR)),
        ("90m", Clock(move=90 * MINUTE)),
        ("5d+12h/10d", Clock(bank=5 * DAY, increment=12 * HOUR, cap=10 * DAY)),
        ("5d + 12h", Clock(bank=5 * DAY, increment=12 * HOUR, cap=5 * DAY)),
        ("5d+0/5d", Clock(bank=5 * DAY, cap=5 * DAY)),
        ("60d", Clock(move=MAX_CLOCK_SECONDS)),
        ("1m", Clock(move=MINUTE)),
    ],
)
def test_clocks_are_parsed_as_people_type_them(typed: str, clock: Clock) -> None:
    assert clocks.read(typed) == clock


@pytest.mark.parametrize(
    "typed",
    [
        *("3", "d", "0d", "-3d", "3x", "3.5d", "3d!", "3d 4", "١٢", "1 month", "2 miesiące", "nonesuch", "+", "/"),
        *("61d", "99999d", "123456m", "5d+", "+12h", "5d/10d", "5d+0x/10d", "5d+12h+1h", "5d+12h/10d/10d"),
        *("5d+12h/4d", "5d+11d/10d"),
    ],
)
def test_an_invalid_clock_is_refused_with_a_sentence(typed: str) -> None:
    with pytest.raises(UserError) as refused:
        clocks.read(typed)
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize(
    ("typed", "length"),
    [
        ("2h", 2 * HOUR),
        ("1 d 1 m", DAY + MINUTE),
        ("0m", 0),
        ("400d", 400 * DAY),
        ("", None),
        (" ", None),
        ("soon", None),
    ],
)
def test_durations_of_any_size_can_be_typed(typed: str, length: int | None) -> None:
    assert clocks.seconds(typed) == length


@given(st.text() | st.text(alphabet="0123456789dhgm+/ .-xe", max_size=20))
def test_any_input_is_a_clock_or_a_friendly_refusal(typed: str) -> None:
    try:
        clock = clocks.read(typed)
    except UserError:
        return
    assert clocks.read(clock.code) == clock
    assert clock == NO_CLOCK or MINUTE <= clock.full <= MAX_CLOCK_SECONDS
    assert clock.move or 0 <= clock.increment <= clock.cap <= MAX_CLOCK_SECONDS
    assert clock.move or clock.bank <= clock.cap


# In words


@pytest.mark.parametrize(
    ("length", "words"),
    [
        (-5, "0 minutes"),
        (0, "0 minutes"),
        (59, "0 minutes"),
        (MINUTE, "1 minute"),
        (HOUR - 1, "59 minutes"),
        (HOUR, "1 hour"),
        (DAY - 1, "23 hours 59 minutes"),
        (DAY, "1 day"),
        (DAY + 5 * MINUTE, "1 day 5 minutes"),
        (3 * DAY + 2 * HOUR + 5 * MINUTE, "3 days 2 hours"),
    ],
)
def test_a_duration_is_shown_in_its_two_largest_units(length: int, words: str) -> None:
    assert str(clocks.span(length)) == words


def test_a_clock_is_described_in_words() -> None:
    texts = [str(clocks.clock_text(clocks.read(typed))) for typed in ("none", "3d", "5d+12h/10d")]
    assert texts == ["no clock", "3 days per move", "5 days each, plus 12 hours per move, up to 10 days"]
    assert str(clocks.clock_text(clocks.read("3d", ends=True))) == "3 days per move, running out of time ends the match"
