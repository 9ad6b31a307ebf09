"""Blocking: which attacks can be blocked, with which cards, damage and effect separately."""

from __future__ import annotations

from engine.core.ask import SHOW, Ask, Script
from engine.knockdown import options
from engine.knockdown.cards import discard, fighter_event
from engine.knockdown.data.content import CARDS, CONTENT
from engine.knockdown.effects import Blow
from engine.knockdown.payment import with_symbol
from engine.knockdown.state import State, skill_op, skill_value


def blockable(blow: Blow) -> bool:
    """Whether the attack can be blocked: Strikes, with Ward Sense Abilities too; never Reactions or harmless ones."""
    kind = blow.attack.type
    if not blow.targets:
        return False
    return kind == "strike" or (kind == "ability" and skill_op(blow.s, blow.target, "block_abilities") is not None)


def cuts(s: State, seat: int, left: int, heavy: int, light: int) -> list[tuple[int, int]]:
    """The heavy and light damage that a block can ignore with `left` cards still in hand.

    Two cards stop one heavy damage, one card stops one light damage, each card once. Cuts that stop less than another
    are left out.
    """
    left += skill_value(s, seat, "block_bonus_cards")
    if s.block == "both":
        heavy, light = min(heavy, left // CONTENT.cards_per_heavy), min(light, left // CONTENT.cards_per_light)
        return [(heavy, light)] if heavy or light else []
    found = []
    for h in range(min(heavy, left // CONTENT.cards_per_heavy), -1, -1):
        found.append((h, min(light, (left - h * CONTENT.cards_per_heavy) // CONTENT.cards_per_light)))
    best = [one for one in found if not any(_more(other, one) for other in found)]
    return [one for one in best if any(one)]


def _more(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one != other and one[0] >= other[0] and one[1] >= other[1]


Cuts = tuple[tuple[int, int], ...]
"""The cuts a block can choose from, each as heavy and light damage."""


def ways(blow: Blow) -> dict[str, Cuts]:
    """The useful ways to block (`damage`, `effect`, `both`), each with the cuts to choose from."""
    s, seat = blow.s, blow.target
    if not blockable(blow):
        return {}
    shields, hand = len(with_symbol(s, seat, "block")), len(s.seats[seat].hand)
    found: dict[str, Cuts] = {}
    if shields >= 1 and (spread := cuts(s, seat, hand - 1, blow.heavy, blow.light)):
        found["damage"] = tuple(spread)
    if shields >= 1 and blow.attack.effect:
        found["effect"] = ()
    if shields >= 2 and blow.attack.effect and (spread := cuts(s, seat, hand - 2, blow.heavy, blow.light)):
        found["both"] = tuple(spread)
    return found


def block(blow: Blow) -> Script[bool]:
    """Let the defender block with cards; return whether the attack's effect is canceled."""
    s, seat = blow.s, blow.target
    found = ways(blow)
    least = s.seats[seat].standing.least_cut
    if not found:
        return False
    if least and max(map(sum, found.get("damage", ())), default=0) < least:
        yield SHOW  # the automatic reply is the defender's secret until now
        return False
    attacker = s.seats[blow.seat].fighter
    about = (blow.attack.id, str(blow.heavy), str(blow.light), attacker)
    shields = with_symbol(s, seat, "block")
    only = shields[0] if len(shields) == 1 else options.NOTHING
    choices = [options.block(way, spread, only) for way, spread in found.items()]
    way: str = yield Ask(seat, "knockdown.block", [*choices, options.NO_BLOCK], about)
    if way == "none":
        return False
    for purpose in ("damage", "effect") if way == "both" else (way,):
        held = options.cards(with_symbol(s, seat, "block"))
        card: int = yield Ask(seat, "knockdown.block-card", held, (blow.attack.id, purpose, attacker))
        yield discard(s, seat, [card])
    if way != "effect":
        choices = [options.cut(*one) for one in cuts(s, seat, len(s.seats[seat].hand), blow.heavy, blow.light)]
        heavy, light = yield Ask(seat, "knockdown.cut", choices, about)
        blow.lose(heavy, light)
        yield fighter_event(s, "blocked", seat, heavy=heavy, light=light)
    if way != "damage":
        yield fighter_event(s, "cancelled", seat, attack=blow.attack.id)
    return way != "damage"


assert any("block" in card.symbols for card in CARDS)
