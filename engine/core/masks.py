"""Sets of numbered spaces as bit masks: bit n is space n."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


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
