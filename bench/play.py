"""Random play: picks per second against python-chess's plies per second; and getting a long match back."""

from __future__ import annotations

import json
import random
import time

import chess

from bench.rows import Row, timed
from engine.core.playout import choices, playout
from engine.core.position import Position
from engine.core.record import Entry, replay, written
from engine.registry import GAMES

ROUNDS, MATCHES, CHESS_GAMES = 3, 150, 12


def chess_plies(seed: int) -> float:
    """Plies per second of random play in python-chess."""
    draw = random.Random(seed)
    plies, begun = 0, time.perf_counter()
    for _ in range(CHESS_GAMES):
        board = chess.Board()
        while (moves := list(board.legal_moves)) and board.halfmove_clock < 100:
            board.push(draw.choice(moves))
            plies += 1
    return plies / (time.perf_counter() - begun)


def random_play() -> list[Row]:
    """Both are measured in turns, so that a busy machine slows both."""
    rows = []
    for key, game in GAMES.items():
        for mode in game.choices[0].values:
            start = Position.new(game, {game.choices[0].key: mode}, game.seat_counts[0], "bench")
            ours, theirs = [], []
            for number in range(ROUNDS):
                theirs.append(chess_plies(number))
                begun = time.perf_counter()
                played = playout(start, f"bench {number}", MATCHES)
                ours.append(played.picks / (time.perf_counter() - begun))
            picks, plies = sum(ours) / ROUNDS, sum(theirs) / ROUNDS
            what = f"random play, {key} {mode}"
            yard = f"{plies:,.0f} plies/s (python-chess)"
            rows.append(Row(what, f"{picks:,.0f} picks/s", yard, picks / plies, "≥ 1", picks >= plies))
    return rows


def long_log(key: str, moves: int) -> tuple[list[Entry], Position]:
    """A match of so many entries: the first random one that lasts long enough, one entry per turn-holder."""
    game = GAMES[key]
    for number in range(10_000):
        position = Position.new(game, {}, game.seat_counts[0], f"long {number}")
        draw = choices(f"long {number}").__next__
        entries: list[Entry] = []
        codes: list[str] = []
        while position.asks and len(entries) < moves:
            ask = position.asks[0]
            option = ask.options[draw() % len(ask.options)]
            codes.append(option.code)
            position.answer(ask, option)
            if position.boundary:
                entries.append(Entry(ask.seat, "play", tuple(codes)))
                codes = []
        if len(entries) == moves:
            return entries, position
    raise AssertionError("no random match lasts that long")


def restoring() -> list[Row]:
    """From the stored position, and (as the check does) from the whole log."""
    rows = []
    for key, game in GAMES.items():
        entries, position = long_log(key, 200)
        seed, stored = position.dice.seed, json.loads(written(position))
        read = timed(lambda game=game, stored=stored: Position.read(game, {}, stored), runs=50) * 1000  # type: ignore[misc]
        full = timed(lambda game=game, entries=entries, seed=seed: replay(game, {}, 2, seed, entries), runs=20) * 1000  # type: ignore[misc]
        rows.append(Row(f"restore 200 moves, {key}, stored", f"{read:.2f} ms", "100 ms", read / 100, "< 1", read < 100))
        rows.append(
            Row(f"restore 200 moves, {key}, from the log", f"{full:.1f} ms", "100 ms", full / 100, "< 1", full < 100)
        )
    return rows
