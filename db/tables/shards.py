"""Shards: which matches a process is connected for. Discord sends a server's events to one of several connections."""

from collections.abc import Collection

from msgspec import Struct


class Shards(Struct, frozen=True):
    """Some of `count` shards; by default all matches, as one shard."""

    ids: tuple[int, ...] = (0,)
    count: int = 1

    @property
    def whole(self) -> bool:
        """Whether these are all shards there are."""
        return len(self.ids) == self.count

    def of(self, guild: int | None) -> int:
        """The shard of a server; what has no server belongs to shard 0."""
        return ((guild or 0) >> 22) % self.count

    def has(self, guild: int | None) -> bool:
        """Whether the server belongs to one of these shards."""
        return self.of(guild) in self.ids

    def only(self, ids: Collection[int]) -> "Shards":
        """Those of these shards that are named."""
        return Shards(tuple(one for one in self.ids if one in ids), self.count)

    def condition(self, guild: str) -> str:
        """The same as `has`, in SQL; `guild` is the column."""
        if self.whole:
            return "1 = 1"
        ids = ", ".join(map(str, self.ids)) or "-1"
        return f"(coalesce({guild}, 0) >> 22) % {self.count} IN ({ids})"

    def __str__(self) -> str:
        first, last = self.ids[0], self.ids[-1]
        several = len(self.ids) > 1 and self.ids == tuple(range(first, last + 1))
        return f"{f'{first}-{last}' if several else ','.join(map(str, self.ids))}/{self.count}"


ALL = Shards()
