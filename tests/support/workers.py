"""The worker processes of pytest-xdist: `pytest -n 4 --dist worksteal` runs them in four worker processes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import islice
from typing import TypeVar

import pytest

WAITING = ("tests/browser/", "tests/sockets/", "tests/project/test_scaffold.py")
"""Tests that wait for other processes more than they compute; started late, they would delay the end."""
RUN_ID = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))[:12]
"""The id of the test run, equal in all its workers."""

T = TypeVar("T")


def is_worker(config: pytest.Config) -> bool:
    """Whether this process is one of several that run tests."""
    return hasattr(config, "workerinput")


def is_controller(config: pytest.Config) -> bool:
    """Whether this process runs no tests itself but starts the workers."""
    return bool(config.getoption("numprocesses", None)) and not is_worker(config)


def count(config: pytest.Config) -> int:
    """The number of workers of the run."""
    return int(config.workerinput["workercount"])  # type: ignore[attr-defined]


def arranged(tests: Sequence[T], names: Sequence[str], workers: int) -> list[T]:
    """The tests in an order in which each worker's share begins with some of the waiting ones.

    `--dist worksteal` first gives each worker an equal share of neighboring tests.
    """
    waiting = [test for test, name in zip(tests, names, strict=True) if name.startswith(WAITING)]
    others = iter([test for test, name in zip(tests, names, strict=True) if not name.startswith(WAITING)])
    order: list[T] = []
    for worker in range(workers):
        first = waiting[worker::workers]
        share = (len(tests) - len(order)) // (workers - worker)
        order += [*first, *islice(others, max(0, share - len(first)))]
    return [*order, *others]
