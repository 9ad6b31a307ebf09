"""A changed reading of the rules of New Game: what the next rules version would look like."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.core.ask import Option


def never_three(rule: Callable[..., Any], version: int) -> Callable[..., Any]:
    """Nobody takes three stones."""

    def counts(s: Any, heap: int) -> list[Option]:
        found: list[Option] = rule(s, heap)
        return found[:2] if s.rules >= version else found

    return counts


CHANGE = ("engine.newgame.options", "counts", never_three)
