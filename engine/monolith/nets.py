"""Which tiles are netted: a pure function over the graph of nets, including cycles (monolith N2 to N4)."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def netted_tiles(nets: Mapping[T, Collection[T]], bound: Collection[T] = ()) -> set[T]:
    """All netted tiles: `nets` maps each netter to its targets, `bound` are netted in any case (N7).

    A netter that no free tile nets is free, and the targets of a free netter are netted. Where a closed circle remains,
    its members do not net each other but net everything outside (N3, N4).
    """
    netted = set(bound)
    holders: dict[T, set[T]] = {}
    for netter, targets in nets.items():
        for target in targets:
            holders.setdefault(target, set()).add(netter)
    free: set[T] = set()
    undecided = [netter for netter in nets if netter not in netted]
    while undecided:
        left = [netter for netter in undecided if not _decide(netter, holders, free, netted)]
        if len(left) == len(undecided):
            circle = min((_behind(netter, holders, netted) for netter in left), key=len)
            for netter in circle:
                holders[netter] -= circle
        undecided = left
    netted.update(target for target, by in holders.items() if by & free)
    return netted


def _decide(netter: T, holders: Mapping[T, set[T]], free: set[T], netted: set[T]) -> bool:
    """Decide whether the netter is free or netted; return whether that is known by now."""
    by = holders.get(netter, set()) - netted
    if not by:
        free.add(netter)
    elif by & free:
        netted.add(netter)
    else:
        return False
    return True


def _behind(netter: T, holders: Mapping[T, set[T]], netted: set[T]) -> set[T]:
    """All undecided netters that net this one, directly or through others.

    The smallest such set is netted by none outside it.
    """
    found: set[T] = set()
    ahead = {netter}
    while ahead:
        found |= ahead
        ahead = {by for one in ahead for by in holders.get(one, ())} - found - netted
    return found
