"""The text in the picture; the caller translates it. Names come from the game's content."""

from __future__ import annotations

from typing import Final

from engine.core.text import Say, Text, text
from engine.monolith.view import MonolithView, SeatView
from render.monolith.tile_facts import printed

FACTIONS: Final[dict[str, Text]] = {
    "dragon_empire": text("Dragon Empire"),
    "lords_of_the_abyss": text("Lords of the Abyss"),
    "guardians_of_the_realm": text("Guardians of the Realm"),
    "harbingers_of_the_forest": text("Harbingers of the Forest"),
}

NAMES: Final[dict[str, Text]] = {
    "banner": text("Banner"),
    "pikeman": text("Pikeman"),
    "knight": text("Knight"),
    "dragon_rider": text("Dragon Rider"),
    "swordsman": text("Swordsman"),
    "landsknecht": text("Landsknecht"),
    "arquebusier": text("Arquebusier"),
    "mygalomorph": text("Mygalomorph"),
    "spike": text("Spike"),
    "chaos": text("Chaos"),
    "horror": text("Horror"),
    "nightmare": text("Nightmare"),
    "wraith": text("Wraith"),
    "demon": text("Demon"),
    "axeman": text("Axeman"),
    "crossbowman": text("Crossbowman"),
    "veteran": text("Veteran"),
    "golem": text("Golem"),
    "combat_platform": text("Combat Platform"),
    "pupil": text("Pupil"),
    "wyvern": text("Wyvern"),
    "morlock": text("Morlock"),
    "spark": text("Spark"),
    "hunter": text("Hunter"),
    "sorcerer": text("Sorcerer"),
    "herne": text("Herne"),
    "assassin": text("Assassin"),
    "wyrm": text("Wyrm"),
    "rune_minor_acceleration": text("Rune of Minor Acceleration"),
    "rune_greater_acceleration": text("Rune of Greater Acceleration"),
    "rune_regeneration": text("Rune of Regeneration"),
    "rune_agility": text("Rune of Agility"),
    "rune_strength": text("Rune of Strength"),
    "rune_charge": text("Rune of Charge"),
    "rune_disarmament": text("Rune of Disarmament"),
    "rune_teleportation": text("Rune of Teleportation"),
    "rune_double_attack": text("Rune of Double Attack"),
    "rune_reinforcement": text("Rune of Reinforcement"),
    "rune_penetration": text("Rune of Penetration"),
    "rune_accuracy": text("Rune of Accuracy"),
    "order_battle_or_charge": text("Battle/Charge"),
    "order_battle": text("Battle"),
    "order_move": text("Move"),
    "order_net": text("Net"),
    "order_push": text("Push"),
    "order_fire_concoction": text("Fire Concoction"),
    "order_entrenchment": text("Entrenchment"),
    "order_rotation": text("Rotation"),
    "order_false_order": text("False Order"),
    "order_precise_shot": text("Precise Shot"),
}
"""By the last part of a tile's id: tiles of one name are called the same in every faction."""

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
    return NAMES[printed(token).name]


def short_name(token: str) -> Text:
    """Without the word Rune: on the board one sees that it is one."""
    last = printed(token).name
    return _SHORT.get(last, NAMES[last])


def who(seat: SeatView) -> Text:
    """A seat by its faction, or by its letter before it has one."""
    return FACTIONS.get(seat.faction, _SEATS[seat.seat])


def acting(view: MonolithView) -> tuple[int, ...]:
    """The seats that are to do something now; in a battle that asks nobody, none."""
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
        return say(NAMES["order_battle"])
    if len(movers) > 1:
        return say(text("Everyone to move") if len(movers) > 2 else text("Both to move"))
    mover = who(seats[movers[0]])
    if movers[0] == view.turn:
        return say(text("{faction} to move", faction=mover))
    return say(text("{faction} to answer", faction=mover))


def subline(view: MonolithView, say: Say) -> str:
    """The turn and what is done in it, and how near the end is; at the end, why it ended."""
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
    """How many tiles lie in a seat's pile, in its discards and, of so many, in its hand."""
    return (
        say(text("Pile {count}", count=seat.pile)),
        say(text("Discards {count}", count=len(seat.discards))),
        say(text("Hand {count}/{limit}", count=len(seat.hand), limit=6 if view.tactical else 3)),
    )
