"""Server settings, and the people who are banned from a server's seats."""

import hashlib
from collections.abc import Collection, Mapping

from msgspec.structs import replace

from db.rows import Guild
from db.sql import SqlTable, Tx
from db.transactions import Transactions

_GUILDS = SqlTable("guilds", Guild, key=("guild",), checked=("guild", "language", "clock", "channels", "thread"))


class Guilds(Transactions):
    """Settings and bans of servers."""

    async def get(self, guild: int) -> Guild:
        return await self._read(lambda tx: settings(tx, guild))

    async def update(self, guild: int, **chosen: str | bool) -> Guild:
        """Store a server's settings, by the fields of `Guild`; an empty text removes a setting."""
        return await self._write(lambda tx: update(tx, guild, chosen))

    async def allow_channel(self, guild: int, channel: int, *, close: bool = False) -> bool:
        """Allow matches in this channel, or with `close` disallow them. Returns False if nothing changes."""
        return await self._write(lambda tx: allow_channel(tx, guild, channel, close=close))

    async def allow_all_channels(self, guild: int) -> None:
        """Allow matches in all channels."""
        await self._write(lambda tx: update(tx, guild, {"channels": ()}))

    async def language(self, guild: int) -> str:
        """The server's language; empty if none is set."""
        return (await self.get(guild)).language

    async def has_served(self, guild: int) -> bool:
        """Whether the server has ever had a match or a setting."""
        return await self._read(lambda tx: has_served(tx, guild))

    async def banned(self, guild: int) -> list[int]:
        """Ids of banned people. Use `is_banned` for checks: it also covers people who deleted their data."""
        return await self._read(lambda tx: banned(tx, guild))

    async def ban(self, guild: int, person: int, *, lift: bool = False) -> bool:
        """Ban a person or lift the ban. Returns False if nothing changes."""
        return await self._write(lambda tx: lift_ban(tx, guild, person) if lift else ban(tx, guild, person))


def settings(tx: Tx, guild: int) -> Guild:
    return _GUILDS.one(tx, "WHERE guild = :guild", guild=guild) or Guild(guild=guild)


def has_served(tx: Tx, guild: int) -> bool:
    rows = "SELECT guild FROM guilds WHERE guild = :guild UNION ALL SELECT guild FROM matches WHERE guild = :guild"
    return tx.value(f"{rows} LIMIT 1", guild=guild) is not None


def update(tx: Tx, guild: int, chosen: Mapping[str, object]) -> Guild:
    tx.lock(f"guild {guild}")
    return _GUILDS.put(tx, replace(settings(tx, guild), **chosen))


def allow_channel(tx: Tx, guild: int, channel: int, *, close: bool) -> bool:
    tx.lock(f"guild {guild}")
    before = settings(tx, guild)
    if (channel in before.channels) != close:
        return False
    others = tuple(one for one in before.channels if one != channel)
    _GUILDS.put(tx, replace(before, channels=others if close else (*others, channel)))
    return True


def banned(tx: Tx, guild: int) -> list[int]:
    found = tx.run("SELECT person FROM bans WHERE guild = :guild ORDER BY at, person", guild=guild)
    return [row[0] for row in found]


def ban(tx: Tx, guild: int, person: int) -> bool:
    added = tx.run(
        "INSERT INTO bans (guild, person, at) VALUES (:guild, :person, :now) ON CONFLICT (guild, person) DO NOTHING",
        guild=guild,
        person=person,
        now=tx.now,
    )
    return added.rowcount == 1


def lift_ban(tx: Tx, guild: int, person: int) -> bool:
    lifted = tx.run(
        "DELETE FROM bans WHERE guild = :guild AND person IN (:person, :anonymous)",
        guild=guild,
        person=person,
        anonymous=anonymous_id(person),
    )
    return lifted.rowcount > 0


def anonymise_bans(tx: Tx, person: int) -> None:
    """Replace the person's id in bans by the anonymous one: deleting one's data does not lift a ban."""
    tx.run(
        """INSERT INTO bans (guild, person, at) SELECT guild, :anonymous, at FROM bans WHERE person = :person
        ON CONFLICT (guild, person) DO UPDATE SET at = excluded.at""",
        anonymous=anonymous_id(person),
        person=person,
    )
    tx.run("DELETE FROM bans WHERE person = :person", person=person)


def is_banned(banned: Collection[int], person: int) -> bool:
    """Whether the person is banned, by their id or by the anonymous one."""
    return person in banned or anonymous_id(person) in banned


def anonymous_id(person: int) -> int:
    """A negative number derived from the id, which cannot be anybody's id and from which the id cannot be computed."""
    return -int.from_bytes(hashlib.sha256(f"banned {person}".encode()).digest()[:7], "big") - 1


def damaged(tx: Tx) -> list[int]:
    """The servers of damaged rows, by checksum."""
    return _GUILDS.damaged(tx, "guild")
