"""Servers: what each has chosen, and whom it keeps from its seats."""

import hashlib
from collections.abc import Collection

from msgspec.structs import replace

from .door import Door
from .rows import Guild
from .table import Table, Tx

_GUILDS = Table("guilds", Guild)


class Guilds(Door):
    """What concerns servers."""

    async def guild(self, guild: int) -> Guild:
        return await self._read(lambda tx: chosen_by(tx, guild))

    async def choose(self, guild: int, **chosen: str | bool) -> Guild:
        """What a server chooses, by the fields of `Guild`; an empty text takes a choice back."""
        return await self._write(lambda tx: _GUILDS.put(tx, replace(chosen_by(tx, guild), **chosen)))

    async def admit(self, guild: int, channel: int, *, close: bool = False) -> bool:
        """Matches may be opened in this channel, or no longer. False when it was so already."""
        return await self._write(lambda tx: admit(tx, guild, channel, close=close))

    async def admit_all(self, guild: int) -> None:
        """Matches may be opened everywhere."""
        await self._write(lambda tx: _GUILDS.put(tx, replace(chosen_by(tx, guild), channels=())))

    async def guild_language(self, guild: int) -> str:
        """Empty when none is chosen."""
        return (await self.guild(guild)).language

    async def banned(self, guild: int) -> list[int]:
        """Those who may not take a seat in this server; `keeps_out` knows also those whose name we have forgotten."""
        return await self._read(lambda tx: banned(tx, guild))

    async def ban(self, guild: int, user: int, *, lift: bool = False) -> bool:
        """False when it was so already."""
        return await self._write(lambda tx: lift_ban(tx, guild, user) if lift else ban(tx, guild, user))


def chosen_by(tx: Tx, guild: int) -> Guild:
    return _GUILDS.one(tx, "WHERE guild = ?", guild) or Guild(guild=guild)


def admit(tx: Tx, guild: int, channel: int, *, close: bool) -> bool:
    before = chosen_by(tx, guild)
    if (channel in before.channels) != close:
        return False
    others = tuple(one for one in before.channels if one != channel)
    _GUILDS.put(tx, replace(before, channels=others if close else (*others, channel)))
    return True


def banned(tx: Tx, guild: int) -> list[int]:
    return [row[0] for row in tx.run("SELECT user FROM bans WHERE guild = ? ORDER BY at, user", guild)]


def ban(tx: Tx, guild: int, user: int) -> bool:
    return tx.run("INSERT OR IGNORE INTO bans (guild, user, at) VALUES (?, ?, ?)", guild, user, tx.now).rowcount == 1


def lift_ban(tx: Tx, guild: int, user: int) -> bool:
    return tx.run("DELETE FROM bans WHERE guild = ? AND user IN (?, ?)", guild, user, shadow(user)).rowcount > 0


def forget_banned(tx: Tx, user: int) -> None:
    """A ban outlives the name: who deletes their data does not lift it."""
    tx.run("UPDATE OR REPLACE bans SET user = ? WHERE user = ?", shadow(user), user)


def keeps_out(banned: Collection[int], user: int) -> bool:
    """Whether somebody is among the banned, by name or by what is left of it."""
    return user in banned or shadow(user) in banned


def shadow(user: int) -> int:
    """A number that stands for a person without naming them; never anybody's own, for it is negative."""
    return -int.from_bytes(hashlib.sha256(f"banned {user}".encode()).digest()[:7], "big") - 1
