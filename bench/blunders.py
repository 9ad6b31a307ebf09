"""`python -m bench blunders`: whether a review finds a blunder put into a match.

    python -m bench blunders [GAME …] [--kind visible] [--matches 10] [--level 3] [--deals 0] [--seed s] [--processes 2]

Computer players of one level play a match. In its middle, one of them blunders; then they play on. The review has
found the blunder if it is the decision that lost most. The blunder is one of

- `visible`: of twelve decisions of a player who wants to lose, the one that loses most at first sight;
- `worst`: a decision of a player who wants to lose, at a random place;
- `random`: random picks that lose a tenth of the chances when players of level 2 play on; if none do, the picks that
  lose most.

With `--deals 20` the turning points are played on to the end of the match by players of level 3, in 20 deals that the
review has not seen: once after the decision played, once after the better one.
"""

from __future__ import annotations

import argparse
import os
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from statistics import fmean
from typing import Any

from msgspec import Struct

from engine.computers.beam import chance_of
from engine.computers.determinize import world
from engine.computers.review import Review, accuracies, moments, recorded_decisions, review
from engine.computers.think import decide_by, levels, think, worth_of
from engine.core.position import Position
from engine.core.record import Entry
from engine.registry import GAMES

MIDDLE = (0.25, 0.75)
"""The part of a match in which blunders are made, from and to."""
LOOKED_AT = 12
_MOST_DECISIONS = 400
CHECKER, CHECKED, CHECKED_TURNS, COST = 2, 8, 4, 0.1
"""How random picks are checked to be a blunder: by players of a level, in a number of deals and turns; and the least
loss."""


class Found(Struct, frozen=True):
    """The result for one blunder."""

    game: str
    number: int
    place: int
    """Its rank among all decisions by loss: 1 if it lost most."""
    loss: float
    largest: float
    """The largest loss of all decisions."""
    accuracies: tuple[float | None, ...]
    results: tuple[tuple[float, float], ...]
    """For each turning point, the mean results of the better decision and of the one played, played on to the end."""


def match_with_blunder(game: str, level: int, seed: str, kind: str = "visible") -> tuple[Position, list[Entry], int]:
    """A match's start, its log, and the index of the entry that is a blunder of this kind."""
    start = Position.new(GAMES[game], {}, GAMES[game].seat_counts[0], seed)
    usual = [*played(start, level, seed, [])]
    low, high = (int(share * len(usual)) for share in MIDDLE)
    chance = random.Random(seed)
    places = chance.sample(range(low, high), high - low)
    if kind == "visible":
        some = (_blunder(usual, place, f"{seed}/{place}") for place in places[:LOOKED_AT])
        fall, before, blunder = max(some, key=lambda one: one[0])
        assert fall > 0, "the match has no decision with a worse alternative"
    else:
        each, least = (_blunder, 0.0) if kind == "worst" else (_at_random, COST)
        tried: list[tuple[float, int, Entry]] = []
        while not tried or (tried[-1][0] <= least and len(tried) < len(places)):
            place = places[len(tried)]
            tried.append(each(usual, place, f"{seed}/{place}"))
        _, before, blunder = max(tried, key=lambda one: one[0])
    log = [entry for _, entry in usual[:before]]
    return start, [*log, blunder, *(entry for _, entry in played(start, level, seed, [*log, blunder]))], before + 1


def _at_random(usual: list[tuple[Position, Entry]], place: int, seed: str) -> tuple[float, int, Entry]:
    """Random picks at that place: the chances that they lose when players continue for some turns, the place, the
    picks.
    """
    position, entry = usual[place]
    there, chance = position.fork(), random.Random(seed)
    codes: list[str] = []
    while not codes or not there.boundary:
        ask = there.ask_of(entry.seat)
        assert ask is not None
        codes.append(chance.choice(ask.options).code)
        there.pick(entry.seat, codes[-1], hold=True)
    costs = [
        playing_on(position, entry.seat, entry.codes, CHECKER, one, CHECKED_TURNS)
        - playing_on(position, entry.seat, tuple(codes), CHECKER, one, CHECKED_TURNS)
        for one in (f"{seed}/{number}" for number in range(CHECKED))
    ]
    return fmean(costs), place, Entry(entry.seat, "play", tuple(codes))


def playing_on(position: Position, seat: int, codes: Sequence[str], level: int, seed: str, turns: int) -> float:
    """The seat's chance to win after a decision and `turns` turns by players of this level, in one deal."""
    there = world(position, seat, seed)
    until = there.state.number + turns
    for code in codes:
        there.pick(seat, code)
    for number in range(_MOST_DECISIONS):
        if not there.asks or there.state.number >= until:
            break
        mover = there.asks[0].seat
        for code in think(there, mover, level, f"{seed}/{number}").codes:
            there.pick(mover, code)
    return chance_of(there, seat, worth_of(position.game))


def _blunder(usual: list[tuple[Position, Entry]], place: int, seed: str) -> tuple[float, int, Entry]:
    """The loss in chances by the deciding player's worst decision at that place, and the decision."""
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
    return chance_of(there, seat, worth_of(position.game))


def played(start: Position, level: int, seed: str, log: Sequence[Entry]) -> Iterator[tuple[Position, Entry]]:
    """Yield the decisions that follow the log, each with the position before it."""
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


def find(game: str, kind: str, level: int, deals: int, seed: str) -> Found:
    """Put a blunder into a match and review it."""
    start, entries, number = match_with_blunder(game, level, seed, kind)
    found = reviewed(start, entries)
    blunder = next(one for one in found.decisions if one.number == number)
    losses = [one.loss for one in found.decisions]
    place = 1 + sum(loss > blunder.loss for loss in losses)
    results = results_of(start, entries, found, deals) if deals else ()
    return Found(game, number, place, blunder.loss, max(losses), accuracies(found), results)


def results_of(start: Position, entries: list[Entry], found: Review, deals: int) -> tuple[tuple[float, float], ...]:
    """For each turning point, the mean results of the better decision and of the one played, over `deals` deals."""
    befores = {one.number: one.before for one in recorded_decisions(start, entries)[0]}
    return tuple(
        (
            _result(befores[one.number], one.seat, one.better, deals),
            _result(befores[one.number], one.seat, one.played, deals),
        )
        for one in moments(found)
    )


def _result(position: Position, seat: int, codes: tuple[str, ...], deals: int) -> float:
    seeds = (f"to the end/{number}" for number in range(deals))
    return fmean(playing_on(position, seat, codes, 3, seed, _MOST_DECISIONS) for seed in seeds)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench blunders", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("games", nargs="*", default=[*GAMES], metavar="GAME")
    parser.add_argument("--kind", choices=("visible", "worst", "random"), default="visible")
    parser.add_argument("--matches", type=int, default=10)
    parser.add_argument("--level", type=int, default=3)
    parser.add_argument("--deals", type=int, default=0, help="play turning points on to the end in so many deals")
    parser.add_argument("--seed", default="blunder")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args(arguments)
    with ProcessPoolExecutor(options.processes, initializer=os.nice, initargs=(10,)) as pool:
        for game in options.games:
            seeds = [f"{options.seed}/{n}" for n in range(options.matches)]
            work = [pool.submit(find, game, options.kind, options.level, options.deals, seed) for seed in seeds]
            found = []
            for each in work:
                found.append(one := each.result())
                accuracy = ", ".join("–" if value is None else f"{value:.0f} %" for value in one.accuracies)
                lost = f"lost {one.loss:.2f}, place {one.place}, most {one.largest:.2f}"
                ends = "".join(f"; better {better:.2f}, played {played:.2f}" for better, played in one.results)
                print(f"  {game:10} entry {one.number:3}: {lost}, accuracy {accuracy}{ends}", flush=True)
            first = sum(one.place == 1 and one.loss > 0 for one in found)
            print(f"{game:10} {first} of {len(found)} blunders are the first turning point", flush=True)
            results = [one for each in found for one in each.results]
            if results:
                better, worse = (sum(sign * (a - b) > 0 for a, b in results) for sign in (1, -1))
                means = " against ".join(f"{fmean(one):.2f}" for one in zip(*results, strict=True))
                print(f"{game:10} played on, better did {means}; of {len(results)} better {better}, worse {worse}")
    return 0
