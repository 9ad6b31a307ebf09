"""What may come, pick by pick: the positions on which a player chooses the steps of a plan.

Nothing here tells the planner what is hidden. A question of somebody else is shown only where everybody can see what
its options come from. Beyond something hidden or random, the board is taken as it stands, with the next seat on turn.
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
    """Some picks of one seat from one position on."""

    position: Position
    seat: int
    codes: tuple[str, ...]
    star: bool = False
    """Whether the others may play anything besides."""


class Outlook:
    """A plan as far as it has been chosen: conditions and answers in turn, and what can be chosen next."""

    def __init__(self, position: Position, seat: int, begun: Sequence[str] = ()) -> None:
        self.seat = seat
        self.exact = True
        """Whether the position will stand exactly like this, if all goes as planned."""
        self.mine = False
        """Whether the next pick is the planner's own."""
        self.over = False
        """Whether the match would be over."""
        self.known = True
        """Whether anything can be told of the position."""
        self.parts: list[list[Part]] = [[]]
        """What is picked in each step."""
        self.lately: tuple[Event, ...] = ()
        """What has happened in the move before the present one."""
        self._position, self._who, self._codes = position, seat, tuple(begun)
        if not position.together and position.ask_of(seat) is not None:
            now = drafted(position, seat, begun)
            if now.complete:
                self._go_on(now)
            else:
                self._assume(now.position, self._rival)
        elif not position.together and position.asks:
            self._stand(position, position.asks[0].seat)

    @property
    def now(self) -> Drafted | None:
        """What has been picked in the present move and what may be picked next; None where that cannot be told."""
        if self.over or not self.known or self._position.together:
            return None
        now = drafted(self._position, self._who, self._codes)
        return now if self.mine or (now.ask is not None and self._is_open(now.position, now.ask)) else None

    @property
    def complete(self) -> bool:
        """Whether the plan ends with a whole move of the planner's."""
        return self.mine and self.now is not None and self.now.complete

    @property
    def shown(self) -> Position:
        """The position of which a picture can be drawn for the planner."""
        return drafted(self._position, self._who, self._codes).position if self.known else self._position

    def pick(self, code: str) -> None:
        """The next code, of whoever is asked; one that does not fit raises `Refused`."""
        now = drafted(self._position, self._who, (*self._codes, code))
        self._codes = now.codes
        if now.complete and not self.mine:
            self._note()
            self._go_on(now)
            self.mine = not self.over and (not self.exact or self._who == self.seat)
            if self.mine:
                self.parts.append([])

    def anything(self) -> None:
        """The others may play anything from here on."""
        self._note(star=True)
        self.lately = drafted(self._position, self._who, self._codes).events if self.known else ()
        self._assume(self.shown, self.seat)
        self.mine = True
        self.parts.append([])

    def go_on(self) -> None:
        """After the planner's whole move: what may they play then?"""
        now = self.now
        assert now is not None and now.complete
        self._note()
        self.mine = False
        self._go_on(now)
        self.parts.append([])

    def words(self, language: str) -> list[str]:
        """The steps as they are typed, the one that is being chosen included."""
        present = [Part(self._position, self._who, self._codes)] if self._codes else []
        steps = [*self.parts[:-1], [*self.parts[-1], *present]]
        return [" ".join(_spoken(part, language) for part in step).strip() for step in steps]

    def _note(self, *, star: bool = False) -> None:
        """Close the present move."""
        self.parts[-1].append(Part(self._position, self._who, self._codes, star))

    def _go_on(self, now: Drafted) -> None:
        """The position after a whole move."""
        self.lately = now.events
        fork = self._position.fork()
        for code in now.codes:
            fork.pick(now.seat, code)
        secret = fork.secret_answered and now.seat != self.seat
        if fork.outcome is not None and not fork.revealed:
            self.over = True
            self._stand(fork, now.seat)
        elif fork.revealed or fork.together or secret or not self._is_certain(fork, now.seat):
            if now.seat != self.seat and self.parts[-1]:
                self.parts[-1][-1] = Part(self._position, now.seat, now.codes, star=True)
            self._assume(now.position, self.seat if now.seat != self.seat else self._rival)
        else:
            asked = [ask.seat for ask in fork.asks]
            if now.seat == self.seat in asked:
                self._assume(fork, self._rival)
            else:
                self._stand(fork, self.seat if self.seat in asked else asked[0])

    def _stand(self, position: Position, who: int) -> None:
        self._position, self._who, self._codes = position, who, ()

    def _assume(self, position: Position, who: int) -> None:
        """The board as it stands in that position, with this seat on turn."""
        self.exact = False
        game = position.game
        state = msgpack.decode(msgpack.encode(position.state), type=game.state_type)
        found = game.foresight.on_turn(state, who) if game.foresight is not None else None
        there = None if found is None else Position(game, position.options, found, Dice(""))
        self.known = there is not None and not there.revealed and there.ask_of(who) is not None
        self._stand(there if there is not None and self.known else position, who)

    @property
    def _rival(self) -> int:
        return (self.seat + 1) % self._position.seats

    def _is_certain(self, position: Position, mover: int) -> bool:
        foresight = position.game.foresight
        return foresight is None or foresight.is_certain(position.state, self.seat, mover)

    def _is_open(self, position: Position, ask: Ask) -> bool:
        foresight = position.game.foresight
        return foresight is not None and not ask.secret and foresight.is_open(position.state, ask)


def outlook(position: Position, seat: int, steps: Sequence[str], begun: Sequence[str] = ()) -> Outlook:
    """How far these steps lead; each is a text of codes, those of the others may end with a star."""
    found = Outlook(position, seat, begun)
    for number, step in enumerate(steps):
        if number and not number % 2:
            found.go_on()
        for code in step.split():
            if code == ANYTHING:
                found.anything()
            else:
                found.pick(code)
    return found


def _spoken(part: Part, language: str) -> str:
    words = spelled(part.position, part.seat, part.codes, language)
    return f"{words} {ANYTHING}".strip() if part.star else words
