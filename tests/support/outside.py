"""A puzzle proven from outside: by the protocol's lines alone, every pick tried one after the other."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec
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


class Stand(Struct):
    """A position that some lines of equally many picks lead to."""

    lines: set[tuple[str, ...]]
    """Their picks, whatever the order."""
    mark: int
    codes: list[str]
    """What can be picked there."""


def speaking(line: Callable[[str], str]) -> Say:
    """Requests as lines of JSON; a refused one is an error."""

    def say(request: dict[str, Any]) -> dict[str, Any]:
        answer: dict[str, Any] = msgspec.json.decode(line(json.dumps(request)))
        assert answer["ok"], (request, answer)
        return answer

    return say


def explored(say: Say, game: str, number: int, ceiling: int | None) -> Found:
    """Every line of the puzzle to its end; those that come to the same position are followed together, from
    where they come to it with the fewest picks.

    Where nothing exceeds a ceiling, longer lines than those that reach it are not looked at.
    """
    asked = say({"do": "puzzle", "game": game, "number": number})
    seat = asked["puzzle"]["seat"]
    waiting = {"": Stand({()}, say({"do": "mark"})["mark"], _codes(asked, seat))}
    values: dict[tuple[str, ...], int] = {}
    seen: set[str] = set()
    tried = 0
    while waiting:
        found: dict[str, Stand] = {}
        for stand in waiting.values():
            for code in stand.codes:
                say({"do": "goto", "mark": stand.mark})
                answer = say({"do": "pick", "seat": seat, "code": code})
                tried += 1
                longer = {tuple(sorted((*line, code))) for line in stand.lines}
                measured = say({"do": "measure"})
                if measured["value"] is not None:
                    for line in longer:
                        values[line] = max(measured["value"], values.get(line, measured["value"]))
                if not measured["over"]:
                    key = json.dumps(say({"do": "position"}))
                    if key in seen:
                        continue
                    if key not in found:
                        found[key] = Stand(set(), say({"do": "mark"})["mark"], _codes(answer, seat))
                    found[key].lines.update(longer)
        seen |= found.keys()
        waiting = {} if ceiling is not None and ceiling in values.values() else found
    best = max(values.values())
    fewest = min(len(picks) for picks, value in values.items() if value == best)
    ways = sum(value == best and len(picks) == fewest for picks, value in values.items())
    return Found(best, fewest, ways, tried)


def _codes(answer: dict[str, Any], seat: int) -> list[str]:
    return [option["code"] for ask in answer["asks"] if ask["seat"] == seat for option in ask["options"]]
