"""What makes all tests quicker and none of them different."""

from __future__ import annotations

import gc


def pytest_collection_finish() -> None:
    """Thousands of tests and all that they import stay: whoever looks for garbage need not look there every time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 10, 5)
