"""Positions of Knockdown in a line, played by codes and read back.

A and B stand where `at` says; a hand, a row and a deck are names of cards with spaces between them. Without other
words the Mistling fights Brother Alembic: neither has reactions, nor a hold on the ground.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

import pytest

from engine.core.ask import Event, Refused
from engine.core.dice import Dice
from engine.core.position import Position
from engine.knockdown.arena import LABEL
from engine.knockdown.content import CARDS, CONTENT, SKILLS
from engine.knockdown.game import GAME

NONE: Mapping[str, Any] = MappingProxyType({})
Damage = tuple[int, int]
"""Heavy and light cubes."""
LETTERS = "AB"
NAMES = tuple(card.id for card in CARDS)
PLAIN = tuple(card.id for card in CARDS if card.type != "reaction" and not card.ko)
"""Cards that fill a row without giving anybody something to answer with."""
FIGHTERS = ("mistling", "adder_daughter", "brother_alembic", "barrow_warden")


class Loaded(Dice):
    """Dice that fall as told, then at random."""

    __slots__ = ("falls",)

    def __init__(self, falls: Iterable[int], seed: str = "loaded") -> None:
        super().__init__(seed)
        self.falls = list(falls)

    def below(self, sides: int) -> int:
        if self.falls:
            fall = self.falls.pop(0)
            assert 0 <= fall < sides
            return fall
        return super().below(sides)


class Ring:
    """A position that is being played."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.events: list[Event] = list(position.events)
        self._forced: list[str] = list(position.forced)

    @property
    def state(self) -> Any:
        return self.position.state

    @property
    def prompt(self) -> str:
        """The open question, without the name of the game."""
        return self.position.asks[0].prompt.removeprefix("knockdown.") if self.position.asks else ""

    @property
    def seat(self) -> int:
        """The seat that is asked."""
        return self.position.asks[0].seat

    @property
    def asked(self) -> str:
        """Who is asked what: `A action`."""
        return f"{LETTERS[self.seat]} {self.prompt}" if self.position.asks else ""

    @property
    def offer(self) -> set[str]:
        """The codes on offer, each once."""
        codes = [option.code for option in self.position.asks[0].options] if self.position.asks else []
        assert len(set(codes)) == len(codes), codes
        return set(codes)

    def play(self, codes: str) -> Ring:
        """Picks in a row by whoever is asked. What answered itself may be told or left out."""
        self.events = []
        for code in codes.split():
            self._one(code)
        return self

    def _one(self, code: str) -> None:
        if self._forced and code == self._forced[0]:
            self._forced.pop(0)
            return
        if code not in self.offer and code in self._forced:
            del self._forced[: self._forced.index(code) + 1]
            return
        assert code in self.offer, f"{code} is not on offer: {self.asked} {self.offer}, forced {self._forced}"
        self.events += self.position.pick(self.seat, code)
        self._forced = list(self.position.forced)

    def load(self, *dice: int) -> Ring:
        """The next dice show these faces."""
        self.position.dice = Loaded(face - 1 for face in dice)
        return self

    def refused(self, code: str, seat: int | None = None) -> Refused:
        """What is said to a code that is not on offer; nothing has changed."""
        before = self.position.write()
        with pytest.raises(Refused) as caught:
            self.position.pick(self.seat if seat is None else seat, code)
        assert self.position.write() == before
        return caught.value

    @property
    def at(self) -> str:
        """Where both stand: `f4 f6`."""
        return " ".join(LABEL[one.at] for one in self.state.seats)

    def damage(self, seat: int) -> Damage:
        one = self.state.seats[seat]
        return one.heavy, one.light

    @property
    def cubes(self) -> tuple[Damage, Damage]:
        """The damage of both."""
        return self.damage(0), self.damage(1)

    def hand(self, seat: int) -> set[str]:
        held = [NAMES[card] for card in self.state.seats[seat].hand]
        assert len(set(held)) == len(held)
        return set(held)

    def skills(self, seat: int) -> list[str]:
        """Face up."""
        return [SKILLS[skill].id for skill in self.state.seats[seat].skills]

    @property
    def row(self) -> set[str]:
        return {NAMES[card] for card in self.state.row}

    @property
    def discards(self) -> set[str]:
        return {NAMES[card] for card in self.state.discards}

    @property
    def kinds(self) -> list[str]:
        """What has happened since the last `play` began."""
        return [event.kind for event in self.events]

    def said(self, kind: str) -> list[Mapping[str, Any]]:
        """The events of that kind since the last `play` began."""
        return [event.args for event in self.events if event.kind == kind]

    def view(self, seat: int | None) -> Any:
        return GAME.view(self.state, seat, self.position.asks)


def ring(
    at: str = "f4 f6",
    row: str = "",
    *,
    fighters: str = "mistling brother_alembic",
    a: str = "",
    b: str = "",
    cubes: tuple[Damage, Damage] = ((0, 0), (0, 0)),
    skills: tuple[str, str] = ("", ""),
    turn: str = "A",
    actions: int = 2,
    deck: str | None = None,
    fill: bool = True,
    options: Mapping[str, str | int | bool] | None = None,
    **fields: Any,
) -> Ring:
    """A position in which A has these cards, B those, and the row holds what is told and harmless cards besides."""
    wanted, hands = row.split(), {"A": a.split(), "B": b.split()}
    stacked = None if deck is None else deck.split()
    taken = {*wanted, *hands["A"], *hands["B"], *(stacked or ())}
    spare = [name for name in PLAIN if name not in taken]
    laid = wanted + spare[: max(0, CONTENT.row - len(wanted)) if fill else 0]
    position: dict[str, Any] = {
        "fighters": dict(zip(LETTERS, fighters.split(), strict=True)),
        "at": dict(zip(LETTERS, at.upper().split(), strict=True)),
        "hands": hands,
        "row": laid,
        "damage": {letter: list(cubes[seat]) for seat, letter in enumerate(LETTERS)},
        "skills": {letter: skills[seat].split() for seat, letter in enumerate(LETTERS)},
        "turn": turn,
        "actions": actions,
        **fields,
    }
    if stacked is not None:
        position["deck"] = stacked
        position.setdefault("discards", [name for name in NAMES if name not in {*taken, *laid}])
    return Ring(Position.read(GAME, options or {}, position))


def begun(seed: str = "ring", **options: str | int | bool) -> Ring:
    """A match from its first question."""
    return Ring(Position.new(GAME, options, 2, seed))
