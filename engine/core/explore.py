"""Run a script on copies of a state, once for every combination of answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct, msgpack

from engine.core.ask import Ask, Event, Option, Request, Script, Together


class Branch(Struct, frozen=True):
    """One possible run: the choices, the final state, the events."""

    chosen: tuple[tuple[Ask, Option], ...]
    state: Any
    events: tuple[Event, ...]


class Explored(Struct, frozen=True):
    branches: tuple[Branch, ...]
    complete: bool
    """Whether all runs are included; with many choices only the first ones are."""


def explore(state: Any, script: Callable[[Any], Script[None]], most: int) -> Explored:
    """Follow the script from copies of this state, which stays unchanged. The script must not use chance."""
    packed, kind = msgpack.encode(state), type(state)
    branches: list[Branch] = []
    open_ways: list[tuple[int, ...]] = [()]
    while open_ways and len(branches) < most:
        way = open_ways.pop()
        copy = msgpack.decode(packed, type=kind)
        branch, widths = _follow(copy, script(copy), way)
        branches.append(branch)
        for depth in range(len(widths) - 1, len(way) - 1, -1):
            taken = tuple(0 for _ in range(len(way), depth))
            open_ways.extend((*way, *taken, other) for other in range(widths[depth] - 1, 0, -1))
    return Explored(tuple(branches), not open_ways)


def _follow(state: Any, script: Script[None], way: tuple[int, ...]) -> tuple[Branch, list[int]]:
    """One run with the given choices, then always the first option; also the number of options at each question."""
    events: list[Event] = []
    chosen: list[tuple[Ask, Option]] = []
    widths: list[int] = []

    def choose(ask: Ask) -> Any:
        if len(ask.options) == 1:
            return ask.options[0].value
        place = way[len(widths)] if len(widths) < len(way) else 0
        widths.append(len(ask.options))
        chosen.append((ask, ask.options[place]))
        return ask.options[place].value

    def answer(request: Request) -> Any:
        if isinstance(request, Event):
            events.append(request)
            return None
        if isinstance(request, Ask):
            return choose(request)
        if isinstance(request, Together):
            return tuple(choose(ask) for ask in request.asks)
        raise TypeError(f"chance cannot be foreseen: {request!r}")

    drive(script, answer)
    return Branch(tuple(chosen), state, tuple(events)), widths


def drive(script: Script[None], answer: Callable[[Request], Any]) -> None:
    """Run a script to its end, sending it `answer(request)` for every request."""
    value: Any = None
    try:
        while True:
            value = answer(script.send(value))
    except StopIteration:
        return
