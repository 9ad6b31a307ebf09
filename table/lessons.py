"""Learning a game: lessons that a person solves by playing, at their own pace, with nobody watching."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from db.errors import Changed
from db.rows import Exercise
from db.store import Store
from engine.core.ask import Refused
from engine.core.game import AnyGame
from engine.core.lessons import Lesson, Try, Wrong, after, begin, course
from engine.core.text import text
from engine.registry import GAMES
from table.choices import step_before
from table.drafting import Drafted, drafted
from table.sorry import Sorry
from table.typed import reach

LESSON = "lesson"
"""The kind of exercises that are lessons; each is stored by its id."""


class Lessoned(Struct, frozen=True):
    """A lesson as it stands for a person."""

    game: AnyGame
    lesson: Lesson
    number: int
    """Its place in the course, from 1 on."""
    row: Exercise
    now: Drafted
    solved: bool = False
    failed: bool = False
    """Whether the last try went wrong."""
    wrong: Wrong | None = None
    """What is to be said to it, if it was a usual one."""
    refused: Refused | None = None
    """Why the rest of what was typed could not be played."""
    stale: bool = False
    """Whether the control that was pressed belonged to an earlier state."""

    @property
    def count(self) -> int:
        return len(course(self.game.key))

    @property
    def is_last(self) -> bool:
        return self.number == self.count


class Lessons:
    """The courses, and how far everybody is in them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def progress(self, person: int, game: str) -> set[str]:
        """The ids of the lessons that the person has solved."""
        return {row.item for row in await self._store.exercises(person, LESSON, game) if row.solved_at is not None}

    async def open(self, person: int, game: str, number: int = 0) -> Lessoned:
        """A lesson by its number; without one, the first that is not solved, or the first of all."""
        lessons = course(game)
        if not number:
            done = await self.progress(person, game)
            number = next((place for place, one in enumerate(lessons, 1) if one.id not in done), 1)
        if not 1 <= number <= len(lessons):
            raise Sorry(text("The course of {game} has {n} lessons.", game=GAMES[game].name, n=len(lessons)))
        row = await self._store.begin_exercise(person, LESSON, game, lessons[number - 1].id)
        if _read(row).solved:  # it is done once more
            row = await self._store.change_exercise(row, ())
        return _lessoned(row, lessons[number - 1], number)

    async def again(self, exercise: int, person: int) -> Lessoned:
        """The lesson as it stands."""
        return _read(await self._own(exercise, person))

    async def pick(self, exercise: int, person: int, codes: Sequence[str], revision: int, interaction: int) -> Lessoned:
        """Pick in the lesson."""
        return await self._change(exercise, person, revision, interaction, lambda seen: (*seen.now.codes, *codes))

    async def back(self, exercise: int, person: int, revision: int, interaction: int) -> Lessoned:
        """Take back the last click."""

        def before(seen: Lessoned) -> tuple[str, ...]:
            return step_before(seen.now, begin(seen.game, seen.lesson).position)

        return await self._change(exercise, person, revision, interaction, before)

    async def restart(self, exercise: int, person: int, revision: int, interaction: int) -> Lessoned:
        """Take back all clicks."""
        return await self._change(exercise, person, revision, interaction, lambda _: ())

    async def type(self, seen: Lessoned, words: Sequence[str], interaction: int) -> Lessoned:
        """Play what was typed, as far as it can be played."""
        found = reach(begin(seen.game, seen.lesson).position, seen.now, words)
        then = await self._changed(seen, found.now.codes, interaction)
        if found.fault is None or then.solved or then.failed:
            return then
        return replace(then, refused=found.fault)

    async def _own(self, exercise: int, person: int) -> Exercise:
        row = await self._store.exercise(exercise)
        if row is None or row.person != person or row.kind != LESSON:
            raise Sorry(text("This lesson is no longer there. /learn opens it again."))
        return row

    async def _change(
        self,
        exercise: int,
        person: int,
        revision: int,
        interaction: int,
        then: Callable[[Lessoned], tuple[str, ...]],
    ) -> Lessoned:
        seen = _read(await self._own(exercise, person))
        if seen.row.revision != revision or seen.solved:
            return _stale(seen)
        try:
            return await self._changed(seen, then(seen), interaction)
        except Changed:
            return _stale(_read(await self._own(exercise, person)))

    async def _changed(self, seen: Lessoned, codes: Sequence[str], interaction: int) -> Lessoned:
        """Store the picks; a try that went wrong is counted, and the position is set up again."""
        tried = after(seen.game, seen.lesson, codes)
        picks = () if tried.failed else tried.picks
        row = await self._store.change_exercise(
            seen.row, picks, wrong=tried.failed, solved=tried.solved, interaction=interaction
        )
        return _lessoned(row, seen.lesson, seen.number, tried)


def _read(row: Exercise) -> Lessoned:
    """The lesson as it is stored. A course that has changed since may lack it, or not take its picks any more."""
    found = {one.id: (place, one) for place, one in enumerate(course(row.game), 1)}
    if row.item not in found:
        raise Sorry(text("This lesson is no longer there. /learn opens it again."))
    number, lesson = found[row.item]
    return _lessoned(row, lesson, number)


def _lessoned(row: Exercise, lesson: Lesson, number: int, tried: Try | None = None) -> Lessoned:
    game = GAMES[row.game]
    if tried is None:
        try:
            tried = after(game, lesson, row.picks)
        except Refused:  # the lesson was changed after these picks were made
            row = replace(row, picks=())
            tried = begin(game, lesson)
    start = begin(game, lesson).position
    now = drafted(start, lesson.seat, row.picks, row.revision)
    return Lessoned(game, lesson, number, row, now, tried.solved, tried.failed, tried.wrong)


def _stale(seen: Lessoned) -> Lessoned:
    return replace(seen, stale=True)
