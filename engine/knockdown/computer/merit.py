"""The gain of a decision in a few words, for hints and reviews."""

from __future__ import annotations

from engine.core.text import Text, joined, text
from engine.knockdown.arena import dark
from engine.knockdown.data.content import ATTACK_NAME, ATTACKS, FIGHTER_NAME, FIGHTERS
from engine.knockdown.ko import bonus, chance
from engine.knockdown.payment import can_pay
from engine.knockdown.state import State, Underway, other, skill_op, total


def merit(before: State, after: State, seat: int) -> Text | None:
    """The decision's most important gain for the seat; None if there is none worth naming."""
    if after.outcome is not None:
        return text("wins the match") if seat in after.outcome.winners else None
    if after.seats[seat].victories > before.seats[seat].victories:
        return text("wins the round")
    if after.round != before.round or after.phase not in ("refill", "turn"):
        return None
    found = _called_test(after, seat) or _damage_dealt(before, after, seat)
    return found or _prevented_damage(before, after, seat) or _own_gain(before, after, seat)


def _called_test(after: State, seat: int) -> Text | None:
    """A Knockdown Test that is about to be taken."""
    for one in after.underway[:1]:
        if one.seat == seat and one.dealt and ATTACKS[one.attack].ko and not one.tested and not one.spared:
            target = other(seat)
            passes = chance(total(after.seats[target]) - bonus(after, seat, target))
            name = FIGHTER_NAME[after.seats[target].fighter]
            return text("calls for a Knockdown Test ({fighter}: {chance}% to pass)", fighter=name, chance=passes)
    return None


def _damage_dealt(before: State, after: State, seat: int) -> Text | None:
    """Damage dealt to the opponent and damage of attacks on the way."""
    was, now = before.seats[other(seat)], after.seats[other(seat)]
    dealt = now.heavy - was.heavy, now.light - was.light
    coming = [one for one in after.underway if one.seat == seat and not one.dealt and not _was_under_way(before, one)]
    aimed = sum(one.heavy for one in coming), sum(one.light for one in coming)
    if any(aimed):
        return text("attacks the opponent for {damage}", damage=_damage(dealt[0] + aimed[0], dealt[1] + aimed[1]))
    if dealt[0] > 0 or (not dealt[0] and dealt[1] > 0):
        return text("deals {damage} to the opponent", damage=_damage(dealt[0], max(0, dealt[1])))
    if now.poison > was.poison:
        return text("poisons the opponent")
    if now.curse > was.curse:
        return text("curses the opponent")
    return None


def _was_under_way(before: State, one: Underway) -> bool:
    """Whether the attack was already under way before the decision."""
    return any(was.seat == one.seat and was.attack == one.attack and not was.dealt for was in before.underway)


def _prevented_damage(before: State, after: State, seat: int) -> Text | None:
    """Damage that a block or a Reaction takes out of an attack on the seat."""
    was = [one for one in before.underway if one.seat != seat and not one.dealt]
    if not was:
        return None
    now = next((one for one in after.underway if one.attack == was[0].attack), None)
    own, then = after.seats[seat], before.seats[seat]
    left = now.heavy + now.light if now is not None and not now.dealt else total(own) - total(then)
    stopped = was[0].heavy + was[0].light - left
    return text("stops {n} damage", "stops {n} damage", n=stopped) if stopped > 0 else None


def _own_gain(before: State, after: State, seat: int) -> Text | None:
    """Gains for the player's own fighter: less damage, leaving the dark, cards for the K.O."""
    was, now = before.seats[seat], after.seats[seat]
    if total(now) < total(was):
        return text("heals {n} damage", "heals {n} damage", n=total(was) - total(now))
    special = next(one for one in FIGHTERS[now.fighter].special if one.ko)
    if can_pay(after, seat, special.cost) and not can_pay(before, seat, special.cost):
        return text("collects the cards for {attack:acc}", attack=ATTACK_NAME[special.id])
    was_dark, is_dark = dark(was.at, before.candles), dark(now.at, after.candles)
    if was_dark and not is_dark and skill_op(after, seat, "ignore_menhir") is None:
        return text("brings your fighter back to the light")
    return None


def _damage(heavy: int, light: int) -> Text:
    """An amount of heavy and light damage in words."""
    found = [(text("{n} heavy damage", "{n} heavy damage", n=heavy), heavy)]
    found.append((text("{n} light damage", "{n} light damage", n=light), light))
    parts = [one for one, n in found if n]
    return joined(parts, " + ") if len(parts) > 1 else parts[0]
