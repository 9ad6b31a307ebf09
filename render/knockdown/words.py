"""The text in the picture; the caller translates it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.core.text import Say, Text, joined, text
from engine.knockdown.view import PRINTED_ATTACKS, PRINTED_FIGHTERS, AttackUnderway, AttackView, KnockdownView

ROW: Final = text("Attack Row")
SKILLS: Final = text("Skills")
ELIXIRS: Final = text("Elixirs")
HAND: Final = text("Hand")
DECK: Final = text("Deck")
DISCARDS: Final = text("Discarded")
DISTANCE: Final = text("Distance")
CANDLES: Final = text("Candles")
HEAVY: Final = text("heavy")
LIGHT: Final = text("light")
LAST_TEST: Final = text("Last test")
TEST: Final = text("Test")
INITIATIVE: Final = text("The player with the higher initiative starts round 1.")
DEALS: Final = text("deals")
DEALT: Final = text("dealt")
FROM_ROW: Final = text("From the Attack Row")
PAYABLE: Final = text("can be paid")
READY: Final = text("… and is in range")
START: Final = text("start space")
DARK: Final = text("dark column")
FACE_DOWN: Final = text("Face down")
ATTACK: Final = text("Attack card")
SPECIAL: Final = text("Special attack")
SKILL: Final = text("Skill")
FIGHTER: Final = text("Fighter")
TOKEN: Final = text("Token")
ELIXIR: Final = text("Elixir")
COST: Final = text("Cost")
SYMBOLS: Final = text("Symbols")
DAMAGE: Final = text("Damage")

_ORDER: Final = {card: number for number, card in enumerate(PRINTED_ATTACKS)}
_SEATS: Final = text("Player A"), text("Player B")
_PHASES: Final = {
    "fighters": text("choice of fighters"),
    "skills": text("choice of skills"),
    "pick": text("opening pick"),
}
_REASONS: Final = {
    "knock-out": text("knockout in the deciding round"),
    "cards": text("the cards ran out in the deciding round"),
    "stalled": text("a standstill in the deciding round"),
    "agreed": text("by agreement"),
    "resigned": text("by resignation"),
    "timeout": text("on time"),
}


def who(view: KnockdownView, seat: int) -> Text:
    """The name of a seat: its fighter, once that is revealed."""
    fighter = view.seats[seat].fighter
    return PRINTED_FIGHTERS[fighter].name if fighter else _SEATS[seat]


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """The cards in the order in which questions list them."""
    return tuple(sorted(cards, key=_ORDER.__getitem__))


def damage(attack: AttackView) -> list[Text]:
    """The damage of an attack in words."""
    found = []
    if attack.heavy:
        found.append(text("{n} heavy", "{n} heavy", n=attack.heavy))
    if attack.light:
        found.append(text("{n} light", "{n} light", n=attack.light))
    return found


def passes(chance: int) -> Text:
    """The chance to pass a test."""
    return text("Passes a test: {n}%", n=chance)


def hand_of(fighter: str) -> Text:
    return text("Hand of {side:gen}", side=PRINTED_FIGHTERS[fighter].name)


def specials_of(fighter: str) -> Text:
    return text("Special attacks of {side:gen}", side=PRINTED_FIGHTERS[fighter].name)


def source(view: KnockdownView, attack: AttackUnderway) -> Text:
    """The source of an attack: the row, or cards of the hand; for a Reaction also what it answers."""
    special = attack.attack not in PRINTED_ATTACKS
    if attack.paid:
        came = text("Paid with {cards}", cards=joined([PRINTED_ATTACKS[card].name for card in attack.paid]))
    else:
        came = text("To be paid") if special else FROM_ROW
    first = view.attacks[0]
    if first.attack == attack.attack:
        return came
    return text("{source}, in answer to {attack}", source=came, attack=_names()[first.attack])


def _names() -> dict[str, Text]:
    specials = {one.id: one.name for fighter in PRINTED_FIGHTERS.values() for one in fighter.specials}
    return {card: printed.name for card, printed in PRINTED_ATTACKS.items()} | specials


def acting(view: KnockdownView) -> tuple[int, ...]:
    """The seats that have a decision to make now, or that have won."""
    return view.winners if view.phase == "over" else tuple(dict.fromkeys(view.to_move or (view.turn,)))


def headline(view: KnockdownView, say: Say) -> str:
    """The headline: the side to act, or the winner."""
    seats = acting(view)
    if view.phase == "over":
        return say(text("{faction} wins", faction=who(view, seats[0])) if len(seats) == 1 else text("Draw"))
    if len(seats) > 1:
        return say(text("Both to move"))
    if view.phase == "turn" and seats != (view.turn,):
        return say(text("{faction} to answer", faction=who(view, seats[0])))
    return say(text("{faction} to move", faction=who(view, seats[0])))


def notes(view: KnockdownView, say: Say) -> list[str]:
    """The round and the turn, with what is left of it; at the end, the reason."""
    if view.phase == "over":
        return [say(_REASONS[view.reason])] if view.reason in _REASONS else []
    number = say(text("Round {number}", number=view.round))
    if view.phase in _PHASES:
        return [number, say(_PHASES[view.phase])]
    turn = say(text("Turn {number}", number=view.number))
    if acting(view) != (view.turn,):  # the remaining actions belong to the player on turn, not to the one who answers
        return [f"{number} · {turn}"]
    return [f"{number} · {turn}", say(text("{n} action left", "{n} actions left", n=view.actions))]
