"""The job that makes a computer's decision."""

from __future__ import annotations

from table.computers.think_task import ThinkTask, decision
from workers.job import Work


def decision_job(task: ThinkTask) -> Work[tuple[str, ...]]:
    """The codes of the computer's decision."""
    yield from ()
    return decision(task)
