"""Find puzzles in matches of computer players."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.computers.think import think
from engine.core.decisions import Interrupted, TooMany
from engine.core.game import AnyGame, Impossible
from engine.core.position import Position
from engine.learning.making.grading import grade, in_sight, is_trivial, solved_of_hundred
from engine.learning.making.proof import Proof, prove
from engine.learning.puzzles import Puzzle, aim_of, begin

MOST_WAYS = 3
"""Most shortest solutions of a puzzle; a position with more is dropped."""
FEWEST_PICKS = 2
MOST_PUZZLES_PER_MATCH = 2
"""Most puzzles from one match."""
SKIPPED_POSITIONS = 6
"""Positions to skip after a puzzle, because neighboring positions look alike."""
MOST_GRADE_SHARE = 0.3
"""Largest share of puzzles with the same grade."""
TRIVIAL = "greedy play finds it"
_PLAYING_LEVELS = (2, 3, 2, 4)
"""The levels that play the matches; weak players leave more to find."""
_MOST_DECISIONS = 400


ONE_DECISION = (
    "No puzzle was found. A puzzle is one decision: all that a seat picks until somebody else is asked, because every "
    "way to pick is tried for its proof. Where a turn is a single move, hardly any decision has something to find; "
    "such a game has no puzzles."
)


class NoAims(ValueError):
    """Raised for a game without aims for puzzles."""


class Candidate(Struct, frozen=True):
    """A position that may make a puzzle."""

    aim: str
    position: Mapping[str, Any]
    options: dict[str, str | int | bool]
    """The options that differ from the defaults."""
    seat: int


class Maker:
    """Finds puzzles of one game, and counts why positions are dropped."""

    def __init__(self, game: AnyGame, count: int, seed: str, known: tuple[Puzzle, ...] = ()) -> None:
        if not game.aims:
            raise NoAims(
                f"{game.key} has no aims: write engine/{game.key}/computer/aims.py, which says what puzzles ask for, "
                "and name it in the `aims` of its Game."
            )
        self.game, self.count, self.seed = game, count, seed
        self.fates: Counter[str] = Counter()
        self._seen = {_likeness(one) for one in known}
        self._ids = {one.id for one in known}
        self._grades = Counter(one.grade for one in known)
        self._most_of_a_grade = MOST_GRADE_SHARE * (count + len(known))

    def puzzles(self, matches: int, after_match: Callable[[int], None] = lambda _: None) -> Iterator[Puzzle]:
        """Yield puzzles from up to `matches` matches, until there are `count` of them.

        `after_match` is called with the number of matches searched so far.
        """
        found = 0
        for number in range(matches):
            if number:
                after_match(number)
            of_match = passed = 0
            for candidate in candidates(self.game, self.seed, number):
                if of_match and passed < SKIPPED_POSITIONS:
                    passed += 1
                    continue
                made = self.judged(candidate)
                if made is None:
                    continue
                yield made
                found, of_match = found + 1, of_match + 1
                if found == self.count:
                    return
                if of_match == MOST_PUZZLES_PER_MATCH:
                    break

    def judged(self, candidate: Candidate) -> Puzzle | None:
        """The puzzle from a position, or None; the reason is counted."""
        fate, made = self._judge(candidate)
        self.fates[fate] += 1
        return made

    def _judge(self, candidate: Candidate) -> tuple[str, Puzzle | None]:
        game, aim = self.game, self.game.aims[candidate.aim]
        if _id(game, candidate) in self._ids:
            return "known", None
        try:
            start = Position.read(game, candidate.options, candidate.position)
        except Impossible:
            return "cannot be", None
        if start.ask_of(candidate.seat) is None:
            return "not asked", None
        raw = Puzzle(
            id=_id(game, candidate),
            aim=candidate.aim,
            position=dict(candidate.position),
            best=aim.ceiling or aim.least,
            picks=0,
            ways=0,
            grade=0,
            solved=0,
            solution="",
            options=candidate.options,
            seat=candidate.seat,
        )
        if aim.ceiling is not None and is_trivial(game, raw):  # a quick check that needs no proof
            return TRIVIAL, None
        if aim.ceiling is None and in_sight(game, raw) < aim.least:
            return "little in sight", None
        try:
            proof = prove(start, candidate.seat, aim, aim.most_tried)
        except TooMany:
            return "too many decisions", None
        except Interrupted:
            return "somebody else is asked", None
        if proof is None or proof.best < aim.least:
            return "nothing to win", None
        if proof.picks < FEWEST_PICKS:
            return "no choice", None
        if len(proof.ways) > MOST_WAYS:
            return "ambiguous", None
        raw = with_proof(raw, proof)
        if _likeness(raw) in self._seen:
            return "known", None
        if raw.best != aim.ceiling and is_trivial(game, raw):
            return TRIVIAL, None
        solved = solved_of_hundred(game, raw)
        graded = replace(raw, solved=solved, grade=grade(solved))
        if self._grades[graded.grade] >= self._most_of_a_grade:
            return f"enough of grade {graded.grade}", None
        self._seen.add(_likeness(graded))
        self._ids.add(graded.id)
        self._grades[graded.grade] += 1
        return f"a puzzle of grade {graded.grade}", graded


def proven_again(game: AnyGame, puzzle: Puzzle) -> Puzzle:
    """A stored puzzle with the results of a new proof; raises ValueError if it can no longer be proven."""
    aim = aim_of(game, puzzle)
    proof = prove(begin(game, puzzle).position, puzzle.seat, aim, aim.most_tried)
    if proof is None:
        raise ValueError(f"{puzzle.id}: there is nothing to measure")
    return with_proof(puzzle, proof)


def with_proof(puzzle: Puzzle, proof: Proof) -> Puzzle:
    """The puzzle with the proof's results; its solution stays if it is one of the proven ways."""
    lines = {tuple(sorted(line)): " ".join(line) for line in proof.ways}
    solution = puzzle.solution if tuple(sorted(puzzle.solution.split())) in lines else next(iter(lines.values()))
    return replace(puzzle, best=proof.best, picks=proof.picks, ways=len(lines), solution=solution, tried=proof.tried)


def candidates(game: AnyGame, seed: str, match: int) -> Iterator[Candidate]:
    """Yield the positions of one match of computer players that may make puzzles.

    Aims that need matches with other options take turns.
    """
    seed = f"{seed}/{match}"
    wanted = [dict(one) for one in {tuple(sorted(aim.options.items())): None for aim in game.aims.values()}]
    chosen = wanted[match % len(wanted)]
    aims = {key: aim for key, aim in game.aims.items() if aim.options == chosen}
    position = Position.new(game, chosen, game.seat_counts[0], seed)
    number = 0
    while position.asks and number < _MOST_DECISIONS:
        seat = position.asks[0].seat
        if position.between_actions:
            for key, aim in aims.items():
                written = aim.suits(position.state, seat)
                if written is not None:
                    yield Candidate(key, written, chosen, seat)
        level = _PLAYING_LEVELS[(seat + number // 16) % len(_PLAYING_LEVELS)]
        for code in think(position, seat, level, f"{seed}/{number}").codes:
            position.pick(seat, code)
        number += 1


def _likeness(puzzle: Puzzle) -> tuple[str, int, tuple[str, ...]]:
    """A key that is equal for puzzles too similar to keep both: the same picks for the same gain."""
    return puzzle.aim, puzzle.best, tuple(sorted(puzzle.solution.split()))


def _id(game: AnyGame, candidate: Candidate) -> str:
    raw = msgspec.json.encode([game.key, candidate.aim, candidate.position, candidate.options, candidate.seat])
    return hashlib.sha256(raw).hexdigest()[:8]
