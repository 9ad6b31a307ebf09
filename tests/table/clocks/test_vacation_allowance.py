"""Thirty vacation days a year, to the second: never more, no two vacations at once, and unused days are returned."""

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from db.rows import Vacation
from table.clocks import vacation_allowance
from table.clocks.clocks import DAY, HOUR
from table.user_error import UserError


def utc(time: str) -> int:
    return int(datetime.fromisoformat(time).replace(tzinfo=UTC).timestamp())


def holiday(starts: str, ends: str) -> Vacation:
    return Vacation(id=0, person=1, starts=utc(starts), ends=utc(ends))


@cache
def calendar(one: Vacation) -> Counter[int]:
    """The vacation's hours in each year, counted hour by hour."""
    return Counter(datetime.fromtimestamp(hour, UTC).year for hour in range(one.starts, one.ends, HOUR))


def hours_in(vacations: Iterable[Vacation], year: int) -> int:
    return sum(calendar(one)[year] for one in vacations)


def test_a_new_year_has_an_allowance_of_thirty_days() -> None:
    assert vacation_allowance.allowance_left([], 2026) == 30 * DAY
    assert vacation_allowance.plan_vacation([], utc("2026-05-01 12:34:56"), 30) == (
        utc("2026-05-01 12:34:56"),
        utc("2026-05-31 12:34:56"),
    )


def test_a_vacation_over_new_year_counts_for_both_years() -> None:
    now = utc("2026-12-12 06:00")
    starts, ends = vacation_allowance.plan_vacation([], now, 45)
    taken = Vacation(id=1, person=1, starts=starts, ends=ends)
    assert vacation_allowance.allowance_left([taken], 2026) == 30 * DAY - (20 * DAY - 6 * HOUR)
    assert vacation_allowance.allowance_left([taken], 2027) == 30 * DAY - (25 * DAY + 6 * HOUR)
    assert list(vacation_allowance.years_touched(starts, ends)) == [2026, 2027]


def test_two_whole_allowances_meet_at_new_year() -> None:
    now = utc("2026-12-02")
    assert vacation_allowance.plan_vacation([], now, vacation_allowance.MAX_VACATION_DAYS) == (now, utc("2027-01-31"))
    with pytest.raises(UserError, match="Left in 2026: 30 days"):
        vacation_allowance.plan_vacation([], now - 1, vacation_allowance.MAX_VACATION_DAYS)
    with pytest.raises(UserError, match="Left in 2027: 30 days"):
        vacation_allowance.plan_vacation([], now, 10**9)


def test_a_vacation_ending_with_the_year_counts_for_that_year_only() -> None:
    starts, ends = vacation_allowance.plan_vacation([], utc("2026-12-27"), 5)
    assert ends == utc("2027-01-01")
    assert list(vacation_allowance.years_touched(starts, ends)) == [2026]


def test_too_long_a_vacation_is_refused_with_the_days_left() -> None:
    taken = [holiday("2026-02-01", "2026-02-20 12:00")]
    with pytest.raises(UserError, match="Left in 2026: 10 days 12 hours"):
        vacation_allowance.plan_vacation(taken, utc("2026-03-01"), 11)
    assert vacation_allowance.plan_vacation(taken, utc("2026-03-01"), 10)[1] == utc("2026-03-11")


def test_coming_back_early_gives_the_rest_back() -> None:
    whole = holiday("2026-02-01", "2026-03-03")
    assert vacation_allowance.allowance_left([whole], 2026) == 0
    early = replace(whole, ends=utc("2026-02-04"))
    assert vacation_allowance.allowance_left([early], 2026) == 27 * DAY
    assert vacation_allowance.plan_vacation([early], early.ends, 27) == (early.ends, early.ends + 27 * DAY)


def test_an_overlapping_vacation_is_refused_with_the_existing_one() -> None:
    planned = holiday("2026-06-10", "2026-06-15")
    for now in ("2026-06-08 00:00:01", "2026-06-10", "2026-06-14 23:59:59"):
        with pytest.raises(UserError, match=f"<t:{planned.starts}:f> until <t:{planned.ends}:f>"):
            vacation_allowance.plan_vacation([planned], utc(now), 2)
    for now in ("2026-06-08", "2026-06-15"):
        assert vacation_allowance.plan_vacation([planned], utc(now), 2)[0] == utc(now)


@pytest.mark.parametrize("days", [0, -3])
def test_a_vacation_lasts_a_day_at_least(days: int) -> None:
    with pytest.raises(UserError, match="at least one day"):
        vacation_allowance.plan_vacation([], utc("2026-06-08"), days)


def test_a_vacation_can_be_planned_half_a_year_ahead() -> None:
    now = utc("2026-06-08 10:00")
    assert vacation_allowance.plan_vacation([], now, 1, 180) == (utc("2026-12-05 10:00"), utc("2026-12-06 10:00"))
    for starts_in in (181, -1):
        with pytest.raises(UserError, match="within the next 180 days"):
            vacation_allowance.plan_vacation([], now, 1, starts_in)


def test_the_current_vacation_is_found() -> None:
    past, here, later = (
        holiday("2026-01-01", "2026-01-05"),
        holiday("2026-02-01", "2026-02-05"),
        holiday("2026-03-01", "2026-03-05"),
    )
    assert vacation_allowance.current_vacation([past, here, later], utc("2026-02-01")) == here
    assert vacation_allowance.current_vacation([past, here, later], utc("2026-02-05")) is None


WISHES = st.lists(
    st.tuples(st.integers(0, 60 * 24), st.integers(1, 45), st.integers(0, 180), st.none() | st.integers(0, 40 * 24)),
    max_size=12,
)
"""Hours that pass; days of the vacation; days in advance; hours after which the person comes back early."""


@given(st.integers(0, 364 * 24), WISHES)
def test_nobody_gets_more_than_the_yearly_allowance(start: int, wishes: list[tuple[int, int, int, int | None]]) -> None:
    now = utc("2026-01-01") + start * HOUR
    known: list[Vacation] = []
    for passed, days, starts_in, back in wishes:
        now += passed * HOUR
        wished = Vacation(id=0, person=1, starts=now + starts_in * DAY, ends=now + (starts_in + days) * DAY)
        free = all(one.ends <= wished.starts or wished.ends <= one.starts for one in known)
        enough = all(hours_in([*known, wished], year) <= 30 * 24 for year in range(2026, 2031))
        try:
            starts, ends = vacation_allowance.plan_vacation(known, now, days, starts_in)
        except UserError:
            assert not (free and enough)
            continue
        assert free and enough
        assert (starts, ends) == (wished.starts, wished.ends)
        known.append(wished)
        if back is not None:
            now += back * HOUR
            known = [replace(one, ends=min(one.ends, now)) for one in known if one.starts < now]
    for year in range(2026, 2031):
        assert vacation_allowance.allowance_left(known, year) == (30 * 24 - hours_in(known, year)) * HOUR >= 0
    assert all(one.ends <= other.starts or other.ends <= one.starts for one, other in combinations(known, 2))
