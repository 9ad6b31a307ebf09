"""Written positions have a shape; what does not fit it is named."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from engine.core.game import Impossible
from engine.core.text import text

T = TypeVar("T")


def shaped(position: Mapping[str, Any], shape: type[T]) -> T:
    """The position as a struct of this type."""
    try:
        return msgspec.convert(dict(position), shape, strict=True)
    except msgspec.ValidationError as wrong:
        raise Impossible(text("The position cannot be read: {fault}.", fault=str(wrong))) from None


def need_phase(phase: str, known: Iterable[str]) -> None:
    """Whether there is such a phase."""
    if phase not in known:
        named = ", ".join(known)
        raise Impossible(text("There is no phase {phase}: it is one of {known}.", phase=phase, known=named))


def once(cards: Sequence[int]) -> None:
    """No card is in two places."""
    if len(set(cards)) != len(cards):
        raise Impossible(text("A card is in two places."))
