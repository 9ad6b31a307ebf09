"""Movement by a character's own action: where it may end.

Only the end is checked, not the spaces on the way (END-07).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from engine.core.masks import spaces_of
from engine.leaders.board import ADJACENT, FULL, RAY
from engine.leaders.data.content import VIZIER
from engine.leaders.ending import danger
from engine.leaders.state import NOWHERE, State, occupied, side_of

Reach = Callable[[State, int, int], int]
"""State, figure and occupied spaces → the spaces the figure can get to, as a mask."""


def step(s: State, figure: int, taken: int) -> int:
    """One empty neighboring space; for a Leader with a Vizier one more, through empty spaces (TRN-03, VIZ-01 to 06)."""
    start = s.at[figure]
    near = ADJACENT[start] & ~taken
    if figure > 1 or s.at[VIZIER | figure] == NOWHERE:
        return near
    far = near
    for space in spaces_of(near):
        far |= ADJACENT[space]
    return far & ~taken


def jump(s: State, figure: int, taken: int) -> int:
    """One or two straight jumps, each over one adjacent character onto the empty space behind it (ACR-01 to ACR-04)."""
    start = s.at[figure]
    once = _landings(start, taken)
    twice = 0
    for space in spaces_of(once):
        twice |= _landings(space, taken & ~(1 << start))
    return (once | twice) & ~(1 << start)


def _landings(start: int, taken: int) -> int:
    found = 0
    for ray in RAY[start]:
        if len(ray) > 1 and taken >> ray[0] & 1 and not taken >> ray[1] & 1:
            found |= 1 << ray[1]
    return found


def ride(s: State, figure: int, taken: int) -> int:
    """Exactly two spaces straight on, both empty (RID-01, RID-02)."""
    found = 0
    for ray in RAY[s.at[figure]]:
        if len(ray) > 1 and not (taken >> ray[0] & 1 or taken >> ray[1] & 1):
            found |= 1 << ray[1]
    return found


def rally(s: State, figure: int, taken: int) -> int:
    """An empty space next to the figure's own Leader, then perhaps one more step (RGD-01 to RGD-03)."""
    beside = ADJACENT[s.at[side_of(figure)]] & ~taken
    found = beside
    for space in spaces_of(beside):
        found |= ADJACENT[space]
    return found & ~taken


def roam(s: State, figure: int, taken: int) -> int:
    """Any empty space that touches no enemy (WAN-01, WAN-02)."""
    found = FULL & ~taken
    for enemy in s.squads[1 - side_of(figure)]:
        found &= ~ADJACENT[s.at[enemy]]
    return found


WAYS: dict[str, Reach] = {"step": step, "jump": jump, "ride": ride, "rally": rally, "roam": roam}


def destinations(s: State, figure: int, way: str, taken: int | None = None) -> int:
    """Spaces where the figure may end in this way without losing the game for its own Leader (FAQ-02, END-10)."""
    taken = occupied(s) if taken is None else taken
    reach = WAYS[way](s, figure, taken)
    if figure < 2:
        return reach & ~danger(s, figure)
    return reach & ~last_gap(s, figure, taken)


def last_gap(s: State, figure: int, taken: int) -> int:
    """The only empty space beside the figure's own Leader; 0 if there are others or the figure opens one by leaving."""
    around = ADJACENT[s.at[side_of(figure)]]
    gaps = around & ~taken
    if gaps & (gaps - 1) or around >> s.at[figure] & 1:
        return 0
    return gaps


def path(s: State, figure: int, way: str, end: int) -> tuple[int, ...]:
    """The spaces on the figure's way, for narration and drawing."""
    start = s.at[figure]
    if way == "step" and not ADJACENT[start] >> end & 1:
        between = ADJACENT[start] & ADJACENT[end] & ~occupied(s)
        return start, next(spaces_of(between)), end
    taken = occupied(s)
    if way == "jump" and not _landings(start, taken) >> end & 1:
        for space in spaces_of(_landings(start, taken)):
            if _landings(space, taken & ~(1 << start)) >> end & 1:
                return start, space, end
    return start, end


def jumps(walked: tuple[int, ...]) -> list[int]:
    """The spaces that a sequence of straight jumps goes over."""
    return [next(ray[0] for ray in RAY[start] if len(ray) > 1 and ray[1] == end) for start, end in pairwise(walked)]
