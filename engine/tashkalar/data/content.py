"""The cards of Tash-Kalar, read once from `content.toml` and checked. A card is a number: its index in the file."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from engine.core.content import Item, Named, load
from engine.core.text import Text

RANKS = ("common", "heroic", "legendary")
COMMON, HEROIC, LEGENDARY = range(3)
LEGENDS = "legends"


class Deck(Named, frozen=True):
    """A deck that a player may choose, and the color of its pieces."""

    cards: str
    """The first part of its cards' ids; both Imperial decks share it."""
    hue: str


class Card(Named, frozen=True):
    """A being or a legend."""

    rank: Literal["common", "heroic", "legendary"]
    pattern: tuple[str, ...]
    text: str
    marks: tuple[str, ...] = ()
    arrows: tuple[str, ...] = ()
    bound: bool = False
    """Whether the effect mentions the marked squares or arrows."""

    @property
    def deck(self) -> str:
        return self.id.partition(".")[0]


class Half(Struct, frozen=True):
    """One half of a flare: how many pieces the opponent must be ahead by, and the effect."""

    needs: int
    does: str


class Does(Item, frozen=True):
    """The effect of one half of a flare, in words."""

    text: str


class Flare(Item, frozen=True):
    upper: Half
    """Compares upgraded pieces."""
    lower: Half
    """Compares all pieces."""


class Task(Named, frozen=True):
    type: str
    points: int
    text: str
    advanced: bool = False


class Content(Struct, frozen=True, forbid_unknown_fields=True):
    double_sided: int
    legendary: int
    hand: int
    legends_in_hand: int
    flares_in_hand: int
    turned_cards: int
    arena: tuple[str, ...]
    deck: tuple[Deck, ...]
    card: tuple[Card, ...]
    flare: tuple[Flare, ...]
    does: tuple[Does, ...]
    task: tuple[Task, ...]


def _load() -> Content:
    content = load(__package__, Content)
    for card in content.card:
        if len([sign for row in card.pattern for sign in row if sign in "@CH"]) != 1:
            raise ValueError(f"content.toml: {card.id} must have one summoning square")
        if card.marks and [len(row) for row in card.marks] != [len(row) for row in card.pattern]:
            raise ValueError(f"content.toml: the marks of {card.id} do not fit its pattern")
    missing = {half.does for one in content.flare for half in (one.upper, one.lower)} - {one.id for one in content.does}
    if missing:
        raise ValueError(f"content.toml: no words for {missing}")
    codes = [card.code for card in content.card] + [flare.code for flare in content.flare]
    if len(set(codes)) != len(codes):
        raise ValueError("content.toml: two cards have the same name")
    return content


CONTENT = _load()
FORM_NAMES: dict[str, Text] = {
    "duel": Text("Deathmatch Duel"),
    "high": Text("High Form"),
    "melee": Text("Deathmatch Melee"),
}
DECKS: tuple[str, ...] = tuple(deck.id for deck in CONTENT.deck)
DECK: dict[str, Deck] = {deck.id: deck for deck in CONTENT.deck}
DECK_NAME: dict[str, Text] = {deck.id: Text(deck.name) for deck in CONTENT.deck}

CARDS: tuple[Card, ...] = CONTENT.card
CARD_OF: dict[str, int] = {card.id: number for number, card in enumerate(CARDS)}
HUE_NAME: dict[str, Text] = {
    "blue": Text("Blue"),
    "red": Text("Red"),
    "yellow": Text("Yellow"),
    "green": Text("Green"),
}
CARD_NAME: tuple[Text, ...] = tuple(Text(card.name) for card in CARDS)
RANK: tuple[int, ...] = tuple(RANKS.index(card.rank) for card in CARDS)
IS_LEGEND: tuple[bool, ...] = tuple(card.deck == LEGENDS for card in CARDS)
LEGEND_CARDS: tuple[int, ...] = tuple(number for number, legend in enumerate(IS_LEGEND) if legend)

FLARES: tuple[Flare, ...] = CONTENT.flare
FLARE_OF: dict[str, int] = {flare.id: number for number, flare in enumerate(FLARES)}

FLARE_NAME: tuple[Text, ...] = tuple(Text("Flare {number}", {"number": n + 1}) for n in range(len(FLARES)))
DOES: dict[str, Text] = {one.id: Text(one.text) for one in CONTENT.does}

TASKS: tuple[Task, ...] = CONTENT.task
TASK_OF: dict[str, int] = {task.id: number for number, task in enumerate(TASKS)}
TASK_NAME: tuple[Text, ...] = tuple(Text(task.name) for task in TASKS)


_CARDS_OF: dict[str, list[int]] = {
    deck.id: [number for number, card in enumerate(CARDS) if card.deck == deck.cards] for deck in CONTENT.deck
}


def cards_of(deck: str) -> list[int]:
    """The cards of all beings of a deck that a player may choose."""
    return _CARDS_OF[deck].copy()
