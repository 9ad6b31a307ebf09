"""Random play: picks per second beside python-chess's plies per second; and restoring a long match."""

from __future__ import annotations

import json
import random
import time
from typing import Any

import chess

from bench.rows import Row, timed
from engine.core.game import AnyGame, Impossible
from engine.core.playout import choices, playout
from engine.core.position import Position
from engine.core.record import Entry, replay, written
from engine.registry import GAMES

ROUNDS, MATCHES, CHESS_GAMES = 3, 60, 10


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


def kinds(game: AnyGame) -> list[tuple[str, dict[str, str | int | bool], int]]:
    """The variants of a game: every number of seats, and every other value of each option."""
    found: list[tuple[str, dict[str, str | int | bool], int]] = [(f"{n} seats", {}, n) for n in game.seat_counts]
    for option in game.match_options:
        for value in option.values:
            if value != option.default:
                found += [
                    (f"{option.key}={str(value).lower()}", {option.key: value}, _seats(game, {option.key: value}))
                ]
    return found


def _seats(game: AnyGame, options: dict[str, str | int | bool]) -> int:
    """The fewest seats that these options allow."""
    for count in game.seat_counts:
        try:
            game.start(game.settle(options), count)
        except Impossible:
            continue
        return count
    raise ValueError(f"nobody can play {options}")


def random_play() -> list[Row]:
    """Measure both in turns, so that a busy machine slows both."""
    rows = []
    for key, game in GAMES.items():
        for name, options, seats in kinds(game):
            start = Position.new(game, options, seats, "bench")
            ours, theirs = [], []
            for number in range(ROUNDS):
                theirs.append(chess_plies(number))
                begun = time.perf_counter()
                played = playout(start, f"bench {number}", MATCHES)
                ours.append(played.picks / (time.perf_counter() - begun))
            picks, plies = sum(ours) / ROUNDS, sum(theirs) / ROUNDS
            yard = f"{plies:,.0f} plies/s (python-chess)"
            what = f"random play, {key}, {name}"
            rows.append(Row(what, f"{picks:,.0f} picks/s", yard, picks / plies, "≥ 1", picks >= plies))
    return rows


def long_log(key: str, moves: int, tries: int = 1500) -> tuple[list[Entry], Position]:
    """A random match with this many entries, or the longest of many tries."""
    game = GAMES[key]
    best: tuple[list[Entry], Position] = [], Position.new(game, {}, game.seat_counts[0], "")
    for number in range(tries):
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
        if len(entries) > len(best[0]):
            best = entries, position
        if len(best[0]) == moves:
            break
    return best


def restoring() -> list[Row]:
    """Measure restoring from the stored position, and from the whole log as the check does."""
    rows = []
    for key, game in GAMES.items():
        entries, position = long_log(key, 200)
        seed, stored, seats = position.dice.seed, json.loads(written(position)), game.seat_counts[0]

        def read(game: AnyGame = game, stored: dict[str, Any] = stored) -> None:
            Position.read(game, {}, stored)

        def again(game: AnyGame = game, seats: int = seats, seed: str = seed, entries: list[Entry] = entries) -> None:
            replay(game, {}, seats, seed, entries)

        for how, work in (("stored", read), ("from the log", again)):
            took = timed(work, runs=20) * 1000
            what = f"restore {len(entries)} moves, {key}, {how}"
            rows.append(Row(what, f"{took:.2f} ms", "100 ms", took / 100, "< 1", took < 100))
    return rows
