"""A position put on the table through the protocol, and everything that can come of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from engine.core.position import Position
from engine.core.protocol import Session
from engine.monolith.game import GAME
from tests.support.engine.monolith import oracle

BATTLE_PROMPTS = {
    f"monolith.{name}"
    for name in ("assassin", "regeneration", "regeneration-source", "regeneration-rune", "poison-marker")
}
LETTERS = "ABCD"


class Refusal(NamedTuple):
    code: str
    rule: str
    text: str


def label(at: tuple[int, int]) -> str:
    """The name of a field: rows A to E from the top, numbered from the left."""
    q, r = at
    return f"{'ABCDE'[r + 2]}{q + min(r, 0) + 3}"


def written(tokens: Iterable[oracle.Token]) -> list[dict[str, Any]]:
    """Tokens in the shape of the protocol."""
    return [{**token._asdict(), "at": list(token.at)} for token in tokens]


def result(position: Mapping[str, Any]) -> oracle.Result:
    """A written position as the result of a battle."""
    fields = oracle.Token._fields
    tokens = ({key: one[key] for key in fields} for one in position["tokens"] if one["at"] is not None)
    points = tuple(position["banner_hp"].values())
    assert len(points) == 2
    return oracle.Result(frozenset(oracle.Token(**{**one, "at": tuple(one["at"])}) for one in tokens), points)


def session() -> Session:
    """A conversation without pictures and without a clock."""
    return Session({GAME.key: GAME}, lambda *_: {}, lambda: 0.0)


def said(talk: Session, request: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to a request that must succeed, as it comes over the line."""
    answer: dict[str, Any] = json.loads(talk.line(json.dumps(request)))
    assert answer["ok"], answer
    return answer


class Table:
    """A position of Monolith Arena behind the protocol."""

    def __init__(self, talk: Session, asks: list[dict[str, Any]]) -> None:
        self.talk, self.asks = talk, asks
        self.events: list[dict[str, Any]] = []

    def does(self, **request: Any) -> dict[str, Any]:
        """A request that must succeed."""
        return said(self.talk, request)

    @property
    def prompt(self) -> str:
        """The open question, without the name of the game."""
        return str(self.asks[0]["prompt"]).removeprefix("monolith.") if self.asks else ""

    @property
    def seat(self) -> int:
        """The seat that is asked."""
        return int(self.asks[0]["seat"])

    @property
    def codes(self) -> list[str]:
        """The codes on offer to the first seat that is asked."""
        return [option["code"] for option in self.asks[0]["options"]] if self.asks else []

    def pick(self, code: str) -> Table:
        """The seat that is asked picks this code."""
        answer = self.does(do="pick", seat=self.seat, code=code)
        self.asks, self.events = answer["asks"], answer["events"]
        return self

    def play(self, codes: str) -> Table:
        """Several picks in a row, whoever is asked; `events` are those of all of them."""
        events = []
        for code in codes.split():
            events += self.pick(code).events
        self.events = events
        return self

    def refused(self, code: str, seat: int | None = None) -> Refusal:
        """What is said to a code that is not on offer."""
        request = {"do": "pick", "seat": self.seat if seat is None else seat, "code": code}
        answer = json.loads(self.talk.line(json.dumps(request)))
        assert not answer["ok"], f"{code} was accepted"
        error = answer["error"]
        return Refusal(error["code"], error.get("rule", ""), error["text"])

    def mark(self) -> int:
        """A number to come back by."""
        return int(self.does(do="mark")["mark"])

    def back(self, mark: int) -> Table:
        """The marked position again."""
        self.asks = self.does(do="goto", mark=mark)["asks"]
        return self

    @property
    def position(self) -> dict[str, Any]:
        """The position in writing: the state at the last rest, and the picks since."""
        found: dict[str, Any] = self.does(do="position")["position"]
        return found

    @property
    def tokens(self) -> dict[tuple[int, int], dict[str, Any]]:
        """The tokens on the board at the last rest, by field."""
        return {tuple(one["at"]): one for one in self.position["tokens"] if one["at"] is not None}

    @property
    def view(self) -> dict[str, Any]:
        """What the public sees."""
        return self.seen_by(None)

    def seen_by(self, seat: int | None) -> dict[str, Any]:
        """What a seat sees."""
        found: dict[str, Any] = self.does(do="view", seat=seat)["view"]
        return found

    @property
    def outcome(self) -> dict[str, Any]:
        return self.does(do="outcome")

    def results(self) -> set[oracle.Result]:
        """Every result of the battle that is being fought, over all that its owners can choose."""
        found, todo = set(), [self.mark()]
        while todo:
            here = todo.pop()
            self.back(here)
            if not self.asks or self.asks[0]["prompt"] not in BATTLE_PROMPTS:
                found.add(result(self.position))
                continue
            for code in self.codes:
                self.back(here).pick(code)
                todo.append(self.mark())
        return found


def put(tokens: Iterable[oracle.Token] = (), *, options: Mapping[str, Any] | None = None, **fields: Any) -> Table:
    """A position on a new table."""
    talk = session()
    position = {"tokens": written(tokens), **fields}
    answer = said(talk, {"do": "set", "game": "monolith", "options": dict(options or {}), "position": position})
    return Table(talk, answer["asks"])


def new(seed: str = "", seats: int = 2, **options: Any) -> Table:
    """A new match."""
    talk = session()
    answer = said(talk, {"do": "new", "game": "monolith", "options": options, "seats": seats, "seed": seed})
    return Table(talk, answer["asks"])


def read(tokens: Iterable[oracle.Token], **fields: Any) -> Position:
    """A position without the protocol around it, for many of them."""
    return Position.read(GAME, {}, {"tokens": written(tokens), **fields})


def fought(position: Position, most: int = 400) -> set[oracle.Result]:
    """Every result of the battle that is being fought; more than `most` ways through it are `TooMany`."""
    return {result(end.write()) for end in _ends(position, most)}


def _ends(position: Position, most: int) -> Iterator[Position]:
    ways, todo = 0, [position]
    while todo:
        here = todo.pop()
        if not here.asks or here.asks[0].prompt not in BATTLE_PROMPTS:
            yield here
            ways += 1
            if ways > most:
                raise oracle.TooMany
            continue
        ask = here.asks[0]
        for option in ask.options:
            there = here.fork()
            there.pick(ask.seat, option.code)
            todo.append(there)
