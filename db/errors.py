"""Errors that a person can cause or fix. Each message is a complete sentence."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from db.address import Address


class StoreError(Exception):
    """Base class of all errors that this room raises on purpose."""


class Passing(StoreError):
    """Temporary trouble: a later retry may succeed."""


class OldSQLite(StoreError):
    def __init__(self, found: str, needed: str) -> None:
        super().__init__(f"This Python comes with SQLite {found}, but Arena Post needs {needed} or newer.")
        self.found, self.needed = found, needed


class MissingDriver(StoreError):
    def __init__(self) -> None:
        super().__init__(
            "For a database of PostgreSQL the packages of requirements-postgres.txt are needed: start ./run, which "
            "installs them."
        )


class UnreadableAddress(StoreError):
    """The message quotes no part of the address, which may hold a password."""

    def __init__(self) -> None:
        super().__init__(
            "I can't read the address of the database. Write a file, sqlite:FILE or "
            "postgresql://USER:PASSWORD@HOST/NAME, with special characters of the password percent-encoded: "
            "%23 for #, %2F for /, %3F for ?, %40 for @."
        )


class MissingDatabase(StoreError):
    def __init__(self, path: Address) -> None:
        super().__init__(f"There is no database at {path}.")
        self.path = path


class NewerDatabase(StoreError):
    def __init__(self, path: Address, found: int, known: int) -> None:
        super().__init__(
            f"The database {path} was written by a newer Arena Post (version {found}, this program knows {known}): "
            "update the program or choose another file."
        )
        self.path, self.found, self.known = path, found, known


class OlderDatabase(StoreError):
    def __init__(self, path: Address, found: int, known: int) -> None:
        super().__init__(
            f"The database {path} was written by an older Arena Post (version {found}, this program knows {known}): "
            "start the bot once to bring it up to date."
        )
        self.path, self.found, self.known = path, found, known


class BrokenDatabase(StoreError):
    def __init__(self, path: Address, reason: str) -> None:
        super().__init__(f"The database {path} cannot be used: {reason}.")
        self.path, self.reason = path, reason


class ForeignDatabase(BrokenDatabase):
    def __init__(self, path: Address) -> None:
        super().__init__(path, "it belongs to another program")


class UnwritableDatabase(StoreError):
    def __init__(self, path: Address, reason: str) -> None:
        super().__init__(f"The database {path} cannot be written: {reason}.")
        self.path, self.reason = path, reason


class DiskTrouble(Passing, UnwritableDatabase):
    """The disk is full or currently fails."""


class LostChanges(BrokenDatabase):
    """Confirmed changes are missing from the database, although the file was not replaced."""

    def __init__(self, path: Path, missing: int, at: int) -> None:
        until = datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
        super().__init__(
            path,
            f"its last {missing} changes, confirmed until {until}, are missing. They were in the file {path.name}-wal, "
            "which was removed or replaced after the bot had ended without closing the database. Put that file back; "
            "if you don't have it, restore a backup, or go on without these changes "
            f"(python -m db --db {path} accept-loss)",
        )
        self.missing, self.at = missing, at


class RemovedDatabase(BrokenDatabase):
    """The database file is gone; the latest changes are not stored."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, "the file was removed or replaced while the bot was using it, so nothing can be stored")


class RemovedWal(Passing):
    """All confirmed changes are stored, but no further writes are possible."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"The file {path}-wal was removed or replaced while the bot was using it. Everything that was confirmed is "
            f"saved in {path}. The bot has to be started again; never remove this file while it is there."
        )
        self.path = path


class UnreachableDatabase(Passing):
    """The server does not answer, is starting or stopping, or refuses more connections at the moment."""

    def __init__(self, address: Address, reason: str) -> None:
        super().__init__(f"The database {address} cannot be reached: {reason}.")
        self.address, self.reason = address, reason


class OutcomeUnknown(Passing):
    """The connection was lost during a commit, and the database has not answered since."""

    def __init__(self) -> None:
        super().__init__("The database does not answer: it is not known whether the last change was stored.")


class DatabaseBusy(Passing):
    def __init__(self, path: Address) -> None:
        super().__init__(f"The database {path} is locked by another program.")
        self.path = path


class DatabaseInUse(StoreError):
    def __init__(self, path: Address) -> None:
        super().__init__(
            f"The database {path} is in use by another Arena Post: stop that one first, or choose another database."
        )
        self.path = path


class LinkedDatabase(StoreError):
    def __init__(self, path: Address) -> None:
        super().__init__(
            f"The database {path} has a second name (a hard link). Two programs that use both names would spoil it: "
            "remove the other name, or make a copy and use that."
        )
        self.path = path


class NoBackup(StoreError):
    def __init__(self, target: Path, reason: str) -> None:
        super().__init__(f"No backup was made: {target} {reason}.")
        self.target, self.reason = target, reason


class NoCopy(StoreError):
    def __init__(self, target: Address, reason: str) -> None:
        super().__init__(f"Nothing was copied to {target}: {reason}.")
        self.target, self.reason = target, reason


class NoRestore(StoreError):
    def __init__(self, backup: Path, reason: str) -> None:
        super().__init__(f"Nothing was restored from {backup}: {reason}.")
        self.backup, self.reason = backup, reason


class Refusal(StoreError):
    """The database is not in the state that the caller expected; nothing was stored."""


class NoSuchMatch(Refusal):
    def __init__(self, match: int) -> None:
        super().__init__(f"There is no match {match}.")
        self.match = match


class ChannelTaken(Refusal):
    def __init__(self, channel: int, match: int) -> None:
        super().__init__(f"Match {match} is already played in channel {channel}.")
        self.channel, self.match = channel, match


class NotOpen(Refusal):
    def __init__(self, match: int, status: str) -> None:
        super().__init__(f"Match {match} takes no more players: it is {status}.")
        self.match, self.status = match, status


class SeatTaken(Refusal):
    """`person` has this seat or is invited to it."""

    def __init__(self, seat: int, person: int) -> None:
        super().__init__(f"Seat {seat} belongs to user {person}.")
        self.seat, self.person = seat, person


class AlreadySeated(Refusal):
    def __init__(self, seat: int, person: int) -> None:
        super().__init__(f"User {person} already sits on seat {seat}.")
        self.seat, self.person = seat, person


class StaleVersion(Refusal):
    def __init__(self, match: int, expected: int, current: int) -> None:
        super().__init__(f"Match {match} is at version {current}, not {expected}.")
        self.match, self.expected, self.current = match, expected, current


class Changed(Refusal):
    """The row has changed since the caller read it: read it again."""

    def __init__(self, match: int, what: str) -> None:
        super().__init__(f"Of match {match} something has changed meanwhile: {what}.")
        self.match, self.what = match, what


class OfferStands(Refusal):
    """Another seat's offer of the same kind is waiting for an answer."""

    def __init__(self, kind: str, by_seat: int) -> None:
        super().__init__(f"Seat {by_seat} has already offered: {kind}.")
        self.kind, self.by_seat = kind, by_seat


class RepeatedInteraction(Refusal):
    def __init__(self, interaction: int) -> None:
        super().__init__(f"Interaction {interaction} has been dealt with before.")
        self.interaction = interaction


class LeaseLost(Refusal):
    """Another process has taken over the work that the lease protects."""

    def __init__(self, name: str) -> None:
        super().__init__(f"The lease {name} belongs to another process.")
        self.name = name


class Displaced(StoreError):
    def __init__(self, shards: str) -> None:
        super().__init__(f"Another process has taken over from this one (shards {shards}).")
        self.shards = shards
