"""What each person has chosen."""

from collections.abc import Mapping

from msgspec.structs import replace

from db.rows import Person
from db.sql import Found, SqlTable, Tx
from db.transactions import Transactions

_PEOPLE = SqlTable(
    "people", Person, key=("person",), checked=("person", "language", "palette", "notices", "remind", "quiet", "zone")
)


def person(tx: Tx, person: int) -> Person:
    """The person's row, or an empty one when they have chosen nothing."""
    return _PEOPLE.one(tx, "WHERE person = :person", person=person) or Person(person=person)


def find_seated(tx: Tx, match: int) -> Found[Person]:
    """The rows of those who sit in the match or are invited, as far as they have chosen something."""
    return _PEOPLE.find(
        tx,
        """WHERE person IN (SELECT person FROM seats WHERE match = :match)
        OR person IN (SELECT invited FROM seats WHERE match = :match)""",
        match=match,
    )


def remember(tx: Tx, who: int, chosen: Mapping[str, str]) -> Person:
    tx.lock(f"person {who}")
    return _PEOPLE.put(tx, replace(person(tx, who), **chosen))


def damaged(tx: Tx) -> list[int]:
    """The people of the rows that are not as they were stored."""
    return _PEOPLE.damaged(tx, "person")


class People(Transactions):
    """What each person has chosen."""

    async def get(self, who: int) -> Person:
        """The person's choices; empty ones if they have chosen nothing."""
        return await self._read(lambda tx: person(tx, who))

    async def update(self, who: int, **chosen: str) -> Person:
        """Store what a person chooses, by the fields of `Person`; an empty text takes a choice back."""
        return await self._write(lambda tx: remember(tx, who, chosen))
