"""Battles fought on the engine's board, with results comparable with the oracle's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.core.position import Position
from engine.monolith.game import GAME
from tests.support.engine.monolith import oracle

BATTLE_PROMPTS = {
    f"monolith.{name}"
    for name in ("assassin", "regeneration", "regeneration-source", "regeneration-rune", "poison-marker")
}


def label(at: tuple[int, int]) -> str:
    """The name of a space: rows A to E from the top, numbered from the left."""
    q, r = at
    return f"{'ABCDE'[r + 2]}{q + min(r, 0) + 3}"


def written(tokens: Iterable[oracle.Token]) -> list[dict[str, Any]]:
    """Tiles in the protocol's form."""
    return [{**token._asdict(), "at": list(token.at)} for token in tokens]


def result(position: Mapping[str, Any]) -> oracle.Result:
    """A written position as the result of a battle."""
    fields = oracle.Token._fields
    tokens = ({key: one[key] for key in fields} for one in position["tokens"] if one["at"] is not None)
    points = tuple(position["banner_hp"].values())
    assert len(points) == 2
    return oracle.Result(frozenset(oracle.Token(**{**one, "at": tuple(one["at"])}) for one in tokens), points)


def read(tokens: Iterable[oracle.Token], **fields: Any) -> Position:
    """A position without the protocol around it, for many of them."""
    return Position.read(GAME, {}, {"tokens": written(tokens), **fields})


def fought(position: Position, most: int = 400) -> set[oracle.Result]:
    """Every result of the battle in progress; raises `TooMany` above `most` branches."""
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
