"""The interface that SQLite and PostgreSQL implement for the store."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TypeVar

from msgspec import Struct

from db.errors import StoreError
from db.sql import Tx

log = logging.getLogger("arena")
T = TypeVar("T")


class Usage(Struct, frozen=True):
    """Counters since the store was opened."""

    reads: int
    writes: int
    """Concurrent writes share one transaction on disk."""
    waiting: int = 0
    """Number of calls that wait for a connection now."""
    waited: float = 0.0
    """Total seconds that calls have waited for a connection."""
    repeats: int = 0
    """Number of retries after conflicts or lost connections."""


class Engine(ABC):
    """An open database that runs work in transactions. Work is synchronous and changes nothing but the database."""

    failure: StoreError | None = None
    """Why nothing can be stored until the process restarts; None while storing works."""
    on_failure: Callable[[StoreError], None] | None = None
    """Called once, when `failure` is set."""

    def fail(self, failure: StoreError) -> None:
        """Set `failure`, log it and call `on_failure`; later calls do nothing."""
        if self.failure is None:
            self.failure = failure
            log.critical("%s", failure)
            if self.on_failure is not None:
                self.on_failure(failure)

    @property
    @abstractmethod
    def usage(self) -> Usage:
        """The current counters."""

    @abstractmethod
    async def read(self, work: Callable[[Tx], T], now: int) -> T:
        """Run the work on one state of the database, which includes every write that has returned."""

    @abstractmethod
    async def write(self, work: Callable[[Tx], T], now: int) -> T:
        """Run the work in one transaction. It is on disk when this returns and rolled back if the work raises."""

    @abstractmethod
    def clock(self) -> float:
        """The time in Unix seconds that all processes on this database share."""

    @abstractmethod
    async def measure_clock(self) -> None:
        """Measure the offset between the local clock and the database's clock."""

    @abstractmethod
    def readable_errors(self) -> AbstractContextManager[None]:
        """Context manager: convert driver errors into a `StoreError`."""

    @abstractmethod
    async def backup(self, target: Path) -> None:
        """Copy the database into a new SQLite file; raises NoBackup."""

    @abstractmethod
    async def close(self) -> None:
        """Close all connections."""
