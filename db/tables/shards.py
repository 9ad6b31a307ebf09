"""Shards: the matches that a process is connected for. Discord splits a bot's servers among several connections."""

from collections.abc import Collection

from msgspec import Struct


class Shards(Struct, frozen=True):
    """Some of `count` shards; by default all matches, as one shard."""

    ids: tuple[int, ...] = (0,)
    count: int = 1

    @property
    def whole(self) -> bool:
        """Whether these are all shards."""
        return len(self.ids) == self.count

    def of(self, guild: int | None) -> int:
        """The shard of a server; rows without a server belong to shard 0."""
        return ((guild or 0) >> 22) % self.count

    def has(self, guild: int | None) -> bool:
        """Whether the server belongs to one of these shards."""
        return self.of(guild) in self.ids

    def only(self, ids: Collection[int]) -> "Shards":
        """The shards that are also in `ids`."""
        return Shards(tuple(one for one in self.ids if one in ids), self.count)

    def condition(self, guild: str) -> str:
        """`has` as an SQL condition; `guild` is the column."""
        if self.whole:
            return "1 = 1"
        ids = ", ".join(map(str, self.ids)) or "-1"
        return f"(coalesce({guild}, 0) >> 22) % {self.count} IN ({ids})"

    def __str__(self) -> str:
        first, last = self.ids[0], self.ids[-1]
        several = len(self.ids) > 1 and self.ids == tuple(range(first, last + 1))
        return f"{f'{first}-{last}' if several else ','.join(map(str, self.ids))}/{self.count}"


ALL_SHARDS = Shards()
