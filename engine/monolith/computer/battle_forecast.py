"""A forecast of a battle on the current board in a few microseconds, for evaluation.

The same rules as `battle`, without events and questions: Assassins take the most valuable victim, Runes of Regeneration
save what they can, Poison markers never run short.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from engine.monolith.board import RAY, STEP
from engine.monolith.data.content import ARMOR, IS_BANNER, KINDS, LIGHTNING, MELEE, RANGED, SIDES
from engine.monolith.influence import INITIATIVE, LINK_WAYS, NET_WAYS, WORKS, with_extra
from engine.monolith.nets import netted_tiles
from engine.monolith.state import Token

_FIELDS = len(STEP)
_TOUGHNESS: tuple[int, ...] = tuple(kind.toughness for kind in KINDS)
_VENOM: tuple[bool, ...] = tuple("venom" in kind.traits for kind in KINDS)
_AIMS: tuple[bool, ...] = tuple("any_target_melee" in kind.traits for kind in KINDS)
_STARTS: tuple[bool, ...] = tuple("battle_start" in kind.traits for kind in KINDS)
_NETS: tuple[bool, ...] = tuple(any(kind.net) for kind in KINDS)
_VALUE: tuple[int, ...] = tuple(kind.value for kind in KINDS)
_ON_ENEMIES: tuple[bool, ...] = tuple(kind.reach == "enemy_linked" for kind in KINDS)

MELEE_PLUS, RANGED_PLUS, BOTH_PLUS, INITIATIVE_PLUS, EXTRA, THROUGH, TOUGH, VENOMOUS, REGENERATES, DISARM = range(10)
_EFFECTS = {
    "melee_strength_plus": MELEE_PLUS,
    "ranged_strength_plus": RANGED_PLUS,
    "melee_and_ranged_strength_plus": BOTH_PLUS,
    "initiative_plus": INITIATIVE_PLUS,
    "extra_attack": EXTRA,
    "ranged_penetration": THROUGH,
    "grant_toughness": TOUGH,
    "grant_venom": VENOMOUS,
    "regeneration": REGENERATES,
    "disarm": DISARM,
}
_GIVES: tuple[int, ...] = tuple(_EFFECTS.get(kind.effect, -1) if any(kind.links) else -1 for kind in KINDS)
"""By kind, the effect that it gives to others in a battle; −1 for none."""

VALUE: tuple[float, ...] = tuple(
    0.0
    if kind.kind in ("order", "banner")
    else (1.0 + 0.15 * (sum(kind.melee) + sum(kind.ranged)) if kind.kind == "champion" else 0.9) + 0.3 * kind.toughness
    for kind in KINDS
)
"""Rough value of a tile on the board; a plain champion is 1."""
_BANNER_WOUND = 0.8
"""Value of a Banner's wound on the same scale."""


class Reach(NamedTuple):
    """The spaces that a tile points at, without those off the board."""

    melee: tuple[tuple[int, int], ...]
    """Spaces and strengths."""
    ranged: tuple[tuple[tuple[int, ...], int, int], ...]
    """The spaces of the line, the strength, and the side where armor would stop it."""
    nets: tuple[int, ...]
    links: tuple[int, ...]
    lightning: tuple[int, ...]


@cache
def reach(kind: int, rot: int, at: int) -> Reach:
    """The spaces that a tile of this kind and rotation reaches from a space."""
    steps, rays = STEP[at], RAY[at]

    def near(ways: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(steps[way] for way in ways if 0 <= steps[way] < _FIELDS)

    melee, ranged = MELEE[kind][rot], RANGED[kind][rot]
    return Reach(
        tuple((steps[way], melee[way]) for way in range(SIDES) if melee[way] and 0 <= steps[way] < _FIELDS),
        tuple((tuple(rays[way]), ranged[way], (way + 3) % SIDES) for way in range(SIDES) if ranged[way] and rays[way]),
        near(NET_WAYS[kind][rot]),
        near(LINK_WAYS[kind][rot]),
        near(tuple(way for way in range(SIDES) if LIGHTNING[kind][rot][way])),
    )


class Aftermath(NamedTuple):
    """The result of a forecast battle."""

    losses: tuple[int, int]
    """Hit points lost, by team."""
    fallen: tuple[Token, ...]
    poisoned: tuple[int, int]
    """New Poison markers on the tiles of each team."""
    idle: tuple[Token, ...]
    """Tiles that were netted or disarmed when it began."""


On = list[Token | None]
Given = list[dict[int, int] | None]


class Clash:
    """A battle fought on the tiles as they stand; the tiles are not changed."""

    __slots__ = ("fallen", "first", "given", "idle", "losses", "on", "poisoned", "served", "still", "used", "wounds")

    def __init__(self, tokens: list[Token], first: list[bool]) -> None:
        self.first = first
        self.on: On = [None] * _FIELDS
        self.wounds: dict[int, int] = {}
        """Wounds by space, without those that a marker takes."""
        self.losses = [0, 0]
        self.poisoned = [0, 0]
        self.fallen: list[Token] = []
        self.used: dict[int, int] = {}
        self.given: Given = [None] * 10
        self.served: dict[int, list[int]] = {}
        self.still: set[int] = set()
        on = self.on
        for token in tokens:
            if token.at >= 0:
                on[token.at] = token
                if token.wounds or token.trench:
                    self.wounds[token.at] = token.wounds - token.trench
        self._influence()
        self.idle = tuple(token for token in on if token is not None and token.at in self.still)

    def fight(self) -> Aftermath:
        """Fight from the start effects down to segment 0."""
        self._start()
        plan = self._schedule(99)
        while plan:
            segment = max(plan)
            if self._segment(plan.pop(segment)):
                plan = self._schedule(segment)
        losses, poisoned = self.losses, self.poisoned
        return Aftermath((losses[0], losses[1]), tuple(self.fallen), (poisoned[0], poisoned[1]), self.idle)

    def _influence(self) -> None:
        """Compute nets, disarmament and the effects of runes and Banners."""
        on, first = self.on, self.first
        nets: dict[int, list[int]] = {}
        givers: list[Token] = []
        bound: list[int] = []
        for token in on:
            if token is None:
                continue
            kind = token.kind
            if WORKS[kind]:
                if _NETS[kind]:
                    side = first[token.owner]
                    aims = reach(kind, token.rot, token.at).nets
                    nets[token.at] = [
                        field for field in aims if (one := on[field]) is not None and first[one.owner] != side
                    ]
                elif _GIVES[kind] >= 0:
                    givers.append(token)
            if token.net:
                bound.append(token.at)
        still: set[int] = netted_tiles(nets, bound) if nets else set(bound)
        given: Given = [None] * 10
        served: dict[int, list[int]] = {}
        for token in givers:
            kind, at = token.kind, token.at
            if at in still:
                continue
            effect, value = _GIVES[kind], _VALUE[kind]
            wanted = first[token.owner] != _ON_ENEMIES[kind]
            found = given[effect]
            if found is None:
                found = given[effect] = {}
            for field in reach(kind, token.rot, at).links:
                other = on[field]
                if other is not None and first[other.owner] == wanted:
                    found[field] = found.get(field, 0) + value
                    if effect == REGENERATES:
                        served.setdefault(field, []).append(at)
        if disarmed := given[DISARM]:
            still = still.union(disarmed)
        self.given, self.served, self.still = given, served, still

    def _start(self) -> None:
        """Carry out poison and lightning (Morlocks) at the same time."""
        on, first = self.on, self.first
        hits: dict[int, list[tuple[int, bool]]] = {}
        leaving: list[int] = []
        for token in on:
            if token is None:
                continue
            if token.poison:
                hits.setdefault(token.at, []).append((token.poison, False))
            if _STARTS[token.kind] and token.at not in self.still:
                for field in reach(token.kind, token.rot, token.at).lightning:
                    other = on[field]
                    if other is not None and first[other.owner] != first[token.owner]:
                        leaving.append(token.at)
                        if not IS_BANNER[other.kind]:
                            hits.setdefault(field, []).append((99, False))
        if hits or leaving:
            self._resolve(hits, leaving)

    def _schedule(self, below: int) -> dict[int, list[tuple[Token, int]]]:
        """By segment, the attacks still to come."""
        plan: dict[int, list[tuple[Token, int]]] = {}
        still, used = self.still, self.used
        faster, extra = self.given[INITIATIVE_PLUS], self.given[EXTRA]
        for token in self.on:
            if token is None:
                continue
            values: tuple[int, ...] | list[int] = INITIATIVE[token.kind]
            at = token.at
            if not values or at in still:
                continue
            if faster and at in faster:
                values = [value + faster[at] for value in values]
            if extra and at in extra:
                values = with_extra([*values], extra[at])
            done = used.get(at, 0)
            for slot, value in enumerate(values):
                if value < below and not done >> slot & 1:
                    if value in plan:
                        plan[value].append((token, slot))
                    else:
                        plan[value] = [(token, slot)]
        return plan

    def _segment(self, attacks: list[tuple[Token, int]]) -> bool:
        """Carry out all attacks of a segment; true if nets or effects have changed."""
        on, first, used, given = self.on, self.first, self.used, self.given
        hits: dict[int, list[tuple[int, bool]]] = {}
        melee_plus, ranged_plus, both_plus = given[MELEE_PLUS], given[RANGED_PLUS], given[BOTH_PLUS]
        for token, slot in attacks:
            at, kind = token.at, token.kind
            if on[at] is not token:
                continue
            done = used.get(at, 0)
            if slot >= len(INITIATIVE[kind]) and not done:
                continue
            used[at] = done | 1 << slot
            side, banner = first[token.owner], IS_BANNER[kind]
            both = both_plus.get(at, 0) if both_plus else 0
            venom = _VENOM[kind] or bool(given[VENOMOUS] and at in given[VENOMOUS])  # type: ignore[operator]
            melee, ranged, _, _, _ = reach(kind, token.rot, at)
            for field, strength in melee:
                other = on[field]
                if other is not None and first[other.owner] != side and not (banner and IS_BANNER[other.kind]):
                    if melee_plus:
                        strength += melee_plus.get(at, 0)
                    if field in hits:
                        hits[field].append((strength + both, venom))
                    else:
                        hits[field] = [(strength + both, venom)]
            if ranged:
                through = given[THROUGH] and at in given[THROUGH]  # type: ignore[operator]
                plus = both + (ranged_plus.get(at, 0) if ranged_plus else 0)
                for line, strength, armored in ranged:
                    if through:
                        strength = 1
                    for field in line:
                        other = on[field]
                        if other is not None and first[other.owner] != side:
                            wounds = strength + plus - ARMOR[other.kind][other.rot][armored]
                            if wounds > 0:
                                hits.setdefault(field, []).append((wounds, venom))
                            if not through:
                                break
            if _AIMS[kind]:
                strength = 1 + both + (melee_plus.get(at, 0) if melee_plus else 0)
                field = self._victim(side, strength)
                if field >= 0:
                    hits.setdefault(field, []).append((strength, venom))
        return bool(hits) and self._resolve(hits, [])

    def _toughness(self, token: Token) -> int:
        tough = self.given[TOUGH]
        return _TOUGHNESS[token.kind] + (tough.get(token.at, 0) if tough else 0)

    def _victim(self, side: bool, strength: int) -> int:
        """The space of the enemy that loses most to an Assassin's strike."""
        best, found = -1.0, -1
        for other in self.on:
            if other is None or self.first[other.owner] == side:
                continue
            if IS_BANNER[other.kind]:
                gain = _BANNER_WOUND * strength
            elif self.wounds.get(other.at, 0) + strength > self._toughness(other):
                gain = VALUE[other.kind]
            else:
                gain = 0.2
            if gain > best:
                best, found = gain, other.at
        return found

    def _resolve(self, hits: dict[int, list[tuple[int, bool]]], leaving: list[int]) -> bool:
        """Carry out simultaneous hits; true if nets or effects have changed."""
        on, first = self.on, self.first
        gone = leaving
        if self.served:
            gone = gone + self._regenerate(hits)
        for field, bears in hits.items():
            token = on[field]
            assert token is not None
            wounds = sum([one for one, _ in bears])
            if IS_BANNER[token.kind]:
                if token.trench and field in self.wounds:
                    wounds -= 1
                    del self.wounds[field]
                self.losses[not first[token.owner]] += wounds
            else:
                borne = self.wounds[field] = self.wounds.get(field, 0) + wounds
                if borne > self._toughness(token):
                    gone.append(field)
                    continue
            for _, venom in bears:
                if venom:
                    self.poisoned[not first[token.owner]] += 1
        if not gone:
            return False
        works = False
        for field in gone:
            token = on[field]
            if token is not None:
                on[field] = None
                self.fallen.append(token)
                works = works or WORKS[token.kind]
        if works:
            self._influence()
            self._collapse()
        return works

    def _collapse(self) -> None:
        """Remove tiles that lived only by the Toughness of a Guardians' Banner once it ends (BN4)."""
        for field, wounds in self.wounds.items():
            token = self.on[field]
            if token is not None and wounds > self._toughness(token) and not IS_BANNER[token.kind]:
                self.on[field] = None
                self.fallen.append(token)

    def _regenerate(self, hits: dict[int, list[tuple[int, bool]]]) -> list[int]:
        """Let Runes of Regeneration that are not hit take over wounds from one source; return the runes used up."""
        spent: list[int] = []
        for field in sorted(self.served):
            bears = hits.get(field)
            if not bears:
                continue
            for rune in self.served[field]:
                if bears and rune not in spent and rune not in hits:
                    bears.remove(max(bears))
                    spent.append(rune)
            if not bears:
                del hits[field]
        return spent


def clash(tokens: list[Token], first: list[bool]) -> Aftermath:
    """Forecast a battle that begins now."""
    return Clash(tokens, first).fight()
