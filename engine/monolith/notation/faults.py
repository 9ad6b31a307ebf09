"""Checks of tiles in written positions: two on one space, too many markers, deadly wounds."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.game import Impossible
from engine.core.position_checks import LETTERS
from engine.core.text import text
from engine.monolith.board import LABELS
from engine.monolith.data.content import CONTENT, IS_BANNER, KINDS, SIDES
from engine.monolith.influence import Influence
from engine.monolith.monoliths import LOWER, joined
from engine.monolith.state import OFF, State, banner_of

MOST_EXTRA = SIDES
"""Most runes with an extra attack that may surround a tile."""


def check_tokens(s: State) -> None:
    """Check every tile's place and markers."""
    fields = [token.at for token in s.tokens if token.at != OFF]
    for field in fields:
        if fields.count(field) > 1:
            raise Impossible(text("There are two tiles on {at}.", at=LABELS[field]))
    for token in s.tokens:
        if not 0 <= token.rot < SIDES:
            raise Impossible(text("A rotation is 0 to 5, not {rot}.", rot=token.rot))
    _markers(s)
    banners = [token.owner for token in s.tokens if IS_BANNER[token.kind]]
    for owner in banners:
        if banners.count(owner) > 1:
            raise Impossible(text("Player {letter} has two Banners.", letter=LETTERS[owner]))
    _segments(s)
    force = Influence(s)
    for token in s.tokens:
        name = KINDS[token.kind].id
        most = KINDS[token.kind].toughness + 1 if token.at == OFF else force.toughness(token.id) + token.trench
        if IS_BANNER[token.kind]:
            most = 0
        if not 0 <= token.wounds <= most:
            raise Impossible(text("{token} cannot have {n} wounds.", token=name, n=token.wounds))


def check_attacks(s: State, made: Mapping[int, int]) -> None:
    """Check that tiles on the board can have made these attacks in a battle: extra ones only after a printed one."""
    standing = {token.id: token for token in s.tokens if token.at != OFF}
    for number, slots in made.items():
        if number not in standing:
            raise Impossible(text("There is no tile with the number {number} on the board.", number=number))
        kind = KINDS[standing[number].kind]
        printed = len(kind.initiative)
        if not slots & (1 << printed) - 1 or slots >> printed + MOST_EXTRA:
            raise Impossible(text("{token} cannot have made these attacks.", token=kind.id))


def _markers(s: State) -> None:
    pool = CONTENT.pool
    if any(token.poison < 0 for token in s.tokens) or sum(token.poison for token in s.tokens) > pool.poison:
        raise Impossible(text("There are {n} Poison markers.", n=pool.poison))
    if sum(token.net for token in s.tokens) > pool.net:
        raise Impossible(text("There is one marker of the Net order."))
    if sum(token.trench for token in s.tokens) > pool.trench:
        raise Impossible(text("There is one Entrenchment marker."))


def _segments(s: State) -> None:
    """Check that every monolith has two lower segments, hidden or on the board in one piece."""
    inside = [number for monolith in s.monoliths for number in monolith.hidden if number]
    off = sorted(token.id for token in s.tokens if token.at == OFF)
    if sorted(inside) != off:
        raise Impossible(text("A tile that is not on the board is inside one folded monolith."))
    lying = [field for monolith in s.monoliths for field in monolith.fields]
    banners = {token.at for token in s.tokens if IS_BANNER[token.kind]}
    if len(set(lying)) < len(lying) or banners & set(lying):
        raise Impossible(text("A segment lies on another segment."))
    for seat, monolith in enumerate(s.monoliths):
        letter = LETTERS[seat]
        if (len(monolith.hidden), len(monolith.fields)) not in ((LOWER, 0), (0, LOWER)):
            raise Impossible(
                text(
                    "The monolith of {letter} has two lower segments, both hidden or both on the board.", letter=letter
                )
            )
        banner = banner_of(s, seat)
        if banner is not None and banner.at == OFF:
            raise Impossible(text("A Banner is never hidden."))
        if monolith.fields and banner is not None and not joined(monolith.fields) >> banner.at & 1:
            raise Impossible(text("The segments of the monolith of {letter} do not touch one another.", letter=letter))
