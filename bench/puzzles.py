"""Puzzles: proving one, and `python -m bench puzzles [GAME …] [--count 100]`: making a hundred, in seconds of one core.

A pick tried in a proof is a copy, a move and a list of next options, as in python-chess.
"""

from __future__ import annotations

import argparse
import time
from statistics import median

from bench.forks import boards, seconds_to_push
from bench.rows import Row
from engine.learning.making.maker import Maker, proven_again
from engine.learning.puzzles import puzzles
from engine.registry import GAMES

SAMPLE, BAR = 5, 3.0


def proving() -> list[Row]:
    """Measure proving a few stored puzzles of each game again."""
    push, rows = seconds_to_push(boards()), []
    for key in GAMES:
        stored = puzzles(key)
        took, tried = [], []
        for one in stored[:: max(1, len(stored) // SAMPLE)]:
            begun = time.process_time()
            again = proven_again(GAMES[key], one)
            took.append(time.process_time() - begun)
            tried.append(again.tried)
            assert again == one, one.id
        a_pick = sum(took) / sum(tried)
        ours = f"{median(took):.1f} s, {a_pick * 1e6:.0f} µs a pick"
        yard = f"{push * 1e6:.0f} µs (python-chess)"
        rows.append(Row(f"proving a puzzle, {key}", ours, yard, a_pick / push, f"≤ {BAR:g}", a_pick <= BAR * push))
    return rows


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench puzzles", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("games", nargs="*", default=[*GAMES], metavar="GAME")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", default="bench")
    options = parser.parse_args(arguments)
    for key in options.games:
        maker = Maker(GAMES[key], options.count, options.seed)
        begun = time.process_time()
        made = list(maker.puzzles(10**6))
        took = time.process_time() - begun
        fates = ", ".join(f"{times} {fate}" for fate, times in maker.fates.most_common())
        print(f"{key:10} {len(made)} puzzles in {took:,.0f} s, {took / len(made):.1f} s each; positions: {fates}")
    return 0
