"""The job of a process that thinks for computers."""

from __future__ import annotations

from table.computers.think_task import ThinkTask, decision
from workers.job import Work


def thought(task: ThinkTask) -> Work[tuple[str, ...]]:
    """What the computer decides."""
    yield from ()
    return decision(task)
