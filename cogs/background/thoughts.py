"""The job of a process that thinks for computers."""

from __future__ import annotations

from cogs.background.job import Work
from table.computers.think_task import ThinkTask, decision


def thought(task: ThinkTask) -> Work[tuple[str, ...]]:
    """What the computer decides."""
    yield from ()
    return decision(task)
