"""Looking ahead: a fork, and a fork with a pick and its next options, beside python-chess's copy, push and list."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

import chess

from bench.rows import Row
from engine.core.playout import choices
from engine.core.position import Position
from engine.registry import GAMES

T = TypeVar("T")

POSITIONS, ROUNDS, LOOPS = 40, 15, 10
FORK_BAR, PICK_BAR = 0.25, 1.0
"""Shares of the time that python-chess takes to copy, push and list."""
EARLIEST, LATEST = 20, 80


def mid_match(key: str) -> list[Position]:
    """Positions in the middle of random matches."""
    game, found = GAMES[key], []
    for number in range(POSITIONS):
        draw = choices(f"fork {key} {number}").__next__
        position = Position.new(game, {}, game.seat_counts[0], f"fork {number}")
        for _ in range(EARLIEST + draw() % (LATEST - EARLIEST)):
            if not position.asks:
                break
            ask = position.asks[draw() % len(position.asks)]
            position.answer(ask, ask.options[draw() % len(ask.options)])
        if position.asks:
            found.append(position)
    return found


def boards() -> list[chess.Board]:
    """Boards in the middle of random games of chess."""
    found = []
    for number in range(POSITIONS):
        draw, board = random.Random(number), chess.Board()
        for _ in range(EARLIEST + draw.randrange(LATEST - EARLIEST)):
            if board.is_game_over():
                break
            board.push(draw.choice(list(board.legal_moves)))
        if not board.is_game_over():
            found.append(board)
    return found


def _push(board: chess.Board) -> None:
    copy = board.copy(stack=False)
    copy.push(next(iter(copy.legal_moves)))
    list(copy.legal_moves)


def _pick(position: Position) -> None:
    fork = position.fork()
    fork.answer(fork.asks[0], fork.asks[0].options[0])
    for ask in fork.asks:
        list(ask.options)


def _per_item(work: Callable[[T], object], items: Sequence[T]) -> float:
    """CPU seconds for one item."""
    begun = time.process_time()
    for _ in range(LOOPS):
        for item in items:
            work(item)
    return (time.process_time() - begun) / len(items) / LOOPS


def seconds_to_push(chessboards: Sequence[chess.Board]) -> float:
    """CPU seconds that python-chess takes to copy, push and list; the best of many rounds."""
    return min(_per_item(_push, chessboards) for _ in range(ROUNDS))


def forks() -> list[Row]:
    """Measure all in turns; the best of many rounds counts, because a busy machine slows single rounds."""
    chessboards, rows = boards(), []
    for key in GAMES:
        positions = mid_match(key)
        rounds = [
            (
                _per_item(_push, chessboards),
                _per_item(Position.fork, positions),
                _per_item(_pick, positions),
            )
            for _ in range(ROUNDS)
        ]
        push, fork, pick = (min(times) for times in zip(*rounds, strict=True))
        yard = f"{push * 1e6:.0f} µs (python-chess)"
        for what, took, bar in ((f"fork, {key}", fork, FORK_BAR), (f"fork + pick, {key}", pick, PICK_BAR)):
            rows.append(Row(what, f"{took * 1e6:.1f} µs", yard, took / push, f"≤ {bar:g}", took <= bar * push))
    return rows
