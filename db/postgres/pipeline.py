"""Statement pipelining: statements are sent together, prepared once per connection, and awaited when a result is read.

Uses libpq's functions directly: psycopg's cursors take ten times as long per statement, most of the cost of a move.
"""

from __future__ import annotations

import select
import time
from collections import deque
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

import psycopg
from psycopg.adapt import Transformer
from psycopg.errors import error_from_result
from psycopg.pq import ConnStatus, ExecStatus
from psycopg.pq.abc import PGresult

from db.postgres.dialect import Connection, number_parameters

PREPARE_AT_USE = 2
"""A statement is prepared at this use, so that rare list lengths are not."""
MAX_PREPARED_STATEMENTS = 400
"""Limit per connection; all common statements are prepared long before."""
MAX_UNREAD_RESULTS = 200
"""Read results after this many sent statements, so that no buffer overflows."""
_TYPES: Mapping[type, int] = {int: 20, float: 701, str: 0, type(None): 0}
"""PostgreSQL's type numbers for parameters; it infers the type of texts."""
Key = tuple[str, tuple[int, ...]]


class NoAnswer(psycopg.OperationalError):
    """The server did not answer in time; the statements may still be executed."""


class PipelineResult:
    """The result of a statement that may not have been sent yet. Reading it sends all queued statements."""

    __slots__ = ("_pipeline", "_position", "preparation", "result", "rows")

    def __init__(self, pipeline: Pipeline, preparation: Key | None = None) -> None:
        self._pipeline, self.preparation = pipeline, preparation
        self.result: PGresult | None = None
        self.rows: list[tuple[Any, ...]] = []
        self._position = 0

    @property
    def rowcount(self) -> int:
        return self._got().command_tuples or 0

    @property
    def status(self) -> bytes:
        """The server's command tag, for example `COMMIT`."""
        return self._got().command_status or b""

    def fetchone(self) -> Any:
        self._got()
        if self._position == len(self.rows):
            return None
        self._position += 1
        return self.rows[self._position - 1]

    def fetchall(self) -> list[Any]:
        self._got()
        rest = self.rows[self._position :]
        self._position = len(self.rows)
        return rest

    def __iter__(self) -> Iterator[Any]:
        return iter(self.fetchall())

    def _got(self) -> PGresult:
        if self.result is None:
            self._pipeline.collect(self)
        assert self.result is not None
        return self.result


class Pipeline:
    """The statements of one connection. Between `begin` and `end` nobody else uses the connection."""

    def __init__(self, conn: Connection) -> None:
        self._pgconn = conn.pgconn
        self._loader = Transformer()
        self._poll = select.poll()
        self._poll.register(self._pgconn.socket, select.POLLIN)
        self._prepared: dict[Key, bytes] = {}
        self._numbers = count()
        self._uses: dict[Key, int] = {}
        self._sent: deque[PipelineResult | None] = deque()
        """Statements without a result so far, in order; None marks a synchronization point."""
        self._explicit = False
        self._synchronized = True
        """Whether nothing was sent since the last synchronization point …"""
        self._flushed = True
        """… or since the last flush request."""
        self._until = 0.0
        """Deadline for all answers, by the monotonic clock."""

    def begin(self, *commands: bytes, until: float) -> list[PipelineResult]:
        """Begin a transaction with these commands. Without commands it lasts until `end`, on one state of the database.

        Reading a result after the deadline `until` raises `NoAnswer`.
        """
        self._until = until
        self._pgconn.enter_pipeline_mode()
        self._explicit = bool(commands)
        return [self.command(one) for one in commands]

    def command(self, sql: bytes) -> PipelineResult:
        """Send an unprepared statement without parameters."""
        self._pgconn.send_query_params(sql, None)
        return self._waiting(PipelineResult(self))

    def run(self, sql: str, values: Mapping[str, object]) -> PipelineResult:
        """Send a statement with named parameters."""
        translated, names = number_parameters(sql)
        given = [values[name] for name in names]
        types = tuple([_TYPES[type(value)] for value in given])
        dumped = [None if value is None else str(value).encode() for value in given]
        key = sql, types
        prepared = self._prepared.get(key) or self._prepare(key, translated)
        if prepared is None:
            self._pgconn.send_query_params(translated, dumped, types)
        else:
            self._pgconn.send_query_prepared(prepared, dumped)
        return self._waiting(PipelineResult(self))

    def collect(self, wanted: PipelineResult) -> None:
        """Wait for the result and all earlier ones; raise the first error among them."""
        if self._explicit and not self._synchronized:
            # Synchronize, so that the idle timeout runs: a process that stops now soon loses its locks.
            self._synchronize()
        elif not self._flushed:
            self._pgconn.send_flush_request()
        self._flushed = True
        while wanted.result is None:
            self._receive()

    def end(self) -> None:
        """Wait for all pending results, ignoring failed statements, and leave the pipeline mode."""
        if not self._synchronized:
            self._synchronize()
        while self._sent:
            try:
                self._receive()
            except NoAnswer:
                raise
            except psycopg.Error:
                if self._pgconn.status == ConnStatus.BAD:
                    raise
        self._pgconn.exit_pipeline_mode()

    def _prepare(self, key: Key, translated: bytes) -> bytes | None:
        if len(self._prepared) >= MAX_PREPARED_STATEMENTS:
            return None
        if len(self._uses) > 4 * MAX_PREPARED_STATEMENTS:
            self._uses.clear()
        self._uses[key] = self._uses.get(key, 0) + 1
        if self._uses[key] < PREPARE_AT_USE:
            return None
        name = b"arena_%d" % next(self._numbers)
        self._pgconn.send_prepare(name, translated, key[1])
        self._sent.append(PipelineResult(self, key))
        self._prepared[key] = name
        return name

    def _waiting(self, result: PipelineResult) -> PipelineResult:
        self._sent.append(result)
        self._synchronized = self._flushed = False
        if len(self._sent) > MAX_UNREAD_RESULTS:
            self.collect(result)
        return result

    def _synchronize(self) -> None:
        self._pgconn.pipeline_sync()
        self._sent.append(None)
        self._synchronized = self._flushed = True

    def _receive(self) -> None:
        """Wait for the next result; raise its error."""
        expected = self._sent[0]
        found = self._next()
        if found is None:
            raise psycopg.OperationalError(self._pgconn.get_error_message())
        self._sent.popleft()
        if expected is None:
            if found.status != ExecStatus.PIPELINE_SYNC:  # the server ends the connection
                raise psycopg.OperationalError(found.get_error_message())
            return
        expected.result = found
        if self._next() is not None:
            raise psycopg.OperationalError(found.get_error_message())
        if found.status == ExecStatus.TUPLES_OK:
            self._loader.set_pgresult(found)
            expected.rows = self._loader.load_rows(0, found.ntuples, tuple)
        elif found.status != ExecStatus.COMMAND_OK:
            if expected.preparation is not None:
                del self._prepared[expected.preparation]
            if self._pgconn.status == ConnStatus.BAD:
                raise psycopg.OperationalError(found.get_error_message())
            raise error_from_result(found)

    def _next(self) -> PGresult | None:
        """The next result; None between two results. Other threads run during the wait."""
        while self._pgconn.is_busy():
            unsent = self._pgconn.flush()
            self._poll.modify(self._pgconn.socket, select.POLLIN | select.POLLOUT if unsent else select.POLLIN)
            left = self._until - time.monotonic()
            if not self._poll.poll(max(0, left * 1000)):
                raise NoAnswer("the database does not answer")
            self._pgconn.consume_input()
        return self._pgconn.get_result()
