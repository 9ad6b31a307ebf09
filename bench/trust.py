"""`python -m bench trust`: how well the chances in reviews match results, and their best calibration.

    python -m bench trust [GAME …] [--matches 100] [--places 4] [--level 3] [--seed s] [--processes 2]

Computer players of one level play a match. At some of its decisions, the winning chance after the decision is recorded
as a review sees it at first sight, before calibration; then the winner. The output shows how often players with such a
chance have won, and the exponent of the odds that fits best, for the first turns and for all others.
"""

from __future__ import annotations

import argparse
import os
import random
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from math import exp, log
from statistics import fmean

from msgspec import Struct

from bench.blunders import played
from engine.computers.calibration import CHANCE_BOUNDS, EARLY_TURNS, is_early
from engine.computers.judging import RecordedDecision, glance, judges
from engine.core.position import Position
from engine.registry import GAMES

EFFORT = 8_000
"""Picks spent on one decision."""
BANDS = 5


class Seen(Struct, frozen=True):
    """A predicted chance, and the result (0.5: a draw)."""

    chance: float
    came: float
    is_early: bool


def seen_in(game: str, level: int, places: int, seed: str) -> list[Seen]:
    """Predictions for some decisions of a match, half of them early ones."""
    start = Position.new(GAMES[game], {}, GAMES[game].seat_counts[0], seed)
    usual = [*played(start, level, seed, [])]
    end = usual[-1][0].fork()
    for code in usual[-1][1].codes:
        end.pick(usual[-1][1].seat, code)
    if end.outcome is None:
        return []
    chance = random.Random(seed)
    early = [place for place, (position, _) in enumerate(usual) if is_early(position)]
    late = range(len(early), len(usual))
    chosen = [*chance.sample(early, min(len(early), places // 2))]
    chosen += chance.sample(late, min(len(late), places - len(chosen)))
    found = []
    for place in chosen:
        position, entry = usual[place]
        made = RecordedDecision(place + 1, position, entry.seat, entry.codes)
        value = fmean(glance(made, judges(position, EFFORT, EFFORT)).played_values)
        came = float(entry.seat in end.outcome.winners) if end.outcome.winners else 0.5
        found.append(Seen(value, came, is_early(position)))
    return found


def log_loss(seen: Sequence[Seen], trust: float) -> float:
    """Log loss of the chances with this exponent of the odds."""
    low, high = CHANCE_BOUNDS
    total = 0.0
    for one in seen:
        chance = min(max(one.chance, low), high)
        chance = 1 / (1 + exp(-trust * log(chance / (1 - chance))))
        total -= one.came * log(chance) + (1 - one.came) * log(1 - chance)
    return total / len(seen)


def best_trust(seen: Sequence[Seen]) -> float:
    """The exponent of the odds with the lowest log loss, in steps of 0.05."""
    return min((step / 20 for step in range(41)), key=lambda trust: log_loss(seen, trust))


def described(seen: Sequence[Seen]) -> str:
    """The results by band of chances, and the best exponent, in words."""
    bands = []
    for band in range(BANDS):
        here = [one for one in seen if min(int(one.chance * BANDS), BANDS - 1) == band]
        if here:
            foretold, came = (fmean(getattr(one, name) for one in here) for name in ("chance", "came"))
            bands.append(f"{foretold:.0%}: {came:.0%} of {len(here)}")
    trust = best_trust(seen)
    return f"{', '.join(bands)}; trust {trust:.2f}, log loss {log_loss(seen, 1):.3f} → {log_loss(seen, trust):.3f}"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench trust", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("games", nargs="*", default=[*GAMES], metavar="GAME")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--places", type=int, default=4)
    parser.add_argument("--level", type=int, default=3)
    parser.add_argument("--seed", default="trust")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args(arguments)
    with ProcessPoolExecutor(options.processes, initializer=os.nice, initargs=(10,)) as pool:
        for game in options.games:
            seeds = [f"{options.seed}/{n}" for n in range(options.matches)]
            work = [pool.submit(seen_in, game, options.level, options.places, seed) for seed in seeds]
            seen = [one for each in work for one in each.result()]
            for name, some in (
                (f"first {EARLY_TURNS} turns", [one for one in seen if one.is_early]),
                ("later", [one for one in seen if not one.is_early]),
            ):
                if some:
                    print(f"{game:10} {name:14} {described(some)}", flush=True)
    return 0
