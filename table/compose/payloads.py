"""What the rows of the outbox carry, by kind. A person who asked to be forgotten is 0 in them."""

from __future__ import annotations

from msgspec import Struct


class Turn(Struct, frozen=True):
    """The board after `version` entries of the log."""

    version: int
    call: tuple[int, ...] | None = None
    """The seats to ping; None: all that are to move."""


class Invitation(Struct, frozen=True):
    call: tuple[int, ...] | None = None
    """The seats whose guests are pinged; None: all. Posted again when somebody has joined, it pings nobody."""


class Notice(Struct, frozen=True):
    """What one person is told; `kind` is that of the offer to answer."""

    seat: int
    version: int = 0
    kind: str = ""


class Offered(Struct, frozen=True):
    kind: str
    by: int
    version: int
    call: tuple[int, ...] | None = None


class Declined(Struct, frozen=True):
    """By the seat, or by the person who was asked to take one."""

    kind: str
    by: int | None = None
    who: int | None = None


class Substitute(Struct, frozen=True):
    """A seat's player proposes that the user plays on at a seat."""

    by: int
    seat: int
    user: int | None
    call: tuple[int, ...] = ()


class Substituted(Struct, frozen=True):
    old: int | None
    new: int | None


class Late(Struct, frozen=True):
    """The seats whose time was over at that version."""

    seats: tuple[int, ...]
    version: int
    call: tuple[int, ...] = ()


class Resumed(Struct, frozen=True):
    by: int
    version: int
    call: tuple[int, ...] = ()


class Cancelled(Struct, frozen=True):
    by: int | None = None
    """The person; None: nobody joined in time."""


class Absence(Struct, frozen=True):
    """A vacation that begins, is planned, or is over."""

    user: int | None
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
    seats: tuple[RatingChange, ...]
