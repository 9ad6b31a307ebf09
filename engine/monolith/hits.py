"""A hit: wounds from one source to one tile, and its name in events and questions."""

from __future__ import annotations

from msgspec import Struct

from engine.core.ask import Event, Option
from engine.core.text import Text, text
from engine.monolith.board import FIELD, LABELS
from engine.monolith.data.content import KIND_NAME, KINDS
from engine.monolith.influence import Influence
from engine.monolith.state import Token

POISON = "poison"
"""The source of all Poison markers together (monolith RG2)."""
KILL = 99
"""Wounds that no Toughness survives: the Morlock's strike (M1)."""
CODES: tuple[str, ...] = tuple(label.lower() for label in LABELS)

_IDS: tuple[str, ...] = tuple(kind.id for kind in KINDS)
_STANDING: tuple[tuple[Text, ...], ...] = tuple(
    tuple(text("{who} on {at}", who=name, at=code) for code in CODES) for name in KIND_NAME
)


class Hit(Struct, frozen=True):
    """All wounds that one source deals to one tile at one time."""

    source: str
    """The space of the attacking tile (`c3`), `poison`, or the order (`order-fire-concoction`)."""
    target: int
    wounds: int
    venom: bool = False


def striker(force: Influence, source: str) -> Token | None:
    """The tile on the board that is the source of a hit; None for poison and orders."""
    return force.on[FIELD[source.upper()]] if source.upper() in FIELD else None


def option(token: Token) -> Option:
    """The option for a tile on the board, by its space."""
    at = token.at
    return Option(CODES[at], _STANDING[token.kind][at], (LABELS[at],), token.id)


def about(token: Token) -> tuple[str, str]:
    """The `about` of questions on this tile."""
    return _IDS[token.kind], LABELS[token.at]


def tile_event(kind: str, token: Token, **more: object) -> Event:
    """An event about a tile on the board."""
    return Event(kind, {"who": _IDS[token.kind], "owner": token.owner, "at": LABELS[token.at], **more})


def regenerated(token: Token, source: str, rune: Token) -> Event:
    """The event of a rune that takes over the wounds of a tile from one source (RG2)."""
    at = LABELS[rune.at]
    return tile_event("regenerated", token, source=source, rune=_IDS[rune.kind], rune_owner=rune.owner, rune_at=at)


def struck(by: Token, target: Token, strength: int, way: str, armor: int = 0) -> Event:
    """The event of an attack that reaches a tile; armor may have stopped some of it (A3)."""
    return Event(
        "hit",
        {
            "by": _IDS[by.kind],
            "by_owner": by.owner,
            "from": LABELS[by.at],
            "who": _IDS[target.kind],
            "owner": target.owner,
            "to": LABELS[target.at],
            "way": way,
            "strength": strength,
            "armor": armor,
            "wounds": max(strength - armor, 0),
        },
    )
