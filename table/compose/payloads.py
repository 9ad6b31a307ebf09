"""The payloads of outbox rows, by kind. A deleted person is 0 in them."""

from __future__ import annotations

from msgspec import Struct


class Turn(Struct, frozen=True):
    """The board after `version` entries of the log."""

    version: int
    call: tuple[int, ...] | None = None
    """The seats to ping; None: all seats to move."""
    since: int = 0
    """Events up to this version are on an earlier board."""


class Invitation(Struct, frozen=True):
    """The invitation to a match; it is posted again when the seats change."""

    call: tuple[int, ...] | None = None
    """The seats whose invited people are pinged; None: all."""


class Notice(Struct, frozen=True):
    """A notice to one person; `kind` is that of the offer to answer."""

    seat: int
    version: int = 0
    kind: str = ""


class Offered(Struct, frozen=True):
    """An offer of seat `by` to the others."""

    kind: str
    by: int
    version: int
    call: tuple[int, ...] | None = None


class Declined(Struct, frozen=True):
    """A declined offer: declined by a seat or, with `who`, by the invited person."""

    kind: str
    by: int | None = None
    who: int | None = None


class Substitute(Struct, frozen=True, rename={"person": "user"}):
    """The proposal of seat `by` that the person takes `seat`."""

    by: int
    seat: int
    person: int | None
    call: tuple[int, ...] = ()


class Substituted(Struct, frozen=True):
    """A seat's old and new player."""

    old: int | None
    new: int | None


class TimeOver(Struct, frozen=True):
    """The seats that were out of time at that version."""

    seats: tuple[int, ...]
    version: int
    call: tuple[int, ...] = ()


class Resumed(Struct, frozen=True):
    """The pause was ended by seat `by`."""

    by: int
    version: int
    call: tuple[int, ...] = ()


class Daily(Struct, frozen=True):
    """The puzzle of a day, and the day of the previously posted puzzle."""

    day: int
    before: int | None = None


class Cancelled(Struct, frozen=True):
    """The match ended without a result."""

    by: int | None = None
    """The person who canceled it; None: nobody joined in time, or the bot was removed from its server."""


class Absence(Struct, frozen=True, rename={"person": "user"}):
    """A vacation that begins, is planned, or is over."""

    person: int | None
    starts: int = 0
    ends: int = 0
    planned: bool = False


class RatingChange(Struct, frozen=True):
    """One seat's rating before and after the match."""

    seat: int
    before: int
    after: int
    provisional: bool


class Rated(Struct, frozen=True):
    """The rating changes of a match."""

    seats: tuple[RatingChange, ...]
