"""Transactions that are done again when another one or the network was in the way, and never twice."""

import logging
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar
from weakref import WeakKeyDictionary

import psycopg
from psycopg import errors
from psycopg.pq import TransactionStatus
from psycopg_pool import ConnectionPool

from ..address import PostgresAddress
from ..sql import Tx
from .dialect import Connection, PostgresTx
from .pipeline import Pipeline
from .words import in_one_line, is_conflict, is_lost

log = logging.getLogger("arena")
T = TypeVar("T")

PATIENCE = 10.0
"""Seconds for which a piece of work is tried again while the database cannot be reached."""
MOST_CONFLICTS = 8
"""So often work is done again because of others before it is given up."""
_BEGIN_WRITE = b"BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
_NUMBER = b"SELECT pg_current_xact_id()::text"


class Unknown(Exception):
    """The connection was lost while the transaction was being committed."""

    def __init__(self, number: str, result: object) -> None:
        self.number, self.result = number, result


class Transactions:
    """Runs work on connections of a pool, on the thread of the caller."""

    def __init__(self, pool: ConnectionPool[Connection], address: PostgresAddress) -> None:
        self._pool, self._address = pool, address
        self.repeats = 0
        """How often work was done again."""
        self._lost = False
        self._pipelines: WeakKeyDictionary[Connection, Pipeline] = WeakKeyDictionary()

    def read(self, work: Callable[[Tx], T], now: int) -> T:
        """Run the work on one state of the database."""

        def attempt(conn: Connection) -> T:
            with self._pipeline(conn) as pipeline:
                pipeline.begin()
                return work(PostgresTx(pipeline.run, now))

        return self.with_connection(attempt)

    def write(self, work: Callable[[Tx], T], now: int) -> T:
        """Run the work in one transaction, which has been committed when this returns, once."""

        def attempt(conn: Connection) -> T:
            with self._pipeline(conn) as pipeline:
                _, number = pipeline.begin(_BEGIN_WRITE, _NUMBER)
                result = work(PostgresTx(pipeline.run, now))
                row = number.fetchone()
                try:
                    _commit(pipeline)
                except psycopg.Error as error:
                    if is_lost(error):
                        raise Unknown(row[0], result) from error
                    raise
            return result

        return self.with_connection(attempt)

    @contextmanager
    def _pipeline(self, conn: Connection) -> Iterator[Pipeline]:
        """The connection's pipeline, which is left empty."""
        pipeline = self._pipelines.get(conn)
        if pipeline is None:
            pipeline = self._pipelines[conn] = Pipeline(conn)
        try:
            yield pipeline
        finally:
            if not conn.closed:
                try:
                    pipeline.end()
                except psycopg.Error as error:
                    log.debug("the connection was lost after all that was asked for: %s", error)
                    conn.close()

    def with_connection(self, attempt: Callable[[Connection], T]) -> T:
        """Call the function with a connection; again, after what it began was rolled back, when that may help."""
        until, conflicts = time.monotonic() + PATIENCE, 0
        while True:
            try:
                with self._connection(until) as conn:
                    result = attempt(conn)
                self._tell(None)
                return result
            except Unknown as unknown:
                if self._was_committed(unknown.number, until):
                    return unknown.result  # type: ignore[return-value]
            except psycopg.Error as error:
                conflicts += is_conflict(error)
                if not (is_lost(error) or is_conflict(error)) or conflicts > MOST_CONFLICTS:
                    raise
                if is_lost(error):
                    self._tell(error)
                if time.monotonic() >= until:
                    raise
                if is_conflict(error):
                    log.info("another transaction was in the way (%s); trying again", error.diag.message_primary)
            self.repeats += 1
            time.sleep(random.uniform(0.005, 0.05) * (1 + conflicts))

    def _tell(self, trouble: psycopg.Error | None) -> None:
        """Log once that the database was lost, and once that it is back."""
        if trouble is not None and not self._lost:
            said = self._address.without_secrets(in_one_line(trouble))
            log.warning("the connection to the database is lost (%s); trying again", said)
        if trouble is None and self._lost:
            log.info("the database is reached again")
        self._lost = trouble is not None

    @contextmanager
    def _connection(self, until: float) -> Iterator[Connection]:
        conn = self._pool.getconn(max(0.1, until - time.monotonic()))
        try:
            yield conn
        except psycopg.Error as error:
            if is_lost(error):
                conn.close()
                self._pool.check()  # the others may be lost, too
            raise
        finally:
            _roll_back(conn)
            self._pool.putconn(conn)

    def _was_committed(self, number: str, until: float) -> bool:
        """Whether the transaction has been committed, asked on another connection when it has ended."""
        while True:
            try:
                with self._connection(until) as conn:
                    status = _status(conn, number)
                if status != "in progress":
                    return status == "committed"
            except psycopg.Error as error:
                if not is_lost(error) or time.monotonic() >= until:
                    raise
            if time.monotonic() >= until:
                raise errors.OperationalError("it is not known whether the last change was stored")
            time.sleep(0.05)


def _commit(pipeline: Pipeline) -> None:
    if pipeline.command(b"COMMIT").status != b"COMMIT":
        raise errors.InFailedSqlTransaction("a statement of the transaction has failed")


def _roll_back(conn: Connection) -> None:
    """End what was begun; a server that has lost the connection has done so itself."""
    if not conn.closed and conn.pgconn.transaction_status != TransactionStatus.IDLE:
        try:
            conn.rollback()
        except psycopg.Error as error:
            log.debug("the connection was lost before ROLLBACK: %s", error)
            conn.close()


def _status(conn: Connection, number: str) -> str:
    try:
        row = conn.execute("SELECT pg_xact_status(%(number)s::xid8)", {"number": number}).fetchone()
    except errors.InvalidParameterValue:
        return "aborted"  # its number lies in the future: the server has crashed before it was written
    return str(row[0]) if row else "aborted"
