"""`python -m bench losses`: how often a level of Leaders allows an avoidable win in the next turn.

    python -m bench losses [--positions 500] [--level 5] [--seed s]

Computer players of level 3 play with some random decisions, which makes many positions sharp. In positions from which
the side to move cannot win at once, the level plays its turn. Then an unlimited search looks for a win of the other
side and, if there is one, for a turn that would have prevented it.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator

from engine.computers.think import think
from engine.core.position import Position
from engine.core.record import Entry
from engine.leaders.computer.defense import defenses
from engine.leaders.computer.winning_turns import decisive
from engine.registry import GAMES

_PLAYER = 3
_RANDOM = 0.25
"""The share of decisions that are random."""
_FROM, _TO = 6, 30
"""Positions are taken between these numbers of decisions of a match."""
_NO_LIMIT = 1 << 40
_RANDOM_TURNS = 300
"""Random turns to try where the search for a defense finds none."""


def positions(seed: str) -> Iterator[Position]:
    """Yield positions at the start of a turn without an immediate win, one from each match."""
    number = 0
    while True:
        number += 1
        draw = random.Random(f"{seed}/{number}")
        position = Position.new(GAMES["leaders"], {}, 2, f"{seed}/{number}")
        wanted = draw.randrange(_FROM, _TO)
        count = 0
        while position.asks:
            seat = position.asks[0].seat
            s = position.state
            is_turn = not position.picks and s.phase == "action" and not s.acted
            if count >= wanted and is_turn and decisive(s, seat, _NO_LIMIT).answers is None:
                yield position
                break
            if draw.random() < _RANDOM:
                option = draw.choice(position.asks[0].options)
                position.answer(position.asks[0], option)
            else:
                for code in think(position, seat, _PLAYER, f"{seed}/{number}/{count}").codes:
                    position.pick(seat, code)
            count += 1


def after_turn(position: Position, level: int, seed: str) -> tuple[Position, list[Entry]]:
    """The position after the current turn, played by the level; and its decisions."""
    there, turn, made = position.fork(), position.state.turn, list[Entry]()
    while there.asks and there.state.turn == turn:
        seat = there.asks[0].seat
        codes = think(there, seat, level, f"{seed}/{len(made)}").codes
        for code in codes:
            there.pick(seat, code)
        made.append(Entry(seat, "play", codes))
    return there, made


def falls(there: Position, by: int) -> bool:
    """Whether the other side has won, or can win in its next turn."""
    if there.outcome is not None:
        return by not in there.outcome.winners
    return decisive(there.state, 1 - by, _NO_LIMIT).answers is not None


def _defense(position: Position, seed: str) -> str | None:
    """A turn after which the other side cannot win at once: the first found, or one of many random turns; else None."""
    by = position.state.turn
    found = defenses(position.state, by, _NO_LIMIT, 1)
    if found.turns:
        return str(found.turns[0])
    draw = random.Random(seed)
    for _ in range(_RANDOM_TURNS):
        there, codes = position.fork(), list[str]()
        while there.asks and there.state.turn == by:
            option = draw.choice(there.asks[0].options)
            codes.append(option.code)
            there.answer(there.asks[0], option)
        if not falls(there, by):
            return " ".join(codes)
    return None


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench losses", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--level", type=int, default=5)
    parser.add_argument("--seed", default="losses")
    options = parser.parse_args(arguments)
    lost, avoidable, seconds = 0, 0, list[float]()
    for number, position in zip(range(options.positions), positions(options.seed)):  # noqa: B905  # endless
        by, begun = position.state.turn, time.process_time()
        there, made = after_turn(position, options.level, f"{options.seed}/{number}")
        seconds.append(time.process_time() - begun)
        if falls(there, by):
            lost += 1
            if (defense := _defense(position, f"{options.seed}/{number}")) is not None:
                avoidable += 1
                print(f"  position {number}: avoidable loss after {[' '.join(one.codes) for one in made]}")
                print(f"    {position.write()['pieces']}, turn {by}; a defense: {defense}", flush=True)
        if (number + 1) % 50 == 0:
            print(f"  {number + 1} positions, {lost} lost at once, {avoidable} of them avoidably", flush=True)
    print(
        f"{options.positions} positions: {lost} lost at once, {avoidable} of them avoidably; "
        f"{sum(seconds) / len(seconds):.1f} s of CPU a turn, {max(seconds):.1f} s at most"
    )
    return 0 if not avoidable else 1
