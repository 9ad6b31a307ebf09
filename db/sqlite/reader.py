"""Reads on a connection of their own; they do not wait for writes that wait for the disk or a lock."""

import sqlite3
from collections.abc import Sequence
from typing import Any

from db.sqlite.connection import Connection, Job


class Reader(Connection):
    """Runs all queued reads in one transaction, which includes every write that has returned."""

    def run_jobs(self, conn: sqlite3.Connection, jobs: Sequence[Job[Any]]) -> None:
        try:
            conn.execute("BEGIN")
        except sqlite3.Error as error:
            for job in jobs:
                job.fail(error)
            return
        try:
            for job in jobs:
                try:
                    job.succeed(job.work(conn))
                except BaseException as error:
                    job.fail(error)
        finally:
            conn.rollback()
