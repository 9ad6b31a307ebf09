"""Summoning: finding patterns in the arena, the pieces they use, and shortages of pieces.

All images of a card are matched at once for all squares: masks of own pieces are shifted onto the summoning square.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from engine.core.masks import mask, spaces_of
from engine.tashkalar.data.content import LEGENDARY, RANK
from engine.tashkalar.patterns import COUNTS, IMAGES, Image, marked, squares
from engine.tashkalar.pieces import exactly, own, up_to
from engine.tashkalar.state import (
    State,
    colour_at,
    enemies,
    free_doubles,
    free_legendaries,
)


class Lending(Struct, frozen=True):
    """Enemy pieces that may replace own pieces in a pattern, as masks by minimum rank: one from `war`, one from
    `improvised`.
    """

    war: tuple[int, int, int] | None
    improvised: tuple[int, int, int] | None


NOBODY = Lending(None, None)


class Match(Struct, frozen=True):
    """One way to summon a being on a square."""

    image: Image
    used: tuple[int, ...]
    """The squares of the pattern's pieces, without the summoning square."""
    borrowed: tuple[int, ...]
    """Enemy pieces among them, and the one on the summoning square if it must hold a piece."""


def lenders(s: State, colour: int) -> tuple[list[int], list[int]]:
    """The colors whose pieces may be borrowed: by the War Summoner, and by improvised summoning in a melee."""
    war = enemies(s, colour) if s.borrow and colour == s.colours[s.turn] else []
    unused = [other for other in enemies(s, colour) if not s.improvised[colour][other]] if s.improvised else []
    return war, unused


def lending(s: State, colour: int) -> Lending:
    """The substitutions that the War Summoner and, in a melee, improvised summoning allow now."""
    war, unused = lenders(s, colour)
    if not war and not unused:
        return NOBODY
    return Lending(_ranks(s, war) if war else None, _ranks(s, unused) if unused else None)


def _ranks(s: State, found: list[int]) -> tuple[int, int, int]:
    ranks = [0, 0, 0]
    for colour in found:
        for least in range(3):
            ranks[least] |= own(s, colour, least)
    return ranks[0], ranks[1], ranks[2]


def own_ranks(s: State, colour: int) -> tuple[int, int, int]:
    """The side's pieces of at least each rank, as masks."""
    return own(s, colour, 0), own(s, colour, 1), own(s, colour, 2)


def fits(image: Image, room: int, mine: tuple[int, int, int], lent: Lending) -> int:
    """The squares on which the being can be summoned in this image; `room` has the squares without a higher piece."""
    if lent is not NOBODY:
        return _fits_lent(image, room, mine, lent)
    found = room if image.holds < 0 else room & mine[image.holds]
    for shift, rank in image.needs:
        found &= mine[rank] >> shift if shift > 0 else mine[rank] << -shift
        if not found:
            break
    return found


def _fits_lent(image: Image, room: int, mine: tuple[int, int, int], lent: Lending) -> int:
    """The same while pieces may be borrowed: squares are tracked by what has been borrowed on the way through the
    pattern."""
    if lent.war is None or lent.improvised is None:
        return _fits_with_one(image, room, mine, lent.war or lent.improvised or (0, 0, 0))
    none, by_war, by_improvising, both = room, 0, 0, 0
    for shift, rank in image.whole:
        own, war, improvised = (_shifted(ranks[rank], shift) for ranks in (mine, lent.war, lent.improvised))
        both = both & own | by_war & improvised | by_improvising & war
        by_war = by_war & own | none & war
        by_improvising = by_improvising & own | none & improvised
        none &= own
    return none | by_war | by_improvising | both


def _shifted(found: int, shift: int) -> int:
    return found >> shift if shift >= 0 else found << -shift


def _fits_with_one(image: Image, room: int, mine: tuple[int, int, int], lent: tuple[int, int, int]) -> int:
    """The same with at most one borrowed piece."""
    none, one = room, 0
    for shift, rank in image.whole:
        if shift >= 0:
            own = mine[rank] >> shift
            one = one & own | none & lent[rank] >> shift
        else:
            own = mine[rank] << -shift
            one = one & own | none & lent[rank] << -shift
        none &= own
        if not none | one:
            return 0
    return none | one


def scarce(s: State, colour: int, rank: int) -> bool:
    """Whether the supply has no piece of the required type."""
    return (free_legendaries if rank == LEGENDARY else free_doubles)(s, colour) <= 0


def same_type(s: State, colour: int, rank: int) -> int:
    """The side's pieces in the arena of the required type: legendary ones, or common and heroic ones alike."""
    if rank == LEGENDARY:
        return exactly(s, colour, LEGENDARY)
    return own(s, colour) & ~exactly(s, colour, LEGENDARY)


def spare(s: State, colour: int, rank: int, at: int, used: tuple[int, ...]) -> int:
    """Under shortage: the side's pieces that may be picked up to become the new piece."""
    typed = same_type(s, colour, rank)
    if typed >> at & 1:
        return 1 << at
    return typed & ~mask(used)


def places(s: State, colour: int, card: int) -> int:
    """The squares on which the card can be summoned now."""
    mine, lent, rank = own_ranks(s, colour), lending(s, colour), RANK[card]
    room, found = up_to(s, rank), 0
    if scarce(s, colour, rank):
        return mask({at for at, _ in _scarce_ways(s, colour, card, room, mine, lent)})
    for image in IMAGES[card]:
        found |= fits(image, room, mine, lent)
    return found


def _scarce_ways(
    s: State, colour: int, card: int, room: int, mine: tuple[int, int, int], lent: Lending
) -> Iterator[tuple[int, Image]]:
    for image in IMAGES[card]:
        for at in spaces_of(fits(image, room, mine, lent)):
            if spare(s, colour, RANK[card], at, squares(image, at)):
                yield at, image


def summonable(s: State, colour: int, hand: list[int]) -> list[int]:
    """The cards of a hand that can be summoned on some square."""
    mine = own_ranks(s, colour)
    likely = _enough(s, colour, hand, mine)
    if not likely:
        return []
    lent = lending(s, colour)
    ranks = {RANK[card] for card in likely}
    rooms = {rank: up_to(s, rank) for rank in ranks}
    short = {rank for rank in ranks if scarce(s, colour, rank)}
    found = []
    for card in likely:
        rank = RANK[card]
        room = rooms[rank]
        if rank in short:
            if any(True for _ in _scarce_ways(s, colour, card, room, mine, lent)):
                found.append(card)
        elif any(fits(image, room, mine, lent) for image in IMAGES[card]):
            found.append(card)
    return found


def _enough(s: State, colour: int, hand: list[int], mine: tuple[int, int, int]) -> list[int]:
    """The cards with enough pieces for their patterns, wherever these stand."""
    war, unused = lenders(s, colour)
    borrowed = bool(war) + bool(unused)
    commons, heroics, legendaries = (ranks.bit_count() + borrowed for ranks in mine)
    found = []
    for card in dict.fromkeys(hand):
        common, heroic, legendary = COUNTS[card]
        if common <= commons and heroic <= heroics and legendary <= legendaries:
            found.append(card)
    return found


def matches(s: State, colour: int, card: int, at: int) -> list[Match]:
    """The ways to summon the card on this square, in all images."""
    mine, lent, rank = own_ranks(s, colour), lending(s, colour), RANK[card]
    room, found = up_to(s, rank) & 1 << at, []
    short = scarce(s, colour, rank)
    for image in IMAGES[card]:
        if fits(image, room, mine, lent):
            used = squares(image, at)
            if short and not spare(s, colour, rank, at, used):
                continue
            needed = used if image.holds < 0 else (at, *used)
            found.append(Match(image, used, tuple(one for one in needed if colour_at(s, one) != colour)))
    return found


def distinct_ways(s: State, colour: int, card: int, at: int, uses: bool) -> dict[tuple[object, ...], Match]:
    """The ways to summon that differ in effect: marks, arrows, borrowed pieces, and used pieces where they matter."""
    kept: dict[tuple[object, ...], Match] = {}
    exact = uses or scarce(s, colour, RANK[card])
    for one in matches(s, colour, card, at):
        used = frozenset(one.used) if exact else frozenset(one.borrowed)
        kept.setdefault((used, frozenset(one.borrowed), marked(one.image, at), one.image.arrows), one)
    return kept
