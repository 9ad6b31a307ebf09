"""Reactions: the defender's answers on the opponent's turn, with special attacks and cards of the row."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.ask import SHOW, Ask, Option, Script, later
from engine.knockdown import options
from engine.knockdown.arena import in_range
from engine.knockdown.cards import discard, fighter_event, gain, leave_row
from engine.knockdown.data.content import ATTACKS, CARD_OF, CARDS, FIGHTERS, Attack
from engine.knockdown.effects import Blow
from engine.knockdown.payment import can_pay, payments
from engine.knockdown.state import State

_SPECIALS = {
    one.id: tuple(special for special in one.special if special.trigger is not None) for one in FIGHTERS.values()
}
_CARDS = frozenset(number for number, card in enumerate(CARDS) if card.trigger is not None)
"""The Reactions among each fighter's special attacks, and among the attack cards."""


def called(attack: Attack, blow: Blow, windows: Sequence[str]) -> bool:
    """Whether this reaction's trigger has just happened."""
    trigger = attack.trigger
    return (
        trigger is not None
        and trigger.window in windows
        and trigger.by in ("any", blow.attack.type)
        and (trigger.window != "before_damage" or blow.heavy + blow.light > 0)
    )


def possible(blow: Blow, windows: Sequence[str]) -> list[str]:
    """The Reactions that the target could make now: special attacks it can pay for and cards of the row, in range."""
    s, seat = blow.s, blow.target
    here, there = s.seats[seat].at, s.seats[blow.seat].at
    own = [one for one in _SPECIALS[s.seats[seat].fighter] if called(one, blow, windows) and can_pay(s, seat, one.cost)]
    laid = [CARDS[card] for card in sorted(_CARDS.intersection(s.row)) if called(CARDS[card], blow, windows)]
    return [one.id for one in (*own, *laid) if in_range(one.range, here, there)]


def react(blow: Blow, windows: Sequence[str]) -> Script[Blow | None]:
    """Let the target answer an attack with one Reaction, which cannot be answered; return the Reaction to resolve."""
    s, seat = blow.s, blow.target
    found = possible(blow, windows) if blow.targets and blow.answers is None and not blow.answered else []
    if not found:
        return None
    if not s.seats[seat].standing.react:
        yield SHOW  # the automatic reply is the defender's secret until now
        return None
    choices = [*(options.REACTION[one] for one in found), options.NO_REACTION]
    about = (blow.attack.id, windows[0], s.seats[blow.seat].fighter)
    chosen: str = yield Ask(seat, "knockdown.react", choices, about)
    if not chosen:
        yield fighter_event(s, "passed", seat)
        return None
    blow.answered = True
    paid: Sequence[int] = ()
    if chosen in CARD_OF:
        leave_row(s, CARD_OF[chosen])
    else:
        paid = yield from pay(s, seat, ATTACKS[chosen])
    return Blow(s, seat, ATTACKS[chosen], answers=blow, paid=paid)


def settle(reaction: Blow) -> Script[None]:
    """Move a Reaction card taken from the row into the reacting player's hand."""
    if reaction.attack.id in CARD_OF:
        yield from gain(reaction.s, reaction.seat, CARD_OF[reaction.attack.id])


def ways_to_pay(s: State, seat: int, attack: Attack) -> list[Option]:
    return options.sets(payments(s, seat, attack.cost))


def pay(s: State, seat: int, attack: Attack) -> Script[Sequence[int]]:
    """Pay for a special attack with cards from the hand; return the cards."""
    cards: tuple[int, ...] = yield Ask(seat, "knockdown.pay", later(ways_to_pay, (s, seat, attack)), (attack.id,))
    yield discard(s, seat, cards, pays=attack.id)
    return cards
