"""All tasks on random arenas, compared with a slow implementation of their conditions."""

from __future__ import annotations

import random
from collections import Counter
from typing import NamedTuple

from engine.tashkalar.board import AT
from engine.tashkalar.data.content import CARD_OF, TASKS
from engine.tashkalar.setup import blank
from engine.tashkalar.state import State, piece
from engine.tashkalar.tasks import claimable
from tests.support.engine.tashkalar.pattern_oracle import ARENA, Pair, Pieces
from tests.support.profile import seeds

RED = {(5, 5), (4, 2), (3, 8), (8, 6)}
GREEN = {(3, 3), (7, 3), (9, 4), (1, 5), (6, 8)}
CENTRE = {(x, y) for x in (4, 5, 6) for y in (4, 5, 6)}
UPRIGHT = {at for at in CENTRE if 5 in at}
SLANTED = {at for at in CENTRE if at == (5, 5) or 5 not in at}
DIAGONALS = [{(n, n) for n in range(2, 9)}, {(10 - n, n) for n in range(2, 9)}]
SIDES = [
    ({(1, y) for y in range(3, 8)}, {(9, y) for y in range(3, 8)}),
    ({(x, 1) for x in range(3, 8)}, {(x, 9) for x in range(3, 8)}),
]
CORNERS = [({(1, 3), (2, 2), (3, 1)}, {(7, 9), (8, 8), (9, 7)}), ({(7, 1), (8, 2), (9, 3)}, {(1, 7), (2, 8), (3, 9)})]
LINES = [{at for at in ARENA if at[axis] == n} for axis in (0, 1) for n in (4, 5, 6)]


class Turn(NamedTuple):
    """The arena at the end of a turn of color 0, and the deeds of that turn."""

    pieces: Pieces
    destroyed: tuple[int, int, int]
    summoned: list[tuple[str, Pair]]

    def own(self, where: set[Pair], least: int = 0) -> int:
        return sum(colour == 0 and rank >= least and at in where for at, (colour, rank) in self.pieces.items())

    def enemy(self, where: set[Pair], least: int = 0) -> int:
        return sum(colour == 1 and rank >= least and at in where for at, (colour, rank) in self.pieces.items())

    def on(self, where: set[Pair]) -> int:
        return sum(at in where for _, at in self.summoned)


def near(at: Pair) -> set[Pair]:
    return {(at[0] + dx, at[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)} & ARENA


def linked(turn: Turn, ends: list[tuple[set[Pair], set[Pair]]]) -> bool:
    mine = {at for at, (colour, _) in turn.pieces.items() if colour == 0}
    for one, other in ends:
        reached = mine & one
        while grown := {n for at in reached for n in near(at)} & mine - reached:
            reached |= grown
        if reached & other:
            return True
    return False


def isolated(turn: Turn) -> bool:
    theirs = {at for at, (colour, _) in turn.pieces.items() if colour == 1}
    for one in theirs:
        fellows = theirs - {one}
        if not any(max(abs(one[0] - f[0]), abs(one[1] - f[1])) <= 2 for f in fellows):
            continue
        reached = {one}
        for _ in range(3):
            reached |= {n for at in reached for n in near(at) if n not in turn.pieces}
        if not any(near(at) & fellows for at in reached):
            return True
    return False


def surrounded(turn: Turn, by: int) -> bool:
    return any(colour == 1 and turn.own(near(at)) >= by for at, (colour, _) in turn.pieces.items())


def fulfilled(turn: Turn) -> set[str]:
    """The fulfilled tasks, by their conditions in the rules."""
    common, heroic, legendary = turn.destroyed
    total, upgraded = common + heroic + legendary, heroic + legendary
    coloured = RED | GREEN
    legends = sum(card == "legends.titan" for card, _ in turn.summoned)
    two = len(turn.summoned) >= 2
    conditions = {
        "destruction": total >= 3,
        "devastation": total >= 4,
        "heroic_destruction": total >= 3 and upgraded >= 1,
        "heroic_devastation": total >= 4 and upgraded >= 2,
        "end_of_legends": legendary >= 1 or heroic >= 2,
        "red_conquest": turn.own(RED) >= 3 and turn.own(RED, 1) >= 2,
        "green_conquest": turn.own(GREEN) >= 3 and turn.own(GREEN, 1) >= 2,
        "color_conquest": turn.own(coloured) >= 5 and turn.own(coloured, 1) >= 3,
        "red_legends": turn.own(RED, 1) >= 2 and turn.own(RED, 2) >= 1,
        "green_legends": turn.own(GREEN, 1) >= 2 and turn.own(GREEN, 2) >= 1,
        "rainbow_dominance": all(turn.own(where, 1) > turn.enemy(where, 1) for where in (RED, GREEN)),
        "red_summoning": two and turn.on(RED) >= 1,
        "green_summoning": two and turn.on(GREEN) >= 1,
        "colored_summoning": turn.on(coloured) >= 2,
        "legendary_summoning": two and legends >= 1,
        "central_dominance": turn.own(CENTRE) >= 5 and turn.own(CENTRE, 1) >= 2,
        "center_cross": turn.own(UPRIGHT) == 5 or turn.own(SLANTED) == 5,
        "line_dominance": any(turn.own(line) - turn.enemy(line) >= 6 for line in LINES),
        "diagonals": all(turn.own(line) >= 4 and turn.own(line, 1) >= 1 for line in DIAGONALS),
        "side_chain": linked(turn, SIDES),
        "corner_chain": linked(turn, CORNERS),
        "imprisonment": surrounded(turn, 6),
        "envelopment": surrounded(turn, 7),
        "isolation": isolated(turn),
    }
    assert len(conditions) == len(TASKS)
    return {name for name, holds in conditions.items() if holds}


def at_random(chance: random.Random) -> Turn:
    """Arenas with many own pieces, sometimes crowded around an enemy."""
    dear = list(RED | GREEN | CENTRE | DIAGONALS[0] | DIAGONALS[1])
    squares = chance.sample(sorted(ARENA), chance.randint(2, 30)) + chance.sample(dear, chance.randint(0, 14))
    enemies = chance.choice((0.1, 0.3, 0.5))
    pieces: Pieces = {at: (int(chance.random() < enemies), chance.choice((0, 0, 1, 2))) for at in squares}
    if chance.random() < 0.3:
        middle = chance.choice(sorted(ARENA))
        pieces |= {at: (0, 0) for at in near(middle) if chance.random() < 0.85} | {middle: (1, 0)}
    destroyed = chance.choice(((0, 0, 0), (3, 0, 0), (2, 1, 0), (1, 1, 0), (2, 2, 0), (0, 0, 1), (3, 0, 1), (4, 0, 0)))
    cards = chance.sample(["imperial.bomb", "imperial.herald", "legends.titan"], chance.randint(0, 3))
    return Turn(pieces, destroyed, [(card, chance.choice(dear)) for card in cards])


def state_of(turn: Turn) -> State:
    s = blank("high", 2)
    for (x, y), (colour, rank) in turn.pieces.items():
        s.board[AT[x, y]] = piece(colour, rank)
    s.destroyed[1] = list(turn.destroyed)
    s.summoned = [(CARD_OF[card], AT[at]) for card, at in turn.summoned]
    s.tasks = list(range(len(TASKS)))
    return s


def test_tasks_agree_with_slow_conditions_on_random_boards() -> None:
    seen = Counter[str]()
    for seed in seeds(700):
        turn = at_random(random.Random(seed))
        found = {TASKS[task].id for task in claimable(state_of(turn), 0)}
        assert found == fulfilled(turn), f"seed {seed}"
        seen.update(found)
    assert len(seen) == len(TASKS)
    assert min(seen.values()) >= 5
