"""People and the guilds they play in: what each has chosen."""

from .rows import Person
from .table import Table, Tx

_PEOPLE = Table("people", Person)


def person(tx: Tx, user: int) -> Person:
    return _PEOPLE.one(tx, "WHERE user = ?", user) or Person(user=user)


def remember(tx: Tx, user: int, language: str | None, palette: str | None) -> Person:
    before = person(tx, user)
    return _PEOPLE.put(
        tx,
        Person(
            user=user,
            language=before.language if language is None else language,
            palette=before.palette if palette is None else palette,
        ),
    )


def guild_language(tx: Tx, guild: int) -> str:
    language: str | None = tx.value("SELECT language FROM guilds WHERE guild = ?", guild)
    return language or ""


def set_guild_language(tx: Tx, guild: int, language: str) -> None:
    tx.run("INSERT OR REPLACE INTO guilds (guild, language) VALUES (?, ?)", guild, language)
