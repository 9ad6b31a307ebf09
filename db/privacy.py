"""What is stored about one person, and how it is forgotten."""

import re
from collections.abc import Iterable

from msgspec import Struct

from . import drafts, guilds, matches, people, plans, times
from .door import Door, promise
from .rows import (
    Draft,
    Match,
    Message,
    Move,
    NewMessage,
    Person,
    Plan,
    Rating,
    Sitting,
    Standing,
    Vacation,
)
from .table import Table, Tx

_RATINGS = Table("ratings", Rating)
_RESULTS = Table("results", Standing)
_OUTBOX = Table("outbox", Message, numbered=True)

_IN_TEXT = (("outbox", "payload"), ("outbox", "trouble"), ("outbox", "failed"), ("due", "payload"))
"""Where somebody may be named inside a text. Discord's ids are longer than any other number there."""


class Share(Struct, frozen=True, kw_only=True):
    """What somebody had to do with a match. The match's own row is everybody's and not only theirs."""

    match: Match
    opened: bool
    invited: bool
    seat: int | None
    """Where they sit now, or sat at the end."""
    joined_at: int | None
    sittings: tuple[Sitting, ...]
    moves: tuple[Move, ...]
    draft: Draft | None
    plans: tuple[Plan, ...]
    results: tuple[Standing, ...]


class Dossier(Struct, frozen=True, kw_only=True):
    """Everything that is stored about one person."""

    person: Person
    vacations: tuple[Vacation, ...]
    ratings: tuple[Rating, ...]
    bans: tuple[tuple[int, int], ...]
    """Server and time."""
    letters: tuple[Message, ...]
    """Messages to this person alone."""
    shares: tuple[Share, ...]


class Privacy(Door):
    """What concerns one person's data as a whole."""

    async def dossier(self, user: int) -> Dossier:
        return await self._read(lambda tx: dossier(tx, user))

    async def forget(self, user: int, again: NewMessage) -> bool:
        """Nothing names the person any more; what others did stays. `again` goes to open matches that lose them.

        False, and nothing done, while they play in a running match or have one open: that is to be ended before.
        """
        return await self._write(lambda tx: forget(tx, user, again))


def dossier(tx: Tx, user: int) -> Dossier:
    return Dossier(
        person=people.person(tx, user),
        vacations=tuple(times.vacations(tx, user, since=-1)),
        ratings=tuple(_RATINGS.all(tx, "WHERE user = ? ORDER BY game, guild", user)),
        bans=tuple((row[0], row[1]) for row in tx.run("SELECT guild, at FROM bans WHERE user = ? ORDER BY at", user)),
        letters=tuple(_OUTBOX.all(tx, "WHERE user = ? ORDER BY id", user)),
        shares=tuple(_share(tx, matches.match(tx, match), user) for match in _concerned(tx, user)),
    )


def _concerned(tx: Tx, user: int) -> list[int]:
    found = tx.run(
        """SELECT id FROM matches WHERE creator = ?1
        UNION SELECT match FROM seats WHERE user = ?1
        UNION SELECT match FROM seats WHERE invited = ?1
        UNION SELECT match FROM sittings WHERE user = ?1
        UNION SELECT match FROM results WHERE user = ?1
        ORDER BY 1""",
        user,
    )
    return [row[0] for row in found]


def _share(tx: Tx, match: Match, user: int) -> Share:
    table = matches.seats(tx, match.id)
    mine = next((one for one in table if one.user == user), None)
    sittings = matches.sittings(tx, match.id)
    moves = matches.moves(tx, match.id)
    if not sittings and mine is not None:  # it never began
        sittings = [Sitting(match=match.id, seat=mine.seat, since=0, user=user)]
    return Share(
        match=match,
        opened=match.creator == user,
        invited=any(one.invited == user for one in table),
        seat=mine.seat if mine else None,
        joined_at=mine.joined_at if mine else None,
        sittings=tuple(one for one in sittings if one.user == user),
        moves=tuple(move for move in moves if _who(sittings, move) == user),
        draft=drafts.draft(tx, match.id, mine.seat) if mine else None,
        plans=tuple(one for one in plans.of_match(tx, match.id) if mine and one.seat == mine.seat),
        results=tuple(_RESULTS.all(tx, "WHERE match = ? AND user = ? ORDER BY seat", match.id, user)),
    )


def _who(sittings: Iterable[Sitting], move: Move) -> int | None:
    """Who had the seat when the entry was made; an entry's number is one more than the version it continues."""
    before = [one for one in sittings if one.seat == move.seat and one.since < move.seq]
    return before[-1].user if before else None


def forget(tx: Tx, user: int, again: NewMessage) -> bool:
    if _busy(tx, user):
        return False
    for match in matches.matches_of(tx, user):
        promise(tx, match, [again])
    for table in ("drafts", "plans"):
        tx.run(f"DELETE FROM {table} WHERE (match, seat) IN (SELECT match, seat FROM seats WHERE user = ?)", user)
    guilds.forget_banned(tx, user)
    for table in ("people", "vacations", "ratings", "outbox"):
        tx.run(f"DELETE FROM {table} WHERE user = ?", user)
    tx.run("UPDATE seats SET user = NULL, joined_at = NULL WHERE user = ?", user)
    tx.run("UPDATE seats SET invited = NULL WHERE invited = ?", user)
    tx.run("UPDATE sittings SET user = NULL WHERE user = ?", user)
    tx.run("UPDATE results SET user = NULL WHERE user = ?", user)
    tx.run("UPDATE matches SET creator = 0 WHERE creator = ?", user)
    _strike_out(tx, user)
    return True


def _busy(tx: Tx, user: int) -> bool:
    """Whether others would be left at a table with nobody opposite, or with an invitation from nobody."""
    return any(match.status == "live" or match.creator == user for match in matches.matches_of(tx, user))


def _strike_out(tx: Tx, user: int) -> None:
    """Offers about the person are withdrawn; elsewhere in texts their number becomes 0, which is nobody's."""
    named = re.compile(rf"(?<!\d){user}(?!\d)")
    tx.run("DELETE FROM offers WHERE instr(detail, ?)", str(user))
    for table, column in _IN_TEXT:
        found = tx.run(f"SELECT id, {column} FROM {table} WHERE instr({column}, ?)", str(user)).fetchall()
        for row, words in found:
            tx.run(f"UPDATE {table} SET {column} = ? WHERE id = ?", named.sub("0", words), row)
