"""`python -m bench.ranking`: learn the feature weights of the rules search, and cross-validate them.

The weights are learned from all questions in `tests/search/questions`. Their value for new questions is estimated in
five folds: each fifth is answered with weights learned from the rest. The last lines printed go into
`search/ranking.py`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from pathlib import Path

import msgspec

from engine.registry import GAMES
from search.books import BOT
from search.game_named import game_named
from search.ranking import WEIGHTS, Features
from search.rules_search import library

FOLDER = Path(__file__).parents[1] / "tests" / "search" / "questions"
SETS = (
    "first",
    "rulebooks",
    "later",
    "players",
    "strangers",
    "newcomers",
)
FOLDS = 5
ROUNDS, STEP, SHRINK = 25, 0.5, 0.001
CANDIDATES = 30
"""Number of sections compared for each question: the best by the current weights, and the right ones."""
FEW = 5


class Question(msgspec.Struct, frozen=True):
    """A question of the files, as read by the tests."""

    game: str
    language: str
    ask: str
    section: str
    also: tuple[str, ...] = ()
    unseen: bool = False


class Questions(msgspec.Struct):
    question: list[Question]


class AnsweredQuestion(msgspec.Struct, frozen=True):
    """A question with a known answer: its file, the features of its candidates, and the right ones."""

    file: str
    signs: dict[str, Features]
    right: frozenset[str]


def answered_questions(name: str) -> list[AnsweredQuestion]:
    """The questions of a file."""
    read = msgspec.toml.decode(FOLDER.joinpath(f"{name}.toml").read_bytes(), type=Questions).question
    return [_with_features(name, one) for one in read]


def _with_features(name: str, one: Question) -> AnsweredQuestion:
    game, words = game_named(one.ask, one.game if one.game != BOT else next(iter(GAMES)))
    signs = library().features(words, (game, BOT) if game else (*GAMES, BOT))
    right = frozenset((one.section, *one.also))
    first = sorted(signs, key=lambda key: -_score(WEIGHTS, signs[key]))[:CANDIDATES]
    compared = {key: found for key, found in signs.items() if key in first or key in right}
    return AnsweredQuestion(f"{name}, unseen" if one.unseen else name, compared, right)


def _score(weights: Sequence[float], signs: Features) -> float:
    return sum(weight * sign for weight, sign in zip(weights, signs, strict=True))


def learned(questions: Sequence[AnsweredQuestion]) -> Features:
    """Weights with the highest scores for the right sections (softmax, AdaGrad, shrunk toward zero)."""
    weights, squares = [0.0] * len(WEIGHTS), [1e-6] * len(WEIGHTS)
    shuffled = random.Random(1)
    for _ in range(ROUNDS):
        for one in shuffled.sample(questions, len(questions)):
            for place, slope in enumerate(_slope(weights, one)):
                down = slope + SHRINK * weights[place]
                squares[place] += down * down
                weights[place] -= STEP * down / math.sqrt(squares[place])
    return Features(*weights)


def _slope(weights: Sequence[float], one: AnsweredQuestion) -> list[float]:
    scores = {key: _score(weights, signs) for key, signs in one.signs.items()}
    top = max(scores.values(), default=0.0)
    share = {key: math.exp(value - top) for key, value in scores.items()}
    whole, right = sum(share.values()), sum(share[key] for key in share if key in one.right)
    slope = [0.0] * len(weights)
    if not right:
        return slope
    for key, signs in one.signs.items():
        surplus = share[key] / whole - (share[key] / right if key in one.right else 0.0)
        for place, sign in enumerate(signs):
            slope[place] += surplus * sign
    return slope


def ranked(weights: Features, one: AnsweredQuestion) -> list[str]:
    """The candidates of a question, best first."""
    return sorted(one.signs, key=lambda key: -_score(weights, one.signs[key]))


def by_folds(questions: Sequence[AnsweredQuestion]) -> list[tuple[AnsweredQuestion, list[str]]]:
    """Every question with its candidates ranked by weights that were learned without it."""
    shuffled = random.Random(2).sample(questions, len(questions))
    found = []
    for fold in range(FOLDS):
        weights = learned([one for number, one in enumerate(shuffled) if number % FOLDS != fold])
        found += [(one, ranked(weights, one)) for one in shuffled[fold::FOLDS]]
    return found


def show(words: str, answered: Sequence[tuple[AnsweredQuestion, list[str]]]) -> None:
    """Print the share of each file's questions with the right section first, and among the first five."""
    print(f"Right section first and among five, {words}:")
    for name in sorted({one.file for one, _ in answered}):
        group = [(one.right, ids) for one, ids in answered if one.file == name]
        first = sum(ids[:1] != [] and ids[0] in right for right, ids in group) / len(group)
        few = sum(not right.isdisjoint(ids[:FEW]) for right, ids in group) / len(group)
        print(f"  {name}: {first:.3f}, {few:.3f}")


def main() -> None:
    questions = [one for name in SETS for one in answered_questions(name)]
    show("with the present weights", [(one, ranked(WEIGHTS, one)) for one in questions])
    show("by weights learned without it", by_folds(questions))
    weights = learned(questions)
    show("with what is learned from all", [(one, ranked(weights, one)) for one in questions])
    print("WEIGHTS:")
    print("\n".join(f"    {name}={weight:.2f}," for name, weight in weights._asdict().items()))


if __name__ == "__main__":
    main()
