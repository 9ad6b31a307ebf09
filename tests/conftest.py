"""The profiles that tests run with, and what makes all tests quicker and none of them different."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.database import DirectoryBasedExampleDatabase
from hypothesis.internal.charmap import charmap, intervals_from_codec

from tests.support import profile

pytest_plugins = ["tests.support.forking"]

settings.register_profile("commit", deadline=None, derandomize=True)
settings.register_profile(
    "search",
    deadline=None,
    max_examples=profile.examples(100),
    print_blob=True,
    database=DirectoryBasedExampleDatabase(Path(__file__).parents[1] / ".hypothesis" / "examples"),
)
settings.load_profile(profile.NAME)


@pytest.fixture(scope="session", autouse=True)
def one_index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """All workers of a run search the rules by one index, where anything is tested that searches them."""
    from tests.support.forking import is_forked  # not before pytest has taken it for a plugin

    if not is_forked() or "search.rules_search" not in sys.modules:
        yield
        return
    from tests.support.shared_index import share_index

    with pytest.MonkeyPatch.context() as patch:
        share_index(tmp_path_factory.getbasetemp().parent, patch)
        yield


def pytest_sessionstart(session: pytest.Session) -> None:
    """A search says how to repeat it."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if profile.SEARCH and reporter is not None:
        reporter.write_line(f"searching for new examples: HYPOTHESIS_PROFILE=search SEARCH_SEED={profile.FIRST}")


gc.disable()  # while tests are collected nothing becomes garbage


def pytest_collection_finish(session: pytest.Session) -> None:
    """Thousands of tests and all that they import stay: whoever looks for garbage need not look there every time."""
    if session.config.option.processes > 1:  # Hypothesis would make these tables in every process of a fresh clone
        charmap()
        intervals_from_codec("utf-8")
    gc.freeze()
    gc.set_threshold(5_000, 10, 5)
    gc.enable()
