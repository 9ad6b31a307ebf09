"""New Game in words: questions, events, positions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.core.ask import Ask, Event
from engine.core.text import Text, text
from engine.newgame.data.content import LABELS
from engine.newgame.view import NewGameView

SIDE_NAMES: tuple[Text, Text] = (Text("Gold"), Text("Violet"))

REASONS: dict[str, Text] = {
    "last-stone": Text("the last stone is taken"),
    "agreed": Text("agreed"),
    "resigned": Text("resignation"),
    "timeout": Text("time ran out"),
}

_PROMPT: dict[str, Text] = {
    "newgame.which": Text("From which heap do you take?"),
    "newgame.how-many": Text("How many stones from heap {heap}?"),
}


def prompt(ask: Ask) -> Text:
    """The question in words."""
    return Text(_PROMPT[ask.prompt].msgid, {"heap": ask.about[0].lower()} if ask.about else {})


def _took(args: Mapping[str, Any]) -> Text:
    return text(
        "{side} takes {n} stone from heap {heap}",
        "{side} takes {n} stones from heap {heap}",
        side=SIDE_NAMES[args["side"]],
        n=args["count"],
        heap=args["heap"].lower(),
    )


def _over(args: Mapping[str, Any]) -> Text:
    reason = REASONS[args["reason"]]
    if not args["winners"]:
        return text("Draw: {reason}.", reason=reason)
    return text("{side} wins: {reason}.", side=SIDE_NAMES[args["winners"][0]], reason=reason)


_TOLD: dict[str, Callable[[Mapping[str, Any]], Text]] = {
    "started": lambda args: text("{side} plays first.", side=SIDE_NAMES[args["first"]]),
    "took": _took,
    "over": _over,
}


def narrate(events: Sequence[Event]) -> list[Text]:
    """The events in words, one line each."""
    return [_TOLD[event.kind](event.args) for event in events]


def trail(events: Sequence[Event]) -> tuple[tuple[str, ...], ...]:
    """The heaps that stones were taken from."""
    return tuple((event.args["heap"],) for event in events if event.kind == "took")


def describe(view: NewGameView) -> list[Text]:
    """The position in words."""
    heaps = ", ".join(f"{label.lower()} {stones}" for label, stones in zip(LABELS, view.heaps, strict=True))
    return [_state_of_play(view), text("Stones in the heaps: {heaps}.", heaps=heaps)]


def _state_of_play(view: NewGameView) -> Text:
    if view.reason:
        return _over({"winners": view.winners, "reason": view.reason})
    side = SIDE_NAMES[view.to_move[0] if view.to_move else view.turn]
    return text("{game}, turn {number}, {side} to move.", game=Text("New Game"), number=view.turn_number, side=side)
