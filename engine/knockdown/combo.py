"""The Combo action: special attacks and dashes in any order; and elixirs, which cost no action."""

from __future__ import annotations

from engine.core.ask import Ask, Option, Script, later
from engine.knockdown import options
from engine.knockdown.arena import DISTANCE, in_range
from engine.knockdown.attack import strike
from engine.knockdown.cards import discard, fighter_event, heal
from engine.knockdown.data.content import CARDS, ELIXIRS, FIGHTERS, SPECIALS, Attack
from engine.knockdown.effects import Blow
from engine.knockdown.movement import reach, walk
from engine.knockdown.payment import can_pay, with_symbol
from engine.knockdown.reactions import pay
from engine.knockdown.state import State, can_use, other, skill_op, use_once


def reaches(s: State, seat: int, attack: Attack) -> bool:
    """Whether the opponent is in range; once a turn Long Reach lets a Strike of range 1 reach distance 2."""
    here, there = s.seats[seat].at, s.seats[other(seat)].at
    return in_range(attack.range, here, there) or long_reach(s, seat, attack)


def long_reach(s: State, seat: int, attack: Attack) -> bool:
    """Whether only Long Reach brings the opponent into range."""
    here, there = s.seats[seat].at, s.seats[other(seat)].at
    short = attack.type == "strike" and attack.range.kind == "exact" and attack.range.n == 1
    return short and DISTANCE[here][there] == 2 and can_use(s, seat, "exact1_hits_2")


def specials(s: State, seat: int, done: list[str]) -> list[str]:
    """The special attacks that can be used now: in range, affordable, not in `done` (used in this Combo)."""
    return [
        one.id
        for one in FIGHTERS[s.seats[seat].fighter].special
        if one.type != "reaction" and one.id not in done and reaches(s, seat, one) and can_pay(s, seat, one.cost)
    ]


def can_dash(s: State, seat: int) -> bool:
    return bool(with_symbol(s, seat, "dash")) and bool(reach(s, seat, 1))


def can_combo(s: State, seat: int) -> bool:
    return can_dash(s, seat) or bool(specials(s, seat, []))


def links(s: State, seat: int, done: list[str], begun: bool) -> list[Option]:
    """The Combo's next options; once it has begun, elixirs and stopping as well."""
    found = [options.SPECIAL[one] for one in specials(s, seat, done)]
    if can_dash(s, seat):
        found.append(options.DASH)
    return [*found, *drinks(s, seat), options.STOP] if begun else found


def can_continue(s: State, seat: int, done: list[str]) -> bool:
    """Whether the Combo has any action left besides stopping."""
    return can_dash(s, seat) or bool(specials(s, seat, done)) or bool(drinks(s, seat))


def combo(s: State) -> Script[bool]:
    """Play a Combo until the player stops or nothing is left, with a rest after each link.

    Returns whether the opponent is knocked out.
    """
    seat, begun, done = s.turn, s.combo is not None, s.combo or []
    what, name = yield Ask(seat, "knockdown.combo", later(links, (s, seat, done, begun)))
    s.combo = None
    if what == "drink":
        yield from drink(s, name)
    elif what == "dash":
        yield from dash(s)
    elif what == "special":
        done.append(name)
        if (yield from special(s, SPECIALS[name])):
            return True
    if what != "stop" and can_continue(s, seat, done):
        s.combo = done
    elif done:
        yield from follow_through(s)
    return False


def special(s: State, attack: Attack) -> Script[bool]:
    """Pay for a special attack and resolve it; return whether the opponent is knocked out."""
    seat = s.turn
    if not in_range(attack.range, s.seats[seat].at, s.seats[other(seat)].at):
        use_once(s, seat, "exact1_hits_2")
    paid = yield from pay(s, seat, attack)
    blow = Blow(s, seat, attack, paid=paid)
    yield from strike(blow)
    return blow.out


def dash_cards(s: State, seat: int) -> list[Option]:
    return options.cards(with_symbol(s, seat, "dash"))


def dash(s: State) -> Script[None]:
    """Discard a card with the dash symbol to move one step."""
    seat = s.turn
    card: int = yield Ask(seat, "knockdown.dash-card", later(dash_cards, (s, seat)))
    yield discard(s, seat, [card], pays="dash")
    yield from walk(s, seat, 1, "dash", paid=[CARDS[card].id])


def follow_through(s: State) -> Script[None]:
    """The skill Follow Through: after a Combo with a special attack, remove one light damage or take one step."""
    seat = s.turn
    if skill_op(s, seat, "after_combo") is None:
        return
    choices = [options.HEAL, options.STEP] if reach(s, seat, 1) else [options.HEAL]
    if (yield Ask(seat, "knockdown.follow-through", choices)) == "heal":
        yield from heal(s, seat, 0, 1)
    else:
        yield from walk(s, seat, 1, "step")


def drinks(s: State, seat: int) -> list[Option]:
    """The player's elixirs that would have an effect now."""
    mine = s.seats[seat]
    return [options.DRINK[one] for one in mine.elixirs if not ELIXIRS[one].steps or reach(s, seat, ELIXIRS[one].steps)]


def drink(s: State, name: str) -> Script[None]:
    """Drink an elixir: apply it and return it to the supply."""
    seat, elixir = s.turn, ELIXIRS[name]
    s.seats[seat].elixirs.remove(name)
    yield fighter_event(s, "drank", seat, elixir=name)
    s.bile += elixir.heavy
    yield from heal(s, seat, 0, elixir.light)
    if elixir.steps:
        yield from walk(s, seat, elixir.steps, "step")
