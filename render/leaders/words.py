"""The text in the picture; the caller translates it."""

from __future__ import annotations

from typing import Final

from engine.core.text import Say, Text, text
from engine.leaders.data.components import COMPONENTS
from engine.leaders.data.content import CONTENT
from engine.leaders.view import LeadersView

CARDS: Final[dict[str, Text]] = {id_: component.name for id_, component in COMPONENTS.items()}
"""Names of all characters, and of the card that brings two."""
_FIGURES: Final[dict[str, tuple[str, ...]]] = {card.id: card.figures for card in CONTENT.card}

SIDES: Final = text("Gold"), text("Violet")
MARKET: Final = text("Market")
IN_DANGER: Final = text("in danger")
MOVE: Final = text("Basic move")
ABILITY: Final = text("Ability")
TEAMS: Final = text("Characters of Gold"), text("Characters of Violet")

_TO_MOVE: Final = text("Gold to move"), text("Violet to move")
_TO_ANSWER: Final = text("Gold to answer"), text("Violet to answer")
_BOTH: Final = text("Both to move")
_WINS: Final = text("Gold wins"), text("Violet wins")
_DRAW: Final = text("Draw")
_PHASES: Final = {"action": text("actions"), "recruit": text("recruitment"), "banish": text("banishment")}
_REASONS: Final = {
    "captured": text("Leader captured"),
    "surrounded": text("Leader surrounded"),
    "repetition": text("threefold repetition"),
    "cap": text("turn limit reached"),
    "agreed": text("by agreement"),
    "resigned": text("by resignation"),
    "timeout": text("on time"),
}


def figures(card: str) -> tuple[str, ...]:
    """The figures that a card brings."""
    return _FIGURES.get(card, (card,))


def deck(count: int) -> Text:
    return text("Deck: {count}", count=count)


def headline(view: LeadersView, say: Say) -> str:
    """The headline: the side to act, or the winner."""
    if view.phase == "over":
        return say(_WINS[view.winners[0]] if len(view.winners) == 1 else _DRAW)
    if len(view.to_move) > 1:
        return say(_BOTH)
    mover = view.to_move[0] if view.to_move else view.turn
    return say(_TO_MOVE[mover] if mover == view.turn else _TO_ANSWER[mover])


def subline(view: LeadersView, say: Say) -> str:
    """The turn and its phase; at the end, the reason."""
    turn = say(text("Turn {number}", number=view.turn_number))
    if view.phase == "over":
        reason = _REASONS.get(view.reason)
        return f"{turn} · {say(reason)}" if reason else turn
    phase = say(_PHASES[view.phase])
    twice = f" ×{view.recruits_left}" if view.phase == "recruit" and view.recruits_left > 1 else ""
    return f"{turn} · {phase}{twice}"
