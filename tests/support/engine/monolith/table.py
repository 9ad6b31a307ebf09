"""A position of Monolith Arena behind the protocol, written in one line or as tiles of the oracle.

`A pikeman c3 r1; B abyss.rune-strength d2 r0 wounds=1 poison=2 net trench #7`; the space `in` is inside a monolith.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.monolith.board import FIELD, FIELDS
from engine.monolith.board import LABELS as LABELS
from engine.monolith.data.content import KINDS
from tests.support.engine.harness import ProtocolTable, session
from tests.support.engine.monolith import oracle
from tests.support.engine.monolith.battle_results import BATTLE_PROMPTS, result, written
from tests.support.engine.monolith.battle_scripts import kind_named

BANNERS = "A dragon.banner a1 r0; B abyss.banner e3 r0"
"""Two Banners out of the way."""


def ids(names: str) -> list[str]:
    """Ids of tiles by their short names."""
    return [KINDS[kind_named(name)].id for name in names.split()]


def pair(field: str) -> list[int]:
    """The axial pair of a space."""
    return list(FIELDS[FIELD[field.upper()]])


def token(words: str) -> dict[str, Any]:
    """One tile of the line, in the protocol's form."""
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


class Table(ProtocolTable):
    """A position of Monolith Arena."""

    game = "monolith"

    @property
    def tokens(self) -> dict[tuple[int, int], dict[str, Any]]:
        """The tiles on the board at the last rest, by space."""
        return {tuple(one["at"]): one for one in self.position["tokens"] if one["at"] is not None}

    @property
    def board(self) -> dict[str, str]:
        """Tiles by space: `{"C3": "A pikeman r1"}`."""
        return {
            one["at"]: f"{'ABCD'[one['owner']]} {one['id'].partition('.')[2].replace('_', '-')} r{one['rot']}"
            for one in self.view()["tokens"]
        }

    def at(self, field: str) -> dict[str, Any]:
        """The public view of the tile on a space."""
        return next(one for one in self.view()["tokens"] if one["at"] == field.upper())

    def hand(self, seat: int) -> list[str]:
        """The codes of a seat's hand."""
        return [one.partition(".")[2].replace("_", "-") for one in self.view()["seats"][seat]["hand"]]

    @property
    def points(self) -> list[int]:
        """Hit points by team."""
        return list(self.view()["hit_points"])

    def results(self) -> set[oracle.Result]:
        """Every result of the battle in progress, over all choices of the owners."""
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


new = Table.new


def position(line: str | Iterable[oracle.Token] = (), hand: str = "", **fields: Any) -> dict[str, Any]:
    """A written position; `hand` is the hand of the seat on turn."""
    if not isinstance(line, str):
        return {"tokens": written(line), **fields}
    tokens = [token(words) for words in line.split(";") if words.strip()]
    turn = str(fields.get("turn", "A"))
    return {"tokens": tokens, "hands": {turn: ids(hand)}, **fields}


def put(
    line: str | Iterable[oracle.Token] = (), hand: str = "", *, options: Mapping[str, Any] | None = None, **fields: Any
) -> Table:
    """A position on a new table."""
    return Table.put(position(line, hand, **fields), options)


def fault(line: str = "", hand: str = "", *, options: Mapping[str, Any] | None = None, **fields: Any) -> str:
    """The error message for an impossible position."""
    request = {"do": "set", "game": "monolith", "options": dict(options or {})}
    answer = session().answer({**request, "position": position(line, hand, **fields)})
    assert not answer["ok"], answer
    assert answer["error"]["code"] == "impossible", answer
    return str(answer["error"]["text"])


def labels(codes: Iterable[str]) -> set[str]:
    """The spaces among the codes."""
    return {code for code in codes if code.upper() in LABELS}
