"""The effects of the Sylvan deck's beings."""

from __future__ import annotations

from engine.core.ask import Event, Script
from engine.core.masks import mask, spaces_of
from engine.tashkalar import options
from engine.tashkalar.arena import GONE
from engine.tashkalar.being import COMBAT, STANDARD, Being, left
from engine.tashkalar.board import DIAGONAL, RAY, STEP, WITHIN, touching, way_of
from engine.tashkalar.data.content import CARDS, COMMON, HEROIC
from engine.tashkalar.effects.deck import DeckEffects
from engine.tashkalar.effects.imperial import shoot
from engine.tashkalar.pieces import exactly
from engine.tashkalar.state import colour_at, enemies, free_doubles, hue_of, upgraded

effect = DeckEffects()


@effect("sylvan.sapling")
def sapling(x: Being) -> Script[None]:
    """Upgrades itself."""
    yield x.raise_(x.me)


@effect("sylvan.kiskin_farseeders")
def kiskin_farseeders(x: Being) -> Script[None]:
    """May place an own common next to any own piece."""
    yield from x.may_place(touching(x.own()))


@effect("sylvan.charging_buck")
def charging_buck(x: Being) -> Script[None]:
    """Makes up to two combat leaps at a distance of exactly two."""
    for more in (2, 1):
        ring = WITHIN[x.me][2] & ~WITHIN[x.me][1]
        if (yield from x.leap_self(COMBAT, ring, most=more)) == GONE:
            return


@effect("sylvan.forest_wardens")
def forest_wardens(x: Being) -> Script[None]:
    """Destroys a common of an opponent with more commons, then a heroic piece of one with more upgraded pieces."""
    mine = x.own_exactly(COMMON).bit_count()
    found = 0
    for colour in enemies(x.s, x.colour):
        commons = exactly(x.s, colour, COMMON)
        if commons.bit_count() > mine:
            found |= commons
    victim = yield from x.must("destroy", found)
    if victim != GONE:
        yield x.destroy(victim)
    found = 0
    for colour in enemies(x.s, x.colour):
        if upgraded(x.s, colour) > upgraded(x.s, x.colour):
            found |= exactly(x.s, colour, HEROIC)
    victim = yield from x.must("destroy", found)
    if victim != GONE:
        yield x.destroy(victim)


@effect("sylvan.naiad")
def naiad(x: Being) -> Script[None]:
    """Makes a standard move with each of up to two own pieces that stood next to it."""
    near = x.own() & x.around()
    for more in (2, 1):
        start, end = yield from x.step_of(near & x.own(), STANDARD, most=more)
        if start == GONE:
            return
        near &= ~(1 << start) & ~(1 << end)


@effect("sylvan.kiskin_spirit")
def kiskin_spirit(x: Being) -> Script[None]:
    """May put a card of the player's discard pile on top of the deck; after that, or with no such card, an extra card
    is drawn."""
    s, seat = x.s, x.s.turn
    if s.discards[seat]:
        card: int = yield from x.ask("take-card", [*options.cards(s.discards[seat]), options.NO])
        if card == GONE:
            return
        s.discards[seat].remove(card)
        s.piles[seat].insert(0, card)
        yield Event("returned", {"hue": hue_of(s, x.colour), "card": CARDS[card].id})
    s.more_cards += 1


@effect("sylvan.dryad")
def dryad(x: Being) -> Script[None]:
    """May convert a non-legendary enemy next to it into an own common."""
    yield from may_convert(x, x.enemy() & x.not_legendary() & x.around(), COMMON)


def may_convert(x: Being, found: int, rank: int | None) -> Script[None]:
    """One of these enemies may become the player's piece, of this rank or of its own."""
    if not x.supply():
        return
    target = yield from x.may("convert", found)
    if target != GONE:
        yield x.convert(target, x.rank(target) if rank is None else rank)


@effect("sylvan.centaur_spearman")
def centaur_spearman(x: Being) -> Script[None]:
    """May make a combat move; the next piece in that direction is destroyed, unless legendary."""
    falls = {end: 1 << end & x.occupied() | _speared(x, end) for end in spaces_of(x.steps(x.me, COMBAT))}
    end = yield from x.may_pick("move-to", options.runs, falls, left(COMBAT, 1))
    if end != GONE:
        speared = _speared(x, end)
        yield x.move(x.me, end)
        yield from x.destroy_all(speared)


def _speared(x: Being, end: int) -> int:
    """The first piece beyond that neighboring square, unless it is legendary."""
    beyond = RAY[end][way_of(x.me, end)]
    return mask([one for one in beyond if x.occupied() >> one & 1][:1]) & x.not_legendary()


@effect("sylvan.centaur_chieftain")
def centaur_chieftain(x: Being) -> Script[None]:
    """May make a combat move; then up to three combat moves of other own pieces in the same direction."""
    start = x.me
    end = yield from x.step_self(COMBAT)
    if end == GONE:
        return
    way = way_of(start, end)
    for more in (3, 2, 1):
        goals = {one: STEP[one][way] for one in spaces_of(x.others()) if STEP[one][way] >= 0}
        movers = {one: goal for one, goal in goals.items() if x.steps(one, COMBAT) >> goal & 1}
        mover = yield from x.may_pick("move-whom", options.one_goal_each, movers, left(COMBAT, more))
        if mover == GONE:
            return
        yield x.move(mover, goals[mover])


@effect("sylvan.unicorn")
def unicorn(x: Being) -> Script[None]:
    """May make a combat move, or gains an action for the player."""
    found = x.steps(x.me, COMBAT)
    answer = yield from x.ask("move-to", [*options.ends(x.s, found), options.GAIN, options.NO], left(COMBAT, 1))
    if answer == options.GAIN.value:
        yield x.gain_action()
    elif answer != GONE:
        yield x.move(x.me, answer)


@effect("sylvan.sylvan_queen")
def sylvan_queen(x: Being) -> Script[None]:
    """May convert a non-legendary enemy diagonally next to it into an own piece of the same rank."""
    yield from may_convert(x, x.enemy() & x.not_legendary() & DIAGONAL[x.me], None)


@effect("sylvan.sylvan_princess")
def sylvan_princess(x: Being) -> Script[None]:
    """May convert an enemy common diagonally next to it."""
    yield from may_convert(x, x.enemy(COMMON) & DIAGONAL[x.me], COMMON)


@effect("sylvan.woodland_druid")
def woodland_druid(x: Being) -> Script[None]:
    """Upgrades one common of every color, the player's own first."""
    for colour in (x.colour, *enemies(x.s, x.colour)):
        hero = yield from x.must("raise", exactly(x.s, colour, COMMON))
        if hero != GONE:
            yield x.raise_(hero)


@effect("sylvan.forest_ancient")
def forest_ancient(x: Being) -> Script[None]:
    """Places two enemy commons within two squares, then destroys as many commons of the same colors within three."""
    placed: list[int] = []
    for _ in range(2):
        lenders = [colour for colour in enemies(x.s, x.colour) if free_doubles(x.s, colour)]
        room = x.empty() & WITHIN[x.me][2]
        if not lenders or not room:
            break
        colour = yield from x.ask("which-colour", options.sides(x.s, lenders))
        square = yield from x.must_go("put", room, left("place", 2 - len(placed)))
        yield x.place(square, COMMON, colour)
        placed.append(colour)
    while placed:
        found = 0
        for colour in placed:
            found |= exactly(x.s, colour, COMMON)
        victim = yield from x.must("destroy", found & WITHIN[x.me][3])
        if victim == GONE:
            return
        placed.remove(colour_at(x.s, victim))
        yield x.destroy(victim)


@effect("sylvan.forest_mystic")
def forest_mystic(x: Being) -> Script[None]:
    """At the end of the turn the player draws an extra card of their deck and an extra legend."""
    x.s.more_cards += 1
    x.s.more_legends += 1
    return
    yield


@effect("sylvan.kiskin_leafsplitter")
def kiskin_leafsplitter(x: Being) -> Script[None]:
    """Fires up to two shots in diagonal directions, each at the first piece it meets."""
    for more in (2, 1):
        hits = {way: x.first_met(way) for way in x.arrows}
        if not (yield from shoot(x, {way: 1 << hit for way, hit in hits.items() if hit != GONE}, most=more)):
            return


@effect("sylvan.kiskin_boughrunner")
def kiskin_boughrunner(x: Being) -> Script[None]:
    """Makes up to three combat moves, each ending next to another own piece."""
    for more in (3, 2, 1):
        if (yield from x.step_self(COMBAT, touching(x.others()), most=more)) == GONE:
            return


@effect("sylvan.tree_shepherd")
def tree_shepherd(x: Being) -> Script[None]:
    """Choose an own piece: a common is upgraded, a heroic one may make combat moves, a legendary one may move."""
    chosen = yield from x.must("tend", x.own())
    if x.rank(chosen) == COMMON:
        yield x.raise_(chosen)
        return
    kind = COMBAT if x.rank(chosen) == HEROIC else STANDARD
    end = yield from x.may_go("move-to", x.steps(chosen, kind), left(kind, 1))
    if end != GONE:
        yield x.move(chosen, end)
