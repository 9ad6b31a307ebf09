"""Lessons and puzzles that people have started, with their picks."""

from collections.abc import Sequence

from msgspec.structs import replace

from db.errors import Changed
from db.rows import Exercise
from db.sql import SqlTable, Tx, as_json
from db.tables import daily_puzzles, puzzle_ratings
from db.tables.puzzle_ratings import Score
from db.transactions import Transactions

_EXERCISES = SqlTable("exercises", Exercise, numbered=True)


class Exercises(Transactions):
    """Lessons and puzzles of people."""

    async def get(self, number: int) -> Exercise | None:
        """The exercise with this number; None if there is none."""
        return await self._read(lambda tx: _EXERCISES.one(tx, "WHERE id = :number", number=number))

    async def of_person(self, person: int, kind: str, game: str) -> list[Exercise]:
        """The person's exercises of this kind in this game, the oldest first."""
        where = "WHERE person = :person AND kind = :kind AND game = :game ORDER BY begun_at, id"
        return await self._read(lambda tx: _EXERCISES.all(tx, where, person=person, kind=kind, game=game))

    async def newest(self, person: int, kind: str) -> Exercise | None:
        """The exercise of this kind that the person changed last."""
        where = "WHERE person = :person AND kind = :kind ORDER BY updated_at DESC, id DESC LIMIT 1"
        return await self._read(lambda tx: _EXERCISES.one(tx, where, person=person, kind=kind))

    async def begin(self, person: int, kind: str, game: str, item: str) -> Exercise:
        """The person's exercise, created unless it exists."""
        return await self._write(lambda tx: begin(tx, person, kind, game, item))

    async def change(
        self,
        seen: Exercise,
        picks: Sequence[str],
        *,
        wrong: bool = False,
        solved: bool = False,
        shown: bool = False,
        score: Score | None = None,
        days: Sequence[int] = (),
        interaction: int | None = None,
    ) -> Exercise:
        """Update an exercise: picks, wrong tries, solved, solution shown, score.

        Once its solution was shown, an exercise cannot become solved. Solving it still counts for those `days` that
        began after the solution was shown. Raises Changed if the stored exercise differs from `seen`.
        """

        def work(tx: Tx) -> Exercise:
            tx.lock(f"exercises {seen.person}")
            now = _EXERCISES.one(tx, "WHERE id = :number", number=seen.id)
            if now != seen:
                raise Changed(0, f"exercise {seen.id}")
            first = solved and seen.shown_at is None
            changed = replace(
                seen,
                picks=tuple(picks),
                tries=seen.tries + wrong,
                revision=seen.revision + 1,
                updated_at=tx.now,
                solved_at=seen.solved_at or (tx.now if first else None),
                shown_at=seen.shown_at or (tx.now if shown and seen.solved_at is None else None),
            )
            if score is not None:
                puzzle_ratings.count(tx, seen, score)
            if solved:
                shown_before = seen.shown_at or 0
                daily_puzzles.mark_solved(
                    tx, seen.person, [day for day in days if shown_before < day * daily_puzzles.DAY]
                )
            tx.run(
                "UPDATE exercises SET picks = :picks, tries = :tries, revision = :revision, updated_at = :now, "
                "solved_at = :solved, shown_at = :shown WHERE id = :id",
                id=seen.id,
                picks=as_json(changed.picks),
                tries=changed.tries,
                revision=changed.revision,
                now=tx.now,
                solved=changed.solved_at,
                shown=changed.shown_at,
            )
            return changed

        return await self._write(work, interaction)


def begin(tx: Tx, person: int, kind: str, game: str, item: str) -> Exercise:
    tx.run(
        "INSERT INTO exercises (person, kind, game, item, picks, tries, revision, begun_at, updated_at) "
        "VALUES (:person, :kind, :game, :item, '[]', 0, 0, :now, :now) "
        "ON CONFLICT (person, kind, game, item) DO NOTHING",
        person=person,
        kind=kind,
        game=game,
        item=item,
        now=tx.now,
    )
    where = "WHERE person = :person AND kind = :kind AND game = :game AND item = :item"
    found = _EXERCISES.one(tx, where, person=person, kind=kind, game=game, item=item)
    assert found is not None
    return found


def of_person(tx: Tx, person: int) -> list[Exercise]:
    return _EXERCISES.all(tx, "WHERE person = :person ORDER BY id", person=person)
