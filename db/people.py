"""People: what each has chosen."""

from collections.abc import Mapping

from msgspec.structs import replace

from .rows import Person
from .table import Table, Tx

_PEOPLE = Table("people", Person)


def person(tx: Tx, user: int) -> Person:
    return _PEOPLE.one(tx, "WHERE user = ?", user) or Person(user=user)


def remember(tx: Tx, user: int, chosen: Mapping[str, str]) -> Person:
    return _PEOPLE.put(tx, replace(person(tx, user), **chosen))
