"""The options of a question that a computer player considers; when discarding, the cards it can spare."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.ask import Ask, Option
from engine.knockdown.data.content import CARDS, FIGHTERS
from engine.knockdown.state import State

_LOOKED_AT = 2
"""Number of ways to discard that are considered."""
_GIVES_AWAY = frozenset(f"knockdown.{one}" for one in ("pay", "dash-card", "block-card", "discard", "hand-limit"))


def _keep(fighter: str) -> tuple[float, ...]:
    """Approximate value of each card in a fighter's hand: double symbols, blocks, costs of the fighter's special
    attacks."""
    costs = [symbol for special in FIGHTERS[fighter].special for symbol in special.cost]
    return tuple(
        1 + 0.3 * (len(card.symbols) - 1) + sum(0.3 * (one == "block") + 0.1 * costs.count(one) for one in card.symbols)
        for card in CARDS
    )


KEEP = {fighter: _keep(fighter) for fighter in FIGHTERS}


def considered(s: State, ask: Ask) -> Sequence[Option]:
    """All options, except that of the ways to discard only the cheapest remain."""
    if ask.prompt not in _GIVES_AWAY or len(ask.options) <= _LOOKED_AT:
        return ask.options
    keep = KEEP[s.seats[ask.seat].fighter]

    def lost(option: Option) -> float:
        cards = option.value
        return sum(keep[card] for card in cards) if isinstance(cards, tuple) else keep[cards]

    return sorted(ask.options, key=lost)[:_LOOKED_AT]
