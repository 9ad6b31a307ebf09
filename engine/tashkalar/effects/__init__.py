"""The effects of the cards: one short script per card, found by the card's id."""

from __future__ import annotations

from engine.tashkalar.data.content import CARDS
from engine.tashkalar.effects import highland, imperial, legends, sylvan
from engine.tashkalar.effects.deck import Effect

_DECKS = (highland.effect, imperial.effect, legends.effect, sylvan.effect)

EFFECTS: dict[str, Effect] = {card: does for deck in _DECKS for card, does in deck.by_card.items()}
USES: frozenset[str] = frozenset(card for deck in _DECKS for card in deck.uses)
"""The cards whose effects mention the pieces that formed the pattern."""

assert set(EFFECTS) == {card.id for card in CARDS}
