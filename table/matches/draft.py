"""A draft: the codes that a player has picked but not confirmed, applied to a fork of the position."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from engine.core.ask import Ask, Event, Refused
from engine.core.position import Position
from engine.core.text import Text


class Drafted(Struct, frozen=True):
    """A draft and the position after it, stopped before anything secret or random would happen."""

    seat: int
    codes: tuple[str, ...]
    position: Position
    events: tuple[Event, ...]
    revision: int
    """Grows with every change of the draft."""
    spots: tuple[str, ...]
    """The board labels of the picks in the current action: the acting character, its target."""

    @property
    def complete(self) -> bool:
        """Whether the draft is a complete move that can be confirmed."""
        return bool(self.codes) and (self.position.held or self.position.outcome is not None)

    @property
    def ask(self) -> Ask | None:
        """The next question to the seat."""
        return self.position.ask_of(self.seat)


def drafted(position: Position, seat: int, codes: Sequence[str], revision: int = 0) -> Drafted:
    """The draft with these codes; raises `Refused` for a code that does not fit."""
    fork = position.fork()
    events: list[Event] = []
    spots: list[str] = []
    for code in codes:
        ask = fork.ask_of(seat)
        events += fork.pick(seat, code, hold=True)
        if fork.between_actions:
            spots = []
        else:
            spots += [spot for option in ask.options if option.code == code for spot in option.at] if ask else []
    return Drafted(seat, tuple(codes), fork, tuple(events), revision, tuple(spots))


def labels(position: Position, seat: int, codes: Sequence[str]) -> list[Text]:
    """The labels of the picked options, for a draft without events."""
    fork = position.fork()
    found: list[Text] = []
    for code in codes:
        ask = fork.ask_of(seat)
        found += [option.label for option in ask.options if option.code == code] if ask else []
        fork.pick(seat, code, hold=True)
    return found


def fitting(position: Position, seat: int, codes: Sequence[str], revision: int) -> Drafted:
    """The draft with as many of these codes as fit, from the first on."""
    try:
        return drafted(position, seat, codes, revision)
    except Refused:
        return fitting(position, seat, codes[:-1], revision)
