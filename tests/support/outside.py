"""A puzzle proven from outside: by the protocol's lines alone, every pick tried one after the other."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from msgspec import Struct

Say = Callable[[dict[str, Any]], dict[str, Any]]
"""A request → its answer."""


class Found(Struct, frozen=True):
    """What every line of a decision comes to."""

    best: int
    picks: int
    ways: int
    lines: int
    """Picks tried."""


def speaking(line: Callable[[str], str]) -> Say:
    """Requests as lines of JSON; a refused one is an error."""

    def say(request: dict[str, Any]) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(line(json.dumps(request)))
        assert answer["ok"], (request, answer)
        return answer

    return say


def explored(say: Say, game: str, number: int, ceiling: int | None) -> Found:
    """Every line of the puzzle to its end; those that pick the same in another order and come to the same are one.

    Where nothing exceeds a ceiling, longer lines than those that reach it are not looked at.
    """
    asked = say({"do": "puzzle", "game": game, "number": number})
    seat = asked["puzzle"]["seat"]
    waiting: dict[object, tuple[tuple[str, ...], int, list[str]]] = {
        0: ((), say({"do": "mark"})["mark"], _codes(asked, seat))
    }
    values: dict[tuple[str, ...], int] = {}
    tried = 0
    while waiting:
        found: dict[object, tuple[tuple[str, ...], int, list[str]]] = {}
        for line, mark, codes in waiting.values():
            for code in codes:
                say({"do": "goto", "mark": mark})
                answer = say({"do": "pick", "seat": seat, "code": code})
                tried += 1
                longer = (*line, code)
                measured = say({"do": "measure"})
                if measured["value"] is not None:
                    picks = tuple(sorted(longer))
                    values[picks] = max(measured["value"], values.get(picks, measured["value"]))
                if not measured["over"]:
                    key = json.dumps([say({"do": "position"}), sorted(longer)])
                    if key not in found:
                        found[key] = longer, say({"do": "mark"})["mark"], _codes(answer, seat)
        waiting = {} if ceiling is not None and ceiling in values.values() else found
    best = max(values.values())
    fewest = min(len(picks) for picks, value in values.items() if value == best)
    ways = sum(value == best and len(picks) == fewest for picks, value in values.items())
    return Found(best, fewest, ways, tried)


def _codes(answer: dict[str, Any], seat: int) -> list[str]:
    return [option["code"] for ask in answer["asks"] if ask["seat"] == seat for option in ask["options"]]
