"""The battle: effects at its start, then segments from the highest initiative down to 0 (monolith B2).

Everything in a segment is judged by the position at its beginning: which tiles are netted or disarmed, which bonuses
work (B3, B5).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.core.ask import Ask, Event, Option, Script, later
from engine.monolith.attacks import AIMS, Strike, aimed_strike, strikes
from engine.monolith.board import STEP
from engine.monolith.data.content import IS_BANNER, KINDS, LIGHTNING, SIDES
from engine.monolith.hits import CODES, KILL, POISON, Hit, about, option, struck, tile_event
from engine.monolith.influence import INITIATIVE, WORKS, Influence, slots
from engine.monolith.state import OFF, Battle, State, Token, by_id, team_of
from engine.monolith.together import Choosing, side_by_side
from engine.monolith.wounds import poison_left, resolve

_AT_START: tuple[bool, ...] = tuple("battle_start" in kind.traits for kind in KINDS)

Slot = tuple[Token, int]
"""A tile and the number of one of its attacks: the printed initiatives first, then the extra attacks (I5)."""
Landing = tuple[Token, Strike]
"""A tile and one strike of its attack."""
Aimed = tuple[Token, Token]
"""An Assassin and its target."""


def battle(s: State, cause: str = "order") -> Script[None]:
    """Fight one whole battle. `cause` is `order`, `full` (no free space is left), `last` or `extra-last`."""
    s.battle = None
    yield from fight(s, cause)
    while s.battle is not None:
        yield from fight(s, cause)


def fight(s: State, cause: str) -> Script[None]:
    """Fight to the end of the battle, or to the rest before the next segment in which a player may have to choose."""
    made: dict[int, int] = {}
    below = None
    if s.battle is None:
        yield Event("battle-begins", {"cause": cause})
        force = yield from start_effects(s, Influence(s))
    else:
        below, made = s.battle.segment, s.battle.made
        force = yield from segment_with_choices(s, s.battle)
    plan = schedule(force, made, below)
    while plan:
        segment = max(plan)
        ready = [one for one in plan.pop(segment) if force.on[one[0].at] is one[0] and is_made(made, *one)]
        attackers, attacks = [token for token, _ in ready], [(token.id, slot) for token, slot in ready]
        found = reached(force, attackers)
        if may_choose(s, force, attackers, found):
            rest_before(s, segment, attacks, made)
            return
        use_up(made, attacks)
        aimed = yield from aims(s, attackers)
        if found or aimed:
            yield Event("segment", {"value": segment})
            now = yield from strike(s, force, found, aimed)
            if now is not force:
                force, plan = now, schedule(now, made, segment)
    yield Event("battle-ends", {"hit_points": list(s.hit_points)})


def start_effects(s: State, force: Influence) -> Script[Influence]:
    """Carry out lightning (Morlocks) and poison at the same time (M1 to M6, V2); return the influence after that."""
    hits: list[Hit] = []
    leaving: list[int] = []
    events: list[Event] = []
    for token in force.on:
        if token is None:
            continue
        if token.poison:
            hits.append(Hit(POISON, token.id, token.poison))
            events.append(tile_event("poison", token, wounds=token.poison))
        if _AT_START[token.kind] and token.id not in force.netted and token.id not in force.disarmed:
            for victim in _lightning_target(force, token):
                events.append(struck(token, victim, 0, "lightning"))
                leaving.append(token.id)
                if not IS_BANNER[victim.kind]:
                    hits.append(Hit(CODES[token.at], victim.id, KILL))
    if not events:
        return force
    yield Event("segment", {"value": "start"})
    yield from events
    return (yield from _carry_out(s, force, hits, leaving))


def _lightning_target(force: Influence, token: Token) -> list[Token]:
    """The enemy tile that a Morlock points at, as a list of one or none (M3)."""
    sides = LIGHTNING[token.kind][token.rot]
    there = (force.on[STEP[token.at][way]] for way in range(SIDES) if sides[way])
    return [one for one in there if one is not None and force.first[one.owner] != force.first[token.owner]]


def schedule(force: Influence, used: dict[int, int], below: int | None) -> dict[int, list[Slot]]:
    """The attacks still to come below segment `below`, by segment, with the current influence (I4 to I6, N2, DI1)."""
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


def is_made(made: Mapping[int, int], token: Token, slot: int) -> bool:
    """Whether an attack is made when its segment comes; an extra attack needs an earlier attack that was made (DA5)."""
    return slot < len(INITIATIVE[token.kind]) or bool(made.get(token.id))


def due(force: Influence, made: dict[int, int], segment: int) -> list[tuple[int, int]]:
    """The attacks of a segment with the influence as it is now: ids of tiles and the numbers of their attacks."""
    plan = schedule(force, made, segment + 1)
    return [(token.id, slot) for token, slot in plan.get(segment, ()) if is_made(made, token, slot)]


def use_up(made: dict[int, int], attacks: Iterable[tuple[int, int]]) -> None:
    """Record attacks as made: ids of tiles and the numbers of their attacks."""
    for number, slot in attacks:
        made[number] = made.get(number, 0) | 1 << slot


def reached(force: Influence, attackers: Sequence[Token]) -> list[Landing]:
    """Every strike of the melee and ranged attacks of a segment, with its attacker."""
    return [(token, strike) for token in attackers for strike in strikes(force, token)]


def may_choose(s: State, force: Influence, attackers: Sequence[Token], found: Sequence[Landing]) -> bool:
    """Whether a segment may ask a player: an Assassin's owner, runes' owners, or one short of Poison markers."""
    if any(AIMS[token.kind] and len(enemies(s, token)) > 1 for token in attackers):
        return True
    served = force.given.get("regeneration")
    if served and any(strike.target.id in served for _, strike in found):
        return True
    venomous = sum(force.venom(token.id) for token, _ in found)
    return venomous > 0 and venomous > poison_left(s)


def rest_before(s: State, segment: int, attacks: list[tuple[int, int]], made: Mapping[int, int]) -> None:
    """Store the battle before the segment, for a rest; tiles that have left the board no longer attack."""
    living = {token.id for token in s.tokens}
    s.battle = Battle(segment, attacks, {number: slots for number, slots in made.items() if number in living})


def segment_with_choices(s: State, under_way: Battle) -> Script[Influence]:
    """Fight the segment after a rest. Assassins pick their targets before the influence is computed."""
    standing = {token.id: token for token in s.tokens}
    attackers = [standing[number] for number, _ in under_way.attackers]
    yield Event("segment", {"value": under_way.segment})
    aimed = yield from aims(s, attackers)
    force = Influence(s)
    now = yield from strike(s, force, reached(force, attackers), aimed)
    use_up(under_way.made, under_way.attackers)
    s.battle = None
    return now


def aims(s: State, attackers: Sequence[Token]) -> Script[list[Aimed]]:
    """Ask every Assassin's owner for a target before anything is hit (A5)."""
    found: list[Aimed] = []

    def choosing(assassin: Token) -> Choosing:
        targets = enemies(s, assassin)
        if len(targets) > 1:
            choices = later(_targets, (targets,), True)
            picked: int = yield Ask(assassin.owner, "monolith.assassin", choices, about(assassin))
            targets = [by_id(s, picked)]
        found.extend((assassin, target) for target in targets)

    assassins = [token for token in attackers if AIMS[token.kind]]
    if assassins:
        yield from side_by_side([choosing(assassin) for assassin in assassins])
    return found


def _targets(targets: Sequence[Token]) -> list[Option]:
    """Options for target tiles, by space."""
    return [option(target) for target in sorted(targets, key=_field)]


def enemies(s: State, token: Token) -> list[Token]:
    """All enemy tiles on the board."""
    team = s.teams[team_of(s, token.owner)]
    return [other for other in s.tokens if other.owner not in team and other.at != OFF]


def _field(token: Token) -> int:
    return token.at


def strike(s: State, force: Influence, found: list[Landing], aimed: Sequence[Aimed]) -> Script[Influence]:
    """Resolve all attacks of one segment at once; return the influence after it."""
    found = [*found, *((token, aimed_strike(force, token, target)) for token, target in aimed)]
    found.sort(key=lambda pair: pair[0].at)
    hits = []
    for token, blow in found:
        target, strength, way, armor = blow
        yield struck(token, target, strength, way, armor)
        if strength > armor:
            hits.append(Hit(CODES[token.at], target.id, strength - armor, force.venom(token.id)))
    return (yield from _carry_out(s, force, hits, ()))


def _carry_out(s: State, force: Influence, hits: list[Hit], leaving: list[int] | tuple[()]) -> Script[Influence]:
    """Carry out the hits; tiles freed or netted by them count as such from the next segment on (N5, BN4)."""
    left = yield from resolve(s, hits, force, leaving)
    if not any(WORKS[token.kind] for token in left):
        for token in left:
            force.forget(token)
        return force
    now = Influence(s)
    if now.netted != force.netted:
        for one in now.on:
            if one is not None and (one.id in now.netted) != (one.id in force.netted):
                yield tile_event("netted" if one.id in now.netted else "freed", one)
    return now
