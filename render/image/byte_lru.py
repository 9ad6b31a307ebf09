"""A cache with a budget of bytes instead of entries."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Made = TypeVar("Made")


class ByteLRU(Generic[Made]):
    """A thread-safe LRU cache with a byte budget that creates missing values."""

    def __init__(self, cost: Callable[[Made], int], budget: int) -> None:
        self._cost, self._budget = cost, budget
        self._lock = Lock()
        self._entries: OrderedDict[Hashable, Made] = OrderedDict()
        self._spent = 0

    def get(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """The value for the key, created by `make` if missing."""
        found = self.find(key)
        return self.keep(key, make()) if found is None else found

    def find(self, key: Hashable) -> Made | None:
        """The cached value for the key, or None."""
        with self._lock:
            found = self._entries.get(key)
            if found is not None:
                self._entries.move_to_end(key)
            return found

    def keep(self, key: Hashable, made: Made) -> Made:
        """Cache the value unless the key already has one; return the cached value."""
        with self._lock:
            if key not in self._entries:
                self._entries[key] = made
                self._spent += self._cost(made)
            while self._spent > self._budget and len(self._entries) > 1:
                _, oldest = self._entries.popitem(last=False)
                self._spent -= self._cost(oldest)
        return made

    @property
    def spent(self) -> int:
        """Total cost of the cached values."""
        return self._spent

    def cache_clear(self) -> None:
        """Clear the cache; named as the method of `lru_cache`."""
        with self._lock:
            self._entries.clear()
            self._spent = 0
