"""A position for tests: play codes, query options and refusals. Games add their own properties.

`Table` plays on the position itself, `ProtocolTable` through the JSON lines protocol.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, NamedTuple, Self

import pytest

from engine.computers.protocol import Computers
from engine.core.ask import Event, Refused
from engine.core.dice import Dice
from engine.core.position import Position
from engine.protocol import Session
from engine.registry import GAMES

LETTERS = "ABCD"
"""The letters of the seats."""


class LoadedDice(Dice):
    """Dice with given results, then random ones."""

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


class Table:
    """A position to play on."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.events: list[Event] = list(position.events)
        self._forced: list[str] = [one.code for one in position.forced]

    @property
    def state(self) -> Any:
        return self.position.state

    @property
    def prompt(self) -> str:
        """The open question, without the name of the game."""
        return self.position.asks[0].prompt.partition(".")[2] if self.position.asks else ""

    @property
    def seat(self) -> int:
        """The seat with the open question."""
        return self.position.asks[0].seat

    @property
    def question(self) -> str:
        """Seat letter and question: `A action`."""
        return f"{LETTERS[self.seat]} {self.prompt}" if self.position.asks else ""

    @property
    def codes(self) -> list[str]:
        """The offered codes."""
        return [option.code for option in self.position.asks[0].options] if self.position.asks else []

    @property
    def offer(self) -> set[str]:
        """The offered codes as a set."""
        codes = self.codes
        assert len(set(codes)) == len(codes), codes
        return set(codes)

    def play(self, codes: str) -> Self:
        """Make these picks for whichever seats are asked; automatic answers may be included or left out."""
        self.events = []
        for code in codes.split():
            self._one(code)
        return self

    def _one(self, code: str) -> None:
        if self._forced and self.same(self._forced[0], code):
            self._forced.pop(0)
            return
        found = next((one for one in self.codes if self.same(one, code)), None)
        if found is None and code in self._forced:
            del self._forced[: self._forced.index(code) + 1]
            return
        assert found is not None, f"{code} is not on offer: {self.question} {self.codes}, forced {self._forced}"
        self.events += self.position.pick(self.seat, found)
        self._forced = [one.code for one in self.position.forced]

    def same(self, offered: str, typed: str) -> bool:
        """Whether an offered code matches a code in a test."""
        return offered == typed

    def load(self, *dice: int) -> Self:
        """Make the next dice show these faces."""
        self.position.dice = LoadedDice(face - 1 for face in dice)
        return self

    def refused(self, code: str, seat: int | None = None) -> Refused:
        """The refusal of a code that is not offered; asserts that nothing has changed."""
        before = self.position.write()
        with pytest.raises(Refused) as caught:
            self.position.pick(self.seat if seat is None else seat, code)
        assert self.position.write() == before
        return caught.value

    def events_of(self, kind: str) -> list[Mapping[str, Any]]:
        """The arguments of all events of that kind since the last `play` began."""
        return [event.args for event in self.events if event.kind == kind]


class Refusal(NamedTuple):
    """A refused pick as received over the protocol."""

    code: str
    rule: str
    text: str


def session() -> Session:
    """A protocol session without pictures and clocks."""
    return Session(GAMES, lambda *_: {}, lambda: 0.0, Computers())


class ProtocolTable:
    """A position behind the protocol: every request and answer passes through JSON."""

    game: ClassVar[str]

    def __init__(self, **request: Any) -> None:
        self.talk = session()
        self.events: list[dict[str, Any]] = []
        self.asks: list[dict[str, Any]] = self.does(game=self.game, **request)["asks"]

    @classmethod
    def put(cls, position: Mapping[str, Any], options: Mapping[str, Any] | None = None) -> Self:
        """A new table with a position."""
        return cls(do="set", options=dict(options or {}), position=position)

    @classmethod
    def new(cls, seed: str = "", seats: int = 2, **options: Any) -> Self:
        """A new table with a new match."""
        return cls(do="new", options=options, seats=seats, seed=seed)

    def does(self, **request: Any) -> dict[str, Any]:
        """The answer to a request that must succeed, after passing through JSON."""
        answer: dict[str, Any] = json.loads(self.talk.line(json.dumps(request)))
        assert answer["ok"], answer
        return answer

    @property
    def prompt(self) -> str:
        """The open question, without the name of the game."""
        return str(self.asks[0]["prompt"]).partition(".")[2] if self.asks else ""

    @property
    def seat(self) -> int:
        """The seat with the open question."""
        return int(self.asks[0]["seat"])

    @property
    def codes(self) -> list[str]:
        """The codes offered to the first seat that is asked."""
        return [option["code"] for option in self.asks[0]["options"]] if self.asks else []

    @property
    def offer(self) -> set[str]:
        """The codes offered to the only seat that is asked, as a set."""
        assert len(self.asks) == 1
        return {*self.codes}

    def pick(self, code: str, seat: int | None = None) -> Self:
        """Let the seat (by default the one asked) pick this code."""
        answer = self.does(do="pick", seat=self.seat if seat is None else seat, code=code)
        self.asks, self.events = answer["asks"], answer["events"]
        return self

    def play(self, codes: str) -> Self:
        """Make several picks for whichever seats are asked; `events` are those of all of them."""
        events = []
        for code in codes.split():
            events += self.pick(code).events
        self.events = events
        return self

    def refused(self, code: str, seat: int | None = None) -> Refusal:
        """The refusal of a code that is not offered."""
        request = {"do": "pick", "seat": self.seat if seat is None else seat, "code": code}
        answer = json.loads(self.talk.line(json.dumps(request)))
        assert not answer["ok"], f"{code} was accepted"
        error = answer["error"]
        return Refusal(error["code"], error.get("rule", ""), error["text"])

    def rule(self, code: str) -> str:
        """The rule that forbids the code, without the name of the game."""
        refusal = self.refused(code)
        assert refusal.code == "illegal", refusal
        return refusal.rule.partition(".")[2]

    def events_of(self, kind: str) -> list[dict[str, Any]]:
        """The events of one kind in the last picks."""
        return [event for event in self.events if event["kind"] == kind]

    def mark(self) -> int:
        """A mark of the current position, to return to with `back`."""
        return int(self.does(do="mark")["mark"])

    def back(self, mark: int) -> Self:
        """Return to the marked position."""
        self.asks = self.does(do="goto", mark=mark)["asks"]
        return self

    @property
    def position(self) -> dict[str, Any]:
        """The written position: the state at the last rest, and the picks since."""
        found: dict[str, Any] = self.does(do="position")["position"]
        return found

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """The view of a seat, or the public view."""
        found: dict[str, Any] = self.does(do="view", seat=seat)["view"]
        return found

    @property
    def outcome(self) -> tuple[list[int], str] | None:
        """Winners and reason; None while the match runs."""
        found = self.does(do="outcome")
        return (found["winners"], found["reason"]) if found["over"] else None
