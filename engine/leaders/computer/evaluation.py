"""Position evaluation: who will take the other Leader, by the distances of the figures to it."""

from __future__ import annotations

from engine.core.logistic import chance
from engine.core.masks import spaces_of
from engine.leaders.board import ADJACENT, BOARD, TWO_IN_LINE
from engine.leaders.data.content import CARD_FIGURES, CARDS, CHARACTER, FIGURES, JAILER, NEMESIS, PROTECTOR
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
_CENTER = 18
_STRENGTH = tuple(character.capture for character in CHARACTER)
_AIM = tuple(character.aim for character in CHARACTER)
_ACTIVE = tuple(bool(character.ability) for character in CHARACTER)
_FAR = {"acrobat": 1, "rider": 1, "wanderer": 3, "royal_guard": 1, "illusionist": 1, "claw_launcher": 2}
_BONUS = tuple(_FAR.get(figure, 0) for figure in FIGURES)
"""How many steps closer a figure effectively is, thanks to its way of moving."""
_NEARNESS = (
    "beside", "one step off", "two steps off", "three steps off", "four steps off", "five steps off", "far off",
)  # fmt: skip
_SIDES = (
    *_NEARNESS, "gaps", "last gap", "escapes", "no escape", "guards", "strike", "strike next", "from the center",
    "strike and more", "strike and more next", "silenced", "shielded",
)  # fmt: skip
NAMES = ("turn", *_SIDES, *CARDS)
WEIGHTS = (
    0.241,
    0.417, 0.305, 0.160, 0.008, -0.112, -0.342, -0.703, -0.142, 0.156, 0.378, 0.008, 0.258, 0.519, 0.213, 0.305,
    0.872, 0.011, 0.043, -0.183,
    0.145, 0.433, 0.469, 0.013, 0.279, 0.463, 0.122, -0.381, 0.171, 0.084, 0.218, 0.363, 0.192, 0.257, -0.083, 0.188,
)  # fmt: skip
"""Found by self-play with `python -m bench tune leaders --within 0.5`.

1,030 matches of players that look one action ahead and 580 of players that look at replies too, a quarter of them in
the advanced mode. Log loss on 145 of the latter that were held out: 0.641; with weights chosen by hand 0.754.
"""
_CARD_AT = {
    figures[0] | side: 1 + len(_SIDES) + place for place, figures in enumerate(CARD_FIGURES.values()) for side in (0, 1)
}
_CARD = tuple(_CARD_AT.get(figure, 0) for figure in range(len(FIGURES)))
"""The index of a figure's card among the features; 0 for Leaders and for the second figure of a card."""


def features(s: State, seat: int) -> list[float]:
    """Evaluation features of that side minus those of the other."""
    mover = s.turn if s.phase == "action" else 1 - s.turn
    found = [0.0] * len(NAMES)
    if s.number > 1:  # before that, the second player's two recruits outweigh the first move
        found[0] = 1.0 if mover == seat else -1.0
    taken = occupied(s)
    acted = s.acted if s.phase == "action" else 0
    _add(found, s, seat, taken, mover, acted if mover == seat else 0, 1)
    _add(found, s, 1 - seat, taken, mover, acted if mover != seat else 0, -1)
    return found


def _add(found: list[float], s: State, side: int, taken: int, mover: int, acted: int, sign: int) -> None:
    """Add the features of that side times `sign`: its figures around the other Leader, and room around its own."""
    at = s.at
    leader = at[1 - side]
    steps, around, line = DISTANCE[leader], ADJACENT[leader], TWO_IN_LINE[leader]
    guard = DISTANCE[at[side]]
    guards = ready = now = 0
    for figure in s.squads[side]:
        place = at[figure]
        far = steps[place]
        strength = _STRENGTH[figure]
        if strength:
            if far == 1:
                now += strength
                found[1] += sign
            else:
                far -= _BONUS[figure]
                if far < 2:
                    far = 2
                if acted >> figure & 1:
                    far += 1
                elif far == 2 and figure & ~1 != NEMESIS:
                    ready += strength
                found[far if far < 7 else 7] += sign
        elif _AIM[figure]:
            if line >> place & 1:
                now += 1
                found[1] += sign
            else:
                far = 2 if 1 < far < 5 and not acted >> figure & 1 else 3 if far < 6 else 5
                ready += far == 2
                found[far] += sign
        if guard[place] == 1:
            guards += 1
        if _CARD[figure]:
            found[_CARD[figure]] += sign
    gaps = (around & ~taken).bit_count()
    escapes = (ADJACENT[at[side]] & ~taken & ~danger(s, side)).bit_count()
    found[8] -= sign * gaps
    if gaps == 1:
        found[9] += sign
    found[10] += sign * escapes
    if not escapes:
        found[11] += sign
    found[12] += sign * guards
    if now + ready >= 2:
        found[13 if mover == side else 14] += sign
        if now + ready > 2:
            found[16 if mover == side else 17] += sign
    found[15] += sign * guard[_CENTER]
    jailer = at[JAILER | side]
    if jailer >= 0:
        for figure in s.squads[1 - side]:
            if _ACTIVE[figure] and ADJACENT[jailer] >> at[figure] & 1:
                found[18] += sign
    protector = at[PROTECTOR | side]
    if protector >= 0 and guard[protector] == 1:
        found[19] += sign


def worth(s: State, seat: int) -> float:
    """The side's chance to win."""
    return chance(WEIGHTS, features(s, seat))
