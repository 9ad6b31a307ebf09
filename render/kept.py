"""Keeping what was made, up to so many bytes: what was not asked for longest goes first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Made = TypeVar("Made")


class Kept(Generic[Made]):
    """Makes a thing for a key, or gives the one that it has made before. Safe for threads."""

    def __init__(self, make: Callable[..., Made], cost: Callable[[Made], int], budget: int) -> None:
        self._make, self._cost, self._budget = make, cost, budget
        self._lock = Lock()
        self._kept: OrderedDict[Hashable, Made] = OrderedDict()
        self._spent = 0

    def __call__(self, *key: Hashable) -> Made:
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
                return found
        made = self._make(*key)
        with self._lock:
            if key not in self._kept:
                self._kept[key] = made
                self._spent += self._cost(made)
            while self._spent > self._budget and len(self._kept) > 1:
                _, oldest = self._kept.popitem(last=False)
                self._spent -= self._cost(oldest)
        return made

    @property
    def spent(self) -> int:
        return self._spent

    def cache_clear(self) -> None:
        with self._lock:
            self._kept.clear()
            self._spent = 0
