"""The effects of the legends."""

from __future__ import annotations

from functools import partial

from engine.core.ask import Script
from engine.core.masks import mask, spaces_of
from engine.tashkalar import board, options
from engine.tashkalar.arena import GONE
from engine.tashkalar.being import COMBAT, Being, left
from engine.tashkalar.board import DIAGONAL, NEXT, ORTHOGONAL, RAY, STEP, WITHIN, touching
from engine.tashkalar.data.content import COMMON
from engine.tashkalar.effects.deck import DeckEffects
from engine.tashkalar.pieces import can_lower

effect = DeckEffects()


@effect("legends.fire_dragon")
def fire_dragon(x: Being) -> Script[None]:
    """Destroys non-legendary pieces up to two squares away, along an arrow and 45 degrees to both sides of it."""
    burnt = {way: x.not_legendary() & _flames(x.me, way) for way in x.arrows if STEP[x.me][way] >= 0}
    chosen = yield from x.must_pick("direction", options.ways, burnt)
    if chosen != GONE:
        yield from x.destroy_all(burnt[chosen])


def _flames(start: int, chosen: int) -> int:
    return mask(square for way in (chosen - 1, chosen, chosen + 1) for square in RAY[start][way % 8][:2])


@effect("legends.hell_bull")
def hell_bull(x: Being) -> Script[None]:
    """May run any distance in one direction over everything; a legendary piece it destroys stops it."""
    ends = x.runs(x.me, COMBAT, until=x.legendaries())
    end = yield from x.may_pick("move-to", options.run_ends, ends, left("combat-run", 8))
    if end != GONE:
        yield from x.run(x.me, ends[end])


@effect("legends.angel_of_death")
def angel_of_death(x: Being) -> Script[None]:
    """May upgrade any other piece, if possible, and then leap onto it."""
    victim = yield from x.may_go("leap-to", x.occupied() & ~(1 << x.me), left("combat-leap", 1))
    if victim != GONE:
        if x.can_raise(1 << victim):
            yield x.raise_(victim)
        yield x.move(x.me, victim, leap=True)


@effect("legends.the_eldest_tree")
def the_eldest_tree(x: Being) -> Script[None]:
    """For up to three squares next to it: destroys an enemy, upgrades an own common, or fills an empty square with a
    common."""
    done = 0
    for more in (3, 2, 1):
        enemies, commons = x.enemy() & x.not_legendary(), x.own_exactly(COMMON)
        found = (enemies | commons | (x.empty() if x.supply() else 0)) & x.around() & ~done
        square = yield from x.may_pick("treat", partial(options.treated, commons=commons), found, left("square", more))
        if square == GONE:
            return
        done |= 1 << square
        if enemies >> square & 1:
            yield x.destroy(square)
        elif commons >> square & 1:
            yield x.raise_(square)
        else:
            yield x.place(square)


@effect("legends.bone_catapult")
def bone_catapult(x: Being) -> Script[None]:
    """May destroy one piece on the line of an arrow, with all commons around it."""
    lines = mask(square for way in x.arrows for square in x.line(way))
    falls = {one: 1 << one | x.commons() & NEXT[one] for one in spaces_of(x.occupied() & lines)}
    victim = yield from x.may_pick("destroy", options.runs, falls)
    if victim != GONE:
        yield x.destroy(victim)
        yield from x.destroy_all(x.commons() & NEXT[victim])


@effect("legends.fire_elemental")
def fire_elemental(x: Being) -> Script[None]:
    """Destroys all non-legendary enemies around it, or all enemy commons up to two squares away."""
    near = x.enemy() & x.not_legendary() & x.around()
    far = x.enemy(COMMON) & WITHIN[x.me][2]
    if near != far:
        choices = [options.striking(x.s, options.NEAR, near), options.striking(x.s, options.FAR, far)]
        which = yield from x.ask("either", choices)
        near = near if which == options.NEAR.value else far
    yield from x.destroy_all(near)


@effect("legends.leviathan")
def leviathan(x: Being) -> Script[None]:
    """Downgrades a connected group of up to three upgraded pieces, or destroys one of up to four commons."""
    group, most = 0, 1
    commons = upgraded = False
    while group.bit_count() < most:
        found = x.commons() if commons else x.heroics() | x.legendaries() if upgraded else x.occupied()
        if group:
            found &= touching(group) & ~group
        square = yield from x.may("group", found)
        if square == GONE:
            break
        commons, upgraded = x.rank(square) == COMMON, x.rank(square) != COMMON
        group, most = group | 1 << square, 4 if commons else 3
        x.acts += 1
    if commons:
        yield from x.destroy_all(group)
    for square in spaces_of(group if upgraded else 0):
        if can_lower(x.s, square):
            yield x.lower(square)


@effect("legends.two_headed_dragon", uses=True)
def two_headed_dragon(x: Being) -> Script[None]:
    """May upgrade one of the pieces used; then it may destroy a heroic piece next to that one."""
    hero = yield from x.may("raise", x.can_raise(mask(x.used)))
    if hero == GONE:
        return
    yield x.raise_(hero)
    victim = yield from x.may("destroy", x.heroics() & NEXT[hero])
    if victim != GONE:
        yield x.destroy(victim)


@effect("legends.earth_elemental")
def earth_elemental(x: Being) -> Script[None]:
    """Destroys a non-legendary piece at red, upgrades a common at green (on or next to it), may move onto a color."""
    victim = yield from x.must("destroy", x.not_legendary() & (board.RED | touching(board.RED)))
    if victim != GONE:
        yield x.destroy(victim)
    hero = yield from x.must("raise", x.commons() & (board.GREEN | touching(board.GREEN)))
    if hero != GONE:
        yield x.raise_(hero)
    yield from x.step_self(COMBAT, board.RED | board.GREEN)


@effect("legends.time_elemental")
def time_elemental(x: Being) -> Script[None]:
    """Another turn follows this one."""
    x.s.again = True
    return
    yield


@effect("legends.storm_elemental")
def storm_elemental(x: Being) -> Script[None]:
    """May place an own piece and charge with it in one direction; the piece is then lost."""
    room = x.empty() & WITHIN[x.me][3]
    ranks = [option for rank, option in enumerate(options.OF_RANK) if x.supply(rank)]
    if not room or not ranks:
        return
    rank = yield from x.ask("which-rank", [*ranks, options.NO])
    if rank == GONE:
        return
    at = yield from x.must_go("put", room)
    yield x.place(at, rank)
    ends = x.runs(at, COMBAT, most=options.STORM_MOVES[rank])
    end = yield from x.may_pick("move-to", options.run_ends, ends, left("so-many-run", options.STORM_MOVES[rank]))
    if end != GONE:
        yield from x.run(at, ends[end])
        at = end
    yield x.destroy(at)


@effect("legends.titan")
def titan(x: Being) -> Script[None]:
    """Destroys everything orthogonally next to it and every non-legendary piece diagonally; none of it counts."""
    x.counts = False
    yield from x.destroy_all(x.occupied() & ORTHOGONAL[x.me] | x.not_legendary() & DIAGONAL[x.me])
