"""Moving cards into and out of hands and from the Attack Row, and cubes on boards."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.ask import Ask, Event, Roll, Script
from engine.knockdown import options
from engine.knockdown.data.content import CARDS, Damage
from engine.knockdown.state import State, hand_limit, skill_value, skill_with, total, use_once, works_on


def fighter_event(s: State, what: str, seat: int, **args: object) -> Event:
    """An event about a player's fighter."""
    return Event(what, {"seat": seat, "fighter": s.seats[seat].fighter, **args})


def leave_row(s: State, card: int) -> None:
    s.row.remove(card)
    s.left = True


def gain(s: State, seat: int, card: int) -> Script[None]:
    """Put a card into the hand; above the hand limit the player discards one of all cards."""
    s.seats[seat].hand.append(card)
    yield fighter_event(s, "took", seat, card=CARDS[card].id)
    while len(s.seats[seat].hand) > hand_limit(s, seat):
        yield from discard_choice(s, seat, "knockdown.hand-limit")


def discard_choice(s: State, seat: int, prompt: str) -> Script[None]:
    """The player discards a card of their choice."""
    card: int = yield Ask(seat, prompt, options.cards(s.seats[seat].hand))
    yield discard(s, seat, [card])


def discard_random(s: State, seat: int) -> Script[None]:
    hand = sorted(s.seats[seat].hand)
    lot: int = yield Roll(len(hand))
    yield discard(s, seat, [hand[lot]])


def discard(s: State, seat: int, cards: Sequence[int], pays: str = "") -> Event:
    """Discard cards; `pays` names the special attack or `dash` that they pay for."""
    for card in cards:
        s.seats[seat].hand.remove(card)
        s.discards.append(card)
    return fighter_event(s, "discarded", seat, cards=[CARDS[card].id for card in cards], pays=pays)


def hurt(s: State, seat: int, damage: Damage, by: str, why: str = "") -> Script[None]:
    """Put damage on a fighter's board; a skill may ignore light damage of some attack types once a turn.

    `by` names the source: an attack type or another source. `why` names the condition that increased the damage.
    """
    heavy, light = damage.heavy, damage.light
    if light and works_on(s, seat, "ignore_light", by) and use_once(s, seat, "ignore_light"):
        ignored = min(light, skill_value(s, seat, "ignore_light"))
        light -= ignored
        yield fighter_event(s, "ignored", seat, skill=skill_with(s, seat, "ignore_light"), light=ignored)
    if heavy or light:
        s.seats[seat].heavy += heavy
        s.seats[seat].light += light
        yield fighter_event(s, "hurt", seat, heavy=heavy, light=light, by=by, why=why, total=total(s.seats[seat]))


def heal(s: State, seat: int, heavy: int, light: int) -> Script[None]:
    """Remove up to this much heavy and light damage from a fighter's board."""
    one = s.seats[seat]
    heavy, light = min(heavy, one.heavy), min(light, one.light)
    if heavy or light:
        one.heavy -= heavy
        one.light -= light
        yield fighter_event(s, "healed", seat, heavy=heavy, light=light, total=total(one))
