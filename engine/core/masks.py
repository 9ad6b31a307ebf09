"""Sets of numbered spaces as bit masks: bit n is space n."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def mask(spaces: Iterable[int]) -> int:
    """The set of these spaces."""
    found = 0
    for space in spaces:
        found |= 1 << space
    return found


def spaces_of(found: int) -> Iterator[int]:
    """The spaces in a mask, in order."""
    while found:
        low = found & -found
        yield low.bit_length() - 1
        found ^= low


def by_mask(things: Iterable[tuple[T, ...]]) -> tuple[tuple[T, ...], ...]:
    """For every mask, the things of its spaces in order; `things[n]` belongs to space n."""
    found: list[tuple[T, ...]] = [()]
    for more in things:
        found += [some + more for some in found]
    return tuple(found)
