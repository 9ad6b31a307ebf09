"""The text in the picture; the caller translates it."""

from __future__ import annotations

from typing import Final

from engine.core.text import Say, Text, text
from engine.tashkalar.data.content import HUE_NAME
from engine.tashkalar.view import TashkalarView

LEGENDS: Final = text("Legends")
FLARES: Final = text("Flares")
TASKS: Final = text("Tasks")
GOAL: Final = text("Goal")
DESTROYED: Final = text("Destroyed")
STOCK: Final = text("Stock")
BEINGS: Final = text("Beings")
DECK: Final = text("Deck")
IMPROVISATION: Final = text("Improvisation")
NEXT_TASK: Final = text("Next task")
_SEATS: Final = text("Player A"), text("Player B"), text("Player C"), text("Player D")
_PHASES: Final = {"decks": text("choice of decks"), "marks": text("opening pieces")}
_REASONS: Final = {
    "goal": text("more points after the goal was reached"),
    "deck": text("more points after a deck ran out"),
    "tie-break": text("tied on points, decided by the pieces in the arena"),
    "tied": text("tied on every count"),
    "agreed": text("by agreement"),
    "resigned": text("by resignation"),
    "timeout": text("on time"),
}


def side(view: TashkalarView, colour: int) -> Text:
    """The name of a color: its hue, or its seat's letter before it has one."""
    shown = view.colours[colour]
    return HUE_NAME.get(shown.hue, _SEATS[shown.seats[0]])


def acting(view: TashkalarView) -> tuple[int, ...]:
    """The colors that have a decision to make now, or that have won."""
    seats = view.winners if view.phase == "over" else view.to_move or (view.control,)
    return tuple(dict.fromkeys(view.seats[seat].colour for seat in seats))


def _undecided(view: TashkalarView) -> bool:
    """Whether several colors are first together; the first rules version called that a tie-break."""
    return view.reason in ("tied", "tie-break") and len(acting(view)) > 1


def headline(view: TashkalarView, say: Say) -> str:
    """The headline: the side to act, or the winner."""
    colours = [side(view, colour) for colour in acting(view)]
    if view.phase == "over":
        if not colours or len(colours) == len(view.colours):
            return say(text("Draw"))
        if len(colours) == 1:
            return say(text("{faction} wins", faction=colours[0]))
        if _undecided(view):
            return say(text("Undecided: {names}", names=", ".join(say(colour) for colour in colours)))
        if len(colours) == 2:
            return say(text("{one} and {other} win", one=colours[0], other=colours[1]))
        return say(text("Victory: {names}", names=", ".join(say(colour) for colour in colours)))
    if len(colours) > 1:
        return say(text("Everyone to move") if len(colours) > 2 else text("Both to move"))
    on_turn = view.seats[view.turn].colour
    if view.phase == "turn" and acting(view) != (on_turn,):
        return say(text("{faction} to answer", faction=colours[0]))
    return say(text("{faction} to move", faction=colours[0]))


def subline(view: TashkalarView, say: Say) -> str:
    """The turn and what is left of it, and the distance to the end; at the end, the reason."""
    parts = [say(text("Turn {number}", number=view.number))] if view.number else []
    if view.phase == "over":
        reason = _REASONS["tied"] if _undecided(view) else _REASONS.get(view.reason)
        return " · ".join(parts + ([say(reason)] if reason else []))
    if view.phase in _PHASES:
        parts.append(say(_PHASES[view.phase]))
    else:
        parts.append(say(text("{n} action left", "{n} actions left", n=view.actions)))
    if view.teams:
        parts.append(say(_SEATS[view.control]))
    if view.extra:
        parts.append(say(text("extra turn")))
    if view.closing >= 0:
        parts.append(say(text("{n} turn to the end", "{n} turns to the end", n=view.closing)))
    return _joined(parts)


def _joined(parts: list[str]) -> str:
    """The parts in a line that breaks only between them."""
    return " · ".join(part.replace(" ", "\N{NO-BREAK SPACE}") for part in parts)
