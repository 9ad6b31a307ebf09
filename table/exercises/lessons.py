"""Learning a game: the lessons of its course, and each person's progress."""

from __future__ import annotations

from collections.abc import Sequence

from db.rows import Exercise
from engine.core.game import AnyGame
from engine.core.text import text
from engine.learning.lessons import Lesson, Try, Wrong, after, begin, course
from engine.registry import GAMES
from table.exercises.exercises import Exercised, Exercises
from table.matches.draft import Drafted
from table.user_error import UserError


class LessonState(Exercised, frozen=True, kw_only=True):
    """The state of a lesson for a person."""

    lesson: Lesson
    wrong: Wrong | None = None
    """The reply to the last try, if it was a common mistake."""

    @property
    def count(self) -> int:
        return len(course(self.game.key))

    @property
    def is_last(self) -> bool:
        return self.number == self.count


class Lessons(Exercises[Lesson, Try, LessonState]):
    """The courses of all games."""

    kind = "lesson"
    gone = text("This lesson is no longer there. /learn opens it again.")

    async def progress(self, person: int, game: str) -> set[str]:
        """The ids of the lessons that the person has solved."""
        return {
            row.item
            for row in await self._store.exercises.of_person(person, self.kind, game)
            if row.solved_at is not None
        }

    async def open(self, person: int, game: str, number: int = 0) -> LessonState:
        """Open a lesson by its number; without one, the first unsolved lesson, or the first of all."""
        lessons = course(game)
        if not number:
            done = await self.progress(person, game)
            number = next((place for place, one in enumerate(lessons, 1) if one.id not in done), 1)
        if not 1 <= number <= len(lessons):
            raise UserError(text("The {game} course has {n} lessons.", game=GAMES[game].name, n=len(lessons)))
        return await self._open(person, game, lessons[number - 1], number)

    def items(self, game: str) -> Sequence[Lesson]:
        return course(game)

    def _begin(self, game: AnyGame, item: Lesson) -> Try:
        return begin(game, item)

    def _after(self, game: AnyGame, item: Lesson, picks: Sequence[str]) -> Try:
        return after(game, item, picks)

    def _seen(self, row: Exercise, item: Lesson, number: int, now: Drafted, tried: Try) -> LessonState:
        return LessonState(
            GAMES[row.game], number, row, now, tried.solved, tried.failed, lesson=item, wrong=tried.wrong
        )

    def _item(self, seen: LessonState) -> Lesson:
        return seen.lesson
