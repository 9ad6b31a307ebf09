"""The battle: effects at its start, then segments from the highest initiative down to 0 (monolith B2).

Everything in a segment is judged as things stood when it began: who is netted or disarmed, which bonuses work (B3, B5).
"""

from __future__ import annotations

from engine.core.ask import Ask, Event, Script
from engine.monolith.attacks import AIMS, Strike, aimed, enemies, strikes
from engine.monolith.board import STEP
from engine.monolith.data.content import IS_BANNER, KINDS, LIGHTNING, SIDES
from engine.monolith.hits import CODES, KILL, POISON, Hit, about, option, struck, told
from engine.monolith.influence import INITIATIVE, WORKS, Influence, slots
from engine.monolith.state import State, Token
from engine.monolith.together import Choosing, side_by_side
from engine.monolith.wounds import resolve

_AT_START: tuple[bool, ...] = tuple("battle_start" in kind.traits for kind in KINDS)

Slot = tuple[Token, int]
"""A token and the number of one of its attacks: the printed initiatives first, then the extra attacks (I5)."""


def battle(s: State, cause: str = "order") -> Script[None]:
    """One battle. `cause` is `order`, `full` (no free field is left), `last` or `extra-last`."""
    yield Event("battle-begins", {"cause": cause})
    force = yield from start_effects(s, Influence(s))
    used: dict[int, int] = {}
    plan = schedule(force, used, None)
    while plan:
        segment = max(plan)
        attackers = [
            token for token, slot in plan.pop(segment) if force.on[token.at] is token and _attacks(used, token, slot)
        ]
        now = yield from fight(s, force, segment, attackers)
        if now is not force:
            force, plan = now, schedule(now, used, segment)
    yield Event("battle-ends", {"hit_points": list(s.hit_points)})


def start_effects(s: State, force: Influence) -> Script[Influence]:
    """Morlocks and poison, all at the same time (M1 to M6, V2); how things stand afterwards."""
    hits: list[Hit] = []
    leaving: list[int] = []
    events: list[Event] = []
    for token in force.on:
        if token is None:
            continue
        if token.poison:
            hits.append(Hit(POISON, token.id, token.poison))
            events.append(told("poison", token, wounds=token.poison))
        if _AT_START[token.kind] and token.id not in force.netted and token.id not in force.disarmed:
            for victim in _in_the_lightning(force, token):
                events.append(struck(token, victim, 0, "lightning"))
                leaving.append(token.id)
                if not IS_BANNER[victim.kind]:
                    hits.append(Hit(CODES[token.at], victim.id, KILL))
    if not events:
        return force
    yield Event("segment", {"value": "start"})
    yield from events
    return (yield from _settled(s, force, hits, leaving))


def _in_the_lightning(force: Influence, token: Token) -> list[Token]:
    """The enemy token that a Morlock points at, if there is one (M3)."""
    sides = LIGHTNING[token.kind][token.rot]
    there = (force.on[STEP[token.at][way]] for way in range(SIDES) if sides[way])
    return [one for one in there if one is not None and force.first[one.owner] != force.first[token.owner]]


def schedule(force: Influence, used: dict[int, int], below: int | None) -> dict[int, list[Slot]]:
    """By segment below the last one, the attacks that are still to come as things stand now (I4 to I6, N2, DI1)."""
    plan: dict[int, list[Slot]] = {}
    netted, disarmed = force.netted, force.disarmed
    shifted = force.given.get("initiative_plus", {}).keys() | force.given.get("extra_attack", {}).keys()
    for token in force.on:
        if token is None or not INITIATIVE[token.kind] or token.id in netted or token.id in disarmed:
            continue
        done = used.get(token.id, 0)
        for slot, value in enumerate(slots(force, token) if token.id in shifted else INITIATIVE[token.kind]):
            if not done >> slot & 1 and (below is None or value < below):
                if value in plan:
                    plan[value].append((token, slot))
                else:
                    plan[value] = [(token, slot)]
    return plan


def _attacks(used: dict[int, int], token: Token, slot: int) -> bool:
    """The attack is used up. An extra one is made only after an attack that was made (DA5)."""
    done = used.get(token.id, 0)
    if slot >= len(INITIATIVE[token.kind]) and not done:
        return False
    used[token.id] = done | 1 << slot
    return True


def fight(s: State, force: Influence, segment: int, attackers: list[Token]) -> Script[Influence]:
    """All attacks of one segment at once; how things stand after it."""
    assassins = [token for token in attackers if AIMS[token.kind]]
    found = [(token, strike) for token in attackers for strike in strikes(force, token)]
    if not found and not (assassins and any(enemies(force, token) for token in assassins)):
        return force
    yield Event("segment", {"value": segment})
    if assassins:
        found += yield from aims(force, assassins)
        found.sort(key=lambda pair: pair[0].at)
    hits = []
    for token, strike in found:
        target, strength, way, armor = strike
        yield struck(token, target, strength, way, armor)
        if strength > armor:
            hits.append(Hit(CODES[token.at], target.id, strength - armor, force.venom(token.id)))
    return (yield from _settled(s, force, hits, ()))


def aims(force: Influence, assassins: list[Token]) -> Script[list[tuple[Token, Strike]]]:
    """Every Assassin's owner picks its target before anything is hit (A5)."""
    found: list[tuple[Token, Strike]] = []

    def choosing(assassin: Token) -> Choosing:
        targets = enemies(force, assassin)
        if len(targets) > 1:
            options = [option(target) for target in targets]
            picked: int = yield Ask(assassin.owner, "monolith.assassin", options, about(assassin))
            targets = [force.token(picked)]
        found.extend((assassin, aimed(force, assassin, target)) for target in targets)

    yield from side_by_side([choosing(assassin) for assassin in assassins])
    return found


def _settled(s: State, force: Influence, hits: list[Hit], leaving: list[int] | tuple[()]) -> Script[Influence]:
    """The hits are carried out; who is freed or netted by that is so from the next segment on (N5, BN4)."""
    left = yield from resolve(s, hits, force, leaving)
    if not any(WORKS[token.kind] for token in left):
        for token in left:
            force.forget(token)
        return force
    now = Influence(s)
    if now.netted != force.netted:
        for one in now.on:
            if one is not None and (one.id in now.netted) != (one.id in force.netted):
                yield told("netted" if one.id in now.netted else "freed", one)
    return now
