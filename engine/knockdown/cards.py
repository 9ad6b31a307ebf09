"""Moving cards into and out of hands and from the Attack Row, and cubes on boards."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.ask import Ask, Event, Roll, Script
from engine.knockdown import options
from engine.knockdown.data.content import CARDS, Damage
from engine.knockdown.state import State, hand_limit, skill_value, skill_with, total, use_once, works_on


def told(s: State, what: str, seat: int, **args: object) -> Event:
    """Something that a player's fighter did or suffered."""
    return Event(what, {"seat": seat, "fighter": s.seats[seat].fighter, **args})


def leave_row(s: State, card: int) -> None:
    s.row.remove(card)
    s.left = True


def gain(s: State, seat: int, card: int) -> Script[None]:
    """A card comes into the hand; above the limit one goes at once, any of them."""
    s.seats[seat].hand.append(card)
    yield told(s, "took", seat, card=CARDS[card].id)
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
    """`pays`: the special attack or the dash that is paid for."""
    for card in cards:
        s.seats[seat].hand.remove(card)
        s.discards.append(card)
    return told(s, "discarded", seat, cards=[CARDS[card].id for card in cards], pays=pays)


def hurt(s: State, seat: int, damage: Damage, by: str, why: str = "") -> Script[None]:
    """Cubes onto a fighter's board. `by` says what dealt them: an attack type, or another source; `why` it is more.

    A skill may ignore light damage of some types of attack once a turn.
    """
    heavy, light = damage.heavy, damage.light
    if light and works_on(s, seat, "ignore_light", by) and use_once(s, seat, "ignore_light"):
        ignored = min(light, skill_value(s, seat, "ignore_light"))
        light -= ignored
        yield told(s, "ignored", seat, skill=skill_with(s, seat, "ignore_light"), light=ignored)
    if heavy or light:
        s.seats[seat].heavy += heavy
        s.seats[seat].light += light
        yield told(s, "hurt", seat, heavy=heavy, light=light, by=by, why=why, total=total(s.seats[seat]))


def heal(s: State, seat: int, heavy: int, light: int) -> Script[None]:
    """As many cubes as there are, up to these."""
    one = s.seats[seat]
    heavy, light = min(heavy, one.heavy), min(light, one.light)
    if heavy or light:
        one.heavy -= heavy
        one.light -= light
        yield told(s, "healed", seat, heavy=heavy, light=light, total=total(one))
