"""Explores possible moves pick by pick, so that a player can choose the steps of a plan.

Nothing here reveals hidden information to the planner. Another player's question is shown only if everybody can see
what its options depend on. Beyond something hidden or random, the board is taken as it is, with the next seat to move.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, msgpack

from engine.core.ask import Ask, Event
from engine.core.dice import Dice
from engine.core.position import Position
from table.matches.draft import Drafted, drafted
from table.picks.spell import spelled
from table.plans.plans import ANYTHING


class Part(Struct, frozen=True):
    """Picks of one seat from one position on."""

    position: Position
    seat: int
    codes: tuple[str, ...]
    star: bool = False
    """Whether the others may play anything in addition."""


class PlanExplorer:
    """A plan under construction: alternating conditions and answers, and the next options."""

    def __init__(self, position: Position, seat: int, begun: Sequence[str] = ()) -> None:
        self.seat = seat
        self.exact = True
        """Whether the position will be exactly this one if everything goes as planned."""
        self.mine = False
        """Whether the next pick is the planner's own."""
        self.over = False
        """Whether the match would be over."""
        self.known = True
        """Whether the position can be known."""
        self.parts: list[list[Part]] = [[]]
        """The picks of each step."""
        self.recent_events: tuple[Event, ...] = ()
        """The events of the previous move."""
        self._position, self._seat_to_move, self._codes = position, seat, tuple(begun)
        if not position.together and position.ask_of(seat) is not None:
            now = drafted(position, seat, begun)
            if now.complete:
                self._after_move(now)
            else:
                self._assume(now.position, self._rival)
        elif not position.together and position.asks:
            self._set_position(position, position.asks[0].seat)

    @property
    def now(self) -> Drafted | None:
        """The picks of the current move and its next options; None if they cannot be known."""
        if self.over or not self.known or self._position.together:
            return None
        now = drafted(self._position, self._seat_to_move, self._codes)
        return now if self.mine or (now.ask is not None and self._is_open(now.position, now.ask)) else None

    @property
    def complete(self) -> bool:
        """Whether the plan ends with a complete move of the planner."""
        return self.mine and self.now is not None and self.now.complete

    @property
    def shown(self) -> Position:
        """The position to draw for the planner."""
        return drafted(self._position, self._seat_to_move, self._codes).position if self.known else self._position

    def pick(self, code: str) -> None:
        """Add a code for the seat that is asked; raises `Refused` if it does not fit."""
        now = drafted(self._position, self._seat_to_move, (*self._codes, code))
        self._codes = now.codes
        if now.complete and not self.mine:
            self._close_move()
            self._after_move(now)
            self.mine = not self.over and (not self.exact or self._seat_to_move == self.seat)
            if self.mine:
                self.parts.append([])

    def anything(self) -> None:
        """Let the others play anything from here on."""
        self._close_move(star=True)
        self.recent_events = drafted(self._position, self._seat_to_move, self._codes).events if self.known else ()
        self._assume(self.shown, self.seat)
        self.mine = True
        self.parts.append([])

    def continue_with_replies(self) -> None:
        """After the planner's complete move, continue with the opponent's possible replies."""
        now = self.now
        assert now is not None and now.complete
        self._close_move()
        self.mine = False
        self._after_move(now)
        self.parts.append([])

    def words(self, language: str) -> list[str]:
        """The steps as typed words, including the unfinished one."""
        present = [Part(self._position, self._seat_to_move, self._codes)] if self._codes else []
        steps = [*self.parts[:-1], [*self.parts[-1], *present]]
        return [" ".join(_spoken(part, language) for part in step).strip() for step in steps]

    def _close_move(self, *, star: bool = False) -> None:
        """Close the current move."""
        self.parts[-1].append(Part(self._position, self._seat_to_move, self._codes, star))

    def _after_move(self, now: Drafted) -> None:
        """Continue with the position after a complete move."""
        self.recent_events = now.events
        fork = self._position.fork()
        for code in now.codes:
            fork.pick(now.seat, code)
        secret = fork.secret_answered and now.seat != self.seat
        if fork.outcome is not None and not fork.revealed:
            self.over = True
            self._set_position(fork, now.seat)
        elif fork.revealed or fork.together or secret or not self._is_certain(fork, now.seat):
            if now.seat != self.seat and self.parts[-1]:
                self.parts[-1][-1] = Part(self._position, now.seat, now.codes, star=True)
            self._assume(now.position, self.seat if now.seat != self.seat else self._rival)
        else:
            asked = [ask.seat for ask in fork.asks]
            if now.seat == self.seat in asked:
                self._assume(fork, self._rival)
            else:
                self._set_position(fork, self.seat if self.seat in asked else asked[0])

    def _set_position(self, position: Position, who: int) -> None:
        self._position, self._seat_to_move, self._codes = position, who, ()

    def _assume(self, position: Position, who: int) -> None:
        """Continue with the board of that position and this seat to move, which may differ from the real position."""
        self.exact = False
        game = position.game
        state = msgpack.decode(msgpack.encode(position.state), type=game.state_type)
        found = game.foresight.on_turn(state, who) if game.foresight is not None else None
        there = None if found is None else Position(game, position.options, found, Dice(""))
        self.known = there is not None and not there.revealed and there.ask_of(who) is not None
        self._set_position(there if there is not None and self.known else position, who)

    @property
    def _rival(self) -> int:
        return (self.seat + 1) % self._position.seats

    def _is_certain(self, position: Position, mover: int) -> bool:
        foresight = position.game.foresight
        return foresight is None or foresight.is_certain(position.state, self.seat, mover)

    def _is_open(self, position: Position, ask: Ask) -> bool:
        foresight = position.game.foresight
        return foresight is not None and not ask.secret and foresight.is_open(position.state, ask)


def explore_plan(position: Position, seat: int, steps: Sequence[str], begun: Sequence[str] = ()) -> PlanExplorer:
    """The plan after these steps. Each step is a text of codes; a condition may end with a star."""
    found = PlanExplorer(position, seat, begun)
    for number, step in enumerate(steps):
        if number and not number % 2:
            found.continue_with_replies()
        for code in step.split():
            if code == ANYTHING:
                found.anything()
            else:
                found.pick(code)
    return found


def _spoken(part: Part, language: str) -> str:
    words = spelled(part.position, part.seat, part.codes, language)
    return f"{words} {ANYTHING}".strip() if part.star else words
