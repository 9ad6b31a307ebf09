"""The last line of `./test` about its cost: CPU seconds, beside a yardstick that the same Python has just run.

python -m tests.support.cpu_seconds <TIMES, where TIMES is the output of the shell's `times`.
"""

from __future__ import annotations

import re
import sys
import time

import chess

YARDSTICK_DEPTH = 4
"""Plies of the yardstick: it walks 206,603 positions of chess, in one to three seconds."""
RUNS = 3


def perft(board: chess.Board, depth: int) -> int:
    """The number of leaves of the tree of legal moves."""
    if depth == 0:
        return 1
    leaves = 0
    for move in board.legal_moves:
        board.push(move)
        leaves += perft(board, depth - 1)
        board.pop()
    return leaves


def yardstick_seconds(depth: int = YARDSTICK_DEPTH) -> float:
    """CPU seconds of one walk: the fastest of several runs, as on an idle machine."""
    found = []
    for _ in range(RUNS):
        begun = time.process_time()
        perft(chess.Board(), depth)
        found.append(time.process_time() - begun)
    return min(found)


def cpu_seconds(times: str) -> float:
    """The sum of the output of `times`: the shell and its children, user and system."""
    found = re.findall(r"(\d+)m([\d.,]+)s", times)
    if len(found) != 4:
        raise ValueError(f"not the output of `times`: {times!r}")
    return sum(60 * int(minutes) + float(seconds.replace(",", ".")) for minutes, seconds in found)


def summary(total: float, yardstick: float) -> str:
    return (
        f"{total:.0f} CPU seconds, {total / yardstick:.0f} × python-chess perft({YARDSTICK_DEPTH}) at {yardstick:.2f} s"
    )


if __name__ == "__main__":
    sys.stdout.write(summary(cpu_seconds(sys.stdin.read()), yardstick_seconds()) + "\n")
