"""`python -m bench margin`: evaluation weights for Monolith Arena, from how far its matches were won.

    python -m bench margin [--matches 200] [--seed s] [--processes 1]

Computer players that look one action ahead, misjudge a little and sometimes pick at random play each other in all
kinds of matches. The final difference of hit points says more about a match than its winner: it is predicted by least
squares from the features of positions at the start and the end of every turn. The factions are fitted too, so that
their strength is not attributed to their tiles. Every second match is held out; the output shows how much of its
difference is explained, and the log loss of the old and the new weights.
"""

from __future__ import annotations

import argparse
import os
import random
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from msgspec import Struct

from bench.tuning import log_loss
from engine.computers.level import Level, Plan
from engine.computers.think import decide
from engine.core.position import Position
from engine.monolith.computer.evaluation import NAMES, WEIGHTS, features, spread
from engine.monolith.data.content import FACTIONS
from engine.monolith.game import GAME
from engine.monolith.state import State

PLAYER = Level(Plan(effort=4000, width=1, breadth=10**6), misjudges=0.25)
NOISE = 0.06
FORMS: tuple[tuple[dict[str, Any], int], ...] = (
    *([({}, 2)] * 6),
    ({"tactical": True}, 2),
    ({"monoliths": True}, 2),
    ({}, 3),
    ({}, 4),
)
RIDGE = 100.0


class Row(Struct, frozen=True):
    """A position from the first team's side: features in hit points, factions, and the final difference."""

    features: list[float]
    factions: list[float]
    spread: float
    margin: int = 0
    points: float = 0.5


def row(s: State) -> Row:
    """The row of a position before its result is known."""
    factions = [
        sum((1.0 if seat in s.teams[0] else -1.0) for seat, one in enumerate(s.factions) if one == faction)
        for faction in FACTIONS
    ]
    left = 0.0 if s.closing else sum(map(len, s.piles)) / (34 * len(s.piles))
    wide = spread(s)
    return Row([one * wide for one in features(s, s.teams[0][0])], [one * left for one in factions], wide)


def played(number: int, seed: str) -> list[Row]:
    """The rows of one match: positions at the start and at the end of its turns."""
    options, seats = FORMS[number % len(FORMS)]
    position = Position.new(GAME, options, seats, f"{seed}/{number}")
    chance, turn, rows = random.Random(f"{seed}/{number}"), 0, list[Row]()
    for decision in range(2000):
        if not position.asks:
            break
        if position.state.number != turn:
            turn = position.state.number
            rows.append(row(position.state))
        ask = position.asks[0]
        if chance.random() < NOISE:
            position.pick(ask.seat, chance.choice(ask.options).code)
            continue
        codes = decide(position, ask.seat, PLAYER, f"{seed}/{number}/{decision}").codes
        for code in codes[:-1]:
            position.pick(ask.seat, code)
        ended = position.fork()
        ended.pick(ask.seat, codes[-1], hold=True)
        if ended.outcome is None and ended.state.phase == "draw":
            rows.append(row(ended.state))
        position.pick(ask.seat, codes[-1])
    outcome = position.outcome
    assert outcome is not None
    first, second = position.state.hit_points
    points = (1.0 if 0 in outcome.winners else 0.0) if outcome.winners else 0.5
    return [Row(one.features, one.factions, one.spread, first - second, points) for one in rows]


def fitted(rows: Sequence[Row], ridge: float = RIDGE) -> list[float]:
    """Weights of the features by least squares of the final difference; the ridge is in units of feature sizes."""
    found = [one.features + one.factions for one in rows]
    count = len(found[0])
    scale = [max(1e-9, (sum(one[n] ** 2 for one in found) / len(found)) ** 0.5) for n in range(count)]
    matrix = [[ridge if n == m else 0.0 for m in range(count)] + [0.0] for n in range(count)]
    for one, row in zip(found, rows, strict=True):
        sized = [value / size for value, size in zip(one, scale, strict=True)]
        for n, value in enumerate(sized):
            if value:
                line = matrix[n]
                for m in range(count):
                    line[m] += value * sized[m]
                line[count] += value * row.margin
    solved = solve(matrix)
    return [value / size for value, size in zip(solved, scale, strict=True)][: len(NAMES)]


def solve(matrix: list[list[float]]) -> list[float]:
    """Solve linear equations by elimination; the last column is the right side."""
    rows = [line.copy() for line in matrix]
    count = len(rows)
    for n in range(count):
        best = max(range(n, count), key=lambda m: abs(rows[m][n]))
        rows[n], rows[best] = rows[best], rows[n]
        for m in range(count):
            if m != n and rows[m][n]:
                share = rows[m][n] / rows[n][n]
                rows[m] = [one - share * other for one, other in zip(rows[m], rows[n], strict=True)]
    return [line[count] / line[n] for n, line in enumerate(rows)]


def foreseen(weights: Sequence[float], rows: Sequence[Row]) -> float:
    """The share of the squared differences that the weights explain."""
    off = total = 0.0
    for one in rows:
        off += (one.margin - sum(map(float.__mul__, weights, one.features))) ** 2
        total += one.margin**2
    return 1 - off / total


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench margin", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seed", default="margin")
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args(arguments)
    with ProcessPoolExecutor(options.processes, initializer=os.nice, initargs=(10,)) as pool:
        waiting = [pool.submit(played, number, options.seed) for number in range(options.matches)]
        matches = [one.result() for one in waiting]
    learned, kept = ([one for match in matches[n::2] for one in match] for n in (0, 1))
    weights = fitted(learned)
    print(f"{options.matches} matches, {len(learned)} + {len(kept)} positions; on those not learned from:")
    samples = [([one / row.spread for one in row.features], row.points) for row in kept]
    for name, some in (("present", WEIGHTS), ("these", weights)):
        print(f"  {name:8} foresee {foreseen(some, kept):.3f}, log loss {log_loss(some, samples):.4f}")
    for name, now, new in zip(NAMES, WEIGHTS, weights, strict=True):
        print(f"  {name:24} {now:7.3f} → {new:7.3f}")
    print("all: WEIGHTS = (" + ", ".join(f"{one:.2f}" for one in fitted([*learned, *kept])) + ")")
    return 0
