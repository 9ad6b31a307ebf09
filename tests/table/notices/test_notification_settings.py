"""Times and ways of notices: laws of quiet hours, also in nights in which clocks change."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from db.rows import Person
from table.clocks import clocks
from table.clocks.clocks import DAY, HOUR, MINUTE
from table.notices import notification_settings
from table.user_error import UserError

WARSAW = "Europe/Warsaw"
ZONES = (WARSAW, "UTC", "America/St_Johns", "Asia/Kathmandu", "Australia/Lord_Howe", "Africa/Casablanca")
CHANGES = ("2026-03-29 01:00", "2026-10-25 01:00", "2027-03-28 01:00", "2027-10-31 01:00")
"""The times at which clocks change in Warsaw, in UTC."""


def utc(time: str) -> int:
    return int(datetime.fromisoformat(time).replace(tzinfo=UTC).timestamp())


def shown(at: int, zone: str) -> str:
    """The local time in the zone."""
    return f"{datetime.fromtimestamp(at, ZoneInfo(zone)):%H:%M}"


def is_quiet(person: Person, at: int) -> bool:
    """Whether the local time is within the person's quiet hours."""
    starts, ends = person.quiet.split("-")
    now = shown(at, person.zone)
    return starts <= now < ends if starts < ends else now >= starts or now < ends


def time_of_day(minutes: int) -> str:
    return f"{minutes // 60 % 24:02}:{minutes % 60:02}"


@st.composite
def sleepers(draw: st.DrawFn, *zones: str) -> Person:
    starts = draw(st.integers(0, 24 * 60 - 1))
    length = draw(st.integers(1, notification_settings.MAX_QUIET_SECONDS // MINUTE))
    quiet = f"{time_of_day(starts)}-{time_of_day(starts + length)}"
    return Person(person=1, quiet=quiet, zone=draw(st.sampled_from(zones or ZONES)))


TIMES = st.integers(utc("2026-01-01"), utc("2028-01-01"))
NIGHTS = st.builds(lambda change, off: utc(change) + off, st.sampled_from(CHANGES), st.integers(-26 * HOUR, 26 * HOUR))


@given(sleepers(), TIMES | NIGHTS)
def test_notices_never_come_in_quiet_hours_or_a_day_late(person: Person, at: int) -> None:
    loud = notification_settings.not_before(person, at)
    assert not is_quiet(person, loud)
    assert at <= loud < at + DAY


@given(sleepers(WARSAW), NIGHTS)
def test_quiet_hours_end_exactly_even_when_clocks_change(person: Person, at: int) -> None:
    minute = at
    while is_quiet(person, minute):
        minute = (minute // MINUTE + 1) * MINUTE
    assert notification_settings.not_before(person, at) == minute


@given(sleepers(), TIMES | NIGHTS)
def test_quiet_hours_begin_exactly(person: Person, at: int) -> None:
    starts = notification_settings.quiet_since(person, at)
    if not is_quiet(person, at):
        assert starts == at
        return
    assert at - DAY < starts <= at
    assert not is_quiet(person, starts - 1)
    assert all(is_quiet(person, minute) for minute in range(starts, at + 1, MINUTE))
    assert notification_settings.not_before(person, starts) == notification_settings.not_before(person, at)


@given(sleepers(), TIMES | NIGHTS)
def test_outside_quiet_hours_notices_are_not_delayed(person: Person, at: int) -> None:
    assert (notification_settings.not_before(person, at) == at) is not is_quiet(person, at)


@pytest.mark.parametrize(
    ("quiet", "called", "notified"),
    [
        ("22-7", "2026-07-01 21:30", "2026-07-02 05:00"),
        ("22-7", "2026-07-02 04:59", "2026-07-02 05:00"),
        ("22-7", "2026-07-02 05:00", "2026-07-02 05:00"),
        ("22:30-07:15", "2026-12-01 21:29", "2026-12-01 21:29"),
        ("22:30-07:15", "2026-12-01 21:30", "2026-12-02 06:15"),
        ("9-17", "2026-12-01 12:00", "2026-12-01 16:00"),
        # The night is an hour shorter, then an hour longer.
        ("22-7", "2026-03-28 21:30", "2026-03-29 05:00"),
        ("22-7", "2026-10-24 21:30", "2026-10-25 06:00"),
        # 2:30 does not exist: 2:00 is 3:00.
        ("22-2:30", "2026-03-29 00:30", "2026-03-29 01:00"),
        # 2:30 exists twice.
        ("22-2:30", "2026-10-25 00:10", "2026-10-25 00:30"),
        ("22-2:30", "2026-10-25 01:10", "2026-10-25 01:30"),
    ],
)
def test_a_notice_in_the_polish_night_waits_for_the_morning(quiet: str, called: str, notified: str) -> None:
    assert notification_settings.not_before(Person(person=1, quiet=quiet, zone=WARSAW), utc(called)) == utc(notified)


def test_quiet_hours_may_span_midnight() -> None:
    person = Person(person=1, quiet="22-7", zone=WARSAW)
    assert notification_settings.quiet_since(person, utc("2026-03-29 04:00")) == utc("2026-03-28 21:00")
    assert notification_settings.quiet_since(person, utc("2026-10-25 04:00")) == utc("2026-10-24 20:00")
    assert notification_settings.quiet_since(person, utc("2026-10-25 12:00")) == utc("2026-10-25 12:00")


@pytest.mark.parametrize("quiet", ["", "7-7", "07:00-07:00"])
def test_without_quiet_hours_notices_are_not_delayed(quiet: str) -> None:
    person = Person(person=1, quiet=quiet, zone=WARSAW)
    for hour in range(24):
        at = utc("2026-05-05") + hour * HOUR
        assert notification_settings.not_before(person, at) == notification_settings.quiet_since(person, at) == at


@pytest.mark.parametrize(
    ("person", "spoken", "zone"),
    [
        (Person(person=1), "", "UTC"),
        (Person(person=1), "pl", WARSAW),
        (Person(person=1, language="pl"), "", WARSAW),
        (Person(person=1, language="en"), "pl", "UTC"),
        (Person(person=1, language="pl", zone="Asia/Tokyo"), "pl", "Asia/Tokyo"),
    ],
)
def test_without_a_time_zone_the_languages_default_is_used(person: Person, spoken: str, zone: str) -> None:
    assert notification_settings.zone_of(person, spoken).key == zone


def test_the_languages_time_zone_applies_to_quiet_hours() -> None:
    person = Person(person=1, quiet="22-7")
    at = utc("2026-07-01 21:00")
    assert notification_settings.not_before(person, at) == at
    assert notification_settings.not_before(person, at, "pl") == utc("2026-07-02 05:00")
    assert notification_settings.quiet_since(person, at, "pl") == utc("2026-07-01 20:00")


@pytest.mark.parametrize(
    ("notices", "ping", "dm"),
    [("", True, False), ("channel", True, False), ("dm", False, True), ("both", True, True), ("none", False, False)],
)
def test_everybody_is_notified_as_they_chose(notices: str, ping: bool, dm: bool) -> None:
    person = Person(person=1, notices=notices)
    assert (notification_settings.wants_ping(person), notification_settings.wants_dm(person)) == (ping, dm)


@pytest.mark.parametrize(
    ("remind", "full", "before"),
    [
        ("", 5 * DAY, DAY),
        ("", 0, None),
        ("off", 5 * DAY, None),
        ("12h", 5 * DAY, 12 * HOUR),
        ("12h", 12 * HOUR + 1, 12 * HOUR),
        ("12h", 12 * HOUR, 12 * HOUR // 5),
        ("2d", 10 * HOUR, 2 * HOUR),
    ],
)
def test_a_reminder_comes_in_time_but_not_with_the_notice(remind: str, full: int, before: int | None) -> None:
    assert notification_settings.reminder(Person(person=1, remind=remind), full) == before


@given(st.sampled_from(["", "off", "5m", "12h", "30d"]), st.integers(-5, 60 * DAY))
def test_a_reminder_never_comes_before_the_notice(remind: str, full: int) -> None:
    before = notification_settings.reminder(Person(person=1, remind=remind), full)
    assert before is None or 0 <= before < full


@pytest.mark.parametrize(("remind", "after"), [("", None), ("off", None), ("12h", 12 * HOUR), ("1d12h", 36 * HOUR)])
def test_without_a_clock_reminders_are_optional(remind: str, after: int | None) -> None:
    assert notification_settings.reminder_without_clock(Person(person=1, remind=remind)) == after


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("22-7", "22:00-07:00"),
        ("22:30-07:15", "22:30-07:15"),
        (" 22.30 – 7 ", "22:30-07:00"),
        ("10pm-7am", "22:00-07:00"),
        ("12am-12pm", "00:00-12:00"),
        ("2230-700", "22:30-07:00"),
        ("24-8", "00:00-08:00"),
        ("8-8", ""),
        ("off", ""),
        ("Brak", ""),
        ("", ""),
    ],
)
def test_quiet_hours_are_parsed_as_people_write_them(typed: str, kept: str) -> None:
    assert notification_settings.read_quiet(typed) == kept
    assert notification_settings.read_quiet(kept) == kept


@pytest.mark.parametrize(
    "typed", ["22", "22-", "-", "25-7", "22-7-8", "22:60-7", "13pm-7", "0pm-7", "24:30-7", "tonight"]
)
def test_invalid_quiet_hours_are_refused_politely(typed: str) -> None:
    with pytest.raises(UserError, match="those hours"):
        notification_settings.read_quiet(typed)


@pytest.mark.parametrize("typed", ["7-6", "7:00-3:01"])
def test_quiet_hours_cannot_cover_the_whole_day(typed: str) -> None:
    assert notification_settings.read_quiet("7:00-3:00") == "07:00-03:00"
    with pytest.raises(UserError, match="20 hours"):
        notification_settings.read_quiet(typed)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("automatic", ""),
        ("", ""),
        ("Automatycznie", ""),
        ("off", "off"),
        ("nigdy", "off"),
        ("12h", "12h"),
        ("24h", "1d"),
        ("1 d 12 h", "1d12h"),
        ("90 min", "1h30m"),
    ],
)
def test_reminders_are_parsed_as_people_write_them(typed: str, kept: str) -> None:
    assert notification_settings.read_remind(typed) == kept
    assert notification_settings.read_remind(kept) == kept


@pytest.mark.parametrize(
    ("typed", "words"),
    [("soon", "that length of time"), ("12", "that length of time"), ("1m", "five minutes"), ("31d", "30 days")],
)
def test_an_invalid_reminder_is_refused_politely(typed: str, words: str) -> None:
    with pytest.raises(UserError, match=words):
        notification_settings.read_remind(typed)


def test_time_zones_are_recognized_in_any_spelling() -> None:
    for zone in notification_settings.zones():
        assert notification_settings.read_zone(f" {zone.lower().replace('_', ' ')} ") == zone
        assert ZoneInfo(zone).key == zone


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("warsaw", WARSAW),
        ("new york", "America/New_York"),
        ("utc", "UTC"),
        ("CET", "CET"),
        ("Knox", "America/Indiana/Knox"),
    ],
)
def test_time_zones_are_recognized_by_city(typed: str, zone: str) -> None:
    assert notification_settings.read_zone(typed) == zone


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        ("Warszawa", WARSAW),
        ("Europa/Warszawa", WARSAW),
        ("londyn", "Europe/London"),
        ("tokio", "Asia/Tokyo"),
        ("zzzzz", WARSAW),
    ],
)
def test_a_misspelled_time_zone_is_answered_with_similar_ones(typed: str, near: str) -> None:
    with pytest.raises(UserError, match=near):
        notification_settings.read_zone(typed)


def test_time_zones_are_suggested_while_typing() -> None:
    assert notification_settings.zones_like("", 25)[0] == WARSAW
    assert notification_settings.zones_like("war", 25)[0] == WARSAW
    assert notification_settings.zones_like("los", 25)[0] == "America/Los_Angeles"
    assert len(notification_settings.zones_like("europe", 25)) == 25


TYPED = st.text(max_size=60) | st.from_regex(r"[0-9:.]{1,5} ?(am|pm|h|d)?-?[0-9:]{0,5}", fullmatch=True)


@given(TYPED)
def test_any_input_is_understood_or_refused_in_words(typed: str) -> None:
    for read in (notification_settings.read_quiet, notification_settings.read_remind, notification_settings.read_zone):
        try:
            kept = read(typed)
        except UserError as refusal:
            assert str(refusal)
        else:
            assert read(kept) == kept


@given(TYPED)
def test_understood_settings_can_be_stored_and_used(typed: str) -> None:
    try:
        quiet = notification_settings.read_quiet(typed)
    except UserError:
        quiet = ""
    try:
        remind = notification_settings.read_remind(typed)
    except UserError:
        remind = ""
    person = Person(person=1, quiet=quiet, remind=remind, zone=WARSAW)
    at = utc("2026-11-16 02:00")
    assert at <= notification_settings.not_before(person, at) < at + DAY
    assert (notification_settings.reminder(person, DAY) is None) is (remind == "off")
    assert notification_settings.reminder_without_clock(person) == clocks.seconds(remind)
