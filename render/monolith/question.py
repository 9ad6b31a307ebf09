"""The subject of a question: the tile being played, which has left the hand already."""

from __future__ import annotations

from typing import Final

from engine.monolith.data.content import KIND_OF, KINDS
from engine.monolith.view import SeatView
from render.picture import Question

_ORDERS: Final[dict[str, str]] = {
    "monolith.move-whom": "order_move",
    "monolith.turn-whom": "order_rotation",
    "monolith.false-order-whom": "order_false_order",
    "monolith.net-whom": "order_net",
    "monolith.entrench-whom": "order_entrenchment",
    "monolith.shoot-whom": "order_precise_shot",
    "monolith.fire": "order_fire_concoction",
    "monolith.pusher": "order_push",
    "monolith.push-whom": "order_push",
    "monolith.battle-or-charge": "order_battle_or_charge",
}
_BY_ORDER: Final = {"move": "order_move", "false-order": "order_false_order", "rotation-order": "order_rotation"}
"""Moves that come from an order."""


def played(question: Question, seat: SeatView) -> str:
    """The id of the tile that the seat is playing from its hand, if the question is about that."""
    about = question.about
    if question.prompt in ("monolith.place", "monolith.banner") or (
        question.prompt == "monolith.turn" and about[1:2] == ("place",)
    ):
        return about[0]
    order = _ORDERS.get(question.prompt, "")
    if question.prompt in ("monolith.where", "monolith.turn"):
        order = _BY_ORDER.get(about[1], "")
    token = f"{seat.faction}.{order}"
    return token if order and token in KIND_OF else ""


def unfolded(question: Question | None) -> str:
    """The id of the tile whose segment is being unfolded."""
    return question.about[0] if question and question.prompt.startswith("monolith.segment") and question.about else ""


def offered(question: Question, seat: SeatView) -> list[str]:
    """The ids of the tiles that may be hidden in a monolith."""
    if question.prompt != "monolith.hide":
        return []
    return [kind.id for kind in KINDS if kind.faction == seat.faction and kind.code in question.codes]
