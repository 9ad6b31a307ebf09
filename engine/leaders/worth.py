"""The judge of the computer players: who will take the other Leader, from who stands how near to it."""

from __future__ import annotations

from math import exp

from engine.core.masks import spaces_of
from engine.leaders.board import ADJACENT, BOARD, TWO_IN_LINE
from engine.leaders.content import CHARACTER, FIGURES, NEMESIS
from engine.leaders.ending import danger
from engine.leaders.state import State, occupied


def _distances() -> tuple[tuple[int, ...], ...]:
    """The steps between any two spaces of an empty board."""
    found = []
    for start in range(BOARD.size):
        steps, seen, edge = [0] * BOARD.size, 1 << start, 1 << start
        for far in range(1, BOARD.size):
            edge = sum({1 << space for one in spaces_of(edge) for space in spaces_of(ADJACENT[one])}) & ~seen
            for space in spaces_of(edge):
                steps[space] = far
            seen |= edge
        found.append(tuple(steps))
    return tuple(found)


DISTANCE = _distances()
_STRENGTH = tuple(character.capture for character in CHARACTER)
_AIM = tuple(character.aim for character in CHARACTER)
_FAR = {"acrobat": 1, "rider": 1, "wanderer": 3, "royal_guard": 1, "illusionist": 1, "claw_launcher": 2}
_BONUS = tuple(_FAR.get(figure, 0) for figure in FIGURES)
"""How many steps nearer a figure is than it looks, by its way to move."""

NAMES = (
    "near 1", "near 2", "near 3", "near 4", "aims", "gaps", "last gap", "escapes", "none safe", "figures",
    "strike ready", "strike", "strike next", "center",
)  # fmt: skip
WEIGHTS = (0.55, 0.35, 0.2, 0.08, 0.5, 0.12, -0.5, 0.15, -0.7, 0.3, 0.5, 2.2, 0.8, 0.05)
TURN = 0.3


def features(s: State, side: int) -> list[float]:
    """What speaks for that side: its figures around the other Leader, and room around its own."""
    at, leader = s.at, s.at[1 - side]
    taken = occupied(s)
    steps = DISTANCE[leader]
    near = [0.0] * 4
    aims = 0.0
    ready = now = 0
    moving = s.turn == side and s.phase == "action"
    acted = s.acted if moving else -1 if s.turn == side else 0
    around, line = ADJACENT[leader], TWO_IN_LINE[leader]
    for figure in s.squads[side]:
        far = steps[at[figure]]
        strength = _STRENGTH[figure]
        if _AIM[figure]:
            if line >> at[figure] & 1:
                aims += 1
                now += 1
            elif not acted >> figure & 1 and far < 5:
                ready += 1
        elif strength:
            if far <= 4:
                near[far - 1] += strength
            if around >> at[figure] & 1:
                now += strength
            elif far - _BONUS[figure] <= 2 and not acted >> figure & 1 and figure != NEMESIS | side:
                ready += strength
    free = around & ~taken
    gaps = free.bit_count()
    escapes = (ADJACENT[at[side]] & ~taken & ~danger(s, side)).bit_count()
    strike = now + ready
    mover = moving or (s.turn != side and s.phase != "action")
    return [
        *near, aims, -gaps, float(gaps == 1), escapes, float(escapes == 0), len(s.squads[side]),
        min(strike, 3), float(strike >= 2 and mover), float(strike >= 2 and not mover), -DISTANCE[at[side]][18],
    ]  # fmt: skip


def worth(s: State, side: int) -> float:
    """The side's chance to win."""
    own, other = features(s, side), features(s, 1 - side)
    mover = (s.turn == side) == (s.phase == "action")
    total = TURN if mover else -TURN
    for weight, mine, theirs in zip(WEIGHTS, own, other, strict=True):
        total += weight * (mine - theirs)
    return 1 / (1 + exp(-total))
