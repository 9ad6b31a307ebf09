"""The bot's own persistent values, as texts by name."""

from db.sql import Tx
from db.transactions import Transactions


class Variables(Transactions):
    async def get(self, name: str) -> str:
        """The stored text; empty if there is none."""
        return await self._read(lambda tx: variable(tx, name))

    async def set_default(self, name: str, value: str) -> bool:
        """Store the text unless there is one. Returns whether it was stored."""
        return await self._write(lambda tx: first_variable(tx, name, value))

    async def set(self, name: str, value: str) -> None:
        await self._write(lambda tx: set_variable(tx, name, value))

    async def reserve_time(self, name: str, seconds: float, most: float) -> float:
        """Reserve the next free slot for an action that is allowed every `seconds`, and return its time.

        A reservation more than `most` seconds ahead is ignored: the clock was set back since.
        """
        now = self._clock()
        return await self._write(lambda tx: reserve_time(tx, name, now, seconds, most))


def variable(tx: Tx, name: str) -> str:
    found: str | None = tx.value("SELECT value FROM variables WHERE name = :name", name=name)
    return found or ""


def first_variable(tx: Tx, name: str, value: str) -> bool:
    known = "INSERT INTO variables (name, value) VALUES (:name, :value) ON CONFLICT (name) DO NOTHING"
    return tx.run(known, name=name, value=value).rowcount == 1


def reserve_time(tx: Tx, name: str, now: float, seconds: float, most: float) -> float:
    tx.lock(name)
    reserved = float(variable(tx, name) or 0)
    turn = reserved if now < reserved <= now + most else now
    set_variable(tx, name, repr(turn + seconds))
    return turn


def set_variable(tx: Tx, name: str, value: str) -> None:
    tx.run(
        """INSERT INTO variables (name, value) VALUES (:name, :value)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value""",
        name=name,
        value=value,
    )
