"""The computer players' search for the end: how the side on turn can take the other Leader before its turn is over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from engine.core.game import Decisive
from engine.core.masks import spaces_of
from engine.leaders.abilities import ABILITIES, Outcome, harmless
from engine.leaders.board import ADJACENT, TWO_IN_LINE
from engine.leaders.computer.bounds import Bounds, Prospect
from engine.leaders.data.content import CARD_FIGURES, NEMESIS
from engine.leaders.ending import lost
from engine.leaders.movement import WAYS, destinations
from engine.leaders.nemesis import reach
from engine.leaders.recruiting import full, placements
from engine.leaders.state import NOWHERE, State, occupied
from engine.leaders.threat import acted_after, actions, effects, falls, move, ways


class Action(NamedTuple):
    """A figure's action and its outcome."""

    figure: int
    outcome: Outcome


class Reaction(NamedTuple):
    """A Nemesis goes to a space: the side's own, or the other side's if she has no choice."""

    side: int
    space: int


class Recruitment(NamedTuple):
    """A card's figures enter on these spaces."""

    card: str
    spaces: tuple[int, ...]


Step = Action | Reaction | Recruitment
Steps = tuple[Step, ...]
"""A turn, or the rest of it, up to a choice of the other side."""
Answers = tuple[tuple[str, Any], ...]
"""Questions and the values that answer them, in order; questions with a single option may answer themselves in between.
"""

_BITS = 6
"""Number of bits that hold a space."""


def decisive(s: State, by: int, most: int) -> Decisive:
    """A way to win in the current turn with the fewest actions; looks at up to `most` positions."""
    found, tried = winning_steps(s, by, most)
    return Decisive(None if found is None else answers(s, by, found), tried)


def winning_steps(s: State, by: int, most: int) -> tuple[Steps | None, int]:
    """The steps that win in the current turn, or None, and the number of positions looked at."""
    finder = _Finder(s, by, most)
    found: Steps | None = None
    if s.turn == by and s.phase == "recruit":
        found = finder.recruitment(finder.recruits)
    elif s.turn == by and s.phase == "action":
        found = finder.first(s.acted, len(s.squads[by]))
    return found, finder.tried


def answers(s: State, by: int, steps: Iterable[Step], *, ends: bool = False) -> Answers:
    """The answers that choose these steps, question by question; with `ends`, the action phase is ended in any case."""
    found: list[tuple[str, Any]] = []
    undone = []
    ended = s.phase != "action"
    for step in steps:
        if isinstance(step, Action):
            found += _of_action(s, *step)
            undone.append(move(s, step.outcome))
        elif isinstance(step, Reaction):
            if step.side == by:
                found.append(("leaders.nemesis", step.space))
            undone.append(move(s, ((NEMESIS | step.side, step.space),)))
        else:
            if not ended:
                found.append(("leaders.who-acts", None))
                ended = True
            found.append(("leaders.recruit", step.card))
            found += [("leaders.place", space) for space in step.spaces]
    for before in reversed(undone):
        move(s, before)
    if ends and not ended:
        found.append(("leaders.who-acts", None))
    return tuple(found)


def _of_action(s: State, figure: int, outcome: Outcome) -> Answers:
    """The answers that choose an action, question by question."""
    who = ("leaders.who-acts", figure)
    for way in ways(s, figure):
        if way in WAYS:
            if len(outcome) == 1 and outcome[0][0] == figure and destinations(s, figure, way) >> outcome[0][1] & 1:
                return who, ("leaders.how", way), ("leaders.where", outcome[0][1])
        else:
            of, does = ABILITIES[way]
            for target in of(s, figure):
                if outcome in does(s, figure, target):
                    return who, ("leaders.how", way), ("leaders.target", target), ("leaders.where-to", outcome)
    raise ValueError("an action that nobody can take")


class _Finder:
    """Searches for a win on one state and undoes every change."""

    def __init__(self, s: State, by: int, most: int) -> None:
        self.s, self.by, self.leader, self.most, self.tried = s, by, 1 - by, most, 0
        self.recruits = 0 if full(s, by) else s.recruits
        self.bounds = Bounds(s, by, self.recruits)
        self.seen: dict[int, int] = {}
        """By position (the figures' spaces and who has acted): how many more actions are known not to win."""
        self.shift = {figure: len(s.at) + _BITS * n for n, figure in enumerate([*s.squads[0], *s.squads[1]])}
        """The bit where a figure's space begins in a key of `seen`, above the bits of those who have acted."""
        self.pending = 1 << len(s.at) + _BITS * len(self.shift)
        """The bit of a key that is set before a Nemesis has reacted: the same board is another position then."""
        self.hunted = [side for side in (0, 1) if s.at[NEMESIS | 1 - side] != NOWHERE]
        """The sides whose Leader is pursued by an enemy Nemesis."""

    def first(self, acted: int, most: int) -> Steps | None:
        """The steps that win with the fewest actions, at most `most`; a recruitment may follow. None without a win."""
        where = sum(self.s.at[figure] << bits for figure, bits in self.shift.items())
        return self._fewest(acted, most, where)

    def _fewest(self, acted: int, most: int, where: int) -> Steps | None:
        for count in range(self.seen.get(where | acted, 0) + 1, most + 1):
            found = self._find(acted, count, where)
            if found is not None or self.tried >= self.most:
                return found
            self.seen[where | acted] = count
        return None

    def _find(self, acted: int, count: int, where: int) -> Steps | None:
        """Steps that win with exactly `count` actions, where fewer do not; else None."""
        if self.tried >= self.most:
            return None
        self.tried += 1
        if count == 1:
            return self._winning_action(acted)
        s, by, seen, shift = self.s, self.by, self.seen, self.shift
        for figure, outcome in self._actions(acted, count):
            there = where
            for one, space in outcome:
                there += (space - s.at[one]) << shift[one]
            then = acted_after(by, acted, figure)
            reacts = self._reacting_side(outcome) if self.hunted else NOWHERE
            key = there | then if reacts == NOWHERE else there | then | self.pending
            if seen.get(key, 0) >= count - 1:
                continue
            before = move(s, outcome)
            if reacts == NOWHERE:
                found = self._find(then, count - 1, there)
            elif reacts == by:
                found = self._pursuing(then, count - 1, there)
            else:
                found = self._pursued(then, count - 1, there)
            move(s, before)
            if found is not None:
                return (Action(figure, outcome), *found)
            seen[key] = count - 1
        return None

    def _reacting_side(self, outcome: Outcome) -> int:
        """The side whose Nemesis reacts to the outcome, or −1."""
        for side in self.hunted:
            if any(figure == side for figure, _ in outcome):
                return 1 - side
        return NOWHERE

    def _actions(self, acted: int, count: int) -> Iterator[tuple[int, Outcome]]:
        """Yield the legal actions after which a win with one action fewer is not excluded."""
        s, by = self.s, self.by
        taken = occupied(s)
        prospect = Prospect(self.bounds, acted, taken)
        own = s.at[by]
        beside, line = ADJACENT[own], TWO_IN_LINE[own]
        for figure in prospect.idle:
            wanted = prospect.wanted(figure, count - 1)
            ends = 0
            for way in ways(s, figure):
                if way in WAYS:
                    if wanted:
                        ends |= destinations(s, figure, way, taken)
                    continue
                is_open = prospect.is_open(figure, way, count - 1)
                for outcome in effects(s, figure, way):
                    if not is_open and not prospect.matters(figure, outcome, acted):
                        continue
                    for one, space in outcome:
                        if one == by or beside >> space & 1 or (one & 1 != by and line >> space & 1):
                            if harmless(s, by, outcome):
                                yield figure, outcome
                            break
                    else:
                        yield figure, outcome
            for space in spaces_of(ends & wanted):
                yield figure, ((figure, space),)

    def _pursuing(self, acted: int, count: int, where: int) -> Steps | None:
        """Steps that win after a reaction of the side's own Nemesis."""
        for space, there in self._reactions(self.by, where):
            over = self._won_by_reaction(self.by)
            found = self._find(acted, count, there) if over is None else () if over else None
            if found is not None:
                return (Reaction(self.by, space), *found)
        return None

    def _pursued(self, acted: int, count: int, where: int) -> Steps | None:
        """Steps that win after every reaction of the other side's Nemesis; some reactions may need fewer actions."""
        branches: list[Steps] = []
        for space, there in self._reactions(self.leader, where):
            over = self._won_by_reaction(self.leader)
            found = self._fewest(acted, count, there) if over is None else () if over else None
            if found is None:
                return None
            branches.append((Reaction(self.leader, space), *found))
        return branches[0] if len(branches) == 1 else ()

    def _won_by_reaction(self, owner: int) -> bool | None:
        """Whether the side on turn wins by the reaction of `owner`'s Nemesis; None if no Leader is lost.

        If both Leaders are lost, the owner of the Nemesis wins (END-14).
        """
        for side in (1 - owner, owner):
            if lost(self.s, side):
                return side == self.leader
        return None

    def _reactions(self, owner: int, where: int) -> Iterator[tuple[int, int]]:
        """Put the Nemesis on every space where she may go, or leave her where she stands if she cannot move."""
        s, nemesis = self.s, NEMESIS | owner
        start = s.at[nemesis]
        try:
            for space in spaces_of(reach(s, owner) or 1 << start):
                s.at[nemesis] = space
                yield space, where + ((space - start) << self.shift[nemesis])
        finally:
            s.at[nemesis] = start

    def _winning_action(self, acted: int) -> Steps | None:
        """The one action or recruitment that wins, or None."""
        s, by = self.s, self.by
        if falls(s, by, acted, self.recruits > 0):
            for figure, outcome in actions(s, by, acted):
                before = move(s, outcome)
                found: Steps | None = () if lost(s, self.leader) else None
                if found is None and s.at[NEMESIS | by] != NOWHERE and any(one == self.leader for one, _ in outcome):
                    spaces = [space for space, _ in self._reactions(by, 0) if lost(s, self.leader)]
                    found = (Reaction(by, spaces[0]),) if spaces else None
                move(s, before)
                if found is not None:
                    return (Action(figure, outcome), *found)
            return self.recruitment(self.recruits)
        if self.bounds.pursued and not acted >> by & 1:
            driving = self._driving()
            if driving is not None:
                return (driving,)
        return self.recruitment(self.recruits) if self.recruits > 1 else None

    def _driving(self) -> Action | None:
        """A move of the side's own Leader that makes the other side's Nemesis fill the last gap beside her Leader."""
        s, by = self.s, self.by
        near = ADJACENT[s.at[self.leader]]
        if (near & ~occupied(s)).bit_count() > 2:
            return None
        for space in spaces_of(destinations(s, by, "step")):
            before = move(s, ((by, space),))
            driven = all(self._won_by_reaction(self.leader) for _ in self._reactions(self.leader, 0))
            move(s, before)
            if driven:
                return Action(by, ((by, space),))
        return None

    def recruitment(self, left: int) -> Steps | None:
        """A recruit that wins on entering, or the first of `left` recruits that win together."""
        market = self.s.market if left else []
        for place, card in enumerate([*market]):
            del market[place]
            found = self._entering(card, (), left - 1)
            market.insert(place, card)
            if found is not None:
                return found
        return None

    def _entering(self, card: str, spaces: tuple[int, ...], left: int) -> Steps | None:
        """The steps from this card on that win with `left` more recruitments; `spaces` hold its first figures."""
        s, by = self.s, self.by
        figures = CARD_FIGURES[card][len(spaces) :]
        if not figures:
            if lost(s, self.leader):
                return (Recruitment(card, spaces),)
            more = None if full(s, by) else self.recruitment(left)
            return None if more is None else (Recruitment(card, spaces), *more)
        figure, found = figures[0] | by, None
        for space in spaces_of(placements(s, by, len(figures))):
            s.at[figure] = space
            s.squads[by].append(figure)
            found = self._entering(card, (*spaces, space), left)
            s.squads[by].pop()
            if found is not None:
                break
        s.at[figure] = NOWHERE
        return found
