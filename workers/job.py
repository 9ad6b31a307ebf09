"""A job, a generator function that reports its progress and returns a result; and the messages about it."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Generator, Iterator
from typing import Any, TypeVar

from msgspec import Struct

from table.user_error import UserError

T = TypeVar("T")


class Progress(Struct, frozen=True):
    """The progress of a job in steps."""

    done: int
    all: int


Work = Generator[Progress, None, T]
"""The return type of a job's function."""


class Job(Struct, frozen=True):
    """A top-level function, its arguments, and its limit of CPU seconds."""

    function: Callable[..., Work[Any]]
    arguments: tuple[Any, ...]
    seconds: float


class Done(Struct, frozen=True):
    """The job's result."""

    result: Any


class Refusal(Struct, frozen=True):
    """The job has refused, with a reason for the user."""

    error: UserError


class Failure(Struct, frozen=True):
    """An unexpected error, as its traceback."""

    trace: str


JobMessage = Progress | Done | Refusal | Failure


def run(job: Job) -> Iterator[JobMessage]:
    """Run the job: yield its progress and finally its end."""
    try:
        work = job.function(*job.arguments)
        while True:
            yield next(work)
    except StopIteration as end:
        yield Done(end.value)
    except UserError as error:
        yield Refusal(error)
    except Exception:
        yield Failure(traceback.format_exc())
