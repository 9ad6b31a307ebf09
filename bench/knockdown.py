"""Matches of Knockdown by machine players, and their figures beside those of the balance sheet.

`python -m bench knockdown 5000 500 100` plays 5000 matches between random players, 500 between greedy
and 100 between planning ones. `greedy` looks one action ahead, `planner` one turn, as the sheet's players did with an
evaluation that we do not have.

The cards agree with the set field by field. With the same engine, the evaluation alone changes the figures this much:

    greedy, 120 matches (a fighter: ±13)            knock-outs  Mistling  Adder  Alembic  Warden
    a round counts 8 damage, less than many leads      60 %        58      48      57      37
    … 20 damage                                        72 %        47      53      50      50
    … 8, and a step apart 0.2 or 0.6, not 0.04       68, 86 %    60, 57  53, 32  48, 72  38, 40
    … 8, and a card 0.25, not 0.5                      55 %        53      55      50      42
    a lead counts as a chance of winning               73 %        57      53      55      35
    … and Stone Skin saves its card, 480 (±6): now     72 %        44      58      45      53
    sheet                                              75 %        51      46      50      54

A planner that prefers to be close knocks out in 95 % of rounds; without that preference, as now, in 86 % (36 matches).
"""

from __future__ import annotations

import argparse
from collections import Counter
from itertools import permutations

from msgspec import Struct, field

from bench import knockdown_players as players
from engine.core.ask import Event
from engine.core.playout import choices
from engine.core.position import Position
from engine.knockdown.data.content import FIGHTERS
from engine.knockdown.game import GAME


class Tally(Struct):
    """The figures of a set of matches."""

    matches: int = 0
    rounds: int = 0
    turns: list[int] = field(default_factory=list)
    """Number of turns of each round."""
    ends: Counter[str] = field(default_factory=Counter)
    first_wins: Counter[int] = field(default_factory=Counter)
    """Rounds won by their first player, by round number."""
    numbered: Counter[int] = field(default_factory=Counter)
    """Rounds played, by round number."""
    starter_wins: int = 0
    tests: int = 0
    test_damage: int = 0
    passed: int = 0
    blocks: int = 0
    cut: int = 0
    gloom: int = 0
    fought: Counter[str] = field(default_factory=Counter)
    won: Counter[str] = field(default_factory=Counter)


class _Scribe:
    """A listener that records a match's events."""

    def __init__(self, tally: Tally) -> None:
        self.tally, self.turns, self.first, self.starter, self.last = tally, 0, 0, -1, ""

    def __call__(self, event: Event) -> None:
        tally, args = self.tally, event.args
        if event.kind == "round":
            self.turns, self.first = 0, args["first"]
            self.starter = args["first"] if args["round"] == 1 else self.starter
        elif event.kind == "turn":
            self.turns += 1
        elif event.kind == "tested":
            tally.tests += 1
            tally.test_damage += args["total"]
            tally.passed += args["passed"]
        elif event.kind == "blocked":
            tally.blocks += 1
            tally.cut += args["heavy"] + args["light"]
        elif event.kind == "cancelled" and self.last != "blocked":
            tally.blocks += 1
        elif event.kind == "hurt" and args["by"] == "menhir":
            tally.gloom += args["heavy"] + args["light"]
        elif event.kind == "round-won":
            tally.rounds += 1
            tally.turns.append(self.turns)
            tally.ends[args["how"]] += 1
            tally.numbered[args["round"]] += 1
            tally.first_wins[args["round"]] += args["seat"] == self.first
        self.last = event.kind


KINDS = ("random", "greedy", "planner")
PAIRS = list(permutations(FIGHTERS, 2))


def figures(kind: str, matches: int, first: int = 0) -> Tally:
    """Play matches of `random`, `greedy` or `planner` against itself, all fighters against all."""
    tally = Tally()
    for number in range(first, first + matches):
        pair = PAIRS[number % len(PAIRS)]
        _match(tally, kind, pair, f"{kind} {number}")
    return tally


def _match(tally: Tally, kind: str, pair: tuple[str, str], seed: str) -> None:
    draw = choices(seed).__next__
    position = Position.new(GAME, {}, 2, seed, forkable=False)
    scribe = position.on_event = _Scribe(tally)
    for seat, fighter in enumerate(pair):
        position.pick(seat, FIGHTERS[fighter].code)
    play = players.random if kind == "random" else players.planner(whole_turn=kind == "planner")
    while position.asks:
        play(position, draw)
    outcome = position.outcome
    assert outcome is not None
    tally.matches += 1
    tally.starter_wins += outcome.winners == (scribe.starter,)
    for seat, fighter in enumerate(pair):
        tally.fought[fighter] += 1
        tally.won[fighter] += outcome.winners == (seat,)


SHEET = {
    "turns per round": "15.8 (9–22)",
    "rounds of 10–25 turns": "93 %",
    "rounds by knock-out": "75 %",
    "rounds by cards": "25 %",
    "rounds by standstill": "0.0–1.6 %",
    "rounds per match": "2.59",
    "tests per round": "1.29",
    "mean damage then": "12.0",
    "blocks per round": "1.8",
    "damage blocked": "2.1",
    "Menhir damage per round": "2.4",
    "first player wins a round": "55 %",
    "… round 1": "53 %",
    "… round 2": "59 %",
    "… round 3": "53 %",
    "starter of round 1 wins": "49.7 %",
    "mistling": "50.7 %",
    "adder_daughter": "46.1 %",
    "brother_alembic": "49.7 %",
    "barrow_warden": "53.5 %",
}
"""Measured when the set was designed: 4,800 matches of players who planned one turn ahead."""


def _percent(part: float, whole: float) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "–"


def figures_of(tally: Tally) -> dict[str, str]:
    """The figures of a tally under the sheet's names."""
    turns, rounds = sorted(tally.turns), tally.rounds
    low, high = turns[int(0.05 * rounds)], turns[int(0.95 * rounds)]
    found = {
        "turns per round": f"{sum(turns) / rounds:.1f} ({low}–{high})",
        "rounds of 10–25 turns": _percent(sum(10 <= one <= 25 for one in turns), rounds),
        "rounds by knock-out": _percent(tally.ends["knock-out"], rounds),
        "rounds by cards": _percent(tally.ends["cards"], rounds),
        "rounds by standstill": _percent(tally.ends["stalled"], rounds),
        "rounds per match": f"{rounds / tally.matches:.2f}",
        "tests per round": f"{tally.tests / rounds:.2f}",
        "mean damage then": f"{tally.test_damage / tally.tests:.1f}" if tally.tests else "–",
        "blocks per round": f"{tally.blocks / rounds:.1f}",
        "damage blocked": f"{tally.cut / rounds:.1f}",
        "Menhir damage per round": f"{tally.gloom / rounds:.1f}",
        "first player wins a round": _percent(sum(tally.first_wins.values()), rounds),
        "starter of round 1 wins": _percent(tally.starter_wins, tally.matches),
    }
    for number in (1, 2, 3):
        found[f"… round {number}"] = _percent(tally.first_wins[number], tally.numbered[number])
    for fighter in FIGHTERS:
        found[fighter] = _percent(tally.won[fighter], tally.fought[fighter])
    return {name: found[name] for name in SHEET}


SAMPLE = {"random": 500, "greedy": 40, "planner": 12}
"""Default number of matches by kind of player."""


def table(columns: dict[str, Tally]) -> str:
    """All figures as text, one column for each kind of player, the sheet last."""
    figures = {name: figures_of(tally) for name, tally in columns.items()}
    head = ["", *(f"{name}, {columns[name].matches} matches" for name in columns), "sheet (one turn ahead)"]
    lines = [head, *([name, *(one[name] for one in figures.values()), SHEET[name]] for name in SHEET)]
    widths = [max(len(line[n]) for line in lines) for n in range(len(head))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in lines)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench knockdown", description=(__doc__ or "").split("\n")[0])
    for kind, count in SAMPLE.items():
        parser.add_argument(kind, nargs="?", type=int, default=count, help=f"matches of this kind of player ({count})")
    counts = vars(parser.parse_args(arguments))
    print(table({kind: figures(kind, counts[kind]) for kind in SAMPLE if counts[kind]}))
    return 0
