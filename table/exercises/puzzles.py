"""Puzzles: by number, by strength and the one of the day; and their effect on ratings."""

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
from table.ratings.ratings import MODEL, POINTS_PER_UNIT, Strength, rate
from table.user_error import UserError

DAY = 86400
GRADE_POINTS, GRADE_WIDTH = 150, 20
"""Rating points per grade, and the solve percentages per grade in the computer's tries."""
MIDDLE_GRADE = 3
PUZZLE_SIGMA = MODEL.sigma / 4
"""The rating deviation of a puzzle, whose strength is well known."""
NONE_YET = text("There are no puzzles of this game yet.")


class PuzzleState(Exercised, frozen=True, kw_only=True):
    """The state of a puzzle for a person."""

    puzzle: Puzzle
    value: int | None = None
    """The value reached by the last try."""

    @property
    def task(self) -> Text:
        return aim_of(self.game, self.puzzle).task(self.puzzle.best)

    @property
    def short(self) -> Text | None:
        """The reply to a try that reached too little; None if nothing was measured."""
        return None if self.value is None else aim_of(self.game, self.puzzle).short(self.value)

    @property
    def open(self) -> bool:
        """Whether it can still be solved unaided: it is unsolved and its solution was not shown."""
        return self.row.solved_at is None and self.row.shown_at is None


class Standing(Struct, frozen=True):
    """A puzzle's result for a person, and their streak of daily puzzles in days."""

    result: PuzzleResult | None
    streak: int


def strength_of(puzzle: Puzzle) -> Strength:
    """The puzzle's strength as an opponent: by its grade, and within the grade by how often the computer solves it."""
    middle = 100 - GRADE_WIDTH * (puzzle.grade - 0.5)
    within = max(-0.5, min(0.5, (middle - puzzle.solved) / GRADE_WIDTH))
    return Strength(MODEL.mu + GRADE_POINTS * (puzzle.grade - MIDDLE_GRADE + within) / POINTS_PER_UNIT, PUZZLE_SIGMA)


def strength_in(rating: PuzzleRating) -> Strength:
    """The strength stored in a row."""
    return Strength(rating.mu, rating.sigma, rating.puzzles)


def points(mu: float) -> int:
    """The rating number shown to people."""
    return Strength(mu).number


def short_name(game: AnyGame, number: int, puzzle: Puzzle) -> Text:
    """Its game, number and grade."""
    return text("{game} {number} · difficulty {grade}", game=game.name, number=number, grade=puzzle.grade)


def solution_lines(game: AnyGame, puzzle: Puzzle) -> list[Text]:
    """The solution in words."""
    solved = after(game, puzzle, puzzle.solution.split())
    return list(game.narrate(seen_by(solved.events, puzzle.seat)))


def day_of(at: float) -> int:
    """The day of a time, counted from the epoch in UTC."""
    return int(at) // DAY


def streak_of(days: Sequence[int], today: int) -> int:
    """The number of consecutive days among `days`, up to today or yesterday."""
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
        """The current day."""
        return day_of(self._clock())

    # Opening

    async def open_number(self, person: int, game: str, number: int) -> PuzzleState:
        """Open a puzzle by its number."""
        count = len(self._of_game(game))
        if not 1 <= number <= count:
            raise UserError(text("{game} has {n} puzzle.", "{game} has {n} puzzles.", game=GAMES[game].name, n=count))
        return await self._open(person, game, puzzles(game)[number - 1], number)

    async def open_today(self, person: int) -> PuzzleState:
        """Open today's puzzle, the same for everybody."""
        return await self._open_daily(person, await self.of_day(self.today))

    async def open_day(self, person: int, day: int) -> PuzzleState:
        """Open the puzzle of this day or of an earlier one."""
        chosen = await self._store.daily.of_day(day)
        if chosen is None or find_puzzle(chosen) is None:
            raise UserError(self.gone)
        return await self._open_daily(person, chosen)

    async def open_next(self, person: int, game: str = "", besides: PuzzleState | None = None) -> PuzzleState:
        """Open an untried puzzle near the person's strength; without a game, of the game they last played.

        A started puzzle comes first, unless the person comes from there (`besides`).
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
        """The game that the person last played, if it has puzzles; otherwise all games with puzzles."""
        known = [key for key in GAMES if puzzles(key)]
        if not known:
            raise UserError(text("There are no puzzles yet."))
        newest = await self._store.exercises.newest(person, self.kind)
        played = [newest.game] if newest else [match.game for match in await self._store.matches.of_person(person)]
        return [key for key in played if key in known][:1] or known

    async def _left_open(self, person: int, game: str) -> PuzzleState | None:
        """The puzzle that the person changed last, if it is of the game, open, uncounted and not today's."""
        row = await self._store.exercises.newest(person, self.kind)
        if row is None or (game and row.game != game) or row.item not in {one.id for one in puzzles(row.game)}:
            return None
        seen = self._read(row)
        counted = await self._store.puzzle_ratings.result(person, row.game, row.item)
        return None if counted or not seen.open or await self.is_of_today(seen) else seen

    async def _untried(
        self, person: int, game: str, besides: PuzzleState | None
    ) -> list[tuple[bool, bool, int, str, int]]:
        """Candidates for the next puzzle; the smallest is best: counted before, started, distance in strength, game,
        number.
        """
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
        """The puzzle of a day. It is chosen on the first call and stays, even if puzzles are added."""
        known = await self._store.daily.of_day(day)
        if known is not None and find_puzzle(known) is not None:
            return known
        chosen = next_daily(await self._store.daily.all(), day)
        if chosen is None:
            raise UserError(text("There are no puzzles yet."))
        return await self._store.daily.choose(chosen, instead=known)

    async def is_of_today(self, seen: PuzzleState) -> bool:
        """Whether it is today's puzzle."""
        return bool(await self._days(seen.row, [self.today]))

    async def _days(self, row: Exercise, days: Sequence[int]) -> list[int]:
        """The days among `days` whose puzzle this is."""
        found = [await self._store.daily.of_day(day) for day in days]
        return [one.day for one in found if one is not None and (one.game, one.item) == (row.game, row.item)]

    # Results

    async def standing(self, seen: PuzzleState) -> Standing:
        """The puzzle's result for the person, and their streak."""
        person = seen.row.person
        result = await self._store.puzzle_ratings.result(person, seen.row.game, seen.row.item)
        return Standing(result, await self.streak(person))

    async def streak(self, person: int) -> int:
        """The person's streak: consecutive days, up to today or yesterday, on which they solved the daily puzzle."""
        return streak_of(await self._store.daily.days_solved(person), self.today)

    async def give_up(self, exercise: int, person: int, revision: int, interaction: int) -> PuzzleState:
        """Show the solution of an unsolved puzzle, which then counts as lost."""
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
        """The rating result of the first try: the person against the puzzle."""
        person, game, opponent = seen.row.person, seen.row.game, strength_of(seen.puzzle)

        def following(before: PuzzleRating) -> PuzzleRating:
            ((then,), _) = rate([[strength_in(before)], [opponent]], [1, 2] if won else [2, 1])
            return PuzzleRating(
                person=person, game=game, mu=then.mu, sigma=then.sigma, puzzles=then.matches, at=before.at
            )

        new = Strength()
        newcomer = PuzzleRating(person=person, game=game, mu=new.mu, sigma=new.sigma, puzzles=0, at=0)
        return Score(won, newcomer, following)

    # The methods of Exercises

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
    """The puzzle and its number; None if it no longer exists."""
    known = enumerate(puzzles(chosen.game), 1) if chosen.game in GAMES else ()
    return next(((number, one) for number, one in known if one.id == chosen.item), None)


def next_daily(before: Sequence[DailyPuzzle], day: int) -> DailyPuzzle | None:
    """The puzzle of a day: games take turns, and no puzzle repeats before all others of its game were used.

    Unused puzzles come in an order that is independent of their numbers.
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
