"""Transactions that are retried after conflicts and lost connections, and committed exactly once."""

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

from db.address import PostgresAddress
from db.errors import OutcomeUnknown
from db.postgres.dialect import Connection, PostgresTx
from db.postgres.errors import in_one_line, is_conflict, is_lost
from db.postgres.pipeline import NoAnswer, Pipeline
from db.sql import Tx

log = logging.getLogger("arena")
T = TypeVar("T")

RETRY_SECONDS = 7.0
"""Seconds for which work is retried while the database cannot be reached or does not answer."""
RETRY_SECONDS_IN_TROUBLE = 0.5
"""The same once a caller has given up, until the database answers again, so that people get an error quickly."""
MAX_CONFLICTS = 8
"""Number of retries after conflicts before giving up."""
_BEGIN_WRITE = b"BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
_NUMBER = b"SELECT pg_current_xact_id()::text"


class Unknown(Exception):
    """The connection was lost during the commit."""

    def __init__(self, number: str, result: object) -> None:
        self.number, self.result = number, result


class Transactions:
    """Runs work on pooled connections, on the caller's thread, until a deadline of the monotonic clock."""

    def __init__(self, pool: ConnectionPool[Connection], address: PostgresAddress) -> None:
        self._pool, self._address = pool, address
        self.repeats = 0
        """The number of retries."""
        self._lost = False
        self._given_up = False
        """Whether the latest call gave up waiting for the database."""
        self._pipelines: WeakKeyDictionary[Connection, Pipeline] = WeakKeyDictionary()

    def read(self, work: Callable[[Tx], T], now: int, until: float) -> T:
        """Run the work on one state of the database."""

        def attempt(conn: Connection, until: float) -> T:
            with self._pipeline(conn) as pipeline:
                pipeline.begin(until=until)
                return work(PostgresTx(pipeline.run, now))

        return self._with_retries(attempt, until)

    def write(self, work: Callable[[Tx], T], now: int, until: float) -> T:
        """Run the work in one transaction, which is committed exactly once when this returns.

        Raises OutcomeUnknown if it cannot be determined whether it was committed.
        """

        def attempt(conn: Connection, until: float) -> T:
            with self._pipeline(conn) as pipeline:
                _, number = pipeline.begin(_BEGIN_WRITE, _NUMBER, until=until)
                result = work(PostgresTx(pipeline.run, now))
                row = number.fetchone()
                try:
                    _commit(pipeline)
                except psycopg.Error as error:
                    if is_lost(error):
                        raise Unknown(row[0], result) from error
                    raise
            return result

        return self._with_retries(attempt, until)

    @contextmanager
    def _pipeline(self, conn: Connection) -> Iterator[Pipeline]:
        """The connection's pipeline, which is drained afterward. A connection whose server does not answer is
        closed.
        """
        pipeline = self._pipelines.get(conn)
        if pipeline is None:
            pipeline = self._pipelines[conn] = Pipeline(conn)
        try:
            yield pipeline
        except NoAnswer:
            conn.close()
            raise
        finally:
            if not conn.closed:
                try:
                    pipeline.end()
                except psycopg.Error as error:
                    log.debug("the connection was lost after all that was asked for: %s", error)
                    conn.close()

    def _with_retries(self, attempt: Callable[[Connection, float], T], until: float) -> T:
        """Call the function with a connection. Retry after conflicts and lost connections, after a rollback."""
        conflicts = 0
        until = self._deadline(until)
        while True:
            try:
                with self._connection(until) as conn:
                    result = attempt(conn, until)
                self._report(None)
                return result
            except Unknown as unknown:
                if self._was_committed(unknown.number, until):
                    return unknown.result  # type: ignore[return-value]
            except psycopg.Error as error:
                conflicts += is_conflict(error)
                if not (is_lost(error) or is_conflict(error)) or conflicts > MAX_CONFLICTS:
                    raise
                if is_lost(error):
                    self._report(error)
                if time.monotonic() >= until:
                    self._given_up = is_lost(error)
                    raise
                if is_conflict(error):
                    log.info("another transaction was in the way (%s); retrying", error.diag.message_primary)
            self.repeats += 1
            time.sleep(random.uniform(0.005, 0.05) * (1 + conflicts))

    def _deadline(self, until: float) -> float:
        """The deadline for this work: at least a short time, and no longer than that after a caller has given up."""
        now = time.monotonic()
        return now + RETRY_SECONDS_IN_TROUBLE if self._given_up else max(until, now + RETRY_SECONDS_IN_TROUBLE)

    def _report(self, trouble: psycopg.Error | None) -> None:
        """Log once that the database was lost, and once that it is back."""
        if trouble is not None and not self._lost:
            message = self._address.without_secrets(in_one_line(trouble))
            log.warning("the connection to the database is lost (%s); retrying", message)
        if trouble is None and self._lost:
            log.info("the database is reached again")
        self._lost = trouble is not None
        if trouble is None:
            self._given_up = False

    @contextmanager
    def _connection(self, until: float) -> Iterator[Connection]:
        conn = self._pool.getconn(max(0.1, until - time.monotonic()))
        try:
            yield conn
        except psycopg.Error as error:
            if is_lost(error):
                conn.close()
                self._pool.drain()  # the others may be lost, too; testing each of them could take long
            raise
        finally:
            self._roll_back(conn, until)
            self._pool.putconn(conn)

    def _roll_back(self, conn: Connection, until: float) -> None:
        """Roll back an open transaction; the server does so itself if the connection is lost."""
        if conn.closed or conn.pgconn.transaction_status == TransactionStatus.IDLE:
            return
        try:
            with self._pipeline(conn) as pipeline:
                pipeline.begin(b"ROLLBACK", until=max(until, time.monotonic() + RETRY_SECONDS_IN_TROUBLE))
        except psycopg.Error as error:
            log.debug("the connection was lost before ROLLBACK: %s", error)
            conn.close()

    def _was_committed(self, number: str, until: float) -> bool:
        """Whether the transaction was committed, asked on another connection once the transaction has ended."""
        until = max(until, time.monotonic() + RETRY_SECONDS_IN_TROUBLE)
        while True:
            try:
                with self._connection(until) as conn, self._pipeline(conn) as pipeline:
                    pipeline.begin(until=until)
                    status = _status(pipeline, number)
                if status != "in progress":
                    return status == "committed"
            except psycopg.Error as error:
                if not is_lost(error):
                    raise
                self._report(error)
            if time.monotonic() >= until:
                self._given_up = True
                raise OutcomeUnknown
            time.sleep(0.05)


def _commit(pipeline: Pipeline) -> None:
    if pipeline.command(b"COMMIT").status != b"COMMIT":
        raise errors.InFailedSqlTransaction("a statement of the transaction has failed")


def _status(pipeline: Pipeline, number: str) -> str:
    try:
        row = pipeline.run("SELECT pg_xact_status(CAST(:number AS xid8))", {"number": number}).fetchone()
    except errors.InvalidParameterValue:
        return "aborted"  # its number lies in the future: the server has crashed before it was written
    return str(row[0]) if row else "aborted"
