"""The components with their own cards, described in words."""

from __future__ import annotations

from engine.core.game import Component
from engine.core.text import Text, joined, text
from engine.tashkalar.board import NAMES, STEPS
from engine.tashkalar.data.content import (
    CARD_NAME,
    CARDS,
    CONTENT,
    DOES,
    FLARE_NAME,
    FLARES,
    LEGENDS,
    TASK_NAME,
    TASKS,
    Card,
    Flare,
    Task,
)
from engine.tashkalar.options import RANK_NAME

DECK_GROUPS: dict[str, Text] = {
    "imperial": Text("Imperial"),
    "highland": Text("Highland"),
    "sylvan": Text("Sylvan"),
    "legends": Text("Legends"),
}

RANKS: dict[str, Text] = {
    "common": Text("Common being"),
    "heroic": Text("Heroic being"),
    "legendary": Text("Legend"),
}
TASK_TYPES: dict[str, Text] = {
    "destruction": Text("Destruction"),
    "coloured_squares": Text("Colored squares"),
    "summoning": Text("Summoning"),
    "board_pattern": Text("Pattern in the arena"),
    "enemy_position": Text("Enemy pieces"),
}
SIGNS = {"common": "cC", "heroic": "hH", "legendary": "l"}


def _printed(card: Card) -> tuple[Text, ...]:
    """A card's rank and pattern in words, as seen from the summoning square."""
    pieces = [
        joined((RANK_NAME[rank], joined(_where(card, card.pattern, signs))), " ")
        for rank, signs in SIGNS.items()
        if _where(card, card.pattern, signs)
    ]
    found = [RANKS[card.rank], Text("Pattern, from the summoning square: {pieces}", {"pieces": joined(pieces, "; ")})]
    if card.bound and card.marks:
        found.append(Text("Marked squares: {squares}", {"squares": joined(_where(card, card.marks, "12"))}))
    if card.arrows:
        found.append(Text("Arrows: {ways}", {"ways": joined([Text(way.upper()) for way in card.arrows])}))
    return tuple(found)


def _where(card: Card, rows: tuple[str, ...], signs: str) -> list[Text]:
    """The squares of these signs, in words."""
    squares = {(x, y): sign for y, row in enumerate(card.pattern) for x, sign in enumerate(row)}
    x0, y0 = next(square for square, sign in squares.items() if sign in "@CH")
    return [_way(x - x0, y - y0) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign in signs]


def _way(dx: int, dy: int) -> Text:
    """Directions from the summoning square in words: `N`, `2 NE`, `2 N + E`."""
    if not (dx or dy):
        return Text("on the summoning square")
    far = max(abs(dx), abs(dy))
    if dx and dy and abs(dx) != abs(dy):
        return joined((_way(0, dy), _way(dx, 0)), " + ")
    name = Text(NAMES[STEPS.index((dx // far, dy // far))].upper())
    return joined((Text(str(far)), name), " ") if far > 1 else name


def _halves(flare: Flare) -> Text:
    """The effect and condition of a flare, in words."""
    upper, lower = flare.upper, flare.lower
    halves = (upper_needs(upper.needs), DOES[upper.does]), (lower_needs(lower.needs), DOES[lower.does])
    return joined([joined(half, ": ") for half in halves], "\n")


def upper_needs(count: int) -> Text:
    """The condition of a flare's upper half, in words."""
    return text(
        "An opponent has at least {n} more upgraded piece", "An opponent has at least {n} more upgraded pieces", n=count
    )


def lower_needs(count: int) -> Text:
    """The condition of a flare's lower half, in words."""
    return text(
        "An opponent has at least {n} more piece in all", "An opponent has at least {n} more pieces in all", n=count
    )


def _claimed(task: Task) -> tuple[Text, ...]:
    """A task's type and reward, in words."""
    kind = Text("Advanced task") if task.advanced else Text("Task")
    return kind, TASK_TYPES[task.type], text("{n} point", "{n} points", n=task.points)


def _copies(card: Card) -> int:
    """How many copies of a card exist: both Imperial decks have the same cards."""
    return 1 if card.deck == LEGENDS else sum(deck.cards == card.deck for deck in CONTENT.deck)


COMPONENTS: dict[str, Component] = {
    **{
        card.id: Component(CARD_NAME[n], DECK_GROUPS[card.deck], Text(card.text), _printed(card), _copies(card))
        for n, card in enumerate(CARDS)
    },
    **{
        flare.id: Component(FLARE_NAME[n], Text("Flares"), _halves(flare), (Text("Flare"),), 1)
        for n, flare in enumerate(FLARES)
    },
    **{
        task.id: Component(TASK_NAME[n], Text("Tasks"), Text(task.text), _claimed(task), 1)
        for n, task in enumerate(TASKS)
    },
}
