"""Chance: one seeded stream per match, the same on every machine, open to check once the seed is published."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def seed_hash(seed: str) -> str:
    """The hash that is published at the start, so that nobody can change the seed later."""
    return hashlib.sha256(seed.encode()).hexdigest()


class Dice:
    """Draw number k is the SHA-256 of `seed/k`; `used` is how many draws have been made."""

    __slots__ = ("seed", "used")

    def __init__(self, seed: str, used: int = 0) -> None:
        self.seed, self.used = seed, used

    def at(self, used: int) -> Dice:
        """The same stream after `used` draws."""
        return Dice(self.seed, used)

    def below(self, sides: int) -> int:
        """A uniform integer from 0 to sides − 1 (rejection sampling)."""
        fair = (1 << 64) - (1 << 64) % sides
        while True:
            drawn = int.from_bytes(hashlib.sha256(f"{self.seed}/{self.used}".encode()).digest()[:8], "big")
            self.used += 1
            if drawn < fair:
                return drawn % sides

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in random order (Fisher–Yates from the back)."""
        deck = list(items)
        for last in range(len(deck) - 1, 0, -1):
            other = self.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return deck
