"""How far a side is from the tasks of the High Form, for evaluation."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.masks import spaces_of
from engine.tashkalar.board import CENTRAL, FULL, GREEN, NEXT, RED, WIDTH
from engine.tashkalar.data.content import HEROIC, LEGENDARY, TASKS
from engine.tashkalar.pieces import empty, enemy, own
from engine.tashkalar.state import State
from engine.tashkalar.tasks import (
    CENTRE_PLUS,
    CENTRE_X,
    DIAGONALS,
    EAST,
    LINES,
    NE,
    NORTH,
    NW,
    SE,
    SOUTH,
    SW,
    WEST,
    isolation,
)

Short = Callable[[State, int], int]
"""State and color to the number of missing pieces or actions."""
FAR = 4


def _destroys(pieces: int, upgraded: int = 0) -> Short:
    """On the side's own turn: enemies still to be destroyed."""

    def short(s: State, colour: int) -> int:
        if s.phase != "turn" or s.colours[s.turn] != colour:
            return FAR
        common, heroic, legendary = (sum(ranks[rank] for ranks in s.destroyed) for rank in range(3))
        return max(pieces - common - heroic - legendary, upgraded - heroic - legendary, 0)

    return short


def _ends_legends(s: State, colour: int) -> int:
    if s.phase != "turn" or s.colours[s.turn] != colour:
        return FAR
    heroic, legendary = (sum(ranks[rank] for ranks in s.destroyed) for rank in (HEROIC, LEGENDARY))
    return 0 if legendary else max(0, 2 - heroic)


def _summons(s: State, colour: int) -> int:
    """On the side's own turn: beings still to be summoned, anywhere."""
    if s.phase != "turn" or s.colours[s.turn] != colour:
        return FAR
    return max(0, 2 - len(s.summoned))


def _holds(area: int, pieces: int, upgraded: int = 0, legendary: int = 0) -> Short:
    def short(s: State, colour: int) -> int:
        return max(
            pieces - (own(s, colour) & area).bit_count(),
            upgraded - (own(s, colour, HEROIC) & area).bit_count(),
            legendary - (own(s, colour, LEGENDARY) & area).bit_count(),
            0,
        )

    return short


def _rainbow(s: State, colour: int) -> int:
    mine, short = own(s, colour, HEROIC), 0
    for other in range(len(s.scores)):
        if other != colour:
            theirs = own(s, other, HEROIC)
            short = sum(max(0, 1 + (theirs & area).bit_count() - (mine & area).bit_count()) for area in (RED, GREEN))
    return short


def _cross(s: State, colour: int) -> int:
    mine = own(s, colour)
    return min((cross & ~mine).bit_count() for cross in (CENTRE_PLUS, CENTRE_X))


def _line(s: State, colour: int) -> int:
    mine, theirs = own(s, colour), enemy(s, colour)
    return max(0, 6 - max((mine & line).bit_count() - (theirs & line).bit_count() for line in LINES))


def _diagonals(s: State, colour: int) -> int:
    mine, raised = own(s, colour), own(s, colour, HEROIC)
    return sum(max(0, 4 - (mine & line).bit_count()) + (not raised & line) for line in DIAGONALS)


def _chain(*ends: tuple[int, int]) -> Short:
    """The fewest pieces that have to be placed to make a chain from edge to edge."""

    def short(s: State, colour: int) -> int:
        mine, free = own(s, colour), empty(s)
        return min(_gap(mine, free, start, goal) for start, goal in ends)

    return short


def _gap(mine: int, free: int, start: int, goal: int) -> int:
    reached = _flood(mine & start, mine)
    for placed in range(FAR):
        if reached & goal:
            return placed
        step = (_widened(reached) | start) & free
        reached = _flood(reached | step | _widened(step) & mine, mine | step)
    return FAR


def _flood(reached: int, mine: int) -> int:
    """All squares connected with these through own pieces."""
    before = 0
    while reached != before:
        before = reached
        reached |= _widened(reached) & mine
    return reached


def _widened(found: int) -> int:
    """These squares and all squares next to them."""
    found |= found << 1 | found >> 1
    return (found | found << WIDTH | found >> WIDTH) & FULL


def _surrounds(by: int) -> Short:
    def short(s: State, colour: int) -> int:
        mine = own(s, colour)
        best = max(((NEXT[one] & mine).bit_count() for one in spaces_of(enemy(s, colour))), default=0)
        return max(0, by - best)

    return short


SHORT: dict[str, Short] = {
    "destruction": _destroys(3),
    "devastation": _destroys(4),
    "heroic_destruction": _destroys(3, 1),
    "heroic_devastation": _destroys(4, 2),
    "end_of_legends": _ends_legends,
    "red_conquest": _holds(RED, 3, 2),
    "green_conquest": _holds(GREEN, 3, 2),
    "color_conquest": _holds(RED | GREEN, 5, 3),
    "red_legends": _holds(RED, 2, 2, 1),
    "green_legends": _holds(GREEN, 2, 2, 1),
    "rainbow_dominance": _rainbow,
    "red_summoning": _summons,
    "green_summoning": _summons,
    "colored_summoning": _summons,
    "legendary_summoning": _summons,
    "central_dominance": _holds(CENTRAL, 5, 2),
    "center_cross": _cross,
    "line_dominance": _line,
    "diagonals": _diagonals,
    "side_chain": _chain((WEST, EAST), (NORTH, SOUTH)),
    "corner_chain": _chain((NW, SE), (NE, SW)),
    "imprisonment": _surrounds(6),
    "envelopment": _surrounds(7),
    "isolation": lambda s, colour: 0 if isolation(s, colour) else FAR,
}
assert set(SHORT) == {task.id for task in TASKS}
_SHORT = tuple((SHORT[task.id], task.points) for task in TASKS)
_NEARNESS = (1.0, 0.45, 0.15, 0.05)


def prospect(s: State, colour: int) -> float:
    """Points of the current tasks that a side is close to, weighted by how close."""
    found = 0.0
    for task in s.tasks:
        short, points = _SHORT[task]
        lack = short(s, colour)
        if lack < FAR:
            found += points * _NEARNESS[lack]
    return found
