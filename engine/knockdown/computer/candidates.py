"""What a computer player looks at of the options of a question: of cards to give away, those it can do without."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.ask import Ask, Option
from engine.knockdown.data.content import CARDS, FIGHTERS
from engine.knockdown.state import State

_LOOKED_AT = 2
"""How many ways to give cards away are looked at."""
_GIVES_AWAY = frozenset(f"knockdown.{one}" for one in ("pay", "dash-card", "block-card", "discard", "hand-limit"))


def _keep(fighter: str) -> tuple[float, ...]:
    """What each card is worth in a fighter's hand, about: two symbols, blocks, what special attacks cost."""
    costs = [symbol for special in FIGHTERS[fighter].special for symbol in special.cost]
    return tuple(
        1 + 0.3 * (len(card.symbols) - 1) + sum(0.3 * (one == "block") + 0.1 * costs.count(one) for one in card.symbols)
        for card in CARDS
    )


KEEP = {fighter: _keep(fighter) for fighter in FIGHTERS}


def considered(s: State, ask: Ask) -> Sequence[Option]:
    """All options but the ways to give away cards that are worth more than others."""
    if ask.prompt not in _GIVES_AWAY or len(ask.options) <= _LOOKED_AT:
        return ask.options
    keep = KEEP[s.seats[ask.seat].fighter]

    def lost(option: Option) -> float:
        cards = option.value
        return sum(keep[card] for card in cards) if isinstance(cards, tuple) else keep[cards]

    return sorted(ask.options, key=lost)[:_LOOKED_AT]
