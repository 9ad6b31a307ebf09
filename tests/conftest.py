"""Configuration of all tests: Hypothesis profiles, shared data, garbage collection."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.database import DirectoryBasedExampleDatabase

from tests.support import profile, workers

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
def one_index(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let all workers of a run share one index of the rules, if any of the tests search the rules."""
    if not workers.is_worker(request.config) or "search.rules_search" not in sys.modules:
        yield
        return
    from tests.support.shared_index import share_index

    with pytest.MonkeyPatch.context() as patch:
        share_index(tmp_path_factory.getbasetemp().parent, patch)
        yield


def pytest_sessionstart(session: pytest.Session) -> None:
    """Print how to repeat a search for examples."""
    if workers.is_controller(session.config):  # it collects no tests
        gc.enable()
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if profile.SEARCH and reporter is not None:
        reporter.write_line(f"searching for new examples: HYPOTHESIS_PROFILE=search SEARCH_SEED={profile.FIRST}")


gc.disable()  # collecting tests creates no garbage


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let every worker begin with its part of the tests that wait for other processes."""
    if workers.is_worker(config):
        items[:] = workers.arranged(items, [item.nodeid for item in items], workers.count(config))


def pytest_collection_finish() -> None:
    """Exclude the collected tests and their imports from garbage collection: they stay until the end."""
    gc.freeze()
    gc.set_threshold(5_000, 10, 5)
    gc.enable()
