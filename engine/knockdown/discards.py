"""The report of the discard pile, which is public."""

from __future__ import annotations

from engine.core.text import Text, joined, text
from engine.knockdown.data.content import ATTACK_NAME
from engine.knockdown.view import KnockdownView


def discards(view: KnockdownView) -> list[Text]:
    """One line: there is one pile."""
    if not view.discards:
        return [text("No cards have been discarded.")]
    return [text("Discarded: {cards}", cards=joined([ATTACK_NAME[card] for card in view.discards]))]
