"""The pictures below the board: the tasks of High Form, the viewer's hand, and in a panel the cards to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.text import Say, Text, joined, text
from engine.tashkalar.view import PRINTED_CARDS, PRINTED_FLARES, PRINTED_TASKS, TashkalarView
from render.image.canvas import Canvas
from render.palette import Theme
from render.picture import Marks
from render.renderer import Part
from render.tashkalar import grounds, hands, layout, tasks

_TOP: Final = 10
_ROWS: Final = 2
"""Most rows of cards in one picture."""


def paint(view: TashkalarView, theme: Theme, _marks: Marks, say: Say, _bottom: int) -> Sequence[Part]:
    """The pictures below the board: the tasks, then the viewer's hand, all with their texts."""
    seat, parts = hands.own(view), list[Part]()
    if view.form == "high" and (view.tasks or view.next_task):
        canvas = Canvas(grounds.plain(theme, tasks.HEIGHT))
        tasks.put_tasks(canvas, view, theme, say)
        named = joined([PRINTED_TASKS[task].name for task in view.tasks])
        parts.append(Part(text("Tasks: {tasks}", tasks=named), canvas))
    held = [*seat.hand, *seat.flare] if seat else []
    for n in range(0, len(held), _ROWS):
        shown = held[n : n + _ROWS]
        title = text("Your hand: {cards}.", cards=joined([_name(card) for card in shown]))
        parts.append(_cards(title, shown, view, theme, say))
    return parts


def paint_panel(view: TashkalarView, theme: Theme, marks: Marks, say: Say, _bottom: int) -> Sequence[Part]:
    """The pictures below the board in a panel: the cards to choose from, and what matters of hand and tasks."""
    about, seat = hands.asked_about(marks), hands.own(view)
    held = [*seat.hand, *seat.flare] if seat else []
    offered = [spot for spot in dict.fromkeys(marks.targets) if spot in PRINTED_CARDS and spot not in (*held, about)]
    parts = []
    for n in range(0, len(offered), hands.IN_ROW):
        some = offered[n : n + hands.IN_ROW]
        title = text("To choose from: {cards}.", cards=joined([_name(card) for card in some]))
        parts.append(_row(title, some, view, theme, marks, say))
    needed = [one for one in held if hands.state_of(one, marks) != "ready"]
    if about in PRINTED_FLARES:
        parts.append(_cards(_name(about), (about,), view, theme, say))
    elif not about and not offered and held:  # the question's text describes a card that is played
        needed = [one for one in held if one in PRINTED_CARDS or one in needed] or held
    if needed:
        title = text("Your hand: {cards}.", cards=joined([_name(card) for card in needed]))
        parts.append(_row(title, needed, view, theme, marks, say))
    if view.form == "high" and view.tasks and not about:
        canvas = Canvas(grounds.plain(theme, tasks.LINE + 2 * _TOP))
        tasks.put_names(canvas, view, theme, say, marks)
        named = joined([PRINTED_TASKS[task].name for task in view.tasks])
        parts.append(Part(text("Tasks: {tasks}", tasks=named), canvas))
    return parts


def _row(title: Text, shown: Sequence[str], view: TashkalarView, theme: Theme, marks: Marks, say: Say) -> Part:
    """Cards side by side, and flares in lines below them."""
    beings = [card for card in shown if card in PRINTED_CARDS]
    flares = [card for card in shown if card in PRINTED_FLARES]
    below = _TOP + (hands.LOW[1] + layout.GAP if beings else 0)
    height = below + len(flares) * (hands.FLARE_LINE + layout.GAP) - layout.GAP + _TOP
    canvas = Canvas(grounds.plain(theme, height))
    for n, card in enumerate(beings):
        x = layout.EDGE + n * (hands.LOW[0] + hands.LOW_GAP)
        canvas.put(hands.low_card(view, card, theme, say, marks), x, _TOP)
    for n, flare in enumerate(flares):
        y = below + n * (hands.FLARE_LINE + layout.GAP)
        canvas.put(hands.flare_line(flare, theme, say, marks), layout.EDGE, y)
    return Part(title, canvas)


def _name(card: str) -> Text:
    return PRINTED_CARDS[card].name if card in PRINTED_CARDS else PRINTED_FLARES[card].name


def place(row: int) -> tuple[int, int]:
    """The upper left corner of a card with text in this row."""
    return layout.EDGE, _TOP + row * (hands.SIZE[1] + layout.GAP)


def _cards(title: Text, shown: Sequence[str], view: TashkalarView, theme: Theme, say: Say) -> Part:
    canvas = Canvas(grounds.plain(theme, place(len(shown))[1] - layout.GAP + _TOP))
    for row, card in enumerate(shown):
        canvas.put(hands.card(view, card, theme, say), *place(row))
    return Part(title, canvas)
