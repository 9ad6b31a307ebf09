"""The text in the picture; the caller translates it."""

from __future__ import annotations

from typing import Final

from engine.core.text import Say, Text, text
from engine.monolith.data.content import CONTENT, FACTION_NAME, kind_of
from engine.monolith.view import MonolithView, SeatView

_SHORT: Final[dict[str, Text]] = {
    "rune_minor_acceleration": text("Acceleration"),
    "rune_greater_acceleration": text("Acceleration"),
    "rune_regeneration": text("Regeneration"),
    "rune_agility": text("Agility"),
    "rune_strength": text("Strength"),
    "rune_charge": text("Charge"),
    "rune_disarmament": text("Disarmament"),
    "rune_teleportation": text("Teleportation"),
    "rune_double_attack": text("Double Attack"),
    "rune_reinforcement": text("Reinforcement"),
    "rune_penetration": text("Penetration"),
    "rune_accuracy": text("Accuracy"),
}

_SEATS: Final = text("Player A"), text("Player B"), text("Player C"), text("Player D")

_PHASES: Final = {
    "factions": text("choice of factions"),
    "monoliths": text("secret monoliths"),
    "banners": text("placing of Banners"),
    "draw": text("drawing tiles"),
    "discard": text("discard"),
    "play": text("playing tiles"),
    "battle": text("battle"),
}
_REASONS: Final = {
    "banner": text("Banner destroyed"),
    "both-banners": text("both Banners destroyed"),
    "points": text("more hit points"),
    "tied": text("equal hit points"),
    "agreed": text("by agreement"),
    "resigned": text("by resignation"),
    "timeout": text("on time"),
}


def name(token: str) -> Text:
    return Text(kind_of(token).name)


def short_name(token: str) -> Text:
    """The name without the word Rune, which the picture shows."""
    return _SHORT.get(kind_of(token).short_id, name(token))


def who(seat: SeatView) -> Text:
    """The name of a seat: its faction, or its letter before it has one."""
    return FACTION_NAME.get(seat.faction, _SEATS[seat.seat])


def acting(view: MonolithView) -> tuple[int, ...]:
    """The seats that have a decision to make now; none in a battle that asks nobody."""
    if view.phase in ("battle", "over"):
        return view.to_move
    return view.to_move or (view.turn,)


def headline(view: MonolithView, say: Say) -> str:
    """The headline: the side to act, or the winner."""
    seats = view.seats
    if view.phase == "over":
        if not view.winners or len(view.winners) == len(seats):
            return say(text("Draw"))
        if len(view.winners) == 1:
            return say(text("{faction} wins", faction=who(seats[view.winners[0]])))
        one, other = (who(seats[seat]) for seat in view.winners[:2])
        return say(text("{one} and {other} win", one=one, other=other))
    movers = acting(view)
    if not movers:
        return say(text("Battle"))
    if len(movers) > 1:
        return say(text("Everyone to move") if len(movers) > 2 else text("Both to move"))
    mover = who(seats[movers[0]])
    if movers[0] == view.turn:
        return say(text("{faction} to move", faction=mover))
    return say(text("{faction} to answer", faction=mover))


def subline(view: MonolithView, say: Say) -> str:
    """The turn, its phase and the distance to the end; at the end, the reason."""
    parts = [say(text("Turn {number}", number=view.turn_number))]
    if view.phase == "over":
        reason = _REASONS.get(view.reason)
        return " · ".join(parts + ([say(reason)] if reason else []))
    if view.closing:
        parts.append(say(text("Last Battle in {n} turn", "Last Battle in {n} turns", n=view.closing)))
    elif view.extra:
        parts.append(say(text("extra turns")))
    elif acting(view):
        parts.append(say(_PHASES.get(view.phase, Text(view.phase))))
    return " · ".join(parts)


def counts(view: MonolithView, seat: SeatView, say: Say) -> tuple[str, ...]:
    """The number of tiles in a seat's pile, its discards and its hand, the latter with its limit."""
    limit = CONTENT.tactical_hand if view.tactical else CONTENT.hand
    return (
        say(text("Pile {count}", count=seat.pile)),
        say(text("Discards {count}", count=len(seat.discards))),
        say(text("Hand {count}/{limit}", count=len(seat.hand), limit=limit)),
    )
