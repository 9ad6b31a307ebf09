"""`python -m bench blunders`: whether a review finds the blunder that was put into a match.

    python -m bench blunders [GAME …] [--matches 10] [--level 3] [--seed s] [--processes 2]

Computer players of one level play a match. In its middle, one of them makes the decision that a player who wants to
lose would make; then they play on. The review has found the blunder if it is the decision that lost most.
"""

from __future__ import annotations

import argparse
import os
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from msgspec import Struct

from engine.computers.beam import standing
from engine.computers.review import Review, accuracies, review
from engine.computers.think import decide_by, levels, think, worth_of
from engine.core.position import Position
from engine.core.record import Entry
from engine.registry import GAMES

MIDDLE = (0.25, 0.75)
"""The part of a match in which blunders are made."""
LOOKED_AT = 12
_MOST_DECISIONS = 400


class Found(Struct, frozen=True):
    """What became of one blunder."""

    game: str
    number: int
    place: int
    """Among all decisions, by what they lost: 1 if it lost most."""
    loss: float
    largest: float
    """The largest loss of all."""
    accuracies: tuple[float | None, ...]


def match_with_blunder(game: str, level: int, seed: str) -> tuple[Position, list[Entry], int]:
    """The beginning and the log of a match, and the number of the entry that is a blunder.

    Of some decisions in the middle, the one is spoiled by which its seat's chances fall most at first sight.
    """
    start = Position.new(GAMES[game], {}, GAMES[game].seat_counts[0], seed)
    usual = [*_play(start, level, seed, [])]
    low, high = (int(share * len(usual)) for share in MIDDLE)
    places = random.Random(seed).sample(range(low, high), min(LOOKED_AT, high - low))
    fall, before, blunder = max((_blunder(usual, place, f"{seed}/{place}") for place in places), key=lambda one: one[0])
    assert fall > 0, "nothing that was decided could have been decided worse"
    log = [entry for _, entry in usual[:before]]
    return start, [*log, blunder, *(entry for _, entry in _play(start, level, seed, [*log, blunder]))], before + 1


def _blunder(usual: list[tuple[Position, Entry]], place: int, seed: str) -> tuple[float, int, Entry]:
    """How far the chances of whoever decides fall by the worst decision there, and that decision."""
    position, entry = usual[place]
    worth = worth_of(position.game)

    def reverse(state: Any, seat: int) -> float:
        return 1 - worth(state, seat)

    codes = decide_by(position, entry.seat, levels(position.game)[1], seed, reverse).codes
    good, bad = (_worth_after(position, entry.seat, one) for one in (entry.codes, codes))
    return good - bad, place, Entry(entry.seat, "play", codes)


def _worth_after(position: Position, seat: int, codes: tuple[str, ...]) -> float:
    there = position.fork()
    for code in codes:
        there.pick(seat, code)
    return standing(there, seat, worth_of(position.game))


def _play(start: Position, level: int, seed: str, log: Sequence[Entry]) -> Iterator[tuple[Position, Entry]]:
    """The decisions after those of the log, each with the position before it."""
    position = start.fork()
    for entry in log:
        for code in entry.codes:
            position.pick(entry.seat, code)
    for number in range(len(log), _MOST_DECISIONS):
        if not position.asks:
            return
        seat = position.asks[0].seat
        codes = think(position, seat, level, f"{seed}/{number}").codes
        yield position.fork(), Entry(seat, "play", codes)
        for code in codes:
            position.pick(seat, code)


def reviewed(start: Position, entries: list[Entry]) -> Review:
    work = review(start, entries)
    while True:
        try:
            next(work)
        except StopIteration as end:
            found: Review = end.value
            return found


def find(game: str, level: int, seed: str) -> Found:
    """Put a blunder into a match and review it."""
    start, entries, number = match_with_blunder(game, level, seed)
    found = reviewed(start, entries)
    blunder = next(one for one in found.decisions if one.number == number)
    losses = [one.loss for one in found.decisions]
    place = 1 + sum(loss > blunder.loss for loss in losses)
    return Found(game, number, place, blunder.loss, max(losses), accuracies(found))


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench blunders", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("games", nargs="*", default=[*GAMES], metavar="GAME")
    parser.add_argument("--matches", type=int, default=10)
    parser.add_argument("--level", type=int, default=3)
    parser.add_argument("--seed", default="blunder")
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args(arguments)
    with ProcessPoolExecutor(asked.processes, initializer=os.nice, initargs=(10,)) as pool:
        for game in asked.games:
            work = [pool.submit(find, game, asked.level, f"{asked.seed}/{n}") for n in range(asked.matches)]
            found = [one.result() for one in work]
            for one in found:
                each = ", ".join("–" if value is None else f"{value:.0f} %" for value in one.accuracies)
                lost = f"lost {one.loss:.2f}, place {one.place}, most {one.largest:.2f}"
                print(f"  {game:10} entry {one.number:3}: {lost}, accuracy {each}")
            first = sum(one.place == 1 and one.loss > 0 for one in found)
            print(f"{game:10} {first} of {len(found)} blunders are the first turning point", flush=True)
    return 0
