"""The same worlds with a PostgreSQL database."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

import pytest

from db.address import PostgresAddress
from tests.support.postgres.database import empty_postgres


class OnLoop(Executor):
    """An executor that works at once on the event loop's thread: the same order of work, without threads."""

    def __init__(self, *_: object, **__: object) -> None: ...

    def submit(self, work: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
        done: Future[Any] = Future()
        try:
            done.set_result(work(*args, **more))
        except BaseException as error:
            done.set_exception(error)
        return done


@pytest.fixture
def database(monkeypatch: pytest.MonkeyPatch) -> PostgresAddress:
    monkeypatch.setattr("db.postgres.backend.ThreadPoolExecutor", OnLoop)
    return PostgresAddress(empty_postgres("cogs"))
