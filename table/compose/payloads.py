"""The payloads of the outbox's rows, by kind. A deleted person is 0 in them."""

from __future__ import annotations

from msgspec import Struct


class Turn(Struct, frozen=True):
    """The board after `version` entries of the log."""

    version: int
    call: tuple[int, ...] | None = None
    """The seats to ping; None: all that are to move."""
    since: int = 0
    """What happened up to this version is on an earlier board."""


class Invitation(Struct, frozen=True):
    """The invitation to a match, posted again when somebody has joined."""

    call: tuple[int, ...] | None = None
    """The seats whose guests are pinged; None: all."""


class Notice(Struct, frozen=True):
    """A notice to one person; `kind` is that of the offer to answer."""

    seat: int
    version: int = 0
    kind: str = ""


class Offered(Struct, frozen=True):
    """Seat `by` offers something to the others."""

    kind: str
    by: int
    version: int
    call: tuple[int, ...] | None = None


class Declined(Struct, frozen=True):
    """An offer was declined: by a seat, or (`who`) by the person asked to take one."""

    kind: str
    by: int | None = None
    who: int | None = None


class Substitute(Struct, frozen=True, rename={"person": "user"}):
    """The player at seat `by` proposes that the person takes over `seat`."""

    by: int
    seat: int
    person: int | None
    call: tuple[int, ...] = ()


class Substituted(Struct, frozen=True):
    """One person took over another's seat."""

    old: int | None
    new: int | None


class TimeOver(Struct, frozen=True):
    """The seats whose time was over at that version."""

    seats: tuple[int, ...]
    version: int
    call: tuple[int, ...] = ()


class Resumed(Struct, frozen=True):
    """Seat `by` ended the pause."""

    by: int
    version: int
    call: tuple[int, ...] = ()


class Daily(Struct, frozen=True):
    """The puzzle of a day, and the day whose puzzle was posted before."""

    day: int
    before: int | None = None


class Cancelled(Struct, frozen=True):
    """The match ended without a result."""

    by: int | None = None
    """The person who cancelled it; None: nobody joined in time, or the bot was no longer on its server."""


class Absence(Struct, frozen=True, rename={"person": "user"}):
    """A vacation that begins, is planned, or is over."""

    person: int | None
    starts: int = 0
    ends: int = 0
    planned: bool = False


class RatingChange(Struct, frozen=True):
    """One seat's rating before and after."""

    seat: int
    before: int
    after: int
    provisional: bool


class Rated(Struct, frozen=True):
    """The rating changes of a match."""

    seats: tuple[RatingChange, ...]
