"""How tiles affect each other without attacking: nets, runes, Banners, disarmament, in the current position.

Runes and Banners affect allied tiles too, nets and disarmament only enemies (monolith BN3, N8, DI1).
"""

from __future__ import annotations

from engine.monolith.board import STEP
from engine.monolith.data.content import KINDS, LINKS, MELEE, NET, RANGED, SIDES, Sides
from engine.monolith.nets import netted_tiles
from engine.monolith.state import OFF, State, Token


def _ways(table: tuple[tuple[Sides, ...], ...]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """By kind and rotation, the directions in which the symbol points."""
    return tuple(tuple(tuple(way for way in range(SIDES) if sides[way]) for sides in rotations) for rotations in table)


NET_WAYS, LINK_WAYS = _ways(NET), _ways(LINKS)
WORKS: tuple[bool, ...] = tuple(any(kind.net) or any(kind.links) for kind in KINDS)
"""By kind, whether it affects other tiles without attacking."""
_NETS: tuple[bool, ...] = tuple(any(kind.net) for kind in KINDS)
_EFFECT: tuple[str, ...] = tuple(kind.effect if any(kind.links) else "" for kind in KINDS)
_ON_ENEMIES: tuple[bool, ...] = tuple(kind.reach == "enemy_linked" for kind in KINDS)
_VALUE: tuple[int, ...] = tuple(kind.value for kind in KINDS)
_TOUGHNESS: tuple[int, ...] = tuple(kind.toughness for kind in KINDS)
INITIATIVE: tuple[tuple[int, ...], ...] = tuple(kind.initiative for kind in KINDS)
_VENOM: tuple[bool, ...] = tuple("venom" in kind.traits for kind in KINDS)
_OFF_BOARD = len(STEP)


def _field(token: Token) -> int:
    return token.at


On = list[Token | None]
"""The tile on each space; the last entry, which is also index −1, stands for everything off the board."""


def sides_of(s: State) -> list[bool]:
    """By seat, whether it is on the first team: a quick test for friend and enemy."""
    first, second = s.teams
    found = [False] * (len(first) + len(second))
    for seat in first:
        found[seat] = True
    return found


def netted(s: State) -> frozenset[int]:
    """The ids of the netted tiles on the board (N1 to N4, N7, N8)."""
    return Influence(s).netted


class Influence:
    """Which tile gives which effect to which other; built from a state, valid until a tile moves, turns, comes or
    leaves."""

    __slots__ = ("_by_id", "disarmed", "first", "given", "netted", "on")

    def __init__(self, s: State) -> None:
        self.on: On = [None] * (_OFF_BOARD + 1)
        self.first = sides_of(s)
        self.given: dict[str, dict[int, list[Token]]] = {}
        """Effect, then tile id: the free tiles that give the effect to it, ordered by space."""
        self._by_id: dict[int, Token] = {}
        on, by_id = self.on, self._by_id
        netters: list[Token] = []
        givers: list[Token] = []
        bound: list[int] = []
        for token in s.tokens:
            if token.at == OFF:
                continue
            on[token.at] = by_id[token.id] = token
            if WORKS[token.kind]:
                if _NETS[token.kind]:
                    netters.append(token)
                if _EFFECT[token.kind]:
                    givers.append(token)
            if token.net:
                bound.append(token.id)
        self.netted: frozenset[int] = frozenset(netted_tiles(self._nets(netters), bound) if netters else bound)
        givers.sort(key=_field)
        for token in givers:
            if token.id not in self.netted:
                self._give(token)
        self.disarmed: frozenset[int] = frozenset(self.given.get("disarm", ()))

    def _nets(self, netters: list[Token]) -> dict[int, list[int]]:
        """Netter to the enemy tiles that its nets point at (N1, N8)."""
        nets = {}
        for token in netters:
            steps, side = STEP[token.at], self.first[token.owner]
            aims = (self.on[steps[way]] for way in NET_WAYS[token.kind][token.rot])
            nets[token.id] = [one.id for one in aims if one is not None and self.first[one.owner] != side]
        return nets

    def _give(self, token: Token) -> None:
        """Record the effects of a free rune or Banner on its neighbors."""
        on, first, steps = self.on, self.first, STEP[token.at]
        wanted = first[token.owner] != _ON_ENEMIES[token.kind]
        found = self.given.setdefault(_EFFECT[token.kind], {})
        for way in LINK_WAYS[token.kind][token.rot]:
            other = on[steps[way]]
            if other is not None and first[other.owner] == wanted:
                if other.id in found:
                    found[other.id].append(token)
                else:
                    found[other.id] = [token]

    def forget(self, token: Token) -> None:
        """Remove a tile that neither nets nor gives anything; all else stays as it is."""
        self.on[token.at] = None

    def token(self, number: int) -> Token:
        """A tile on the board by its id."""
        return self._by_id[number]

    def sources(self, number: int, effect: str) -> list[Token]:
        """The free tiles that give the tile this effect, ordered by space."""
        found = self.given.get(effect)
        return found.get(number, []) if found else []

    def _sum(self, number: int, effect: str) -> int:
        found = self.given.get(effect)
        if not found or number not in found:
            return 0
        return sum(_VALUE[token.kind] for token in found[number])

    def melee_plus(self, number: int) -> int:
        """The bonus of runes and Banners to every melee attack (A4)."""
        return self._sum(number, "melee_strength_plus") + self._sum(number, "melee_and_ranged_strength_plus")

    def ranged_plus(self, number: int) -> int:
        """The bonus of runes to every ranged attack (A4)."""
        return self._sum(number, "ranged_strength_plus") + self._sum(number, "melee_and_ranged_strength_plus")

    def initiative_plus(self, number: int) -> int:
        """The bonus of runes to every printed initiative (I1, I2)."""
        return self._sum(number, "initiative_plus")

    def extra_attacks(self, number: int) -> int:
        """Number of extra attacks from runes (DA1, DA3)."""
        return self._sum(number, "extra_attack")

    def penetration(self, number: int) -> int:
        """Number of runes that give the tile's shots penetration (O5)."""
        return len(self.sources(number, "ranged_penetration"))

    def toughness(self, number: int) -> int:
        """Printed and granted Toughness, without wounds and the Entrenchment marker (T1, BN4)."""
        return _TOUGHNESS[self._by_id[number].kind] + self._sum(number, "grant_toughness")

    def venom(self, number: int) -> bool:
        """Whether the tile's attacks poison (V1)."""
        return _VENOM[self._by_id[number].kind] or bool(self.sources(number, "grant_venom"))

    def segments(self, number: int) -> tuple[int, ...]:
        """The segments in which the tile attacks now, extra attacks included, highest first."""
        return tuple(sorted(slots(self, self._by_id[number]), reverse=True))

    def melee(self, number: int) -> Sides:
        """The strength of its melee attack in each direction."""
        token = self._by_id[number]
        plus = self.melee_plus(number)
        return _raised(MELEE[token.kind][token.rot], plus)

    def ranged(self, number: int) -> Sides:
        """The strength of its ranged attack in each direction: 1 and the bonuses, where it penetrates (O5)."""
        token = self._by_id[number]
        plus = self.ranged_plus(number)
        sides = RANGED[token.kind][token.rot]
        if self.penetration(number):
            sides = tuple(min(one, 1) for one in sides)  # type: ignore[assignment]
        return _raised(sides, plus)

    def regeneration_sources(self, number: int) -> list[Token]:
        """The free Runes of Regeneration connected to the tile (RG1)."""
        return self.sources(number, "regeneration")


def _raised(sides: Sides, plus: int) -> Sides:
    return tuple(one + plus if one else 0 for one in sides) if plus else sides  # type: ignore[return-value]


def slots(force: Influence, token: Token) -> list[int]:
    """The segments of the tile's printed initiatives in their order, then those of its extra attacks (I2, DA1 to DA3).

    An extra attack goes to the next segment below the first attack in which the tile does not attack yet; there is none
    below 0.
    """
    printed = INITIATIVE[token.kind]
    if not printed:
        return []
    plus = force.initiative_plus(token.id)
    found = [value + plus for value in printed] if plus else list(printed)
    return with_extra(found, force.extra_attacks(token.id))


def with_extra(found: list[int], extra: int) -> list[int]:
    """The segments with `extra` more attacks, each in the next segment below the first attack that is still free."""
    place = max(found) - 1
    while extra and place >= 0:
        if place not in found:
            found.append(place)
            extra -= 1
        place -= 1
    return found
