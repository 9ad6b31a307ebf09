"""`python -m bench strength`: computer players against each other, a one-action player and random play.

    python -m bench strength [GAME …] [--pairs 5:4 5:greedy …] [--matches 100] [--after 60] [--seats 4]
                             [--option form=melee] [--keep FILE] [--processes 2]

A player is a level (1 to 5), a level with more effort (`5x2`), a level with changed fields of its `Plan`
(`5,worlds=12,horizon=3`), `greedy` (looks one action ahead with the same evaluation) or `random`. Every second match
has the same deal with swapped seats. `--keep` stores every match in a file; stored matches are not played again, so use
a new file after a change of the players. `--after 60` treats the first sixty matches as played elsewhere and leaves
them out of the points. With more than two sides, the first of a pair takes one seat, another one in every match, and
the second takes all others; equal players share the points equally.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import time
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from engine.computers.level import Level, Plan
from engine.computers.think import decide, levels
from engine.core.game import AnyGame
from engine.core.position import Position
from engine.registry import GAMES
from workers.job_queue import NICE
from workers.process import GC_ALLOCATIONS

GREEDY = Level(Plan(effort=10**9, width=1, breadth=10**6))
"""A player that looks one action ahead."""
BARS = {"2:1": 0.65, "3:2": 0.65, "4:3": 0.65, "5:4": 0.65, "5:random": 0.99}
GREEDY_BARS = {"leaders": 0.9, "tashkalar": 0.9, "monolith": 0.75, "knockdown": 0.75}
PAIRS = (*BARS, "5:greedy", "5x2:5")
MOST_DECISIONS = 2000
"""A longer match counts as drawn."""


class Used(Struct):
    """Effort of a player's decisions in one match."""

    decisions: int = 0
    picks: int = 0
    seconds: float = 0.0
    longest: float = 0.0


class Match(Struct, frozen=True):
    """Result of one match of a pair: the points of its first player, and both players' effort."""

    game: str
    pair: str
    number: int
    points: float
    decisions: int
    reason: str
    used: tuple[Used, Used]
    form: str = ""


class Setting(Struct, frozen=True):
    """The game, options and pair of players."""

    game: str
    pair: str
    seats: int
    options: dict[str, Any]

    @property
    def form(self) -> str:
        named = [f"{key}={value}" for key, value in sorted(self.options.items())]
        return " ".join([*([] if self.seats == 2 else [str(self.seats)]), *named])


def player(game: AnyGame, name: str) -> Level | None:
    """The player with this name; None plays at random."""
    if name == "random":
        return None
    if name == "greedy":
        return GREEDY
    name, *changes = name.split(",")
    number, _, times = name.partition("x")
    level = levels(game)[int(number) - 1]
    if changes:
        named = dict(change.split("=") for change in changes)
        plan = msgspec.convert({**msgspec.to_builtins(level.plan), **named}, Plan, strict=False)
        level = msgspec.structs.replace(level, plan=plan)
    if not times:
        return level
    more = float(times)
    plan = level.plan
    bigger = {
        "effort": int(plan.effort * more),
        "candidates": max(1, round(plan.candidates * sqrt(more))),
        "width": max(1, round(plan.width * sqrt(more))),
        "worlds": plan.worlds if plan.worlds == 1 else max(1, round(plan.worlds * more)),
    }
    return msgspec.structs.replace(level, plan=msgspec.structs.replace(plan, **bigger))


def play(setting: Setting, number: int) -> Match:
    """Play match `number` of a pair."""
    game = GAMES[setting.game]
    first, second = (player(game, name) for name in setting.pair.split(":"))
    seed = f"strength/{number // 2}"
    position = Position.new(game, setting.options, setting.seats, seed)
    sides = game.teams(position.state)
    ours = sides[number % len(sides)]
    used = (Used(), Used())
    decisions = 0
    while position.asks and decisions < MOST_DECISIONS:
        seat = position.asks[0].seat
        mine = seat in ours
        codes = _decision(position, seat, first if mine else second, f"{seed}/{number % 2}/{decisions}", used[not mine])
        for code in codes:
            position.pick(seat, code)
        decisions += 1
    outcome = position.outcome
    winners = outcome.winners if outcome else ()
    points = (1.0 if ours[0] in winners else 0.0) if winners else 0.5
    reason = outcome.reason if outcome else "too long"
    return Match(setting.game, setting.pair, number, points, decisions, reason, used, setting.form)


def _decision(position: Position, seat: int, level: Level | None, seed: str, used: Used) -> Iterable[str]:
    if level is None:
        ask = position.ask_of(seat)
        assert ask is not None
        return (random.Random(seed).choice(ask.options).code,)
    begun = time.process_time()
    thought = decide(position, seat, level, seed)
    took = time.process_time() - begun
    used.decisions += 1
    used.picks += thought.tried
    used.seconds += took
    used.longest = max(used.longest, took)
    return thought.codes


def wilson(points: float, count: int) -> tuple[float, float]:
    """The 95 % confidence interval of the share of points."""
    z, share = 1.96, points / count
    middle = share + z * z / (2 * count)
    spread = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    scale = 1 + z * z / count
    return (middle - spread) / scale, (middle + spread) / scale


def described(matches: list[Match]) -> str:
    """A line of the table."""
    one = matches[0]
    points, count = sum(match.points for match in matches), len(matches)
    low, high = wilson(points, count)
    bar = GREEDY_BARS[one.game] if one.pair == "5:greedy" else BARS.get(one.pair)
    verdict = "" if bar is None or one.form else f"bar {bar:.0%} {'ok' if points / count >= bar else 'MISSED'}"
    costs = []
    for side in (0, 1):
        used = [match.used[side] for match in matches]
        decisions = max(1, sum(one.decisions for one in used))
        average = sum(one.seconds for one in used) / decisions
        tried = sum(one.picks for one in used) / decisions
        costs.append(f"{average:.2f} s (most {max(one.longest for one in used):.1f}), {tried:,.0f} picks")
    return (
        f"{one.game:10} {one.form:14} {one.pair:9} {points:5.1f} of {count:3} = {points / count:6.1%} "
        f"[{low:.0%}–{high:.0%}]  {verdict:15}  a decision {costs[0]} against {costs[1]}"
    )


def _stored_matches(file: Path | None) -> list[Match]:
    if file is None or not file.exists():
        return []
    return [msgspec.json.decode(line, type=Match) for line in file.read_bytes().splitlines()]


def _begin() -> None:
    """Set up the process like a computer player's worker: low priority and little garbage collection."""
    os.nice(NICE)
    gc.set_threshold(GC_ALLOCATIONS)


def strength(
    settings: list[Setting], counts: Mapping[str, int], processes: int, keep: Path | None, after: int = 0
) -> Iterator[str]:
    """Play the missing matches; yield a line for each pair as soon as it is complete."""
    done = {(one.game, one.form, one.pair, one.number): one for one in _stored_matches(keep)}
    with ProcessPoolExecutor(processes, initializer=_begin) as pool:
        for setting in settings:
            numbers = range(after, counts[setting.pair])
            keys = [(setting.game, setting.form, setting.pair, number) for number in numbers]
            for match in as_completed([pool.submit(play, setting, key[3]) for key in keys if key not in done]):
                one = match.result()
                done[one.game, one.form, one.pair, one.number] = one
                if keep is not None:
                    with keep.open("ab") as file:
                        file.write(msgspec.json.encode(one) + b"\n")
            yield described([done[key] for key in keys])


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench strength", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("games", nargs="*", default=[*GAMES], metavar="GAME")
    parser.add_argument("--pairs", nargs="+", default=[*PAIRS], metavar="A:B")
    parser.add_argument("--matches", type=int, default=0, help="of each pair; else 100, and 200 against chance")
    parser.add_argument("--after", type=int, default=0, metavar="N", help="leave out the first N of them")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--keep", type=Path, metavar="FILE")
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args(arguments)
    words = {"true": True, "false": False}
    options = {key: words.get(value, value) for key, _, value in (one.partition("=") for one in args.option)}
    counts = {pair: args.matches or (200 if pair == "5:random" else 100) for pair in args.pairs}
    settings = [Setting(game, pair, args.seats, options) for game in args.games for pair in args.pairs]
    missed = False
    for line in strength(settings, counts, args.processes, args.keep, args.after):
        print(line, flush=True)
        missed |= "MISSED" in line
    return 1 if missed else 0
