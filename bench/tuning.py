"""`python -m bench tune GAME`: evaluation weights of a game, found by self-play.

    python -m bench tune GAME [--matches 400] [--level 3] [--noise 0.15] [--within 0.0] [--seats 2]
                              [--option form=high] [--seed s]

Computer players of one level play each other and sometimes pick at random, so that all kinds of positions occur.
Logistic regression predicts the winner (or the winner of the round, if the game's evaluation has `rounds_won`) from the
features of the position at the start of every turn (`features` in the game's `evaluation.py`). The output shows its
weights beside the current ones, and the log loss of both on the second half of the matches, which is held out.
`--within` adds this share of the positions within turns, which a player compares that looks one action ahead.
"""

from __future__ import annotations

import argparse
import os
import random
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from math import exp, log, sqrt
from typing import Any

from engine.computers.think import decide, levels
from engine.core.position import Position
from engine.registry import GAMES

Sample = tuple[list[float], float]
"""Features of a position, and the seat's points at the end."""
_MOST_DECISIONS = 1000


def played(
    game: str, level: int, noise: float, within: float, seats: int, options: dict[str, Any], seed: str
) -> list[Sample]:
    """Samples of one match from every seat: positions at the start of turns, and a share of those within turns."""
    judge = import_module(f"engine.{game}.worth")
    position = Position.new(GAMES[game], options, seats, seed)
    chance = random.Random(seed)
    strength = levels(GAMES[game])[level - 1]
    rows: list[tuple[int, list[float]]] = []
    samples: list[Sample] = []
    rounds_won = getattr(judge, "rounds_won", lambda _: ())
    won = rounds_won(position.state)
    turn = position.state.number
    for number in range(_MOST_DECISIONS):
        if not position.asks:
            break
        if won != (now := rounds_won(position.state)):
            samples += _labelled(rows, tuple(seat for seat, count in enumerate(now) if count > won[seat]))
            won, rows = now, []
        if position.state.number != turn:
            turn = position.state.number
            rows += [(seat, judge.features(position.state, seat)) for seat in range(position.seats)]
        ask = position.asks[0]
        if chance.random() < noise:
            position.pick(ask.seat, chance.choice(ask.options).code)
        else:
            for code in decide(position, ask.seat, strength, f"{seed}/{number}").codes:
                position.pick(ask.seat, code)
                if within and position.between_actions and position.state.number == turn and chance.random() < within:
                    rows += [(seat, judge.features(position.state, seat)) for seat in range(position.seats)]
    outcome = position.outcome
    if outcome is None:
        return []
    return samples + _labelled(rows, outcome.winners)


def _labelled(rows: Sequence[tuple[int, list[float]]], winners: Sequence[int]) -> list[Sample]:
    """Samples of the positions' seats, once the winners are known."""
    return [(features, (1.0 if seat in winners else 0.0) if winners else 0.5) for seat, features in rows]


def fitted(samples: Sequence[Sample], *, rounds: int = 20, decay: float = 0.002, step: float = 0.05) -> list[float]:
    """Weights by logistic regression (stochastic gradient descent with steps shrinking by weight, as in AdaGrad)."""
    count = len(samples[0][0])
    weights, steepness = [0.0] * count, [1e-6] * count
    order = [*range(len(samples))]
    chance = random.Random(1)
    for _ in range(rounds):
        chance.shuffle(order)
        for number in order:
            features, points = samples[number]
            fault = _chance(weights, features) - points
            for place, feature in enumerate(features):
                slope = fault * feature + decay * weights[place]
                steepness[place] += slope * slope
                weights[place] -= step * slope / sqrt(steepness[place])
    return weights


def log_loss(weights: Sequence[float], samples: Sequence[Sample]) -> float:
    """Log loss of the results by these weights; 0.693 (log 2) without knowledge."""
    loss = 0.0
    for features, points in samples:
        value = min(max(_chance(weights, features), 1e-6), 1 - 1e-6)
        loss -= points * log(value) + (1 - points) * log(1 - value)
    return loss / len(samples)


def _chance(weights: Sequence[float], features: Sequence[float]) -> float:
    odds = sum(weight * feature for weight, feature in zip(weights, features, strict=True))
    return 1 / (1 + exp(-max(-30.0, min(30.0, odds))))


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench tune", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("game", choices=[*GAMES])
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--level", type=int, default=3)
    parser.add_argument("--noise", type=float, default=0.15)
    parser.add_argument("--within", type=float, default=0.0)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--seed", default="tuning")
    parser.add_argument("--processes", type=int, default=1)
    args = parser.parse_args(arguments)
    words = {"true": True, "false": False}
    options = {key: words.get(value, value) for key, _, value in (one.partition("=") for one in args.option)}
    settings = args.game, args.level, args.noise, args.within, args.seats, options
    with ProcessPoolExecutor(args.processes, initializer=os.nice, initargs=(10,)) as pool:
        waiting = [pool.submit(played, *settings, f"{args.seed}/{number}") for number in range(args.matches)]
        matches = [one.result() for one in waiting]
    half = len(matches) // 2
    learned, kept = ([sample for match in part for sample in match] for part in (matches[:half], matches[half:]))
    judge = import_module(f"engine.{args.game}.worth")
    weights = fitted(learned)
    print(f"{args.matches} matches, {len(learned)} + {len(kept)} positions; log loss on those not learned from:")
    print(f"  present weights {log_loss(judge.WEIGHTS, kept):.4f}, these {log_loss(weights, kept):.4f}")
    for name, now, new in zip(judge.NAMES, judge.WEIGHTS, weights, strict=True):
        print(f"  {name:24} {now:7.3f} → {new:7.3f}")
    both = fitted([*learned, *kept])
    print("all of them: WEIGHTS = (" + ", ".join(f"{weight:.3f}" for weight in both) + ")")
    return 0
