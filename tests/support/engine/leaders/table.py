"""A position of Leaders behind the protocol, with all actions that are possible in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from tests.support.engine.harness import ProtocolTable

SEAT = {"S": 0, "N": 1}
SIDE = "SN"


class Action(NamedTuple):
    """One complete action: its codes, its word, its moves as `S leader D4>D3 + …`."""

    codes: tuple[str, ...]
    who: str
    way: str
    moves: str
    reactions: frozenset[str] | None
    """Spaces where the Nemesis may go afterward, if she must."""
    verdict: str


class Table(ProtocolTable):
    """A position of Leaders."""

    game = "leaders"

    @property
    def board(self) -> dict[str, str]:
        """Spaces by figure: `{"S rider": "D4"}`."""
        return {f"{SIDE[one['side']]} {one['id']}": one["at"] for one in self.view()["figures"]}

    @property
    def verdict(self) -> str:
        """`N captured`, `S surrounded`, another reason, or `none` while the match runs."""
        if self.outcome is None:
            return "none"
        winners, reason = self.outcome
        return f"{SIDE[1 - winners[0]]} {reason}" if reason in ("captured", "surrounded") else reason

    @property
    def actors(self) -> set[str]:
        """The characters that may act now."""
        return {code.replace("-", "_") for code in self.codes if code != "end"} if self.prompt == "who-acts" else set()

    def actions(self, who: str | None = None) -> list[Action]:
        """Every complete action from here: figure, way, target, end."""
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
        """Outcomes of a character's plain `move` or of its `ability`."""
        return {action.moves for action in self.actions(who) if (action.way == "step") == (kind == "move")}

    def ends(self, who: str, kind: str) -> set[str]:
        """Ends of the one figure moved by a character's action."""
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


new = Table.new


def put(pieces: str, *, options: Mapping[str, Any] | None = None, **fields: Any) -> Table:
    """A position on a new table."""
    return Table.put({"pieces": pieces, **fields}, options)
