"""All data about one person, and its deletion."""

import re
from collections.abc import Iterable

from msgspec import Struct

from db.rows import (
    DailySolver,
    Draft,
    Exercise,
    Hint,
    Match,
    Message,
    Move,
    NewMessage,
    Person,
    Plan,
    PuzzleRating,
    PuzzleResult,
    Rating,
    SeatResult,
    Sitting,
    StoredReview,
    Vacation,
)
from db.sql import SqlTable, Tx
from db.tables import (
    clock_stops,
    daily_puzzles,
    drafts,
    exercises,
    guilds,
    matches,
    people,
    plans,
    puzzle_ratings,
    reviews,
)
from db.transactions import Transactions, enqueue

_RATINGS = SqlTable("ratings", Rating)
_RESULTS = SqlTable("results", SeatResult)
_OUTBOX = SqlTable("outbox", Message, numbered=True)

_TEXT_COLUMNS = (("outbox", "payload"), ("outbox", "trouble"), ("outbox", "failed"), ("due", "payload"))
"""Text columns that may contain an id. Discord's ids are longer than all other numbers in them."""

_PERSON_TABLES = (
    "people",
    "vacations",
    "ratings",
    "outbox",
    "exercises",
    "puzzle_ratings",
    "puzzle_results",
    "daily_solvers",
)
"""Tables whose rows about the person are deleted."""


class Participation(Struct, frozen=True, kw_only=True):
    """One person's part in one match."""

    match: Match
    opened: bool
    invited: bool
    seat: int | None
    """The seat that they have, or had at the end."""
    joined_at: int | None
    sittings: tuple[Sitting, ...]
    moves: tuple[Move, ...]
    draft: Draft | None
    plans: tuple[Plan, ...]
    results: tuple[SeatResult, ...]
    hints: tuple[Hint, ...]
    review: StoredReview | None


class Dossier(Struct, frozen=True, kw_only=True):
    """All data stored about one person."""

    person: Person
    vacations: tuple[Vacation, ...]
    ratings: tuple[Rating, ...]
    bans: tuple[tuple[int, int], ...]
    """Server and time of each ban."""
    messages: tuple[Message, ...]
    """Private messages to this person."""
    exercises: tuple[Exercise, ...]
    """Lessons and puzzles."""
    puzzle_ratings: tuple[PuzzleRating, ...]
    puzzle_results: tuple[PuzzleResult, ...]
    daily_puzzles: tuple[DailySolver, ...]
    """The days whose puzzle they have solved."""
    participations: tuple[Participation, ...]


class Privacy(Transactions):
    """Export and deletion of one person's data."""

    async def dossier(self, person: int) -> Dossier:
        return await self._read(lambda tx: dossier(tx, person))

    async def forget(self, person: int, again: NewMessage) -> bool:
        """Delete everything about the person. Their moves in finished matches stay, without a name.

        `again` is posted in open matches that lose a player. Returns False and does nothing while they play in a
        running match or have opened one that waits for players: those have to be ended first.
        """
        return await self._write(lambda tx: forget(tx, person, again))


def dossier(tx: Tx, person: int) -> Dossier:
    bans = tx.run("SELECT guild, at FROM bans WHERE person = :person ORDER BY at", person=person)
    return Dossier(
        person=people.person(tx, person),
        vacations=tuple(clock_stops.vacations(tx, person, since=-1)),
        ratings=tuple(_RATINGS.all(tx, "WHERE person = :person ORDER BY game, guild", person=person)),
        bans=tuple((guild, at) for guild, at in bans),
        messages=tuple(_OUTBOX.all(tx, "WHERE person = :person ORDER BY id", person=person)),
        exercises=tuple(exercises.of_person(tx, person)),
        puzzle_ratings=tuple(puzzle_ratings.ratings(tx, person)),
        puzzle_results=tuple(puzzle_ratings.results(tx, person)),
        daily_puzzles=tuple(daily_puzzles.days_of(tx, person)),
        participations=tuple(
            _participation(tx, matches.match(tx, match), person) for match in _matches_with(tx, person)
        ),
    )


def _matches_with(tx: Tx, person: int) -> list[int]:
    found = tx.run(
        """SELECT id FROM matches WHERE creator = :person
        UNION SELECT match FROM seats WHERE person = :person
        UNION SELECT match FROM seats WHERE invited = :person
        UNION SELECT match FROM sittings WHERE person = :person
        UNION SELECT match FROM results WHERE person = :person
        ORDER BY 1""",
        person=person,
    )
    return [row[0] for row in found]


def _participation(tx: Tx, match: Match, person: int) -> Participation:
    table = matches.seats(tx, match.id)
    mine = next((one for one in table if one.person == person), None)
    sittings = matches.sittings(tx, match.id)
    moves = matches.moves(tx, match.id)
    results = "WHERE match = :match AND person = :person ORDER BY seat"
    hints = [one for one in reviews.hints(tx, match.id) if _sitter(sittings, one.seat, one.version + 1) == person]
    if not sittings and mine is not None:  # the match never began
        sittings = [Sitting(match=match.id, seat=mine.seat, since=0, person=person)]
    return Participation(
        match=match,
        opened=match.creator == person,
        invited=any(one.invited == person for one in table),
        seat=mine.seat if mine else None,
        joined_at=mine.joined_at if mine else None,
        sittings=tuple(one for one in sittings if one.person == person),
        moves=tuple(move for move in moves if _mover(sittings, move) == person),
        draft=drafts.draft(tx, match.id, mine.seat) if mine else None,
        plans=tuple(one for one in plans.of_match(tx, match.id) if mine and one.seat == mine.seat),
        results=tuple(_RESULTS.all(tx, results, match=match.id, person=person)),
        hints=tuple(hints),
        review=reviews.review(tx, match.id) if sittings else None,
    )


def _mover(sittings: Iterable[Sitting], move: Move) -> int | None:
    """The person who made the log entry. An entry's number is one more than the version it continues."""
    return _sitter(sittings, move.seat, move.seq)


def _sitter(sittings: Iterable[Sitting], seat: int | None, number: int) -> int | None:
    """The person who had the seat when the entry with that number was made."""
    before = [one for one in sittings if one.seat == seat and one.since < number]
    return before[-1].person if before else None


def forget(tx: Tx, person: int, again: NewMessage) -> bool:
    tx.lock_matches(_matches_with(tx, person))
    if _busy(tx, person):
        return False
    for match in matches.matches_of(tx, person):
        enqueue(tx, match, [again])
    for table in ("drafts", "plans"):
        seats = "SELECT match, seat FROM seats WHERE person = :person"
        tx.run(f"DELETE FROM {table} WHERE (match, seat) IN ({seats})", person=person)
    guilds.anonymise_bans(tx, person)
    for table in _PERSON_TABLES:
        tx.run(f"DELETE FROM {table} WHERE person = :person", person=person)
    tx.run("UPDATE seats SET person = NULL, joined_at = NULL WHERE person = :person", person=person)
    tx.run("UPDATE seats SET invited = NULL WHERE invited = :person", person=person)
    tx.run("UPDATE sittings SET person = NULL WHERE person = :person", person=person)
    tx.run("UPDATE results SET person = NULL WHERE person = :person", person=person)
    tx.run("UPDATE matches SET creator = 0 WHERE creator = :person", person=person)
    _remove_from_texts(tx, person)
    return True


def _busy(tx: Tx, person: int) -> bool:
    """Whether the person plays in a running match or has opened one that waits for players."""
    return any(match.status == "live" or match.creator == person for match in matches.matches_of(tx, person))


def _remove_from_texts(tx: Tx, person: int) -> None:
    """Delete offers about the person, and replace their id by 0 in other texts."""
    named = re.compile(rf"(?<!\d){person}(?!\d)")
    holding = f"%{person}%"
    tx.run("DELETE FROM offers WHERE detail LIKE :holding", holding=holding)
    for table, column in _TEXT_COLUMNS:
        found = tx.run(f"SELECT id, {column} FROM {table} WHERE {column} LIKE :holding", holding=holding).fetchall()
        for row, words in found:
            forgotten = f"UPDATE {table} SET {column} = :words, checksum = NULL WHERE id = :row"
            tx.run(forgotten, words=named.sub("0", words), row=row)
