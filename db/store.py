"""The database's interface, by topic. Each method is one transaction: committed on return, rolled back on an
exception.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType

from db.address import PostgresAddress, parse
from db.backend import Engine, Usage
from db.backends import open_engine
from db.errors import StoreError
from db.tables.backlog import Backlogs
from db.tables.clock_stops import ClockStops
from db.tables.daily_puzzles import DailyPuzzles
from db.tables.draft_rows import Drafts, Offers
from db.tables.due_rows import DueRows
from db.tables.exercises import Exercises
from db.tables.future_rows import FutureRows
from db.tables.guilds import Guilds
from db.tables.imports import Imports
from db.tables.ladder import Ladder
from db.tables.leases import LeaseRows
from db.tables.match_life import Matches
from db.tables.outbox import Outbox
from db.tables.people import People
from db.tables.plans import Plans
from db.tables.privacy import Privacy
from db.tables.puzzle_ratings import PuzzleRatings
from db.tables.quotas import Quotas
from db.tables.retention import Retention
from db.tables.reviews import ReviewRows
from db.tables.variables import Variables
from db.transactions import Transactions


class Store(Transactions):
    """All topics over one database."""

    def __init__(self, engine: Engine, clock: Callable[[], float] | None = None) -> None:
        super().__init__(engine, clock or engine.clock)
        parts = engine, self.clock
        self.matches, self.drafts, self.offers, self.plans = (
            Matches(*parts), Drafts(*parts), Offers(*parts), Plans(*parts)
        )  # fmt: skip
        self.outbox, self.due, self.leases = Outbox(*parts), DueRows(*parts), LeaseRows(*parts)
        self.clock_stops, self.future_rows = ClockStops(*parts), FutureRows(*parts)
        self.people, self.privacy, self.guilds, self.quotas = (
            People(*parts), Privacy(*parts), Guilds(*parts), Quotas(*parts)
        )  # fmt: skip
        self.ladder, self.reviews, self.imports = Ladder(*parts), ReviewRows(*parts), Imports(*parts)
        self.exercises, self.puzzle_ratings, self.daily = Exercises(*parts), PuzzleRatings(*parts), DailyPuzzles(*parts)
        self.variables, self.retention, self.backlog = Variables(*parts), Retention(*parts), Backlogs(*parts)

    @classmethod
    async def open(cls, address: Path | PostgresAddress | str, *, clock: Callable[[], float] | None = None) -> "Store":
        """Open the database, creating or migrating it first: a path, `sqlite:PATH` or `postgresql://…`.

        Without `clock` the database's own clock is used. Raises NewerDatabase, BrokenDatabase, UnwritableDatabase,
        DatabaseBusy, UnreachableDatabase or OldSQLite.
        """
        return cls(await open_engine(parse(address)), clock)

    async def close(self) -> None:
        await self._engine.close()

    async def __aenter__(self) -> "Store":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    @property
    def usage(self) -> Usage:
        """Counters since the store was opened; each method that reads or writes counts once."""
        return self._engine.usage

    def on_failure(self, callback: Callable[[StoreError], None]) -> None:
        """Set the callback for the moment when storing fails until the process restarts; it is called once."""
        self._engine.on_failure = callback

    def clock(self) -> float:
        """The time used for all writes."""
        return self._clock()

    async def measure_clock(self) -> None:
        """Measure the database's clock, which is the default `clock`."""
        await self._engine.measure_clock()

    def readable_errors(self) -> AbstractContextManager[None]:
        """Context manager: convert driver errors into a `StoreError`."""
        return self._engine.readable_errors()

    async def backup(self, target: Path | str) -> None:
        """Copy the database while it is in use. Raises NoBackup if the target exists or cannot be written."""
        await self._engine.backup(Path(target))
