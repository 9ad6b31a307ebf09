"""The Rune of Regeneration: which wounds are taken over and which rune is used up (monolith RG1 to RG11).

Runes and the wounded tiles connected to them fall into independent groups. In each group the owner decides, one
absorption after the other, until no rune can take over anything more (RG1).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

from engine.core.ask import Ask, Option, Script
from engine.core.masks import spaces_of
from engine.core.text import Text
from engine.monolith.data.content import IS_BANNER, IS_ORDER, KIND_NAME, KINDS
from engine.monolith.hits import POISON, Hit, about, option, striker
from engine.monolith.influence import Influence
from engine.monolith.state import Token
from engine.monolith.together import Choosing, side_by_side

SOURCE_NAME: dict[str, Text] = {
    POISON: Text("Poison markers"),
    **{kind.code: name for kind, name, order in zip(KINDS, KIND_NAME, IS_ORDER, strict=True) if order},
}
"""Names of sources that are not tiles on the board, by code."""

_MOST_NODES = 400
"""Limit of the look-ahead: beyond it every choice counts as a difference, so a question without one may be asked."""

Absorption = tuple[int, int]
"""The number of a hit and of the rune used up for it, inside a group."""
Effect = tuple[frozenset[int], tuple[tuple[int, int, tuple[int, ...]], ...]]
"""Eliminated tiles, and what the others suffer: id, wounds, and the seats that poison them."""
Taken = tuple[Hit, Token]
"""A hit and the rune used up for it."""


class Group:
    """Hits and runes that depend on each other, both numbered; a set of them is a bit mask."""

    def __init__(self, force: Influence, runes: list[Token], hits: list[Hit]) -> None:
        self.force, self.runes, self.hits = force, runes, hits
        self.taken: list[Taken] = []
        self._pending, self._spent = (1 << len(hits)) - 1, 0
        self._known: dict[tuple[int, int], frozenset[Effect]] = {}
        number = {rune.id: place for place, rune in enumerate(runes)}
        self._servers: dict[int, int] = {
            one: sum(1 << number[rune.id] for rune in force.regeneration_sources(one))
            for one in {hit.target for hit in hits} | set(number)
        }
        """Token id to the runes connected to it."""
        struck = {hit.target for hit in hits}
        self._whole = sum(1 << n for n, rune in enumerate(runes) if rune.id not in struck)
        """The runes that can save a tile: one that is hit itself cannot, even if another saves it (RG5)."""

    def _last(self, target: int, able: int) -> int:
        """Runes that can be used up for the tile: the ends of the chains that begin with its runes (RG6 to RG8).

        A rune passes what it takes over to a rune connected to it; in a circle it may stay with any member.
        """
        near = self._servers[target] & able
        beyond = {n: self._beyond(1 << n, able) for n in spaces_of(self._beyond(near, able))}
        return sum(1 << n for n, reach in beyond.items() if all(beyond[m] == reach for m in spaces_of(reach)))

    def _beyond(self, ahead: int, able: int) -> int:
        """These runes, the runes connected to them, and so on."""
        found = 0
        while ahead:
            found |= ahead
            served = 0
            for n in spaces_of(ahead):
                served |= self._servers[self.runes[n].id]
            ahead = served & able & ~found
        return found

    def _absorptions(self, pending: int, spent: int) -> list[Absorption]:
        """The absorptions that are possible next."""
        able = self._whole & ~spent
        if not able:
            return []
        last = {hit.target: self._last(hit.target, able) for hit in self.hits}
        return [(n, rune) for n in spaces_of(pending) for rune in spaces_of(last[self.hits[n].target])]

    def _ends(self, pending: int, spent: int) -> frozenset[Effect]:
        """Every result that can still be reached."""
        known = self._known.get((pending, spent))
        if known is not None:
            return known
        choices = self._absorptions(pending, spent)
        if not choices:
            found = frozenset((self._effect(pending, spent),))
        elif len(self._known) < _MOST_NODES:
            found = frozenset().union(*(self._after(pending, spent, one) for one in choices))
        else:
            found = frozenset((frozenset((unseen,)), ((pending, spent, ()),)) for unseen in (-1, -2))
        self._known[pending, spent] = found
        return found

    def _after(self, pending: int, spent: int, choice: Absorption) -> frozenset[Effect]:
        return self._ends(pending & ~(1 << choice[0]), spent | 1 << choice[1])

    def _effect(self, pending: int, spent: int) -> Effect:
        """The result of the absorptions: equal if the same tiles are eliminated and the others suffer the same."""
        gone = {self.runes[n].id for n in spaces_of(spent)}
        bears: dict[int, list[Hit]] = {}
        for n in spaces_of(pending):
            bears.setdefault(self.hits[n].target, []).append(self.hits[n])
        living = []
        for target, hits in bears.items():
            token, wounds = self.force.token(target), sum(hit.wounds for hit in hits)
            if not IS_BANNER[token.kind] and token.wounds + wounds - token.trench > self.force.toughness(target):
                gone.add(target)
            else:
                venom = (striker(self.force, hit.source) for hit in hits if hit.venom)
                living.append((target, wounds, tuple(sorted(by.owner for by in venom if by))))
        return frozenset(gone), tuple(sorted(living))

    def choosing(self) -> Choosing:
        """Ask the owner for the choices that make a difference: whose wounds, from which source, which rune."""
        while choices := self._absorptions(self._pending, self._spent):
            if len(choices) > 1 and len(self._ends(self._pending, self._spent)) > 1:
                choices = yield from self._narrowed("monolith.regeneration", choices, self._ward)
                choices = yield from self._narrowed("monolith.regeneration-source", choices, self._source)
                choices = yield from self._narrowed("monolith.regeneration-rune", choices, self._rune)
            hit, rune = choices[0]
            self._pending &= ~(1 << hit)
            self._spent |= 1 << rune
            self.taken.append((self.hits[hit], self.runes[rune]))

    def _narrowed(
        self, prompt: str, choices: list[Absorption], named: Callable[[Absorption], Option]
    ) -> Generator[Ask, Any, list[Absorption]]:
        """Ask one question and return the choices that its answer leaves; without a difference nothing is asked."""
        options: dict[str, Option] = {}
        left: dict[str, list[Absorption]] = {}
        for choice in choices:
            one = named(choice)
            options[one.code] = Option(one.code, one.label, one.at, one.code)
            left.setdefault(one.code, []).append(choice)
        ends = {
            frozenset().union(*(self._after(self._pending, self._spent, choice) for choice in some))
            for some in left.values()
        }
        if len(left) == 1 or len(ends) == 1:
            return next(iter(left.values()))
        ward = self.force.token(self.hits[choices[0][0]].target)
        asked = () if prompt == "monolith.regeneration" else about(ward)
        code: str = yield Ask(self._chooser(choices, ward), prompt, list(options.values()), asked)
        return left[code]

    def _chooser(self, choices: list[Absorption], ward: Token) -> int:
        """The seat that chooses: the runes' owner (RG3, RG4, RG6), or the wounded tile's if runes of allies meet."""
        owners = {self.runes[rune].owner for _, rune in choices}
        return owners.pop() if len(owners) == 1 else ward.owner

    def _ward(self, choice: Absorption) -> Option:
        return option(self.force.token(self.hits[choice[0]].target))

    def _source(self, choice: Absorption) -> Option:
        source = self.hits[choice[0]].source
        by = striker(self.force, source)
        return option(by) if by else Option(source, SOURCE_NAME[source])

    def _rune(self, choice: Absorption) -> Option:
        return option(self.runes[choice[1]])


def groups(force: Influence, hits: Sequence[Hit]) -> list[Group]:
    """Independent groups of wounded tiles, the runes connected to them, and the runes connected to those."""
    serving = force.given.get("regeneration", {})
    member: dict[int, set[int]] = {}
    ahead = [hit.target for hit in hits if hit.target in serving]
    runes: dict[int, Token] = {}
    while ahead:
        ward = ahead.pop()
        for rune in serving.get(ward, ()):
            if rune.id not in runes:
                runes[rune.id] = rune
                ahead.append(rune.id)
            joined = member.get(ward, {ward}) | member.get(rune.id, {rune.id})
            for one in joined:
                member[one] = joined
    found = []
    for together in {min(group): group for group in member.values()}.values():
        own = sorted((runes[one] for one in together if one in runes), key=lambda rune: rune.at)
        theirs = [hit for hit in hits if hit.target in together]
        theirs.sort(key=lambda hit: (force.token(hit.target).at, hit.source))
        found.append(Group(force, own, theirs))
    return sorted(found, key=lambda group: group.runes[0].at)


def regenerate(force: Influence, hits: Sequence[Hit]) -> Script[list[Taken]]:
    """Resolve all absorptions of these simultaneous hits; all owners choose at the same time."""
    found = groups(force, hits)
    yield from side_by_side([group.choosing() for group in found])
    return [taken for group in found for taken in group.taken]
