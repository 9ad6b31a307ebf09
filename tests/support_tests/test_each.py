"""The helper that makes one test of a table of cases."""

from __future__ import annotations

import pytest

from tests.support.each import each


def test_each_names_every_failing_case_and_no_other() -> None:
    tried: list[int] = []

    @each(("number", "half"), [(2, 1), (5, 2), (8, 4), (9, 4)], ids=lambda case: f"number {case[0]}")
    def halves(number: int, half: int) -> None:
        tried.append(number)
        assert number == 2 * half

    with pytest.raises(ExceptionGroup, match="2 of 4 cases") as failed:
        halves()
    assert tried == [2, 5, 8, 9]
    assert [error.__notes__ for error in failed.value.exceptions] == [
        ["in the case number 5"],
        ["in the case number 9"],
    ]


def test_each_passes_if_all_cases_hold_and_fails_without_cases() -> None:
    each("word", ["a", "b"])(lambda word: None)()
    with pytest.raises(AssertionError, match="no cases"):
        each("word", [])(lambda word: None)()
