"""Translates PostgreSQL errors that concern the whole database into readable sentences."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import errors

from db.address import PostgresAddress
from db.errors import BrokenDatabase, DatabaseBusy, DiskTrouble, UnreachableDatabase, UnwritableDatabase

_PERMANENT_MESSAGES = ("password authentication failed", "does not exist", "no pg_hba.conf entry", "permission denied")
"""Messages of permanent connection errors; they have no error code before the connection stands."""
_LOST_CODES = {"57P01", "57P02", "57P03", "57P05", "25P03", "25P04", "25006"}
"""The server is starting or stopping, has closed an idle connection, or has become a read-only replica."""
_DISK_CODES = {"53100", "58030"}
_CROWDED_CODES = {"53000", "53200", "53300", "53400"}
_TIMEOUT_CODES = {"55P03", "57014"}
_CONFLICTS = (errors.SerializationFailure, errors.DeadlockDetected, errors.UniqueViolation)


def is_conflict(error: BaseException) -> bool:
    """Whether another transaction interfered; a retry sees what that one has stored."""
    return isinstance(error, _CONFLICTS)


def is_lost(error: BaseException) -> bool:
    """Whether the connection is lost or was refused."""
    if not isinstance(error, psycopg.Error):
        return False
    state = error.sqlstate or ""
    return (
        state in _LOST_CODES | _CROWDED_CODES
        or state.startswith("08")
        or (not state and isinstance(error, _WITHOUT_STATE))
    )


_WITHOUT_STATE = (psycopg.OperationalError, psycopg.InterfaceError)
"""Errors that the driver raises without the server."""


@contextmanager
def readable_errors(address: PostgresAddress) -> Iterator[None]:
    """Context manager: convert PostgreSQL errors that are not about single rows into a `StoreError`."""
    try:
        yield
    except psycopg.Error as error:
        state, heard = error.sqlstate or "", in_one_line(error)
        message = address.without_secrets(heard)
        # Drop the cause as well: a traceback would show it.
        cause = error if message == heard else None
        if isinstance(error, errors.InsufficientPrivilege):
            raise UnwritableDatabase(address, message) from cause
        if state.startswith("XX00") and state != "XX000":
            raise BrokenDatabase(address, message) from cause
        if state in _DISK_CODES:
            raise DiskTrouble(address, message) from cause
        if state in _TIMEOUT_CODES or isinstance(error, errors.SerializationFailure | errors.DeadlockDetected):
            raise DatabaseBusy(address) from cause
        if is_lost(error):
            if not state and any(words in heard for words in _PERMANENT_MESSAGES):
                raise BrokenDatabase(address, message) from cause
            raise UnreachableDatabase(address, message) from cause
        if cause is None:
            raise BrokenDatabase(address, message) from None
        raise


def in_one_line(error: BaseException) -> str:
    """The error's text without line breaks and a final period."""
    return " ".join(str(error).split()).rstrip(".") or type(error).__name__
