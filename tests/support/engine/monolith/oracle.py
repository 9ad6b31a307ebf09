"""A second, slow implementation of Monolith Arena's battles from the rules' text alone; it shares nothing with the
engine.

A board is a set of tiles on axial coordinates. Tiles do not move in a battle, so a space also names its tile. A battle
gives the set of all results that the owners' choices can produce.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import combinations, product
from pathlib import Path
from typing import Any, NamedTuple

At = tuple[int, int]
STEPS: tuple[At, ...] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""Clockwise from the northeast; the opposite direction is three further."""
FIELDS = [(q, r) for q in range(-2, 3) for r in range(-2, 3) if -2 <= q + r <= 2]

_CONTENT = Path(__file__).parents[4] / "engine" / "monolith" / "data" / "content.toml"
DATA: dict[str, dict[str, Any]] = {one["id"]: one for one in tomllib.loads(_CONTENT.read_text("utf-8"))["token"]}
BOARD_TOKENS = [name for name, data in DATA.items() if data["kind"] in ("champion", "rune")]
BANNERS = [name for name, data in DATA.items() if data["kind"] == "banner"]
MARKERS = 5
"""Number of Poison markers in the box."""
KILLED = 1000
"""Wounds that no Toughness survives: the Morlock's strike."""
TWO, THREE, FOUR = {"A": 0, "B": 1}, {"A": 0, "B": 1, "C": 0}, {"A": 0, "B": 1, "C": 0, "D": 1}
"""The team of each owner, with two, three and four players."""


class TooMany(Exception):
    """Raised when the owners have more choices than a test can compare."""


class Unforeseen(Exception):
    """Raised when both teams place Poison markers in one segment and too few are left: no rule decides the order."""


class Token(NamedTuple):
    owner: str
    token: str
    at: At
    rot: int = 0
    wounds: int = 0
    poison: int = 0
    net: bool = False
    trench: bool = False

    @property
    def banner(self) -> bool:
        return bool(self.data["kind"] == "banner")

    @property
    def data(self) -> dict[str, Any]:
        return DATA[self.token]

    @property
    def effect(self) -> str:
        return str(self.data.get("effect", ""))

    def side(self, symbol: str, way: int) -> int:
        """The tile's value of a symbol in a direction of the board."""
        return int(self.data.get(symbol, (0,) * 6)[(way - self.rot) % 6])


class Hit(NamedTuple):
    source: At | str
    """A space, an order, or all poison on the target."""
    target: At
    wounds: int
    venom: bool = False


class Stand(NamedTuple):
    """The state of a battle between two segments."""

    tokens: frozenset[Token]
    points: tuple[int, int]
    made: frozenset[tuple[At, int]] = frozenset()
    """Attacks made: space and number (the printed ones, then the extra ones)."""


class Result(NamedTuple):
    tokens: frozenset[Token]
    """The tiles left; Net markers are ignored because they leave with the battle."""
    points: tuple[int, int]


def beyond(at: At, way: int, steps: int = 1) -> At:
    """The space `steps` away (on or off the board)."""
    return at[0] + steps * STEPS[way][0], at[1] + steps * STEPS[way][1]


def touching(one: At, other: At) -> bool:
    return any(beyond(one, way) == other for way in range(6))


class Table:
    """A board at one moment, and which tiles influence which."""

    def __init__(self, tokens: Iterable[Token], teams: Mapping[str, int]) -> None:
        self.teams = teams
        self.on = {token.at: token for token in tokens}
        self.netted = self._netted()

    def enemies(self, one: Token, other: Token) -> bool:
        return self.teams[one.owner] != self.teams[other.owner]

    def _netted(self) -> set[At]:
        holds: dict[At, set[At]] = {}
        for at, token in self.on.items():
            if any(token.data.get("net", ())):
                shown = [beyond(at, way) for way in range(6) if token.side("net", way)]
                holds[at] = {near for near in shown if near in self.on and self.enemies(token, self.on[near])}
        return held(holds, {at for at, token in self.on.items() if token.net})

    def linked(self, to: At, effect: str) -> list[Token]:
        """The free runes and Banners with this effect on the tile of a space (for disarmament: on an enemy)."""
        found = []
        for way in range(6):
            giver = self.on.get(beyond(to, way))
            if giver is None or giver.at in self.netted or giver.effect != effect:
                continue
            affects = self.enemies(giver, self.on[to]) == (giver.data["reach"] == "enemy_linked")
            if affects and giver.side("links", (way + 3) % 6):
                found.append(giver)
        return found

    def bonus(self, to: At, *effects: str) -> int:
        return sum(giver.data.get("value", 1) for effect in effects for giver in self.linked(to, effect))

    def toughness(self, at: At) -> int:
        """Wounds that the tile survives; a Banner has hit points instead."""
        return int(self.on[at].data.get("toughness", 0)) + self.bonus(at, "grant_toughness")

    def initiatives(self, at: At) -> list[int]:
        quicker = self.bonus(at, "initiative_plus")
        return [printed + quicker for printed in self.on[at].data.get("initiative", ())]

    def segments(self, at: At) -> list[int]:
        """The segments of its attacks now: by printed initiatives, then extra attacks (DA1 to DA3)."""
        found = self.initiatives(at)
        for _ in range(self.bonus(at, "extra_attack") if found else 0):
            below = [segment for segment in range(max(found)) if segment not in found]
            found += below[-1:]
        return found

    def attacks(self, at: At) -> bool:
        """Whether the tile can attack."""
        return at not in self.netted and not self.linked(at, "disarm")

    def hits(self, at: At) -> list[list[Hit]]:
        """One attack of the tile: its hits, for every target that the owner may choose."""
        token = self.on[at]
        venom = "venom" in token.data.get("traits", ()) or bool(self.linked(at, "grant_venom"))
        melee = self.bonus(at, "melee_strength_plus", "melee_and_ranged_strength_plus")
        if "any_target_melee" in token.data.get("traits", ()):
            targets = [other.at for other in self.on.values() if self.enemies(token, other)]
            return [[Hit(at, target, 1 + melee, venom)] for target in targets] or [[]]
        found = []
        for way in range(6):
            if token.side("melee", way):
                target = self.on.get(beyond(at, way))
                if target and self.enemies(token, target) and not (token.banner and target.banner):
                    found.append(Hit(at, target.at, token.side("melee", way) + melee, venom))
            if token.side("ranged", way):
                found += [Hit(at, target, wounds, venom) for target, wounds in self._shot(token, way)]
        return [[hit for hit in found if hit.wounds > 0]]

    def _shot(self, token: Token, way: int) -> Iterator[tuple[At, int]]:
        plus = self.bonus(token.at, "ranged_strength_plus", "melee_and_ranged_strength_plus")
        through = bool(self.linked(token.at, "ranged_penetration"))
        for steps in range(1, 5):
            target = self.on.get(beyond(token.at, way, steps))
            if target is not None and self.enemies(token, target):
                strength = (1 if through else token.side("ranged", way)) + plus
                yield target.at, strength - target.side("armor", (way + 3) % 6)
                if not through:
                    return


def held(holds: Mapping[Any, Collection[Any]], marked: Collection[Any] = ()) -> set[Any]:
    """The netted tiles, from the targets of each netter and those under a Net marker (N3, N4)."""
    netted, free, open_ = set(marked), set[Any](), set(holds) - set(marked)
    while open_:
        freed = {one for one in open_ if all(by in netted for by in holds if one in holds[by])}
        cycles = [
            {other for other in open_ if _leads(holds, open_, one, other) and _leads(holds, open_, other, one)}
            for one in open_
        ]
        unheld = [group for group in cycles if not any(group & set(holds[by]) for by in open_ - group)]
        groups = [{one} for one in freed] or [group for group in unheld if group]
        assert groups
        for group in groups:
            free |= group
            netted |= {one for by in group for one in holds[by] if one not in group}
        open_ -= free | netted
    return netted


def _leads(holds: Mapping[Any, Collection[Any]], among: set[Any], one: Any, other: Any) -> bool:
    """Whether one tile nets another through any number of nets."""
    seen: set[Any] = set()
    todo = [one]
    while todo:
        new = {far for far in holds[todo.pop()] if far in among} - seen
        seen |= new
        todo += new
    return other in seen


def struck(
    table: Table, points: tuple[int, int], hits: Collection[Hit], gone: Collection[At] = ()
) -> set[tuple[frozenset[Token], tuple[int, int]]]:
    """All possible results of simultaneous hits on a board; tiles in `gone` leave in any case."""
    found = set[tuple[frozenset[Token], tuple[int, int]]]()
    for spent, wounding in _regenerated(table, frozenset(hits)):
        found.update(_wounded(table, points, wounding, {*gone, *spent}))
    return found


def _regenerated(table: Table, hits: frozenset[Hit]) -> set[tuple[frozenset[At], frozenset[Hit]]]:
    """The possible sets of Runes of Regeneration used up, each with the remaining hits (RG1 to RG8)."""
    wounded = {hit.target for hit in hits}
    runes = frozenset(at for at, token in table.on.items() if token.effect == "regeneration" and at not in wounded)
    done, todo = set(), {(runes - table.netted, hits)}
    seen = set(todo)
    while todo:
        runes_left, hits_left = todo.pop()
        serving = {
            hit: {rune.at for rune in table.linked(hit.target, "regeneration")} & runes_left for hit in hits_left
        }
        if not any(serving.values()):
            done.add((runes - table.netted - runes_left, hits_left))
        for hit, entries in serving.items():
            for entry in entries:
                for last in _last(table, runes_left, entry):
                    after = runes_left - {last}, hits_left - {hit}
                    if after not in seen:
                        seen.add(after)
                        todo.add(after)
        if len(seen) > 3000:
            raise TooMany
    return done


def _last(table: Table, runes: frozenset[At], first: At) -> set[At]:
    """The runes that may be used up when one serves: the end of its chain, or any member of a circle."""

    def chain(rune: At) -> set[At]:
        seen, todo = {rune}, [rune]
        while todo:
            new = {server.at for server in table.linked(todo.pop(), "regeneration")} & runes - seen
            seen |= new
            todo += new
        return seen

    return {rune for rune in chain(first) if all(rune in chain(further) for further in chain(rune))}


def _wounded(
    table: Table, points: tuple[int, int], hits: Collection[Hit], gone: set[At]
) -> Iterator[tuple[frozenset[Token], tuple[int, int]]]:
    lost, after = list(points), dict(table.on)
    for at, token in table.on.items():
        wounds = sum(hit.wounds for hit in hits if hit.target == at)
        if wounds:
            rest = wounds - token.trench
            if token.banner:
                team = table.teams[token.owner]
                lost[team] = max(0, lost[team] - rest)
                after[at] = token._replace(trench=False)
            else:
                after[at] = token._replace(trench=False, wounds=token.wounds + rest)
                if token.wounds + rest > table.toughness(at):
                    gone.add(at)
    gone |= {at for at, token in after.items() if token.banner and lost[table.teams[token.owner]] == 0}
    poisoned = [hit.target for hit in hits if hit.venom and hit.target not in gone]
    free = max(0, MARKERS - sum(token.poison for token in table.on.values()))
    strikers = {
        table.teams[token.owner] for token in table.on.values() for hit in hits if hit.venom and hit.source == token.at
    }
    if free < len(poisoned) and len(strikers) > 1:
        raise Unforeseen
    for chosen in set(combinations(sorted(poisoned), min(free, len(poisoned)))):
        left = [token._replace(poison=token.poison + chosen.count(at)) for at, token in after.items() if at not in gone]
        yield _settled(Table(left, table.teams)), (lost[0], lost[1])


def _settled(table: Table) -> frozenset[Token]:
    """The tiles left after the dead: those that lived only by a working Guardians' Banner leave too (BN4)."""
    while True:
        dead = {
            at
            for at, token in table.on.items()
            if not token.banner and token.wounds > table.toughness(at) + token.trench
        }
        if not dead:
            return frozenset(table.on.values())
        table = Table([token for at, token in table.on.items() if at not in dead], table.teams)


def charges(tokens: Collection[Token], owner: str, teams: Mapping[str, int]) -> set[Result]:
    """Every result of a Charge of this owner (C1 to C6, DI2); hit points begin at 20."""
    table, found = Table(tokens, teams), set[Result]()
    free = [at for at in FIELDS if at not in table.on]
    for rider in tokens:
        if rider.owner != owner or rider.at in table.netted or "cavalry" not in rider.data.get("traits", ()):
            continue
        for end, way, rot in product(free, range(6), range(6)):
            after, target = rider._replace(at=end, rot=rot), table.on.get(beyond(end, way))
            if touching(rider.at, end) and target and table.enemies(rider, target) and after.side("melee", way):
                there = _settled(Table([after, *(one for one in tokens if one != rider)], teams))
                found |= _charged(Table(there, teams), after, target)
    return found


def _charged(table: Table, rider: Token, target: Token) -> set[Result]:
    """The results of the strike after the move, with the strength on the new space; none if netted or disarmed."""
    hits = []
    if rider in table.on.values() and target in table.on.values() and table.attacks(rider.at):
        hits = [hit for hit in table.hits(rider.at)[0] if hit.target == target.at]
    return {Result(*one) for one in struck(table, (20, 20), hits)}


def _start(stand: Stand, teams: Mapping[str, int]) -> set[Stand]:
    """The results of poison and lightning at the start of a battle, all at once (M1 to M7, V2)."""
    table = Table(stand.tokens, teams)
    hits = [Hit("poison", at, token.poison) for at, token in table.on.items() if token.poison]
    acted = []
    for at, token in table.on.items():
        for way in range(6):
            victim = table.on.get(beyond(at, way))
            if token.side("lightning", way) and victim and table.enemies(token, victim) and table.attacks(at):
                acted.append(at)
                if not victim.banner:
                    hits.append(Hit(at, victim.at, KILLED))
    return {Stand(tokens, points) for tokens, points in struck(table, stand.points, hits, acted)}


def _segment(stand: Stand, segment: int, teams: Mapping[str, int]) -> set[Stand]:
    table = Table(stand.tokens, teams)
    made = set(stand.made)
    attacks: list[list[list[Hit]]] = []
    for at in filter(table.attacks, table.on):
        printed = len(table.initiatives(at))
        for number, when in enumerate(table.segments(at)):
            # An extra attack needs an earlier attack that was made (DA5).
            again = number < printed or any(who == at for who, _ in stand.made)
            if when == segment and again and (at, number) not in stand.made:
                made.add((at, number))
                attacks.append(table.hits(at))
    branches = 1
    for ways in attacks:
        branches *= len(ways)
    if branches > 2000:
        raise TooMany
    found = set()
    for way in product(*attacks):
        hits = [hit for attack in way for hit in attack]
        found |= {Stand(tokens, points, frozenset(made)) for tokens, points in struck(table, stand.points, hits)}
    return found


def battle(
    tokens: Iterable[Token], points: tuple[int, int] = (20, 20), teams: Mapping[str, int] = TWO, most: int = 500
) -> set[Result]:
    """Every possible result of a battle on this board; raises `TooMany` above `most` states."""
    stands = _start(Stand(frozenset(tokens), points), teams)
    for segment in range(max(_highest(stand, teams) for stand in stands), -1, -1):
        stands = {after for stand in stands for after in _segment(stand, segment, teams)}
        if len(stands) > most:
            raise TooMany
    return {_result(stand) for stand in stands}


def _highest(stand: Stand, teams: Mapping[str, int]) -> int:
    table = Table(stand.tokens, teams)
    return max((value for at in table.on for value in table.initiatives(at)), default=0)


def _result(stand: Stand) -> Result:
    return Result(frozenset(token._replace(net=False) for token in stand.tokens), stand.points)
