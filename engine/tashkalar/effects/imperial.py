"""The effects of the Imperial decks' beings."""

from __future__ import annotations

from engine.core.ask import Script
from engine.core.masks import mask, spaces_of
from engine.tashkalar import options
from engine.tashkalar.arena import GONE
from engine.tashkalar.being import COMBAT, QUIET, STANDARD, Being, left
from engine.tashkalar.board import DIAGONAL, NEXT
from engine.tashkalar.data.content import COMMON, LEGENDARY
from engine.tashkalar.effects.deck import DeckEffects
from engine.tashkalar.pieces import exactly
from engine.tashkalar.state import colour_at

effect = DeckEffects()


@effect("imperial.swordmaster")
def swordmaster(x: Being) -> Script[None]:
    """May destroy one enemy common diagonally next to it; then it is upgraded."""
    victim = yield from x.may("destroy", x.enemy(COMMON) & DIAGONAL[x.me])
    if victim != GONE:
        yield x.destroy(victim)
        yield x.raise_(x.me)


@effect("imperial.messenger")
def messenger(x: Being) -> Script[None]:
    """One own non-legendary piece may make any number of standard moves in one direction."""
    runs = {start: x.runs(start, STANDARD) for start in spaces_of(x.own() & x.not_legendary())}
    more = left("standard-run", 8)
    start = yield from x.may("move-whom", mask(one for one, ends in runs.items() if ends), more)
    if start != GONE:
        end = yield from x.must_pick("move-to", options.run_ends, runs[start], more)
        yield from x.run(start, runs[start][end])


@effect("imperial.herald")
def herald(x: Being) -> Script[None]:
    """Own pieces make up to two moves onto empty squares."""
    for more in (2, 1):
        start, _end = yield from x.step_of(x.own(), QUIET, most=more)
        if start == GONE:
            return


@effect("imperial.bomb")
def bomb(x: Being) -> Script[None]:
    """Destroys itself and all commons around it, unless this was the last action."""
    if x.s.actions:
        around = x.commons() & NEXT[x.me]
        yield x.destroy(x.me)
        yield from x.destroy_all(around)


@effect("imperial.chronicler")
def chronicler(x: Being) -> Script[None]:
    """Upgrades another own common, which may then make a standard move."""
    hero = yield from x.must("raise", x.own_exactly(COMMON) & x.others())
    if hero != GONE:
        yield x.raise_(hero)
        end = yield from x.may_go("move-to", x.steps(hero, STANDARD), left(STANDARD, 1))
        if end != GONE:
            yield x.move(hero, end)


@effect("imperial.assassin")
def assassin(x: Being) -> Script[None]:
    """Destroys the piece on the marked square; may move there if the square is empty."""
    for square in x.marked:
        if x.occupied() >> square & 1:
            yield x.destroy(square)
        else:
            yield from x.step_self(QUIET, 1 << square)


@effect("imperial.time_mage")
def time_mage(x: Being) -> Script[None]:
    """Gains an action; an enemy on the marked square is destroyed."""
    yield x.gain_action()
    yield from x.destroy_all(x.enemy() & mask(x.marked))


@effect("imperial.summoner")
def summoner(x: Being) -> Script[None]:
    """Places up to two own commons on marked squares."""
    for more in (2, 1):
        if (yield from x.may_place(mask(x.marked), most=more)) == GONE:
            return


@effect("imperial.hypnotist")
def hypnotist(x: Being) -> Script[None]:
    """Makes a combat move with each of up to three commons or up to two heroic pieces of one enemy."""
    chosen, most, moved = x.enemy() & x.not_legendary(), 1, 0
    while moved < most:
        shown_as = COMBAT if moved else "hypnosis"
        start, end = yield from x.step_of(chosen, COMBAT, most=most - moved, shown_as=shown_as)
        if start == GONE:
            return
        colour, rank = colour_at(x.s, end), x.rank(end)
        most = 3 if rank == COMMON else 2
        chosen &= exactly(x.s, colour, rank) & ~(1 << end)
        moved += 1


@effect("imperial.cannon")
def cannon(x: Being) -> Script[None]:
    """May destroy all commons on the line of one arrow."""
    yield from shoot(x, {way: mask(x.line(way)) & x.commons() for way in x.arrows})


def shoot(x: Being, hits: dict[int, int], *, most: int = 1) -> Script[bool]:
    """Let the player choose a direction and destroy the pieces hit there; only directions with hits are offered.

    Returns whether anything was destroyed.
    """
    worth_it = {way: victims for way, victims in hits.items() if victims}
    way = yield from x.may_pick("direction", options.ways, worth_it, left("shot", most))
    if way == GONE:
        return False
    yield from x.destroy_all(hits[way])
    return True


@effect("imperial.champion")
def champion(x: Being) -> Script[None]:
    """May destroy one enemy next to it; for a legendary one the Champion is destroyed too, and the player gains an
    action."""
    victim = yield from x.may("destroy", x.enemy() & x.around())
    if victim == GONE:
        return
    legendary = x.rank(victim) == LEGENDARY
    yield x.destroy(victim)
    if legendary:
        yield x.destroy(x.me)
        yield x.gain_action()


@effect("imperial.infantry_captain")
def infantry_captain(x: Being) -> Script[None]:
    """Other own pieces make up to two combat moves."""
    for more in (2, 1):
        start, _end = yield from x.step_of(x.others(), COMBAT, most=more)
        if start == GONE:
            return


@effect("imperial.cavalry_captain")
def cavalry_captain(x: Being) -> Script[None]:
    """One other own piece may make one combat move and two standard moves, in any order."""
    at = yield from x.may("move-whom", x.movers(x.others(), COMBAT), left("one-combat", 3))
    fought = False
    for number in range(3):
        if at == GONE:
            return
        found = x.steps(at, STANDARD if fought else COMBAT)
        more = left(STANDARD if fought else "one-combat", 3 - number)
        end = yield from (x.must_go if number == 0 else x.may_go)("move-to", found, more)
        if end == GONE:
            return
        fought = fought or x.rank(end) == x.rank(at)
        yield x.move(at, end)
        at = end


@effect("imperial.gryphon_rider")
def gryphon_rider(x: Being) -> Script[None]:
    """May make a combat leap to any square; then it may become common and place another common."""
    if (yield from x.leap_self(COMBAT)) == GONE:
        return
    if (yield from x.ask("either", (options.LOWER, options.NO))) != GONE:
        yield x.lower(x.me)
        yield from x.must_place(x.around())


@effect("imperial.knight")
def knight(x: Being) -> Script[None]:
    """Makes up to three combat moves that destroy no commons."""
    for more in (3, 2, 1):
        if (yield from x.step_self(COMBAT, ~x.commons(), most=more)) == GONE:
            return


@effect("imperial.high_priestess")
def high_priestess(x: Being) -> Script[None]:
    """May make a standard move; may then upgrade a common next to it."""
    yield from x.step_self(STANDARD)
    hero = yield from x.may("raise", x.commons() & x.around())
    if hero != GONE:
        yield x.raise_(hero)


@effect("imperial.master_of_intrigue", uses=True)
def master_of_intrigue(x: Being) -> Script[None]:
    """Up to three moves: standard moves of its own, combat moves of the non-legendary pieces used."""
    for more in (3, 2, 1):
        used = mask(x.used) & x.not_legendary()
        movers = x.movers(used, COMBAT) | (x.movers(1 << x.me, STANDARD) if x.here else 0)
        start = yield from x.may("move-whom", movers, left("own-standard", more))
        if start == GONE:
            return
        kind = STANDARD if start == x.me else COMBAT
        end = yield from x.must_go("move-to", x.steps(start, kind), left("own-standard", more))
        yield x.move(start, end)


@effect("imperial.gun_tower")
def gun_tower(x: Being) -> Script[None]:
    """May shoot along an arrow and destroy the first two pieces, but a legendary one stops the shot unharmed."""
    hits = {}
    for way in x.arrows:
        met = [square for square in x.line(way) if x.occupied() >> square & 1][:2]
        stop = next((n for n, square in enumerate(met) if x.rank(square) == LEGENDARY), len(met))
        hits[way] = mask(met[:stop])
    yield from shoot(x, hits)
