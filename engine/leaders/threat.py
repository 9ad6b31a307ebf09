"""Whether a Leader is in danger: whether the enemy could capture or surround it with two actions now."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from engine.core.masks import mask, spaces_of
from engine.leaders.abilities import ABILITIES, Outcome, harmless, silenced
from engine.leaders.board import ADJACENT, FULL, LABELS, RAY, TWO_IN_LINE
from engine.leaders.data.content import CARD_FIGURES, CHARACTER, CUB, HERMIT, NEMESIS
from engine.leaders.ending import lost
from engine.leaders.movement import WAYS, destinations
from engine.leaders.nemesis import reach
from engine.leaders.recruiting import full, placements, recruit_spaces
from engine.leaders.state import NOWHERE, State, occupied

LINES = tuple(mask([space for ray in rays for space in ray]) for rays in RAY)
"""The spaces in a straight line from each space."""

_CAPTURE = tuple(character.capture for character in CHARACTER)
_AIM = tuple(character.aim for character in CHARACTER)
MOVES_OTHERS = tuple(
    2 if {"swap", "drag", "treat"} & {*character.ability} else 1 if {"nudge", "push"} & {*character.ability} else 0
    for character in CHARACTER
)
"""By figure, 1: it can move enemies in a straight line from where it stands; 2: allies too; 0: neither."""


def _reach(figure: int, start: int) -> int:
    """Spaces where the figure could end by its own action if nobody were in its way and all others stood as needed."""
    ability = CHARACTER[figure].ability
    if {"jump", "rally", "roam"} & {*ability}:
        return FULL
    around = ADJACENT[start]
    if figure < 2:
        return around | mask([far for near in spaces_of(around) for far in spaces_of(ADJACENT[near])])
    return around | TWO_IN_LINE[start] if "ride" in ability else around


REACH = tuple(tuple(_reach(figure, start) for start in range(len(LABELS))) for figure in range(len(CHARACTER)))


def in_danger(s: State, side: int) -> bool:
    """Whether two enemy actions, or one and a recruitment, could take that Leader: now, or if the enemy were on turn.

    A capture mostly takes two actions; three would be too many sequences to search every time the board is shown.
    """
    enemy = 1 - side
    if s.outcome is not None or s.phase == "setup":
        return False
    acted, recruits = 0, not full(s, enemy)
    if s.turn == enemy and s.phase in ("action", "recruit"):
        acted, recruits = s.acted if s.phase == "action" else -1, s.recruits > 0
    return _could_take(enemy, acted, recruits, *_standing(s))


def threatens(s: State, by: int) -> bool:
    """Whether two actions of that side, or one and a recruitment, could take the other Leader if its turn began now."""
    return _could_take(by, 0, not full(s, by), *_standing(s))


def _standing(s: State) -> tuple[bool, tuple[int, ...], tuple[tuple[int, ...], tuple[int, ...]], tuple[str, ...]]:
    return s.crown, tuple(s.at), (tuple(s.squads[0]), tuple(s.squads[1])), tuple(s.market)


@lru_cache(8192)
def _could_take(
    by: int,
    acted: int,
    recruits: bool,
    crown: bool,
    at: tuple[int, ...],
    squads: tuple[tuple[int, ...], tuple[int, ...]],
    market: tuple[str, ...],
) -> bool:
    """Whether that side, on turn, could take the other Leader.

    Cached: several people look at one position, several times.
    """
    s = State("basic", crown, at=[*at], squads=[[*squads[0]], [*squads[1]]], market=[*market])
    return falls(s, by, acted, recruits) or any(
        _falls_after(s, by, acted_after(by, acted, figure), recruits, outcome)
        for figure, outcome in actions(s, by, acted)
    )


def _falls_after(s: State, by: int, acted: int, recruits: bool, outcome: Outcome) -> bool:
    """Whether a second action takes the Leader after the first, whatever the other side's Nemesis does about it."""
    leader = 1 - by

    def fallen_by_then() -> bool:
        return not lost(s, by) and (bool(lost(s, leader)) or falls(s, by, acted, recruits))

    moved = {figure for figure, _ in outcome}
    before = move(s, outcome)
    if by in moved and s.at[NEMESIS | leader] != NOWHERE:
        fallen = all(reactions(s, leader, fallen_by_then))
    elif leader in moved and s.at[NEMESIS | by] != NOWHERE:
        fallen = any(reactions(s, by, fallen_by_then))
    else:
        fallen = falls(s, by, acted, recruits)
    move(s, before)
    return fallen


def reactions(s: State, owner: int, then: Callable[[], bool]) -> list[bool]:
    """The results of `then` after each possible reaction of that side's Nemesis, or after none."""
    nemesis = NEMESIS | owner
    start = s.at[nemesis]
    found = []
    for space in spaces_of(reach(s, owner) or 1 << start):
        s.at[nemesis] = space
        found.append(then())
    s.at[nemesis] = start
    return found


def falls(s: State, by: int, acted: int, recruits: bool) -> bool:
    """Whether one action or recruitment of that side takes the other Leader."""
    at, squad, taken = s.at, s.squads[by], occupied(s)
    leader = at[1 - by]
    near, far = ADJACENT[leader], TWO_IN_LINE[leader]
    gaps = near & ~taken
    gap = 0 if gaps & (gaps - 1) else gaps
    total = strongest = 0
    for figure in squad:
        total += _worth(figure, at[figure], near, far)
        strongest = max(strongest, _CAPTURE[figure])
    far_off = not gap and total + strongest < 2
    for figure in squad:
        if acted >> figure & 1 or figure == NEMESIS | by:
            continue
        start = at[figure]
        others = total - _worth(figure, start, near, far)
        wanted = near & ~taken if _CAPTURE[figure] and others + _CAPTURE[figure] > 1 else 0
        if _AIM[figure] and others + _AIM[figure] > 1:
            wanted |= far & ~taken
        if not near >> start & 1:
            wanted |= gap
        if not MOVES_OTHERS[figure] and not wanted & REACH[figure][start]:
            continue
        for way in ways(s, figure):
            if way in WAYS:
                if wanted and destinations(s, figure, way, taken) & wanted:
                    return True
            elif not far_off or _could_move(way, start, leader):
                for end in effects(s, figure, way):
                    if _may_take(s, by, end, total, gap) and _takes(s, by, end) and harmless(s, by, end):
                        return True
    return recruits and bool(recruit_spaces(s, by) & (near | far)) and _falls_to_recruit(s, by)


def _may_take(s: State, by: int, outcome: Outcome, total: int, gap: int) -> bool:
    """Whether an action might take the Leader: by moving it, filling the only gap, or adding enough to a capture."""
    leader = s.at[1 - by]
    near, far = ADJACENT[leader], TWO_IN_LINE[leader]
    for figure, space in outcome:
        if figure == 1 - by or gap >> space & 1:
            return True
        if figure & 1 == by:
            total += _worth(figure, space, near, far) - _worth(figure, s.at[figure], near, far)
    return total > 1


def _could_move(way: str, start: int, leader: int) -> bool:
    """Whether an ability might move that Leader or two characters at once; other abilities bring only one figure
    closer."""
    if way == "push":
        return bool(ADJACENT[start] >> leader & 1)
    return way == "swap" or (way in ("drag", "nudge") and bool(LINES[start] >> leader & 1))


def _worth(figure: int, at: int, near: int, far: int) -> int:
    """The points that the figure adds to a capture from that space."""
    return _CAPTURE[figure] if near >> at & 1 else _AIM[figure] if far >> at & 1 else 0


def ways(s: State, figure: int) -> tuple[str, ...]:
    """All ways of the figure to act, whether or not they are possible now."""
    return ("step", *(() if silenced(s, figure) else CHARACTER[figure].ability))


def effects(s: State, figure: int, way: str) -> list[Outcome]:
    """All outcomes of the ability, legal or not."""
    of, does = ABILITIES[way]
    return [end for target in of(s, figure) for end in does(s, figure, target)]


def _takes(s: State, by: int, outcome: Outcome) -> bool:
    """Whether the action takes the other Leader, by itself or through the reaction of a Nemesis."""
    leader = 1 - by

    def is_lost() -> bool:
        return bool(lost(s, leader))

    before = move(s, outcome)
    fallen = is_lost()
    if not fallen and s.at[NEMESIS | by] != NOWHERE and any(figure == leader for figure, _ in outcome):
        fallen = any(reactions(s, by, is_lost))
    move(s, before)
    return fallen


def _falls_to_recruit(s: State, by: int) -> bool:
    """Whether a recruit takes the other Leader by entering."""
    return any(_enters(s, by, [figure | by for figure in CARD_FIGURES[card]]) for card in s.market)


def _enters(s: State, by: int, figures: Sequence[int]) -> bool:
    if not figures:
        return bool(lost(s, 1 - by))
    fallen = False
    for space in spaces_of(placements(s, by, len(figures))):
        s.at[figures[0]] = space
        s.squads[by].append(figures[0])
        fallen = fallen or _enters(s, by, figures[1:])
        s.squads[by].pop()
    s.at[figures[0]] = NOWHERE
    return fallen


def actions(s: State, by: int, acted: int, wanted: int = FULL) -> Iterator[tuple[int, Outcome]]:
    """Yield every legal action of that side as figure and outcome; basic moves only to `wanted` spaces."""
    taken = occupied(s)
    for figure in [one for one in s.squads[by] if not acted >> one & 1 and one != NEMESIS | by]:
        own = 0
        for way in ways(s, figure):
            if way in WAYS:
                own |= destinations(s, figure, way, taken)
            else:
                yield from ((figure, end) for end in effects(s, figure, way) if harmless(s, by, end))
        yield from ((figure, ((figure, space),)) for space in spaces_of(own & wanted))


def acted_after(by: int, acted: int, figure: int) -> int:
    """Mask of figures that can no longer act after `figure` has acted (HER-03)."""
    pair = 1 << (HERMIT | by) | 1 << (CUB | by)
    if not pair >> figure & 1 and acted & pair:
        acted |= pair
    return acted | 1 << figure


def move(s: State, outcome: Outcome) -> Outcome:
    """Apply the outcome; return the outcome that reverts it."""
    before = tuple((figure, s.at[figure]) for figure, _ in outcome)
    for figure, space in outcome:
        s.at[figure] = space
    return before
