"""The effects of the cards of one deck."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from engine.core.ask import Script
from engine.tashkalar.being import Being

Effect: TypeAlias = Callable[[Being], Script[None]]


class DeckEffects:
    """A decorator that registers an effect under card ids, and the table of registered effects."""

    def __init__(self) -> None:
        self.by_card: dict[str, Effect] = {}
        self.uses: set[str] = set()
        """The cards whose effects mention the pieces that formed the pattern."""

    def __call__(self, *cards: str, uses: bool = False) -> Callable[[Effect], Effect]:
        def enter(does: Effect) -> Effect:
            self.by_card.update(dict.fromkeys(cards, does))
            self.uses.update(cards if uses else ())
            return does

        return enter
