"""Bounds for the search for a win: what the rest of a turn could bring at best, if no figure were in another's way.

A bound never excludes a possible win. It lets the search skip most actions far from the enemy Leader, and most turns
without a threat as a whole.
"""

from __future__ import annotations

from engine.core.masks import spaces_of
from engine.leaders.abilities import Outcome
from engine.leaders.board import ADJACENT, CROWN, FULL, LABELS, RINGS, TWO_IN_LINE
from engine.leaders.data.content import CHARACTER, NEMESIS, PROTECTOR, VIZIER
from engine.leaders.state import NOWHERE, State
from engine.leaders.threat import LINES

_STRENGTH = tuple(character.capture or character.aim for character in CHARACTER)
_FROM_AFAR = tuple(bool(character.aim) for character in CHARACTER)


def _with(*abilities: str) -> tuple[bool, ...]:
    """By figure, whether it has one of these abilities."""
    return tuple(not {*abilities}.isdisjoint(character.ability) for character in CHARACTER)


_MOVES_ALLIES = _with("swap", "drag", "treat")
_MOVES_ENEMIES = _with("swap", "drag", "nudge", "push")
_FILLS = _with("drag", "nudge", "push", "treat")
"""Figures that can fill a space with another figure."""
_USER_STAYS = frozenset({"drag", "nudge", "treat"})
_DRAGS, _PUSHES, _RALLIES, _SWAPS, _TREATS = (_with(one) for one in ("drag", "push", "rally", "swap", "treat"))


def _around(spaces: int) -> int:
    """The mask of these spaces and their neighbors."""
    found = spaces
    for space in spaces_of(spaces):
        found |= ADJACENT[space]
    return found


def _within(steps: int) -> tuple[int, ...]:
    """By space, the mask of spaces that are at most `steps` away."""
    found = tuple(1 << space for space in range(len(LABELS)))
    for _ in range(steps):
        found = tuple(_around(spaces) for spaces in found)
    return found


_WITHIN = tuple(_within(steps) for steps in range(5))


def _reach(figure: int, start: int) -> int:
    """Spaces where the figure's own action could end next to the enemy Leader or where an archer is useful.

    A roaming Wanderer cannot end next to an enemy. The space where a Royal Guard rallies depends on his Leader.
    """
    if figure & ~1 == NEMESIS:
        return 0
    if figure < 2:
        return _WITHIN[2][start]
    ability = CHARACTER[figure].ability
    found = ADJACENT[start]
    if "ride" in ability:
        found |= TWO_IN_LINE[start]
    if "jump" in ability:
        found |= TWO_IN_LINE[start]
        for space in spaces_of(TWO_IN_LINE[start]):
            found |= TWO_IN_LINE[space]
    if "hook" in ability or "swap" in ability:
        found |= LINES[start]
    return found


_REACH = tuple(tuple(_reach(figure, start) for start in range(len(LABELS))) for figure in range(len(CHARACTER)))


class Bounds:
    """Facts that hold for a whole turn: who attacks, and what cannot change before the turn ends."""

    def __init__(self, s: State, by: int, recruits: int) -> None:
        squad = s.squads[by]
        self.s, self.by, self.leader = s, by, 1 - by
        protector = s.at[PROTECTOR | self.leader]
        self.shielded = protector != NOWHERE and bool(_WITHIN[1][protector] >> s.at[self.leader] & 1)
        """Whether no ability can move the enemy Leader: neither it nor its Protector can be moved away."""
        self.strongest = max(_STRENGTH[figure] for figure in squad)
        self.has_archer = any(_FROM_AFAR[figure] for figure in squad)
        self.pursued = s.at[NEMESIS | self.leader] != NOWHERE
        """Whether an enemy Nemesis moves whenever the attacker's Leader has moved."""
        self.entrances = RINGS[by] | 1 << CROWN[by] if recruits else 0
        self.steps = 2 if s.at[VIZIER | by] != NOWHERE else 1
        """How many spaces the attacker's Leader can go."""


class Prospect:
    """Bounds on what the side on turn could do to the enemy Leader in the rest of its turn, from the current board."""

    __slots__ = (
        "arrivals", "bounds", "drivers", "entering", "far", "fillers", "gaps", "helpers", "idle", "movers", "near",
        "reaction", "total", "worth",
    )  # fmt: skip

    def __init__(self, bounds: Bounds, acted: int, taken: int) -> None:
        s, by = bounds.s, bounds.by
        at, leader = s.at, s.at[bounds.leader]
        near, far = ADJACENT[leader], TWO_IN_LINE[leader]
        self.bounds, self.near, self.far, self.gaps = bounds, near, far, near & ~taken
        self.idle: list[int] = []
        """The figures that may still act."""
        self.worth: dict[int, int] = {}
        """By figure in position: the points it adds to a capture, which takes two."""
        self.total = 0
        """The sum of these points."""
        self.arrivals: list[tuple[int, int]] = []
        """The points that each other figure could add by its own action, largest first."""
        self.helpers: list[int] = []
        """Figures that can move allies."""
        self.drivers: list[int] = []
        """Figures that can move enemies, the Leader included once they are in position."""
        self.movers: list[int] = []
        """Those of them that are in position to move the Leader already."""
        self.fillers: list[tuple[int, int]] = []
        """Figures that could fill a gap beside the Leader, each with the gaps that its own move can fill."""
        for figure in s.squads[by]:
            start, strength = at[figure], _STRENGTH[figure]
            area = (far if _FROM_AFAR[figure] else near) if strength else 0
            stands = area >> start & 1
            if stands:
                self.total += strength
            if acted >> figure & 1 or figure == NEMESIS | by:
                continue
            self.idle.append(figure)
            if stands:
                self.worth[figure] = strength
            if figure < 2:
                reach = _WITHIN[bounds.steps][start]
            else:
                reach = _REACH[figure][start]
                if _RALLIES[figure]:
                    reach |= self._rally(acted)
            if not stands and reach & area:
                self.arrivals.append((2 if _SWAPS[figure] and bounds.has_archer else strength, figure))
            if _MOVES_ALLIES[figure]:
                self.helpers.append(figure)
            if _MOVES_ENEMIES[figure] and not bounds.shielded:
                self.drivers.append(figure)
                if (ADJACENT if _PUSHES[figure] else LINES)[start] >> leader & 1:
                    self.movers.append(figure)
            if reach & self.gaps or _FILLS[figure]:
                self.fillers.append((figure, reach & self.gaps))
        self.arrivals.sort(reverse=True)
        self.entering = bool(bounds.entrances & (near | far))
        """Whether a recruit could enter on a useful space."""
        self.reaction = 0
        """The number of gaps that an enemy Nemesis may have to fill."""
        if bounds.pursued and not acted >> by & 1 and _WITHIN[2][at[NEMESIS | bounds.leader]] & near:
            self.reaction = 1

    def _rally(self, acted: int) -> int:
        """Spaces where a Royal Guard could rally to: up to two steps from wherever his Leader may go before."""
        bounds = self.bounds
        s, by = bounds.s, bounds.by
        if any(_MOVES_ALLIES[figure] and not acted >> figure & 1 for figure in s.squads[by]):
            return FULL
        return _WITHIN[2 + (0 if acted >> by & 1 else bounds.steps)][s.at[by]]

    def wanted(self, figure: int, actions: int) -> int:
        """Spaces where a move of the figure must end to be useful, if `actions` more actions follow."""
        total, strength = self.total - self.worth.get(figure, 0), _STRENGTH[figure]
        opened = self.near >> self.bounds.s.at[figure] & 1
        if self._is_open(figure, total, opened, actions):
            return FULL
        helpers, found = self._helpers(figure), 0
        if strength and total + strength + self._arriving(figure, helpers, total, actions) > 1:
            found = self.far if _FROM_AFAR[figure] else self.near
        if self._fills(figure, helpers, self.gaps.bit_count() - 1, actions - opened):
            found |= self.gaps
        return found

    def is_open(self, figure: int, way: str, actions: int) -> bool:
        """Whether the other figures could win with `actions` actions after any use of this figure's ability, whatever
        it does."""
        if way in _USER_STAYS:
            return self._is_open(figure, self.total, 0, actions)
        opened = self.near >> self.bounds.s.at[figure] & 1
        return self._is_open(figure, self.total - self.worth.get(figure, 0), opened, actions)

    def _is_open(self, without: int, total: int, opened: int, actions: int) -> bool:
        """Whether `actions` actions without that figure could take the Leader, starting from a capture total of
        `total`."""
        helpers = self._helpers(without)
        return (
            self.entering
            or self._leader_moves(without, helpers, actions)
            or total + self._arriving(without, helpers, total, actions) > 1
            or self._surrounds(without, helpers, self.gaps, actions - opened)
        )

    def _helpers(self, without: int) -> list[int]:
        return [helper for helper in self.helpers if helper != without]

    def matters(self, user: int, outcome: Outcome, acted: int) -> bool:
        """Whether the outcome could be useful by itself, in cases where `is_open` is false."""
        bounds = self.bounds
        for figure, space in outcome:
            if figure < 2 or self.gaps >> space & 1:
                return True
            if figure & 1 != bounds.by:
                continue
            area = (self.far if _FROM_AFAR[figure] else self.near) if _STRENGTH[figure] else 0
            if area >> space & 1:
                return True
            if figure != user and not acted >> figure & 1:  # the figure may act from there
                if _MOVES_ALLIES[figure] or _MOVES_ENEMIES[figure] or _RALLIES[figure]:
                    return True
                if _REACH[figure][space] & (area | self.gaps):
                    return True
        return False

    def _leader_moves(self, without: int, helpers: list[int], actions: int) -> bool:
        """Whether `actions` actions without that figure could move the enemy Leader."""
        if any(mover != without for mover in self.movers):
            return True
        return actions > 1 and any(driver not in (without, helper) for helper in helpers for driver in self.drivers)

    def _arriving(self, without: int, helpers: list[int], total: int, actions: int) -> int:
        """The most that `actions` actions without that figure could add to a capture of the Leader where it stands.

        Two is enough. With an action to spare, a figure that moves allies could bring anyone anywhere; without one,
        every action has to bring a figure from where it stands now.
        """
        coming = [strength for strength, figure in self.arrivals if figure != without]
        if helpers:
            strongest, at = self.bounds.strongest, self.bounds.s.at
            if total + strongest * (actions - 1) > 1:
                return 2
            for helper in helpers:
                if _TREATS[helper] or (_DRAGS[helper] and ADJACENT[at[helper]] & (self.near | self.far)):
                    coming.append(strongest)
                elif _SWAPS[helper] and (self.near | self.far) >> at[helper] & 1:
                    coming.append(2)
            coming.sort(reverse=True)
        return sum(coming[:actions])

    def _surrounds(self, without: int, helpers: list[int], gaps: int, actions: int) -> bool:
        """Whether `actions` actions without that figure could fill all these gaps, one gap each."""
        if not self._fills(without, helpers, gaps.bit_count(), actions):
            return False
        if self.reaction or (helpers and actions > gaps.bit_count()):
            return True
        covered = 0
        for figure, own in self.fillers:
            if figure != without:
                if _FILLS[figure]:
                    return True
                covered |= own
        return not gaps & ~covered

    def _fills(self, without: int, helpers: list[int], gaps: int, actions: int) -> bool:
        """Whether `actions` actions without that figure could fill as many gaps as there are, if each gap can be
        reached."""
        gaps -= self.reaction
        if gaps > actions:
            return False
        if helpers and actions > gaps:
            return True
        return sum(figure != without for figure, _ in self.fillers) >= gaps
