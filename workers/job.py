"""A job: a generator function of ours that reports its progress and returns something; and what is told of it."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Generator, Iterator
from typing import Any, TypeVar

from msgspec import Struct

from table.user_error import UserError

T = TypeVar("T")


class Progress(Struct, frozen=True):
    """How much of a job is done."""

    done: int
    all: int


Work = Generator[Progress, None, T]
"""What a job's function returns."""


class Job(Struct, frozen=True):
    """A function at the top of a module, its arguments, and how many seconds of CPU it may take."""

    function: Callable[..., Work[Any]]
    arguments: tuple[Any, ...]
    seconds: float


class Done(Struct, frozen=True):
    """The job's result."""

    result: Any


class Refusal(Struct, frozen=True):
    """The job refuses, with a reason for the person."""

    sorry: UserError


class Failure(Struct, frozen=True):
    """An error of ours, as its traceback."""

    trace: str


Told = Progress | Done | Refusal | Failure


def run(job: Job) -> Iterator[Told]:
    """Do the job: its progress, at last its end."""
    try:
        work = job.function(*job.arguments)
        while True:
            yield next(work)
    except StopIteration as end:
        yield Done(end.value)
    except UserError as sorry:
        yield Refusal(sorry)
    except Exception:
        yield Failure(traceback.format_exc())
