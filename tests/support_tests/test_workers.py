"""Each worker's share of the tests begins with some of those that wait for other processes."""

from __future__ import annotations

from tests.support.workers import arranged


def order(names: list[str], workers: int) -> list[int]:
    return arranged(range(len(names)), names, workers)


def test_every_worker_begins_with_waiting_tests_and_continues_with_neighbors() -> None:
    names = ["tests/browser/b", *(f"tests/cogs/{number}" for number in range(5)), "tests/sockets/s", "tests/sockets/t"]
    assert order([*names, "tests/project/test_scaffold.py::x"], 2) == [0, 7, 1, 2, 6, 8, 3, 4, 5]


def test_no_test_is_lost_when_there_are_few() -> None:
    assert order([], 2) == []
    for names in (["tests/browser/b"], ["tests/browser/b"] * 5, ["tests/x"], ["tests/x"] * 5):
        assert sorted(order(names, 4)) == [*range(len(names))]
