"""The computer players' defense: ends of a turn after which the other side cannot win in its next turn."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.game import Defenses
from engine.core.masks import spaces_of
from engine.leaders.abilities import harmless
from engine.leaders.computer.winning_turns import Action, Reaction, Recruitment, Steps, answers, winning_steps
from engine.leaders.data.content import CARD_FIGURES, NEMESIS
from engine.leaders.ending import lost
from engine.leaders.movement import WAYS, destinations
from engine.leaders.nemesis import reach
from engine.leaders.recruiting import full, on_offer, placements
from engine.leaders.state import NOWHERE, State
from engine.leaders.threat import acted_after, actions, effects, move, ways

_REMEMBERED = 12
"""Number of the other side's wins that are tried again on the next board before a new search."""
_ACTIONS = 4
"""Number of actions that cost as much as searching one position for a win."""
_SHARE = 8
"""The effort for the rest of a turn after each reaction of the other side's Nemesis is this fraction of the whole."""


def defenses(s: State, by: int, most: int, count: int) -> Defenses:
    """Up to `count` safe ways to end the current turn, those with few actions first; `most` limits the effort."""
    if s.turn != by or s.phase not in ("action", "recruit"):
        return Defenses((), 0, is_complete=False)
    defender = _Defender(s, by, most)
    found = defender.turns(s.acted, count)
    turns = tuple(answers(s, by, steps, ends=ends) for steps, ends in found)
    return Defenses(turns, defender.tried, is_complete=defender.is_complete)


class _Defender:
    """Tries turns on one state and undoes every change."""

    def __init__(self, s: State, by: int, most: int) -> None:
        self.s, self.by, self.foe, self.most, self.tried = s, by, 1 - by, most, 0
        self.is_complete = True
        """Whether the effort has been enough for everything so far."""
        self.lost: dict[tuple[int, ...], bool] = {}
        """Whether the other side wins at once, by the figures' spaces."""
        self.wins: list[tuple[Action, ...]] = []
        """The other side's wins found so far, latest first."""

    def turns(self, acted: int, count: int) -> list[tuple[Steps, bool]]:
        """Safe turns, with a flag: whether the action phase ends there, or continues after a reaction."""
        s, start = self.s, [*self.s.at]
        found: list[tuple[Steps, bool]] = []
        layer: list[tuple[list[int], int, Steps]] = [(start, acted, ())]
        seen = {(*start, acted, False)}
        while layer and len(found) < count and not self.is_spent:
            for at, _, steps in layer:
                s.at[:] = at
                ending = self._ending()
                if ending is not None:
                    found.append((steps + ending, True))
                if len(found) >= count or self.is_spent:
                    break
            else:
                layer = self._following(layer, seen, found)
        self.is_complete = self.is_complete and not self.is_spent
        s.at[:] = start
        return found[:count]

    def _following(
        self, layer: list[tuple[list[int], int, Steps]], seen: set[tuple[int, ...]], found: list[tuple[Steps, bool]]
    ) -> list[tuple[list[int], int, Steps]]:
        """The boards after one more action.

        An action that the other side has to answer is safe if the turn can continue.
        """
        s = self.s
        following: list[tuple[list[int], int, Steps]] = []
        reached = 0
        for at, acted, steps in layer:
            s.at[:] = at
            for more, then, is_answered in self._actions(acted):
                reached += 1
                if (key := (*s.at, then, is_answered)) in seen:
                    continue
                seen.add(key)
                if not is_answered:
                    following.append(([*s.at], then, steps + more))
                elif self._is_safe_after_reactions(then):
                    found.append((steps + more, False))
        self.tried += reached // _ACTIONS
        return following

    @property
    def is_spent(self) -> bool:
        return self.tried >= self.most

    def _actions(self, acted: int) -> Iterator[tuple[Steps, int, bool]]:
        """Try every action on the board.

        Yields its steps, the mask of figures that have acted, and whether the other side reacts.
        """
        s, by, foe = self.s, self.by, self.foe
        if s.phase != "action":
            return
        for figure, outcome in [*actions(s, by, acted)]:
            action, then = Action(figure, outcome), acted_after(by, acted, figure)
            before = move(s, outcome)
            moved = {one for one, _ in outcome}
            if foe in moved and s.at[NEMESIS | by] != NOWHERE:
                for space in self._reactions(by):
                    if not lost(s, by):
                        yield (action, Reaction(by, space)), then, False
            elif by in moved and s.at[NEMESIS | foe] != NOWHERE:
                if reach(s, foe).bit_count() > 1:
                    yield (action,), then, True
                else:
                    for space in self._reactions(foe):
                        if not lost(s, by):
                            yield (action, Reaction(foe, space)), then, False
            else:
                yield (action,), then, False
            move(s, before)

    def _reactions(self, owner: int) -> Iterator[int]:
        """Put that side's Nemesis on every space where she may go, or leave her where she stands if she cannot move."""
        s, nemesis = self.s, NEMESIS | owner
        start = s.at[nemesis]
        for space in spaces_of(reach(s, owner) or 1 << start):
            s.at[nemesis] = space
            yield space
        s.at[nemesis] = start

    def _is_safe_after_reactions(self, acted: int) -> bool:
        """Whether the turn can continue safely after every reaction of the other side's Nemesis."""
        held, most = True, self.most
        for _ in self._reactions(self.foe):
            if held:
                self.most = min(most, self.tried + max(1, (most - self.tried) // _SHARE))
                held = not lost(self.s, self.by) and bool(self.turns(acted, 1))
                self.most = most
        return held

    def _ending(self) -> Steps | None:
        """The steps that end the turn here so that the other side does not win, with a recruit if there is one; else
        None."""
        s = self.s
        offer = on_offer(s) if s.recruits and not full(s, self.by) else []
        if not offer:
            return None if self._is_lost() else ()
        for card in offer:
            place = s.market.index(card)
            del s.market[place]
            spaces = self._entering(card, ())
            s.market.insert(place, card)
            if spaces is not None:
                return (Recruitment(card, spaces),)
        return None

    def _entering(self, card: str, spaces: tuple[int, ...]) -> tuple[int, ...] | None:
        """Spaces where the card's figures can enter so that the other side does not win, starting with `spaces`; else
        None."""
        s, by = self.s, self.by
        figures = CARD_FIGURES[card][len(spaces) :]
        if not figures:
            return None if self._is_lost() else spaces
        figure, found = figures[0] | by, None
        for space in spaces_of(placements(s, by, len(figures))):
            s.at[figure] = space
            s.squads[by].append(figure)
            found = self._entering(card, (*spaces, space))
            s.squads[by].pop()
            if found is not None:
                break
        s.at[figure] = NOWHERE
        return found

    def _is_lost(self) -> bool:
        """Whether the other side wins in its next turn on this board, or the effort was too small to exclude it."""
        key = tuple(self.s.at)
        if key not in self.lost:
            if self.is_spent:
                return True
            s, foe = self.s, self.foe
            before = s.turn, s.number, s.phase, s.acted, s.recruits
            s.turn, s.number, s.phase, s.acted = foe, s.number + 1, "action", 0
            s.recruits = 0 if full(s, foe) else 2 if s.number == 2 else 1
            self.lost[key] = self._falls()
            s.turn, s.number, s.phase, s.acted, s.recruits = before
        return self.lost[key]

    def _falls(self) -> bool:
        """Whether the side on turn wins now, by a win known from another board or by a new one."""
        self.tried += 1
        for place, line in enumerate(self.wins):
            if self._wins_by(line):
                self.wins.insert(0, self.wins.pop(place))
                return True
        found, tried = winning_steps(self.s, self.foe, self.most - self.tried)
        self.tried += tried
        if found is None:
            return self.is_spent
        line = tuple(step for step in found if isinstance(step, Action))
        if len(line) == len(found) and not self._is_answered(line):
            self.wins.insert(0, line)
            del self.wins[_REMEMBERED:]
        return True

    def _is_answered(self, line: tuple[Action, ...]) -> bool:
        """Whether a Nemesis would react to one of these actions of the other side."""
        at = self.s.at
        hunted = {side for side in (self.by, self.foe) if at[NEMESIS | 1 - side] != NOWHERE}
        return any(figure in hunted for action in line for figure, _ in action.outcome)

    def _wins_by(self, line: tuple[Action, ...]) -> bool:
        """Whether these actions of the other side are possible in this order and win."""
        s, foe, acted = self.s, self.foe, 0
        undone = []
        for figure, outcome in line:
            if acted >> figure & 1 or not _is_possible(s, foe, figure, outcome):
                break
            undone.append(move(s, outcome))
            acted = acted_after(foe, acted, figure)
        won = len(undone) == len(line) and bool(lost(s, self.by))
        for before in reversed(undone):
            move(s, before)
        return won


def _is_possible(s: State, side: int, figure: int, outcome: tuple[tuple[int, int], ...]) -> bool:
    """Whether the figure can act with this outcome."""
    for way in ways(s, figure):
        if way not in WAYS:
            if outcome in effects(s, figure, way) and harmless(s, side, outcome):
                return True
        elif len(outcome) == 1 and outcome[0][0] == figure and destinations(s, figure, way) >> outcome[0][1] & 1:
            return True
    return False
