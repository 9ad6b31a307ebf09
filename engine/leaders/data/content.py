"""The components of Leaders, read once from `content.toml` and checked."""

from __future__ import annotations

from msgspec import Struct

from engine.core.content import Named, load
from engine.core.text import Text


class Character(Named, frozen=True):
    kind: str
    text: str
    ability: tuple[str, ...] = ()
    capture: int = 1
    aim: int = 0


class Card(Named, frozen=True):
    figures: tuple[str, ...]
    text: str


class Content(Struct, frozen=True, forbid_unknown_fields=True):
    hand_limit: int
    market_size: int
    turn_cap: int
    character: tuple[Character, ...]
    card: tuple[Card, ...]


def _load() -> Content:
    content = load(__package__, Content)
    ids = [character.id for character in content.character]
    if ids[0] != "leader":
        raise ValueError("content.toml: the first character must be the leader")
    for character in content.character:
        if character.kind not in ("none", "active", "passive", "special"):
            raise ValueError(f"content.toml: {character.id} has the unknown kind {character.kind}")
        if (character.kind == "active") != bool(character.ability):
            raise ValueError(f"content.toml: {character.id} must have an ability word if and only if it is active")
    for card in content.card:
        if not set(card.figures) <= set(ids):
            raise ValueError(f"content.toml: card {card.id} brings an unknown figure")
    return content


CONTENT = _load()

# A figure is a number: twice its character's place in the file, plus its side. So 0 and 1 are the two Leaders.
CHARACTER: tuple[Character, ...] = tuple(one for one in CONTENT.character for _ in (0, 1))
FIGURES: tuple[str, ...] = tuple(character.id for character in CHARACTER)
FIGURE_NAME: tuple[Text, ...] = tuple(Text(character.name) for character in CHARACTER)
FIGURE_CODE: tuple[str, ...] = tuple(character.code for character in CHARACTER)
FIGURE_OF: dict[str, int] = {character.id: 2 * place for place, character in enumerate(CONTENT.character)}
"""The South figure of a character; the North one is the next number (`JAILER | side`)."""

_PAIRED = {figure for card in CONTENT.card for figure in card.figures}
CARD_FIGURES: dict[str, tuple[int, ...]] = {
    **{name: (figure,) for name, figure in FIGURE_OF.items() if name not in {"leader", *_PAIRED}},
    **{card.id: tuple(FIGURE_OF[figure] for figure in card.figures) for card in CONTENT.card},
}
"""Every recruitable card and the (South) figures it brings."""
CARDS: tuple[str, ...] = tuple(CARD_FIGURES)
CARD_NAME: dict[str, Text] = {
    **{card: FIGURE_NAME[figures[0]] for card, figures in CARD_FIGURES.items()},
    **{card.id: Text(card.name) for card in CONTENT.card},
    "leader": FIGURE_NAME[0],
}
CARD_OF: dict[int, str] = {
    figure | side: card for card, both in CARD_FIGURES.items() for figure in both for side in (0, 1)
}

HERMIT, CUB = FIGURE_OF["hermit"], FIGURE_OF["cub"]
JAILER, PROTECTOR = FIGURE_OF["jailer"], FIGURE_OF["protector"]
VIZIER, NEMESIS = FIGURE_OF["vizier"], FIGURE_OF["nemesis"]
