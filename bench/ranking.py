"""`python -m bench.ranking`: learn how the look-up weighs its signs, and see how other questions fare with that.

The questions lie in `tests/questions*.toml`. The weights are learned from the seen half of the newest,
`questions_players.toml`: nobody has put its words into the aliases, so they show what these are worth for a new
question. What is printed last goes into `cogs/library/ranking.py`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from pathlib import Path

import msgspec

from cogs.library.index import library
from cogs.library.naming import game_named
from cogs.library.ranking import WEIGHTS, Signs

FOLDER = Path(__file__).parents[1] / "tests"
SETS = ("questions", "questions_rulebooks", "questions_later", "questions_players")
LEARNED_FROM = "questions_players"
ROUNDS, STEP, SHRINK = 25, 0.5, 0.001
CANDIDATES = 40
"""The sections that are compared for each question: those that the present weights put first, and the right ones."""
FEW = 5


class Question(msgspec.Struct, frozen=True):
    """A question of the files, as the tests read it."""

    game: str
    language: str
    ask: str
    section: str
    also: tuple[str, ...] = ()
    unseen: bool = False


class Questions(msgspec.Struct):
    question: list[Question]


class Known(msgspec.Struct, frozen=True):
    """A question whose answer is known: the signs of its candidates, and which are right."""

    signs: dict[str, Signs]
    right: frozenset[str]


def known(name: str, *, unseen: bool) -> list[Known]:
    """The questions of a file, or of its unseen half."""
    read = msgspec.toml.decode(FOLDER.joinpath(f"{name}.toml").read_bytes(), type=Questions).question
    return [_known(one) for one in read if one.unseen is unseen]


def _known(one: Question) -> Known:
    game, words = game_named(one.ask, one.game)
    signs = library().signs(words, game=game)
    near = {key: value for key, value in signs.items() if not game or key.partition(".")[0] in (game, "bot")}
    right = frozenset((one.section, *one.also))
    first = sorted(near, key=lambda key: -_told(WEIGHTS, near[key]))[:CANDIDATES]
    return Known({key: near[key] for key in near if key in first or key in right}, right)


def _told(weights: Sequence[float], signs: Signs) -> float:
    return sum(weight * sign for weight, sign in zip(weights, signs, strict=True))


def learned(questions: Sequence[Known]) -> Signs:
    """Weights that give the right sections the most (softmax, AdaGrad, shrunk toward none)."""
    weights, squares = [0.0] * len(WEIGHTS), [1e-6] * len(WEIGHTS)
    shuffled = random.Random(1)
    for _ in range(ROUNDS):
        for one in shuffled.sample(questions, len(questions)):
            for place, slope in enumerate(_slope(weights, one)):
                down = slope + SHRINK * weights[place]
                squares[place] += down * down
                weights[place] -= STEP * down / math.sqrt(squares[place])
    return Signs(*weights)


def _slope(weights: Sequence[float], one: Known) -> list[float]:
    told = {key: _told(weights, signs) for key, signs in one.signs.items()}
    top = max(told.values(), default=0.0)
    share = {key: math.exp(value - top) for key, value in told.items()}
    whole, right = sum(share.values()), sum(share[key] for key in share if key in one.right)
    slope = [0.0] * len(weights)
    if not right:
        return slope
    for key, signs in one.signs.items():
        surplus = share[key] / whole - (share[key] / right if key in one.right else 0.0)
        for place, sign in enumerate(signs):
            slope[place] += surplus * sign
    return slope


def fared(weights: Signs, questions: Sequence[Known]) -> tuple[float, float]:
    """The share of the questions with the right section first, and among the first five."""
    first = few = 0
    for one in questions:
        ranked = sorted(one.signs, key=lambda key: -_told(weights, one.signs[key]))
        first += ranked[0] in one.right if ranked else False
        few += not one.right.isdisjoint(ranked[:FEW])
    return first / len(questions), few / len(questions)


def main() -> None:
    weights = learned(known(LEARNED_FROM, unseen=False))
    print("Right section first and among five:")
    for name in SETS:
        for half in (False, True):
            if questions := known(name, unseen=half):
                learning = " (learned from)" if (name, half) == (LEARNED_FROM, False) else ""
                first, few = fared(weights, questions)
                print(f"  {name}{', unseen' if half else ''}{learning}: {first:.3f}, {few:.3f}")
    print("WEIGHTS:")
    print("\n".join(f"    {name}={weight:.2f}," for name, weight in weights._asdict().items()))


if __name__ == "__main__":
    main()
