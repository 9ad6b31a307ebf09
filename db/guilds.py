"""Servers: what each has chosen, and whom it keeps from its seats."""

from msgspec.structs import replace

from .door import Door
from .rows import Guild
from .table import Table, Tx

_GUILDS = Table("guilds", Guild)


class Guilds(Door):
    """What concerns servers."""

    async def guild(self, guild: int) -> Guild:
        return await self._read(lambda tx: chosen(tx, guild))

    async def set_guild(self, guild: Guild) -> None:
        await self._write(lambda tx: _GUILDS.put(tx, guild))

    async def guild_language(self, guild: int) -> str:
        """Empty when none is chosen."""
        return (await self.guild(guild)).language

    async def set_guild_language(self, guild: int, language: str) -> None:
        await self._write(lambda tx: _GUILDS.put(tx, replace(chosen(tx, guild), language=language)))

    async def banned(self, guild: int) -> list[int]:
        """Those who may not take a seat in this server."""
        return await self._read(lambda tx: banned(tx, guild))

    async def ban(self, guild: int, user: int, *, lift: bool = False) -> bool:
        """False when it was so already."""
        return await self._write(lambda tx: lift_ban(tx, guild, user) if lift else ban(tx, guild, user))


def chosen(tx: Tx, guild: int) -> Guild:
    return _GUILDS.one(tx, "WHERE guild = ?", guild) or Guild(guild=guild)


def banned(tx: Tx, guild: int) -> list[int]:
    return [row[0] for row in tx.run("SELECT user FROM bans WHERE guild = ? ORDER BY at, user", guild)]


def ban(tx: Tx, guild: int, user: int) -> bool:
    return tx.run("INSERT OR IGNORE INTO bans (guild, user, at) VALUES (?, ?, ?)", guild, user, tx.now).rowcount == 1


def lift_ban(tx: Tx, guild: int, user: int) -> bool:
    return tx.run("DELETE FROM bans WHERE guild = ? AND user = ?", guild, user).rowcount == 1
