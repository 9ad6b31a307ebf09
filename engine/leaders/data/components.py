"""The components with their own cards, described in words."""

from __future__ import annotations

from engine.core.game import Component
from engine.core.text import Text
from engine.leaders.data.content import CONTENT, Card, Character

KINDS: dict[str, Text] = {
    "none": Text("No ability"),
    "active": Text("Active ability"),
    "passive": Text("Passive ability"),
    "special": Text("Special ability"),
}


def _character(one: Character) -> Component:
    """The component of a character, with what it adds to a capture; there is one of each, and two Leaders."""
    facts = [KINDS[one.kind], Text("Capture: counts as {n} when adjacent", {"n": one.capture})]
    if one.aim:
        facts.append(Text("Capture: counts as {n} from two spaces away in a straight line", {"n": one.aim}))
    return Component(Text(one.name), Text("Leaders"), Text(one.text), tuple(facts), 2 if one.id == "leader" else 1)


def _pair(card: Card) -> Component:
    """The component of a card that brings more than one figure."""
    return Component(Text(card.name), Text("Leaders"), Text(card.text), (KINDS["special"],), 1)


COMPONENTS: dict[str, Component] = {
    **{one.id: _character(one) for one in CONTENT.character},
    **{card.id: _pair(card) for card in CONTENT.card},
}
