"""Checks that written positions share; each raises `Impossible` and names the fault."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from engine.core.game import Impossible, Outcome
from engine.core.text import text

T = TypeVar("T")
LETTERS = "ABCD"
"""The letters of the seats in written positions."""


def shaped(position: Mapping[str, Any], shape: type[T]) -> T:
    """The position as a struct of this type."""
    try:
        return msgspec.convert(dict(position), shape, strict=True)
    except msgspec.ValidationError as wrong:
        raise Impossible(text("The position cannot be read: {fault}.", fault=str(wrong))) from None


def need_phase(phase: str, known: Iterable[str]) -> None:
    """Raise `Impossible` unless the phase is known."""
    if phase not in known:
        named = ", ".join(known)
        raise Impossible(text("There is no phase {phase}: it is one of {known}.", phase=phase, known=named))


def once(cards: Sequence[int]) -> None:
    """Raise `Impossible` if a card is in two places."""
    if len(set(cards)) != len(cards):
        raise Impossible(text("A card is in two places."))


def seat_of(letter: str, seats: int) -> int:
    """The seat with this letter, in a match of `seats` seats."""
    seat = LETTERS.find(letter) if len(letter) == 1 else -1
    if not 0 <= seat < seats:
        raise Impossible(text("There is no player {letter} here.", letter=letter))
    return seat


def need_ending(outcome: Outcome, reasons: Collection[str], seats: int, scores: Collection[int] | None = None) -> None:
    """Raise `Impossible` unless the outcome has a known reason, existing seats and possible scores."""
    known = outcome.reason in reasons and set(outcome.winners) <= set(range(seats))
    if not known or (scores is not None and not set(outcome.scores) <= set(scores)):
        raise Impossible(text("A match cannot end like that."))
