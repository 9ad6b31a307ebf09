"""The components of Leaders, read once from `content.toml` and checked."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import msgspec
from msgspec import Struct

from engine.core.text import Text


class Character(Struct, frozen=True):
    id: str
    name: str
    kind: str
    ability: tuple[str, ...] = ()
    capture: int = 1
    aim: int = 0


class Card(Struct, frozen=True):
    id: str
    name: str
    figures: tuple[str, ...]


class Content(Struct, frozen=True):
    capture_needs: int
    hand_limit: int
    market_size: int
    turn_cap: int
    character: tuple[Character, ...]
    card: tuple[Card, ...]


def _load() -> Content:
    raw = tomllib.loads(files(__package__).joinpath("content.toml").read_text(encoding="utf-8"))
    content = msgspec.convert(raw, Content, strict=True)
    ids = [character.id for character in content.character]
    if len(set(ids)) != len(ids) or ids[0] != "leader":
        raise ValueError("content.toml: character ids must be unique and begin with the leader")
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

# Figures are numbered: 0 and 1 are the two Leaders, then every other character in the order of the file.
FIGURES: tuple[str, ...] = ("leader", *(character.id for character in CONTENT.character))
CHARACTER: tuple[Character, ...] = (CONTENT.character[0], *CONTENT.character)
FIGURE_NAME: tuple[Text, ...] = tuple(Text(character.name) for character in CHARACTER)
FIGURE_OF: dict[str, int] = {name: number for number, name in enumerate(FIGURES) if number > 1}
FIGURE_CODE: tuple[str, ...] = tuple(name.replace("_", "-") for name in FIGURES)

_PAIRED = {figure for card in CONTENT.card for figure in card.figures}
CARD_FIGURES: dict[str, tuple[int, ...]] = {
    **{name: (number,) for name, number in FIGURE_OF.items() if name not in _PAIRED},
    **{card.id: tuple(FIGURE_OF[figure] for figure in card.figures) for card in CONTENT.card},
}
"""Every recruitable card and the figures it brings."""
CARDS: tuple[str, ...] = tuple(CARD_FIGURES)
CARD_NAME: dict[str, Text] = {
    **{card: FIGURE_NAME[figures[0]] for card, figures in CARD_FIGURES.items()},
    **{card.id: Text(card.name) for card in CONTENT.card},
    "leader": FIGURE_NAME[0],
}
CARD_OF: dict[int, str] = {figure: card for card, figures in CARD_FIGURES.items() for figure in figures}

ACROBAT, RIDER, BRUISER = FIGURE_OF["acrobat"], FIGURE_OF["rider"], FIGURE_OF["bruiser"]
ROYAL_GUARD, ILLUSIONIST = FIGURE_OF["royal_guard"], FIGURE_OF["illusionist"]
CLAW_LAUNCHER, MANIPULATOR = FIGURE_OF["claw_launcher"], FIGURE_OF["manipulator"]
WANDERER, BREWMASTER = FIGURE_OF["wanderer"], FIGURE_OF["brewmaster"]
HERMIT, CUB, JAILER = FIGURE_OF["hermit"], FIGURE_OF["cub"], FIGURE_OF["jailer"]
PROTECTOR, VIZIER, NEMESIS = FIGURE_OF["protector"], FIGURE_OF["vizier"], FIGURE_OF["nemesis"]
PAIR: frozenset[int] = frozenset((HERMIT, CUB))
