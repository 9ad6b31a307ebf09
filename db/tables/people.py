"""Each person's settings."""

from collections.abc import Mapping

from msgspec.structs import replace

from db.rows import Person
from db.sql import Found, SqlTable, Tx
from db.transactions import Transactions

_PEOPLE = SqlTable(
    "people", Person, key=("person",), checked=("person", "language", "palette", "notices", "remind", "quiet", "zone")
)


def person(tx: Tx, person: int) -> Person:
    """The person's settings; an empty row if they have none."""
    return _PEOPLE.one(tx, "WHERE person = :person", person=person) or Person(person=person)


def find_seated(tx: Tx, match: int) -> Found[Person]:
    """The settings of people who are seated in the match or invited, if they have any."""
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
    """The people of damaged rows, by checksum."""
    return _PEOPLE.damaged(tx, "person")


class People(Transactions):
    """Each person's settings."""

    async def get(self, who: int) -> Person:
        """The person's settings; empty ones if they have none."""
        return await self._read(lambda tx: person(tx, who))

    async def update(self, who: int, **chosen: str) -> Person:
        """Store a person's settings, by the fields of `Person`; an empty text removes a setting."""
        return await self._write(lambda tx: remember(tx, who, chosen))
