"""A position put on the table through the protocol, and everything that can be done in it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from engine.core.protocol import Session
from engine.registry import GAMES

SEAT = {"S": 0, "N": 1}
SIDE = "SN"


class Action(NamedTuple):
    """One complete action: the codes that lead to it, the word for it, the moves as `S leader D4>D3 + …`."""

    codes: tuple[str, ...]
    who: str
    way: str
    moves: str
    reactions: frozenset[str] | None
    """Where the Nemesis may go afterwards, if she must."""
    verdict: str


class Refusal(NamedTuple):
    code: str
    rule: str
    text: str


def session() -> Session:
    """A conversation without pictures and without a clock."""
    return Session(GAMES, lambda *_: {}, lambda: 0.0)


def said(talk: Session, request: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to a request that must succeed, as it comes over the line."""
    answer: dict[str, Any] = json.loads(talk.line(json.dumps(request)))
    assert answer["ok"], answer
    return answer


class Table:
    """A position of Leaders behind the protocol."""

    def __init__(self, talk: Session, asks: list[dict[str, Any]]) -> None:
        self.talk, self.asks = talk, asks
        self.events: list[dict[str, Any]] = []

    def does(self, **request: Any) -> dict[str, Any]:
        """A request that must succeed."""
        return said(self.talk, request)

    @property
    def prompt(self) -> str:
        """The open question, without the name of the game."""
        return str(self.asks[0]["prompt"]).removeprefix("leaders.") if self.asks else ""

    @property
    def seat(self) -> int:
        """The seat that is asked."""
        return int(self.asks[0]["seat"])

    @property
    def codes(self) -> list[str]:
        """The codes on offer."""
        return [option["code"] for ask in self.asks for option in ask["options"]]

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
        """The position in writing."""
        found: dict[str, Any] = self.does(do="position")["position"]
        return found

    @property
    def view(self) -> dict[str, Any]:
        """What the public sees."""
        found: dict[str, Any] = self.does(do="view", seat=None)["view"]
        return found

    @property
    def board(self) -> dict[str, str]:
        """Who stands where: `{"S rider": "D4"}`."""
        return {f"{SIDE[one['side']]} {one['id']}": one["at"] for one in self.view["figures"]}

    @property
    def verdict(self) -> str:
        """`N captured`, `S surrounded`, another reason, or `none` while the match runs."""
        outcome = self.does(do="outcome")
        if not outcome["over"]:
            return "none"
        if outcome["reason"] in ("captured", "surrounded"):
            return f"{SIDE[1 - outcome['winners'][0]]} {outcome['reason']}"
        return str(outcome["reason"])

    @property
    def actors(self) -> set[str]:
        """The characters that may act now."""
        return {code.replace("-", "_") for code in self.codes if code != "end"} if self.prompt == "who-acts" else set()

    def actions(self, who: str | None = None) -> list[Action]:
        """Every complete action from here: who, how, at whom, where to."""
        here = self.mark()
        found = []
        for actor in sorted(self.actors if who is None else self.actors & {who}):
            found += list(self._finish(here, (actor.replace("_", "-"),), actor))
        self.back(here)
        return found

    def _finish(self, here: int, codes: tuple[str, ...], who: str) -> Iterator[Action]:
        self.back(here).play(" ".join(codes))
        moved = [event for event in self.events if event["kind"] == "moved"]
        acts = [event for event in moved if event["way"] != "react"]
        if acts:
            moves = sorted(f"{SIDE[one['side']]} {one['who']} {one['path'][0]}>{one['path'][-1]}" for one in acts)
            yield Action(codes, who, acts[0]["way"], " + ".join(moves), self._reactions(moved), self.verdict)
            return
        for code in list(self.codes):
            yield from self._finish(here, (*codes, code), who)

    def _reactions(self, moved: list[dict[str, Any]]) -> frozenset[str] | None:
        if self.prompt == "nemesis":
            return frozenset(code.upper() for code in self.codes)
        forced = frozenset(event["path"][-1] for event in moved if event["way"] == "react")
        return forced or None

    def outcomes(self, who: str, kind: str) -> set[str]:
        """What a character may do by a plain `move` or by its `ability`."""
        return {action.moves for action in self.actions(who) if (action.way == "step") == (kind == "move")}

    def ends(self, who: str, kind: str) -> set[str]:
        """Where the one thing moved by a character's action may end."""
        return {moves.rpartition(">")[2] for moves in self.outcomes(who, kind)}

    def recruitments(self) -> dict[tuple[str, tuple[str, ...]], str]:
        """Every complete recruitment, as card and spaces, with the verdict after it."""
        here, found = self.mark(), {}
        todo: list[tuple[str, ...]] = [(code,) for code in self.codes] if self.prompt in ("recruit", "place") else []
        while todo:
            codes = todo.pop()
            self.back(here).play(" ".join(codes))
            entered = [event for event in self.events if event["kind"] == "recruited"]
            if entered:
                found[entered[0]["card"], tuple(entered[0]["at"])] = self.verdict
            else:
                todo += [(*codes, code) for code in self.codes]
        self.back(here)
        return found


def put(pieces: str, *, options: Mapping[str, Any] | None = None, **fields: Any) -> Table:
    """A position on a new table."""
    talk = session()
    position = {"pieces": pieces, **fields}
    answer = said(talk, {"do": "set", "game": "leaders", "options": dict(options or {}), "position": position})
    return Table(talk, answer["asks"])


def new(seed: str = "", **options: Any) -> Table:
    """A new match."""
    talk = session()
    answer = said(talk, {"do": "new", "game": "leaders", "options": options, "seats": 2, "seed": seed})
    return Table(talk, answer["asks"])
