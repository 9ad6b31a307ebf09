"""The options that questions are made of: spaces, figures, cards."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.ask import Option
from engine.core.masks import spaces_of
from engine.core.text import Text, text
from engine.leaders.board import LABELS
from engine.leaders.data.content import CARD_FIGURES, CARD_NAME, FIGURE_CODE, FIGURE_NAME
from engine.leaders.movement import jumps, path
from engine.leaders.state import State, figure_on

END = Option("end", Text("End actions"))
SPACE: tuple[Option, ...] = tuple(
    Option(label.lower(), Text(label.lower()), (label,), number) for number, label in enumerate(LABELS)
)
CARD: dict[str, Option] = {card: Option(card.replace("_", "-"), CARD_NAME[card], (), card) for card in CARD_FIGURES}
WAY_NAME: dict[str, Text] = {
    "step": Text("Basic move"),
    "jump": Text("Jump"),
    "ride": Text("Ride two spaces"),
    "rally": Text("Rally to the Leader"),
    "roam": Text("Roam"),
    "push": Text("Push an enemy"),
    "swap": Text("Swap places"),
    "hook": Text("Hook on and fly over"),
    "drag": Text("Drag a character here"),
    "nudge": Text("Nudge an enemy"),
    "treat": Text("Move an ally one space"),
}
_SHORT_NAME = {"step": Text("Move")}
"""Shorter names that can be typed for a way to act, too."""
WAY: dict[str, Option] = {
    way: Option(way, Text(name.msgid, {"typed": _SHORT_NAME[way]} if way in _SHORT_NAME else {}), (), way)
    for way, name in WAY_NAME.items()
}

_STANDING: tuple[tuple[Text, ...], ...] = tuple(
    tuple(text("{who} on {at}", who=name, at=label.lower()) for label in LABELS) for name in FIGURE_NAME
)
_FIGURE: tuple[tuple[Option, ...], ...] = tuple(
    tuple(Option(code, name, (label,), figure) for label, name in zip(LABELS, _STANDING[figure], strict=True))
    for figure, code in enumerate(FIGURE_CODE)
)
"""The options of a figure, by figure and space."""


def spaces(found: int) -> list[Option]:
    """Options for the spaces of a mask."""
    return [SPACE[space] for space in spaces_of(found)]


def figures(s: State, found: Iterable[int]) -> list[Option]:
    """Options for own characters, by name."""
    return [_FIGURE[figure][s.at[figure]] for figure in found]


def targets(s: State, found: Iterable[int]) -> list[Option]:
    """Options for characters of either side, by the space they stand on."""
    return [Option(SPACE[s.at[f]].code, _STANDING[f][s.at[f]], (LABELS[s.at[f]],), f) for f in found]


def landings(s: State, who: int, ends: int) -> list[Option]:
    """Options for ends of a jump, labeled with the characters that it goes over."""
    found = []
    for option in spaces(ends):
        names = [FIGURE_NAME[figure_on(s, space)] for space in jumps(path(s, who, "jump", option.value))]
        if len(names) == 1:
            label = text("{at} over the {first:acc}", at=option.code, first=names[0])
        else:
            label = text(
                "{at} over the {first:acc} and the {second:acc}", at=option.code, first=names[0], second=names[1]
            )
        found.append(Option(option.code, label, option.at, option.value))
    return found
