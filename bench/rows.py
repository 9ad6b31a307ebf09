"""One line of the table: a measurement, its yardstick, the bar."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

from msgspec import Struct


class Row(Struct, frozen=True):
    what: str
    ours: str
    yardstick: str
    ratio: float
    bar: str
    met: bool


def timed(work: Callable[[], object], *, runs: int) -> float:
    """The median time of one call, in seconds."""
    times = []
    for _ in range(runs):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return median(times)


def paired(ours: Callable[[], object], yardstick: Callable[[], object], *, runs: int) -> tuple[float, float]:
    """The median times of both, taken in turns, so that a busy moment slows both."""
    pairs = [(timed(ours, runs=1), timed(yardstick, runs=1)) for _ in range(runs)]
    return median(one for one, _ in pairs), median(other for _, other in pairs)


def table(rows: list[Row]) -> str:
    """The rows in columns."""
    head = ("what", "ours", "yardstick", "ratio", "bar", "")
    lines = [head, *((r.what, r.ours, r.yardstick, f"{r.ratio:.2f}", r.bar, "ok" if r.met else "MISSED") for r in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines
    )
