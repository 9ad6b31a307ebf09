"""How far a card in hand is from being summoned: for the judge of the computer players, so made for speed."""

from __future__ import annotations

from functools import lru_cache

from engine.tashkalar.board import CELLS
from engine.tashkalar.patterns import COUNTS, IMAGES, Image

FAR = 2
"""More than one common piece is missing."""
_LEFT = 60
"""Masks are shifted left by so much beforehand, so that every step of a pattern is a shift to the right."""
assert all(abs(shift) < _LEFT < CELLS for images in IMAGES for image in images for shift, _ in image.whole)

Needs = tuple[tuple[int, int], ...]


def _steps(image: Image) -> Needs:
    return tuple((_LEFT + shift, rank) for shift, rank in image.whole)


_STEPS: tuple[tuple[Needs, ...], ...] = tuple(tuple(_steps(image) for image in images) for images in IMAGES)


@lru_cache(maxsize=1 << 16)
def missing(card: int, room: int, empty: int, common: int, heroic: int, legendary: int) -> int:
    """Of own pieces of at least each rank: 0 if the card can be summoned, 1 if one common more allows it, else `FAR`.

    `room` is where no piece stands that is too high for the summoning square, `empty` where a piece can be placed.
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
