"""Puzzle ratings of people, and the result of each puzzle, which counts once per person."""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from db.rows import Exercise, PuzzleRating, PuzzleResult
from db.sql import SqlTable, Tx
from db.transactions import Transactions

_RATINGS = SqlTable("puzzle_ratings", PuzzleRating, key=("person", "game"))
_RESULTS = SqlTable("puzzle_results", PuzzleResult)


class Score(Struct, frozen=True):
    """The result of the first try at a puzzle; ignored if the puzzle has counted before."""

    won: bool
    newcomer: PuzzleRating
    """The rating of a person who has none yet."""
    rate: Callable[[PuzzleRating], PuzzleRating]
    """Computes the person's new rating from the old one. Runs on the connection's thread."""


class PuzzleRatings(Transactions):
    """Ratings of people at puzzles."""

    async def of_person(self, person: int) -> list[PuzzleRating]:
        """The person's ratings in all games."""
        return await self._read(lambda tx: ratings(tx, person))

    async def results(self, person: int, game: str) -> list[PuzzleResult]:
        """The results of the person's first tries at puzzles of a game, the oldest first."""
        return await self._read(lambda tx: results(tx, person, game))

    async def result(self, person: int, game: str, item: str) -> PuzzleResult | None:
        """The result of the person's first try at a puzzle; None if it has not counted yet."""
        return await self._read(lambda tx: _result(tx, person, game, item))


def ratings(tx: Tx, person: int) -> list[PuzzleRating]:
    return _RATINGS.all(tx, "WHERE person = :person ORDER BY game", person=person)


def results(tx: Tx, person: int, game: str = "") -> list[PuzzleResult]:
    """The person's results of one game, or of all."""
    here = {"game": game} if game else {}
    where = f"WHERE person = :person {'AND game = :game' if game else ''} ORDER BY at, game, item"
    return _RESULTS.all(tx, where, person=person, **here)


def _result(tx: Tx, person: int, game: str, item: str) -> PuzzleResult | None:
    where = "WHERE person = :person AND game = :game AND item = :item"
    return _RESULTS.one(tx, where, person=person, game=game, item=item)


def count(tx: Tx, puzzle: Exercise, score: Score) -> None:
    """Store the result of the person's first try; does nothing if the puzzle has counted before."""
    person, game = puzzle.person, puzzle.game
    if _result(tx, person, game, puzzle.item) is not None:
        return
    known = _RATINGS.one(tx, "WHERE person = :person AND game = :game", person=person, game=game)
    before = known or score.newcomer
    after = _RATINGS.put(tx, replace(score.rate(before), at=tx.now))
    result = PuzzleResult(
        person=person, game=game, item=puzzle.item, won=score.won, mu=before.mu, mu_after=after.mu, at=tx.now
    )
    _RESULTS.insert(tx, result)
