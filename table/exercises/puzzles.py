"""Puzzles: by their numbers, by one's strength, and the one of the day; what solving them counts."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from db.rows import DailyPuzzle, Exercise, PuzzleRating, PuzzleResult
from db.store import Store
from db.tables.puzzle_ratings import Score
from engine.core.ask import seen_by
from engine.core.game import AnyGame
from engine.core.text import Text, text
from engine.learning.puzzles import Attempt, Puzzle, after, aim_of, begin, puzzles
from engine.registry import GAMES
from table.exercises.exercises import Exercised, Exercises
from table.matches.draft import Drafted
from table.ratings.ratings import MODEL, POINTS, Strength, rate
from table.user_error import UserError

DAY = 86400
GRADE_POINTS, GRADE_WIDTH = 150, 20
"""A grade is so many points of rating, and so many of a hundred tries of the computer."""
MIDDLE_GRADE = 3
CERTAIN = MODEL.sigma / 4
"""The deviation of a puzzle's strength: it is well known."""
NONE_YET = text("There are no puzzles of this game yet.")


class PuzzleState(Exercised, frozen=True, kw_only=True):
    """A puzzle as it stands for a person."""

    puzzle: Puzzle
    value: int | None = None
    """What the last try has reached."""

    @property
    def task(self) -> Text:
        return aim_of(self.game, self.puzzle).task(self.puzzle.best)

    @property
    def short(self) -> Text | None:
        """What is said to a try that has reached too little; None where nothing was measured."""
        return None if self.value is None else aim_of(self.game, self.puzzle).short(self.value)

    @property
    def open(self) -> bool:
        """Whether it can still be solved by oneself: it neither was nor was its solution shown."""
        return self.row.solved_at is None and self.row.shown_at is None


class Standing(Struct, frozen=True):
    """What a puzzle has counted for a person, and on how many days in a row they have solved the day's."""

    result: PuzzleResult | None
    streak: int


def strength_of(puzzle: Puzzle) -> Strength:
    """The puzzle as an opponent: so strong by its grade, and within the grade by how often the computer solves it."""
    middle = 100 - GRADE_WIDTH * (puzzle.grade - 0.5)
    within = max(-0.5, min(0.5, (middle - puzzle.solved) / GRADE_WIDTH))
    return Strength(MODEL.mu + GRADE_POINTS * (puzzle.grade - MIDDLE_GRADE + within) / POINTS, CERTAIN)


def strength_in(rating: PuzzleRating) -> Strength:
    """The strength in a row."""
    return Strength(rating.mu, rating.sigma, rating.puzzles)


def points(mu: float) -> int:
    """The number that people see."""
    return Strength(mu).number


def short_name(game: AnyGame, number: int, puzzle: Puzzle) -> Text:
    """Its game, number and grade."""
    return text("{game} {number} · difficulty {grade}", game=game.name, number=number, grade=puzzle.grade)


def solution_lines(game: AnyGame, puzzle: Puzzle) -> list[Text]:
    """The solution in words."""
    told = after(game, puzzle, puzzle.solution.split())
    return list(game.narrate(seen_by(told.events, puzzle.seat)))


def day_of(at: float) -> int:
    """The day of a moment, counted from the epoch in UTC."""
    return int(at) // DAY


def streak_of(days: Sequence[int], today: int) -> int:
    """How many days in a row, up to today or yesterday, are among these."""
    last = today if today in days else today - 1
    count = 0
    while last - count in days:
        count += 1
    return count


class Puzzles(Exercises[Puzzle, Attempt, PuzzleState]):
    """The puzzles of all games."""

    kind = "puzzle"
    gone = text("This puzzle is no longer there. /puzzle next opens another.")

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        super().__init__(store)
        self._clock = clock

    @property
    def today(self) -> int:
        """The present day."""
        return day_of(self._clock())

    # Opening

    async def open_number(self, person: int, game: str, number: int) -> PuzzleState:
        """A puzzle by its number."""
        count = len(self._of_game(game))
        if not 1 <= number <= count:
            raise UserError(text("{game} has {n} puzzle.", "{game} has {n} puzzles.", game=GAMES[game].name, n=count))
        return await self._open(person, game, puzzles(game)[number - 1], number)

    async def open_today(self, person: int) -> PuzzleState:
        """The puzzle of this day, the same for everybody."""
        return await self._open_daily(person, await self.of_day(self.today))

    async def open_day(self, person: int, day: int) -> PuzzleState:
        """The puzzle of an earlier day, or of this one."""
        chosen = await self._store.daily.of_day(day)
        if chosen is None or find_puzzle(chosen) is None:
            raise UserError(self.gone)
        return await self._open_daily(person, chosen)

    async def open_next(self, person: int, game: str = "", besides: PuzzleState | None = None) -> PuzzleState:
        """One that the person has not tried, near their strength; without a game, of the one they last played.

        One that they have begun and left goes first, unless they come from there (`besides`).
        """
        if besides is None and (left := await self._left_open(person, game)) is not None:
            return left
        where = [game] if game else await self._last_played(person)
        found = [one for key in where for one in await self._untried(person, key, besides)]
        if not found:
            raise UserError(
                text("You have seen every {game} puzzle.", game=GAMES[where[0]].name)
                if len(where) == 1
                else text("You have had all puzzles.")
            )
        _, _, _, key, number = min(found)
        return await self.open_number(person, key, number)

    async def _open_daily(self, person: int, chosen: DailyPuzzle) -> PuzzleState:
        found = find_puzzle(chosen)
        assert found is not None
        number, puzzle = found
        return await self._open(person, chosen.game, puzzle, number)

    def _of_game(self, game: str) -> Sequence[Puzzle]:
        found = puzzles(game)
        if not found:
            raise UserError(NONE_YET)
        return found

    async def _last_played(self, person: int) -> list[str]:
        """The game that the person last played, as far as it has puzzles; else all that have."""
        known = [key for key in GAMES if puzzles(key)]
        if not known:
            raise UserError(text("There are no puzzles yet."))
        newest = await self._store.exercises.newest(person, self.kind)
        played = [newest.game] if newest else [match.game for match in await self._store.matches.of_person(person)]
        return [key for key in played if key in known][:1] or known

    async def _left_open(self, person: int, game: str) -> PuzzleState | None:
        """The puzzle that the person has changed last, if it is of the game, open, uncounted and not of this day."""
        row = await self._store.exercises.newest(person, self.kind)
        if row is None or (game and row.game != game) or row.item not in {one.id for one in puzzles(row.game)}:
            return None
        seen = self._read(row)
        counted = await self._store.puzzle_ratings.result(person, row.game, row.item)
        return None if counted or not seen.open or await self.is_of_today(seen) else seen

    async def _untried(
        self, person: int, game: str, besides: PuzzleState | None
    ) -> list[tuple[bool, bool, int, str, int]]:
        """What may be next, the best first: counted before? begun? how far from the person's strength, game, number."""
        rows = {row.item: row for row in await self._store.exercises.of_person(person, self.kind, game)}
        rated = {one.item for one in await self._store.puzzle_ratings.results(person, game)}
        mine = (await self._strengths(person)).get(game, Strength()).number
        done = {item for item, row in rows.items() if row.solved_at is not None or row.shown_at is not None}
        here = besides.puzzle.id if besides is not None and besides.game.key == game else ""
        return [
            (puzzle.id in rated, puzzle.id in rows, abs(strength_of(puzzle).number - mine), game, number)
            for number, puzzle in enumerate(self._of_game(game), 1)
            if puzzle.id not in done and puzzle.id != here
        ]

    async def _strengths(self, person: int) -> Mapping[str, Strength]:
        return {one.game: strength_in(one) for one in await self._store.puzzle_ratings.of_person(person)}

    # The puzzle of a day

    async def of_day(self, day: int) -> DailyPuzzle:
        """The puzzle of a day, chosen when it is first asked for: from then on it stays, whatever puzzles are added."""
        known = await self._store.daily.of_day(day)
        if known is not None and find_puzzle(known) is not None:
            return known
        chosen = next_daily(await self._store.daily.all(), day)
        if chosen is None:
            raise UserError(text("There are no puzzles yet."))
        return await self._store.daily.choose(chosen, instead=known)

    async def is_of_today(self, seen: PuzzleState) -> bool:
        """Whether it is the puzzle of this day."""
        return bool(await self._days(seen.row, [self.today]))

    async def _days(self, row: Exercise, days: Sequence[int]) -> list[int]:
        """Those of the days whose puzzle this is."""
        found = [await self._store.daily.of_day(day) for day in days]
        return [one.day for one in found if one is not None and (one.game, one.item) == (row.game, row.item)]

    # What it counts

    async def standing(self, seen: PuzzleState) -> Standing:
        """What the puzzle has counted for the person."""
        person = seen.row.person
        result = await self._store.puzzle_ratings.result(person, seen.row.game, seen.row.item)
        return Standing(result, await self.streak(person))

    async def streak(self, person: int) -> int:
        """On how many days in a row, up to today or yesterday, the person has solved the day's puzzle."""
        return streak_of(await self._store.daily.days_solved(person), self.today)

    async def give_up(self, exercise: int, person: int, revision: int, interaction: int) -> PuzzleState:
        """The person wants to see the solution of a puzzle that they have not solved: it counts as not solved."""
        seen = await self.again(exercise, person)
        if not seen.open or seen.row.revision != revision:
            return seen
        score = self._score(seen, won=False)
        row = await self._store.exercises.change(seen.row, (), shown=True, score=score, interaction=interaction)
        return self._as_seen(row, seen.puzzle, seen.number)

    async def _store_try(self, seen: PuzzleState, tried: Attempt, interaction: int) -> Exercise:
        row, over = seen.row, tried.solved or tried.failed
        won = tried.solved and row.tries == 0 and row.shown_at is None
        return await self._store.exercises.change(
            row,
            () if tried.failed else tried.picks,
            wrong=tried.failed,
            solved=tried.solved,
            score=self._score(seen, won=won) if over else None,
            days=await self._days(row, [self.today - 1, self.today]) if tried.solved else (),
            interaction=interaction,
        )

    def _score(self, seen: PuzzleState, *, won: bool) -> Score:
        """What the first try counts: the person against the puzzle."""
        person, game, opponent = seen.row.person, seen.row.game, strength_of(seen.puzzle)

        def following(before: PuzzleRating) -> PuzzleRating:
            ((then,), _) = rate([[strength_in(before)], [opponent]], [1, 2] if won else [2, 1])
            return PuzzleRating(
                person=person, game=game, mu=then.mu, sigma=then.sigma, puzzles=then.matches, at=before.at
            )

        new = Strength()
        newcomer = PuzzleRating(person=person, game=game, mu=new.mu, sigma=new.sigma, puzzles=0, at=0)
        return Score(won, newcomer, following)

    # As exercises

    def items(self, game: str) -> Sequence[Puzzle]:
        return puzzles(game)

    def _begin(self, game: AnyGame, item: Puzzle) -> Attempt:
        return begin(game, item)

    def _after(self, game: AnyGame, item: Puzzle, picks: Sequence[str]) -> Attempt:
        return after(game, item, picks)

    def _seen(self, row: Exercise, item: Puzzle, number: int, now: Drafted, tried: Attempt) -> PuzzleState:
        return PuzzleState(
            GAMES[row.game], number, row, now, tried.solved, tried.failed, puzzle=item, value=tried.value
        )

    def _item(self, seen: PuzzleState) -> Puzzle:
        return seen.puzzle


def find_puzzle(chosen: DailyPuzzle) -> tuple[int, Puzzle] | None:
    """The puzzle and its number, if it is still there."""
    known = enumerate(puzzles(chosen.game), 1) if chosen.game in GAMES else ()
    return next(((number, one) for number, one in known if one.id == chosen.item), None)


def next_daily(before: Sequence[DailyPuzzle], day: int) -> DailyPuzzle | None:
    """The puzzle of a day after those of other days: games take turns, and none comes again before all others have.

    Those that have never been come in an order that has nothing to do with their numbers.
    """
    games = [key for key in GAMES if puzzles(key)]
    if not games:
        return None
    by_game = {one.game: one.day for one in before}
    by_item = {(one.game, one.item): one.day for one in before}
    game = min(games, key=lambda key: (by_game.get(key, -1), (games.index(key) - day) % len(games)))
    puzzle = min(puzzles(game), key=lambda one: (by_item.get((game, one.id), -1), _shuffled(one.id)))
    return DailyPuzzle(day=day, game=game, item=puzzle.id)


def _shuffled(puzzle: str) -> bytes:
    return hashlib.sha256(puzzle.encode()).digest()
