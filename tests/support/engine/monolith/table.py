"""A position of Monolith Arena behind the protocol, written in one line and played by codes.

`A pikeman c3 r1; B abyss.rune-strength d2 r0 wounds=1 poison=2 net trench #7`; the field `in` is inside a monolith.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.core.protocol import Session
from engine.monolith.board import FIELD, FIELDS
from engine.monolith.board import LABELS as LABELS
from engine.monolith.content import KINDS
from engine.monolith.game import GAME
from tests.support.engine.monolith.battle_scripts import kind_named

GAMES = {GAME.key: GAME}
BANNERS = "A dragon.banner a1 r0; B abyss.banner e3 r0"
"""Two Banners out of the way."""


class Refusal(NamedTuple):
    code: str
    rule: str
    text: str


def ids(names: str) -> list[str]:
    """Tokens by their short names."""
    return [KINDS[kind_named(name)].id for name in names.split()]


def pair(field: str) -> list[int]:
    """The axial pair of a field."""
    return list(FIELDS[FIELD[field.upper()]])


def token(words: str) -> dict[str, Any]:
    """One token of the line."""
    owner, name, field, turn, *markers = words.split()
    found: dict[str, Any] = {
        "owner": owner,
        "token": KINDS[kind_named(name)].id,
        "at": None if field == "in" else pair(field),
        "rot": int(turn[1:]),
    }
    for marker in markers:
        key, _, value = marker.partition("=")
        if key.startswith("#"):
            found["id"] = int(key[1:])
        else:
            found[key] = int(value) if value else True
    return found


def session() -> Session:
    """A conversation without pictures and without a clock."""
    return Session(GAMES, lambda *_: {}, lambda: 0.0)


class Table:
    """A position on the table."""

    def __init__(self, talk: Session, asks: list[dict[str, Any]]) -> None:
        self.talk, self.asks = talk, asks
        self.events: list[dict[str, Any]] = []

    def does(self, **request: Any) -> dict[str, Any]:
        """A request that must succeed, as it comes over the line."""
        answer: dict[str, Any] = json.loads(self.talk.line(json.dumps(request)))
        assert answer["ok"], answer
        return answer

    @property
    def prompt(self) -> str:
        """The open question, without the name of the game."""
        return str(self.asks[0]["prompt"]).removeprefix("monolith.") if self.asks else ""

    @property
    def seat(self) -> int:
        """The seat that is asked."""
        return int(self.asks[0]["seat"])

    @property
    def codes(self) -> set[str]:
        """The codes on offer."""
        assert len(self.asks) == 1
        return {option["code"] for option in self.asks[0]["options"]}

    def pick(self, code: str, seat: int | None = None) -> Table:
        """The seat that is asked picks this code."""
        answer = self.does(do="pick", seat=self.seat if seat is None else seat, code=code)
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

    def rule(self, code: str) -> str:
        """The rule that forbids the code, without the name of the game."""
        refusal = self.refused(code)
        assert refusal.code == "illegal", refusal
        return refusal.rule.removeprefix("monolith.")

    def told(self, kind: str) -> list[dict[str, Any]]:
        """The events of one kind in the last picks."""
        return [event for event in self.events if event["kind"] == kind]

    @property
    def position(self) -> dict[str, Any]:
        """The position in writing."""
        found: dict[str, Any] = self.does(do="position")["position"]
        return found

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat, or the public, sees."""
        found: dict[str, Any] = self.does(do="view", seat=seat)["view"]
        return found

    @property
    def board(self) -> dict[str, str]:
        """What stands where: `{"C3": "A pikeman r1"}`."""
        return {
            one["at"]: f"{'ABCD'[one['owner']]} {one['id'].partition('.')[2].replace('_', '-')} r{one['rot']}"
            for one in self.view()["tokens"]
        }

    def at(self, field: str) -> dict[str, Any]:
        """The token on a field as everybody sees it."""
        return next(one for one in self.view()["tokens"] if one["at"] == field.upper())

    def hand(self, seat: int) -> list[str]:
        """The codes of a hand."""
        return [one.partition(".")[2].replace("_", "-") for one in self.view()["seats"][seat]["hand"]]

    @property
    def points(self) -> list[int]:
        """Hit points by team."""
        return list(self.view()["hit_points"])

    @property
    def outcome(self) -> tuple[list[int], str] | None:
        """Winners and reason, when the match is over."""
        found = self.does(do="outcome")
        return (found["winners"], found["reason"]) if found["over"] else None


def position(line: str, hand: str = "", **fields: Any) -> dict[str, Any]:
    """A written position; `hand` is the hand of the seat on turn."""
    tokens = [token(words) for words in line.split(";") if words.strip()]
    turn = str(fields.get("turn", "A"))
    return {"tokens": tokens, "hands": {turn: ids(hand)}, **fields}


def put(line: str, hand: str = "", *, options: Mapping[str, Any] | None = None, **fields: Any) -> Table:
    """A position on a new table."""
    table = Table(session(), [])
    request = {"do": "set", "game": "monolith", "options": dict(options or {})}
    table.asks = table.does(**request, position=position(line, hand, **fields))["asks"]
    return table


def fault(line: str = "", hand: str = "", *, options: Mapping[str, Any] | None = None, **fields: Any) -> str:
    """What is said to a position that cannot be."""
    request = {"do": "set", "game": "monolith", "options": dict(options or {})}
    answer = session().answer({**request, "position": position(line, hand, **fields)})
    assert not answer["ok"], answer
    assert answer["error"]["code"] == "impossible", answer
    return str(answer["error"]["text"])


def new(seed: str = "", seats: int = 2, **options: Any) -> Table:
    """A new match."""
    table = Table(session(), [])
    table.asks = table.does(do="new", game="monolith", options=options, seats=seats, seed=seed)["asks"]
    return table


def labels(codes: Sequence[str]) -> set[str]:
    """Only the fields among the codes."""
    return {code for code in codes if code.upper() in LABELS}
