"""The computer players' eye for the end: how the side on turn can take the other Leader before its turn is over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.core.game import Decisive
from engine.core.masks import spaces_of
from engine.leaders.abilities import ABILITIES, Outcome
from engine.leaders.board import ADJACENT, CROWN, FULL, RINGS, TWO_IN_LINE
from engine.leaders.content import CARD_FIGURES, CHARACTER, NEMESIS
from engine.leaders.ending import lost
from engine.leaders.movement import WAYS, destinations
from engine.leaders.nemesis import reach
from engine.leaders.recruiting import placements
from engine.leaders.state import NOWHERE, State, occupied
from engine.leaders.threat import LINES, MOVES_OTHERS, REACH, actions, falls, move, spent, ways

Answers = tuple[tuple[str, Any], ...]
"""Questions and the values that answer them, in order; a question with one option may answer itself meanwhile."""

_CAPTURE = tuple(character.capture for character in CHARACTER)
_AIM = tuple(character.aim for character in CHARACTER)


def decisive(s: State, by: int, most: int) -> Decisive:
    """A way to win in the turn that runs, with the fewest actions; so many actions are tried at most."""
    finder = _Finder(s, by, most)
    found: Answers | None = None
    if s.turn == by and s.phase == "recruit" and s.recruits:
        found = finder.recruitment()
    elif s.turn == by and s.phase == "action":
        for count in range(1, len(s.squads[by]) + 1):
            found = finder.find(s.acted, count)
            if found is not None or finder.tried >= most:
                break
    return Decisive(found, finder.tried)


class _Finder:
    """Looks for the end, on a state that it puts back as it was."""

    def __init__(self, s: State, by: int, most: int) -> None:
        self.s, self.by, self.leader, self.most, self.tried = s, by, 1 - by, most, 0
        self.recruits = s.recruits > 0
        self.entrances = RINGS[by] | 1 << CROWN[by]
        self.seen: dict[tuple[int, ...], int] = {}
        """How many more actions are known not to win, by who stands where and who has acted."""

    def find(self, acted: int, count: int) -> Answers | None:
        """What wins with so many actions at most, the last of them perhaps a recruitment."""
        if self.tried >= self.most:
            return None
        self.tried += 1
        s, by = self.s, self.by
        if count == 1:
            return self._last(acted) if falls(s, by, acted, self.recruits) else None
        wanted = self._wanted(acted, count)
        for figure, outcome in actions(s, by, acted, wanted) if wanted else ():
            before = move(s, outcome)
            then = spent(by, acted, figure)
            key = (*s.at, then)
            found = None
            if self.seen.get(key, 0) < count - 1:
                found = self._after(outcome, then, count - 1)
                if found is None:
                    self.seen[key] = count - 1
            move(s, before)
            if found is not None:
                return self._answers(figure, outcome) + found
        return None

    def _wanted(self, acted: int, count: int) -> int:
        """Where the next action must end to be of use, as far as that is plain; nowhere if too few can come near."""
        s, at = self.s, self.s.at
        leader, taken = at[self.leader], occupied(s)
        near, far = ADJACENT[leader], TWO_IN_LINE[leader]
        if (near & ~taken).bit_count() <= count or (self.recruits and self.entrances & (near | far)):
            return FULL
        now = total = most = 0
        for figure in s.squads[self.by]:
            start, idle = at[figure], not acted >> figure & 1
            others = MOVES_OTHERS[figure]
            if idle and others and (others > 1 or LINES[start] >> leader & 1):
                return FULL
            strength, area = (_AIM[figure], far) if _AIM[figure] else (_CAPTURE[figure], near)
            if strength and area >> start & 1:
                now += strength
            elif idle and strength and REACH[figure][start] & area:
                total += strength
                most = max(most, strength)
        if now + total < 2:
            return 0
        return near | far if now + most * (count - 1) < 2 else FULL

    def _after(self, outcome: Outcome, acted: int, count: int) -> Answers | None:
        """What wins after an action, whatever the other side's Nemesis does about it."""
        moved = {figure for figure, _ in outcome}
        if self.leader in moved and self.s.at[NEMESIS | self.by] != NOWHERE:
            found = ((space, self._unless_over(acted, count, self.by)) for space in self._reactions(self.by))
            return next(((("leaders.nemesis", space), *more) for space, more in found if more is not None), None)
        if self.by in moved and self.s.at[NEMESIS | self.leader] != NOWHERE:
            answers = [self._unless_over(acted, count, self.leader) for _ in self._reactions(self.leader)]
            if None in answers:
                return None
            return answers[0] if len(answers) == 1 else ()
        return self.find(acted, count)

    def _unless_over(self, acted: int, count: int, owner: int) -> Answers | None:
        """What wins after the reaction of the owner's Nemesis; if it takes both Leaders, the owner wins (END-14)."""
        taken = [side for side in (1 - owner, owner) if lost(self.s, side)]
        if not taken:
            return self.find(acted, count)
        return () if taken[0] == self.leader else None

    def _reactions(self, owner: int) -> Iterator[int]:
        """The Nemesis on every space where she may go; where she stands if she cannot move."""
        s, nemesis = self.s, NEMESIS | owner
        start = s.at[nemesis]
        try:
            for space in spaces_of(reach(s, owner) or 1 << start):
                s.at[nemesis] = space
                yield space
        finally:
            s.at[nemesis] = start

    def _last(self, acted: int) -> Answers | None:
        """The one action or recruitment that wins."""
        s, by = self.s, self.by
        for figure, outcome in actions(s, by, acted):
            before = move(s, outcome)
            found: Answers | None = () if lost(s, self.leader) else None
            if found is None and s.at[NEMESIS | by] != NOWHERE and any(one == self.leader for one, _ in outcome):
                spaces = [space for space in self._reactions(by) if lost(s, self.leader)]
                found = (("leaders.nemesis", spaces[0]),) if spaces else None
            move(s, before)
            if found is not None:
                return self._answers(figure, outcome) + found
        entered = self.recruitment()
        return None if entered is None else (("leaders.who-acts", None), *entered)

    def recruitment(self) -> Answers | None:
        """A recruit that wins where it enters."""
        for card in self.s.market:
            spaces = self._entering([figure | self.by for figure in CARD_FIGURES[card]])
            if spaces is not None:
                return (("leaders.recruit", card), *(("leaders.place", space) for space in spaces))
        return None

    def _entering(self, figures: list[int]) -> tuple[int, ...] | None:
        s, by = self.s, self.by
        if not figures:
            return () if lost(s, self.leader) else None
        found = None
        for space in spaces_of(placements(s, by, len(figures))):
            s.at[figures[0]] = space
            s.squads[by].append(figures[0])
            more = self._entering(figures[1:])
            s.squads[by].pop()
            if more is not None:
                found = (space, *more)
                break
        s.at[figures[0]] = NOWHERE
        return found

    def _answers(self, figure: int, outcome: Outcome) -> Answers:
        """How an action is chosen, question by question."""
        s = self.s
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
