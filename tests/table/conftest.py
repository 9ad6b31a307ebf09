from __future__ import annotations

import pytest

from table import seating
from tests.support.cogs.fixed_seed import FixedSeed


@pytest.fixture(autouse=True)
def one_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every match that begins has the same seed, so that a test does the same whenever it is run."""
    monkeypatch.setattr(seating, "secrets", FixedSeed())
