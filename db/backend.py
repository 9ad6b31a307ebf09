"""What the store needs of a database: SQLite and PostgreSQL each provide one."""

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
    """How many reads and writes the store was asked for since it was opened, and how they had to wait."""

    reads: int
    writes: int
    """Those that wait at the same time share one transaction on disk."""
    waiting: int = 0
    """How many wait for a connection now."""
    waited: float = 0.0
    """For how many seconds all of them together have waited for one."""
    repeats: int = 0
    """How often work was done again because others, or the network, were in the way."""


class Engine(ABC):
    """An open database that runs work in transactions. Work is synchronous and changes nothing but the database."""

    failure: StoreError | None = None
    """Why nothing can be stored until the process is started again."""
    on_failure: Callable[[StoreError], None] | None = None
    """Called once when that happens."""

    def fail(self, failure: StoreError) -> None:
        """Log and report that nothing can be stored any more; the second time nothing is done."""
        if self.failure is None:
            self.failure = failure
            log.critical("%s", failure)
            if self.on_failure is not None:
                self.on_failure(failure)

    @property
    @abstractmethod
    def usage(self) -> Usage:
        """How many reads and writes have been asked for."""

    @abstractmethod
    async def read(self, work: Callable[[Tx], T], now: int) -> T:
        """Run the work on one state of the database, at least as new as every write that has returned."""

    @abstractmethod
    async def write(self, work: Callable[[Tx], T], now: int) -> T:
        """Run the work in one transaction, which is on disk when this returns and undone when it raises."""

    @abstractmethod
    def clock(self) -> float:
        """The time, in unix seconds, that counts for everybody who uses this database."""

    @abstractmethod
    async def measure_clock(self) -> None:
        """Compare our clock with the database's."""

    @abstractmethod
    def in_plain_words(self) -> AbstractContextManager[None]:
        """Errors of the database that are raised in the block become ours."""

    @abstractmethod
    async def backup(self, target: Path) -> None:
        """Copy the database into a new file of SQLite; raises NoBackup."""

    @abstractmethod
    async def close(self) -> None:
        """Close all connections."""
