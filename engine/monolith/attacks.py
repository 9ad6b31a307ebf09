"""The targets and strengths of a tile's attacks: melee, ranged, armor, penetration (monolith A1 to A5, O5, BN2)."""

from __future__ import annotations

from typing import NamedTuple

from engine.monolith.board import RAY, STEP
from engine.monolith.data.content import ARMOR, IS_BANNER, KINDS, MELEE, RANGED, SIDES, Sides
from engine.monolith.influence import Influence
from engine.monolith.state import Token

AIMS: tuple[bool, ...] = tuple("any_target_melee" in kind.traits for kind in KINDS)
"""By kind, whether it is an Assassin, whose attack goes to any one enemy tile."""
_AIMED_STRENGTH = 1


class Strike(NamedTuple):
    """An attack that reaches a tile."""

    target: Token
    strength: int
    way: str
    """`melee`, `ranged` or `assassin`."""
    armor: int
    """How much of the strength is stopped by the target's armor."""


def _attacks(table: tuple[tuple[Sides, ...], ...]) -> tuple[tuple[tuple[tuple[int, int], ...], ...], ...]:
    """By kind and rotation, the attacking directions with their strengths."""
    return tuple(
        tuple(tuple((way, sides[way]) for way in range(SIDES) if sides[way]) for sides in rotations)
        for rotations in table
    )


_MELEE, _RANGED = _attacks(MELEE), _attacks(RANGED)


def strikes(force: Influence, token: Token) -> list[Strike]:
    """Every strike of the tile's melee and ranged attacks, in all directions at once (A1, A2, B6)."""
    on, first = force.on, force.first
    kind, rot, at = token.kind, token.rot, token.at
    side = first[token.owner]
    found = []
    if melee := _MELEE[kind][rot]:
        plus = force.melee_plus(token.id)
        steps, banner = STEP[at], IS_BANNER[kind]
        for way, strength in melee:
            target = on[steps[way]]
            if target is not None and first[target.owner] != side and not (banner and IS_BANNER[target.kind]):
                found.append(Strike(target, strength + plus, "melee", 0))
    if ranged := _RANGED[kind][rot]:
        plus = force.ranged_plus(token.id)
        through = force.penetration(token.id)
        for way, strength in ranged:
            if through:
                strength = 1
            for field in RAY[at][way]:
                target = on[field]
                if target is not None and first[target.owner] != side:
                    armor = ARMOR[target.kind][target.rot][(way + 3) % SIDES]
                    found.append(Strike(target, strength + plus, "ranged", armor))
                    if not through:
                        break
    return found


def aimed_strike(force: Influence, token: Token, target: Token) -> Strike:
    """The Assassin's strike: a melee attack at any distance, so armor does not matter (A5)."""
    return Strike(target, _AIMED_STRENGTH + force.melee_plus(token.id), "assassin", 0)
