"""The index of the rules, built once per test run: the first process that needs it builds it, the others read it."""

from __future__ import annotations

import fcntl
import pickle
from functools import cache
from pathlib import Path

import pytest

from search import rules_search

_build = rules_search._library


def share_index(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Let this process share its index with all that use the same folder."""

    @cache
    def shared() -> rules_search.Index:
        file = folder / "rules-index"
        with (folder / "rules-rules_search.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not file.exists():
                file.write_bytes(pickle.dumps(_build()))
        found: rules_search.Index = pickle.loads(file.read_bytes())
        return found

    patch.setattr(rules_search, "_library", shared)
