"""The report of the discard piles, which are public."""

from __future__ import annotations

from engine.core.text import Text, joined, text
from engine.tashkalar.data.content import DECK_NAME
from engine.tashkalar.text import SIDE_NAMES, card_name
from engine.tashkalar.view import TashkalarView


def discards(view: TashkalarView) -> list[Text]:
    """A line for each seat, one for the legends, one for the flares."""
    lines = [_line(DECK_NAME.get(seat.deck, SIDE_NAMES[seat.seat]), seat.discards) for seat in view.seats]
    lines.append(_line(Text("Legends"), view.legend_discards))
    lines.append(_line(Text("Flares"), view.flare_discards))
    return lines


def _line(side: Text, cards: tuple[str, ...]) -> Text:
    if not cards:
        return text("{side}: nothing discarded", side=side)
    return text("{side}, discarded: {tokens}", side=side, tokens=joined([card_name(card) for card in cards]))
