"""When and where a person is notified. Pure: computed from a person's settings and a time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo

from msgspec import Struct
from rapidfuzz import fuzz, process, utils

from db.rows import Person
from engine.core.text import text
from table.clocks import clocks
from table.clocks.clocks import DAY, HOUR, MINUTE
from table.outbox.outgoing import quoted
from table.user_error import UserError

NOTICE_CHOICES = ("channel", "dm", "both", "none")
AUTOMATIC_WORDS = ("", "auto", "automatic", "automatycznie")
OFF_WORDS = ("off", "no", "none", "never", "brak", "bez", "nie", "nigdy", "wył", "wyłącz", "wyłączone")

REMINDER_SHARE = 5
"""The default reminder comes when this fraction of the time is left: one fifth."""
MIN_REMINDER_SECONDS, MAX_REMINDER_SECONDS = 5 * MINUTE, 30 * DAY

MAX_QUIET_SECONDS = 20 * HOUR
"""The rest of the day is for notices; some time remains even on the day when daylight saving time begins."""
QUARTER_HOUR = 15 * MINUTE
"""All time zones change their offset on quarter hours."""

DEFAULT_ZONES = {"pl": "Europe/Warsaw"}
COMMON_ZONES = (
    "Europe/Warsaw",
    "Europe/London",
    "Europe/Berlin",
    "Europe/Kyiv",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "America/Sao_Paulo",
    "Asia/Kolkata",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
    "UTC",
)
_TIME = re.compile(r"(\d{1,2})(?:[:.h ]?([0-5]\d))?\s*([ap]m)?", re.ASCII)


class Quiet(Struct, frozen=True):
    """Quiet hours in local time, in seconds after midnight; they may span midnight."""

    starts: int
    ends: int
    zone: ZoneInfo

    def gone(self, at: int) -> int:
        """Seconds of local time since they last began."""
        return (self._shown(at) - self.starts) % DAY

    def left(self, at: int) -> int:
        """Seconds of local time until they end; 0 outside of them."""
        length = (self.ends - self.starts) % DAY
        return max(0, length - self.gone(at))

    def _shown(self, at: int) -> int:
        wall = datetime.fromtimestamp(at, self.zone)
        return wall.hour * HOUR + wall.minute * MINUTE + wall.second


def wants_ping(person: Person) -> bool:
    """Whether the person is pinged in the channel."""
    return person.notices in ("", "channel", "both")


def wants_dm(person: Person) -> bool:
    """Whether the person gets private messages."""
    return person.notices in ("dm", "both")


def home(language: str) -> str:
    """The default time zone of a language."""
    return DEFAULT_ZONES.get(language, "UTC")


def zone_of(person: Person, language: str = "") -> ZoneInfo:
    """The person's time zone, else the default of their language, or of `language` if they have set none."""
    return ZoneInfo(person.zone or home(person.language or language))


def quiet_of(person: Person, language: str = "") -> Quiet | None:
    """The person's quiet hours; None if they have none."""
    starts, dash, ends = person.quiet.partition("-")
    if not dash or _of_day(starts) == _of_day(ends):
        return None
    return Quiet(_of_day(starts), _of_day(ends), zone_of(person, language))


def not_before(person: Person, at: int, language: str = "") -> int:
    """`at`, or the end of the quiet hours that contain it."""
    quiet = quiet_of(person, language)
    while quiet is not None and (left := quiet.left(at)):
        at = min(at + left, (at // QUARTER_HOUR + 1) * QUARTER_HOUR)
    return at


def quiet_since(person: Person, at: int, language: str = "") -> int:
    """`at`, or the start of the quiet hours that contain it."""
    quiet = quiet_of(person, language)
    if quiet is None or not quiet.left(at):
        return at
    while quiet.left(before := at - 1):
        at = max(before - quiet.gone(before), before // QUARTER_HOUR * QUARTER_HOUR)
    return at


def reminder(person: Person, full: int) -> int | None:
    """Seconds before the deadline at which to remind the person, who had `full` seconds; None: not at all.

    A setting of `full` or more counts as automatic.
    """
    chosen = reminder_without_clock(person)
    if person.remind == "off" or full <= 0:
        return None
    return chosen if chosen is not None and chosen < full else full // REMINDER_SHARE


def reminder_without_clock(person: Person) -> int | None:
    """Seconds after the notice at which to remind the person if no clock runs; None by default."""
    return clocks.seconds(person.remind)


def read_remind(typed: str) -> str:
    """A typed reminder in stored form: "" for automatic, `off`, or a duration such as `12h`."""
    word = typed.strip().lower()
    if word in AUTOMATIC_WORDS:
        return ""
    if word in OFF_WORDS:
        return "off"
    length = clocks.seconds(word)
    if length is None:
        raise UserError(
            text("I can't read that length of time: {typed}. Try 12h, 2d, automatic or off.", typed=quoted(typed))
        )
    if not MIN_REMINDER_SECONDS <= length <= MAX_REMINDER_SECONDS:
        raise UserError(text("You can set a reminder for five minutes to 30 days before your time runs out."))
    return clocks.short(length)


def read_quiet(typed: str) -> str:
    """Typed quiet hours in stored form: "" for none, or `22:00-07:00`."""
    word = typed.strip().lower()
    if not word or word in OFF_WORDS:
        return ""
    ends = [read_time(part) for part in re.split(r"[-–—]", word)]
    if len(ends) != 2 or None in ends:
        raise UserError(
            text("I can't read those hours: {typed}. Try 22-7 or 22:30-07:15, or off.", typed=quoted(typed))
        )
    starts, over = (_of_day(str(end)) for end in ends)
    if (over - starts) % DAY > MAX_QUIET_SECONDS:
        raise UserError(
            text("Quiet hours can last up to 20 hours a day. To turn notices off altogether: `/me notices`.")
        )
    return "" if starts == over else f"{ends[0]}-{ends[1]}"


def read_time(typed: str) -> str | None:
    """A typed time of day in stored form, `22:30`; None if it is not one. `24` is also midnight."""
    found = _TIME.fullmatch(typed.strip().lower())
    if found is None:
        return None
    hour, minute, half = int(found[1]), int(found[2] or 0), found[3]
    if half and not 1 <= hour <= 12:
        return None
    if half:
        hour = hour % 12 + (12 if half == "pm" else 0)
    if hour > 24 or (hour == 24 and minute):
        return None
    return f"{hour % 24:02}:{minute:02}"


def read_zone(typed: str) -> str:
    """The name of a typed time zone. Raises UserError with similar names for an unknown one."""
    word = "_".join(typed.split()).lower()
    known = {name.lower(): name for name in zones()}
    cities = {name.rpartition("/")[2].lower(): name for name in reversed(zones())}
    if found := known.get(word) or cities.get(word):
        return found
    near = zones_like(typed, 3) or list(COMMON_ZONES[:3])
    raise UserError(
        text(
            "I don't know the time zone {typed}. Time zones are named after cities; did you mean {near}?",
            typed=quoted(typed),
            near=", ".join(near),
        )
    )


def zones_like(typed: str, most: int) -> Sequence[str]:
    """Time zones similar to the typed one, the most likely first; the common ones if nothing is typed."""
    word = " ".join(typed.split()).lower()[:60]
    if not word:
        return COMMON_ZONES[:most]
    spoken = {name: name.replace("_", " ").lower() for name in zones()}
    cities = {name: zone.rpartition("/")[2] for name, zone in spoken.items()}
    holding = [name for name, zone in spoken.items() if word in zone]
    found = process.extract(word, cities, scorer=fuzz.ratio, processor=utils.default_process, score_cutoff=60, limit=9)
    likely = sorted(holding, key=lambda name: (not cities[name].startswith(word), word not in cities[name]))
    return list(dict.fromkeys([*likely, *(name for _, _, name in found)]))[:most]


@cache
def zones() -> tuple[str, ...]:
    """The names of all time zones, those of a city before the rest; the same on every machine."""
    names = set(files("tzdata").joinpath("zones").read_text(encoding="utf-8").split()) - {"Factory"}
    return tuple(sorted(names, key=lambda name: ("/" not in name or name.startswith("Etc/"), name)))


def _of_day(time: str) -> int:
    hour, _, minute = time.partition(":")
    return int(hour) * HOUR + int(minute or 0) * MINUTE
