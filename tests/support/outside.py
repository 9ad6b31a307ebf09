"""Proves a puzzle through the protocol's lines alone, trying every pick."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

Say = Callable[[dict[str, Any]], dict[str, Any]]
"""A function from a request to its answer."""


class Found(Struct, frozen=True):
    """The results of all lines of a decision."""

    best: int
    picks: int
    ways: int
    lines: int
    """Number of picks tried."""


class Stand(Struct):
    """A position reached by some lines with equally many picks."""

    lines: set[tuple[str, ...]]
    """The picks of those lines, in any order."""
    mark: int
    codes: list[str]
    """The codes offered there."""


def speaking(line: Callable[[str], str]) -> Say:
    """A function that sends a request through `line` as JSON and returns the answer; a refusal fails."""

    def say(request: dict[str, Any]) -> dict[str, Any]:
        answer: dict[str, Any] = msgspec.json.decode(line(json.dumps(request)))
        assert answer["ok"], (request, answer)
        return answer

    return say


def explored(say: Say, game: str, number: int, ceiling: int | None) -> Found:
    """Try every line of the puzzle to its end; lines that reach the same position are continued together.

    If nothing can exceed `ceiling`, lines longer than those that reach it are skipped.
    """
    text = say({"do": "puzzle", "game": game, "number": number})
    seat = text["puzzle"]["seat"]
    waiting = {"": Stand({()}, say({"do": "mark"})["mark"], _codes(text, seat))}
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
