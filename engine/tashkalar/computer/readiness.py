"""How far a card in hand is from being summoned: for evaluation, so optimized for speed."""

from __future__ import annotations

from functools import lru_cache

from engine.tashkalar.board import CELLS
from engine.tashkalar.patterns import COUNTS, IMAGES, Image

FAR = 2
"""More than one common is missing."""
_LEFT = 60
"""Masks are first shifted left by this, so that every step of a pattern is a shift to the right."""
assert all(abs(shift) < _LEFT < CELLS for images in IMAGES for image in images for shift, _ in image.whole)

Needs = tuple[tuple[int, int], ...]


def _steps(image: Image) -> Needs:
    return tuple((_LEFT + shift, rank) for shift, rank in image.whole)


_STEPS: tuple[tuple[Needs, ...], ...] = tuple(tuple(_steps(image) for image in images) for images in IMAGES)


@lru_cache(maxsize=1 << 16)
def missing(card: int, room: int, empty: int, common: int, heroic: int, legendary: int) -> int:
    """How many commons are missing to summon the card: 0, 1 or `FAR`. The masks hold own pieces of at least that rank.

    `room` has the squares without a piece too high for the summoning square, `empty` those where a piece can be placed.
    """
    commons, heroics, _ = COUNTS[card]
    have = common.bit_count()
    if heroics > heroic.bit_count() or commons > have + 1:
        return FAR
    mine = (common << _LEFT, heroic << _LEFT, legendary << _LEFT)
    if commons <= have:
        for steps in _STEPS[card]:
            found = room
            for shift, rank in steps:
                found &= mine[rank] >> shift
                if not found:
                    break
            else:
                return 0
    free = empty << _LEFT
    for steps in _STEPS[card]:
        whole, short = room, 0
        for shift, rank in steps:
            own = mine[rank] >> shift
            short &= own
            if not rank:
                short |= whole & free >> shift
            whole &= own
            if not whole | short:
                break
        else:
            return 1
    return FAR


def completing(
    card: int, room: int, empty: int, common: int, heroic: int, legendary: int
) -> tuple[list[int], list[int]]:
    """Squares where one more common makes the card ready, and where it leaves one missing; a mask for each pattern."""
    commons, heroics, _ = COUNTS[card]
    if heroics > heroic.bit_count() or commons > common.bit_count() + 2:
        return [], []
    mine, free = (common << _LEFT, heroic << _LEFT, legendary << _LEFT), empty << _LEFT
    ready, nearer = [], []
    for steps in _STEPS[card]:
        whole, one, two = room, 0, 0
        for shift, rank in steps:
            own = mine[rank] >> shift
            two &= own
            if rank:
                one &= own
            else:
                void = free >> shift
                two |= one & void
                one = one & own | whole & void
            whole &= own
        for shift, rank in steps:
            if not rank:
                if one:
                    ready.append((one << shift & free) >> _LEFT)
                if two:
                    nearer.append((two << shift & free) >> _LEFT)
    return ready, nearer
