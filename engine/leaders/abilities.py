"""Active abilities that move other characters: every outcome of each, by the word that is typed for it.

An outcome lists who ends where: ((figure, space), …). Protector and Jailer are checked when an ability is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.core.masks import spaces_of
from engine.leaders.board import ADJACENT, RAY, STEP
from engine.leaders.data.content import JAILER, PROTECTOR
from engine.leaders.ending import lost
from engine.leaders.state import NOWHERE, State, figure_on, occupied, side_of

Outcome = tuple[tuple[int, int], ...]
Outcomes = Callable[[State, int, int], Iterator[Outcome]]
"""State, user and target → what the ability can do to this target."""
Targets = Callable[[State, int], Iterator[int]]


def silenced(s: State, figure: int) -> bool:
    """Whether an enemy Jailer stands next to the user, who then cannot use an active ability (JAI-01)."""
    jailer = s.at[JAILER | 1 - side_of(figure)]
    return jailer != NOWHERE and bool(ADJACENT[jailer] >> s.at[figure] & 1)


def shielded(s: State, user: int, target: int) -> bool:
    """Whether the target is, or stands next to, a Protector of the other side, so that the user cannot move it (PRO-01,
    PRO-02)."""
    if side_of(target) == side_of(user):
        return False
    protector = s.at[PROTECTOR | side_of(target)]
    return protector != NOWHERE and bool((ADJACENT[protector] | 1 << protector) >> s.at[target] & 1)


def in_sight(s: State, user: int) -> Iterator[int]:
    """Yield the nearest character in each straight line from the user, unless it is adjacent."""
    taken = occupied(s)
    for ray in RAY[s.at[user]]:
        for distance, space in enumerate(ray):
            if taken >> space & 1:
                if distance:
                    yield figure_on(s, space)
                break


def beside(s: State, user: int) -> Iterator[int]:
    """Yield the characters adjacent to the user."""
    for space in STEP[s.at[user]]:
        if space >= 0 and (figure := figure_on(s, space)) != NOWHERE:
            yield figure


def push_targets(s: State, user: int) -> Iterator[int]:
    """Yield adjacent enemies (BRU-03)."""
    return (other for other in beside(s, user) if side_of(other) != side_of(user) and not shielded(s, user, other))


def push(s: State, user: int, target: int) -> Iterator[Outcome]:
    """Yield the Bruiser's outcomes: he takes the target's space and pushes it straight on or to either side (BRU-01,
    BRU-02)."""
    start, there = s.at[user], s.at[target]
    taken = occupied(s)
    ahead = STEP[start].index(there)
    for turn in (-1, 0, 1):
        space = STEP[there][(ahead + turn) % 6]
        if space >= 0 and not taken >> space & 1:
            yield (target, space), (user, there)


def swap_targets(s: State, user: int) -> Iterator[int]:
    """Yield visible characters in line that are not adjacent and can be moved (ILL-01 to ILL-05)."""
    return (other for other in in_sight(s, user) if not shielded(s, user, other))


def swap(s: State, user: int, target: int) -> Iterator[Outcome]:
    """Yield the outcome in which the Illusionist and the target change places."""
    yield (user, s.at[target]), (target, s.at[user])


def hook_targets(s: State, user: int) -> Iterator[int]:
    """Yield visible characters in line, protected ones too: only the Claw Launcher moves (CLW-05)."""
    return in_sight(s, user)


def _next_to(near: int, far: int) -> int:
    """The space next to `near` on the straight line to `far`."""
    return next(ray[0] for ray in RAY[near] if far in ray)


def hook(s: State, user: int, target: int) -> Iterator[Outcome]:
    """Yield the outcome in which the Claw Launcher moves up to the target (CLW-01)."""
    yield ((user, _next_to(s.at[target], s.at[user])),)


def drag_targets(s: State, user: int) -> Iterator[int]:
    """Yield visible characters in line, allies too, that are not protected (CLW-02, CLW-05)."""
    return swap_targets(s, user)


def drag(s: State, user: int, target: int) -> Iterator[Outcome]:
    """Yield the outcome in which the target is pulled up to the Claw Launcher."""
    yield ((target, _next_to(s.at[user], s.at[target])),)


def nudge_targets(s: State, user: int) -> Iterator[int]:
    """Yield visible enemies in line that are not adjacent (MAN-01 to MAN-03)."""
    return (other for other in in_sight(s, user) if side_of(other) != side_of(user) and not shielded(s, user, other))


def _one_space(s: State, _user: int, target: int) -> Iterator[Outcome]:
    """Yield every move of the target by one space, in any direction, onto an empty one."""
    for space in spaces_of(ADJACENT[s.at[target]] & ~occupied(s)):
        yield ((target, space),)


def treat_targets(s: State, user: int) -> Iterator[int]:
    """Yield adjacent allies, the Leader too, whether they have acted or not (BRW-01 to BRW-05)."""
    return (other for other in beside(s, user) if side_of(other) == side_of(user))


ABILITIES: dict[str, tuple[Targets, Outcomes]] = {
    "push": (push_targets, push),
    "swap": (swap_targets, swap),
    "hook": (hook_targets, hook),
    "drag": (drag_targets, drag),
    "nudge": (nudge_targets, _one_space),
    "treat": (treat_targets, _one_space),
}


def harmless(s: State, side: int, outcome: Outcome) -> bool:
    """Whether that side's Leader is neither captured nor surrounded once the action is finished (FAQ-02, END-09)."""
    before = [s.at[figure] for figure, _ in outcome]
    for figure, space in outcome:
        s.at[figure] = space
    spared = not lost(s, side)
    for (figure, _), space in zip(outcome, before, strict=True):
        s.at[figure] = space
    return spared


def outcomes(s: State, user: int, ability: str, target: int) -> list[Outcome]:
    """The legal outcomes of the ability for the target."""
    side = side_of(user)
    return [outcome for outcome in ABILITIES[ability][1](s, user, target) if harmless(s, side, outcome)]


def targets(s: State, user: int, ability: str) -> list[int]:
    """The targets for which the ability has a legal outcome."""
    of, does = ABILITIES[ability]
    side = side_of(user)
    return [target for target in of(s, user) if any(harmless(s, side, end) for end in does(s, user, target))]


def usable(s: State, user: int, ability: str) -> bool:
    """Whether the ability has any target."""
    of, does = ABILITIES[ability]
    side = side_of(user)
    return any(harmless(s, side, end) for target in of(s, user) for end in does(s, user, target))
