"""The effects of the Highland deck's beings."""

from __future__ import annotations

from engine.core.ask import Script
from engine.core.masks import mask, spaces_of
from engine.tashkalar import board, options
from engine.tashkalar.arena import GONE
from engine.tashkalar.being import COMBAT, STANDARD, Being, left
from engine.tashkalar.board import CENTRE, DIAGONAL, NEXT, ORTHOGONAL
from engine.tashkalar.data.content import COMMON, LEGENDARY
from engine.tashkalar.effects.deck import DeckEffects

effect = DeckEffects()


@effect("highland.wild_eagle", "highland.eagle_lord")
def eagle(x: Being) -> Script[None]:
    """May make a combat leap to any square."""
    yield from x.leap_self(COMBAT)


@effect("highland.clan_axeman")
def clan_axeman(x: Being) -> Script[None]:
    """May destroy one non-legendary piece orthogonally next to it."""
    victim = yield from x.may("destroy", x.not_legendary() & ORTHOGONAL[x.me])
    if victim != GONE:
        yield x.destroy(victim)


@effect("highland.clan_healer")
def clan_healer(x: Being) -> Script[None]:
    """Places up to two own commons on squares that touch a green one."""
    for more in (2, 1):
        if (yield from x.may_place(board.touching(board.GREEN), most=more)) == GONE:
            return


@effect("highland.dire_wolf", "highland.wolf_rider")
def wolf(x: Being) -> Script[None]:
    """Makes up to two combat moves."""
    yield from x.steps_self(2, COMBAT)


@effect("highland.ritual_keeper")
def ritual_keeper(x: Being) -> Script[None]:
    """On green: upgrades an own common. On red: an own piece may make a combat move."""
    if board.GREEN >> x.summoned_on & 1:
        hero = yield from x.must("raise", x.own_exactly(COMMON))
        if hero != GONE:
            yield x.raise_(hero)
    elif board.RED >> x.summoned_on & 1:
        yield from x.step_of(x.own(), COMBAT)


@effect("highland.blood_shaman")
def blood_shaman(x: Being) -> Script[None]:
    """Destroys one non-legendary piece anywhere; if that stood on red, all commons around it too."""
    falls = {
        one: 1 << one | (x.commons() & NEXT[one] if board.RED >> one & 1 else 0) for one in spaces_of(x.not_legendary())
    }
    victim = yield from x.must_pick("destroy", options.runs, falls)
    yield x.destroy(victim)
    if board.RED >> victim & 1:
        yield from x.destroy_all(x.commons() & NEXT[victim])


@effect("highland.war_drummer")
def war_drummer(x: Being) -> Script[None]:
    """Other own pieces make one combat move or up to two standard moves."""
    yield from combat_or_two_standard(x, x.others())


def combat_or_two_standard(x: Being, found: int) -> Script[None]:
    """One combat move or up to two standard moves; a first move that only a combat move allows is the only one."""
    more = left("combat-or-two", 1)
    start = yield from x.may("move-whom", x.movers(found, COMBAT), more)
    if start == GONE:
        return
    end = yield from x.must_go("move-to", x.steps(start, COMBAT), more)
    fought = x.rank(end) == x.rank(start)
    yield x.move(start, end)
    if not fought:
        yield from x.step_of(found & ~(1 << start) & x.own() | 1 << end, STANDARD)


@effect("highland.hill_giant")
def hill_giant(x: Being) -> Script[None]:
    """Destroys every non-legendary piece orthogonally next to it."""
    yield from x.destroy_all(x.not_legendary() & ORTHOGONAL[x.me])


@effect("highland.warlord")
def warlord(x: Being) -> Script[None]:
    """Own pieces make up to three combat moves; all three only if the Warlord makes one of them."""
    himself = False
    for number in range(3):
        found = x.own()
        if number == 2 and not himself:
            found &= 1 << x.me if x.here else 0
        start, _end = yield from x.step_of(found, COMBAT, most=3 - number)
        if start == GONE:
            return
        himself = himself or _end == x.me


@effect("highland.war_summoner")
def war_summoner(x: Being) -> Script[None]:
    """Gains an action; the next being summoned in this turn may use an enemy piece."""
    yield x.gain_action()
    x.s.borrow = True


@effect("highland.ritual_master")
def ritual_master(x: Being) -> Script[None]:
    """On green: gains two actions. On red: may destroy one heroic and one common piece."""
    if board.GREEN >> x.summoned_on & 1:
        yield x.gain_action()
        yield x.gain_action()
    elif board.RED >> x.summoned_on & 1:
        victim = yield from x.may("destroy", x.not_legendary())
        if victim == GONE:
            return
        other = x.heroics() if x.rank(victim) == COMMON else x.commons()
        yield x.destroy(victim)
        second = yield from x.may("destroy", other)
        if second != GONE:
            yield x.destroy(second)


@effect("highland.legend_slayer")
def legend_slayer(x: Being) -> Script[None]:
    """May destroy one legendary piece or up to two others diagonally next to it."""
    near = DIAGONAL[x.me]
    victim = yield from x.may("destroy", x.occupied() & near)
    if victim == GONE:
        return
    legendary = x.rank(victim) == LEGENDARY
    yield x.destroy(victim)
    if not legendary:
        second = yield from x.may("destroy", x.not_legendary() & near)
        if second != GONE:
            yield x.destroy(second)


@effect("highland.mountain_troll")
def mountain_troll(x: Being) -> Script[None]:
    """Destroys all enemy commons around it; two or more give an action."""
    if (yield from x.destroy_all(x.enemy(COMMON) & x.around())) >= 2:
        yield x.gain_action()


@effect("highland.hungry_bear")
def hungry_bear(x: Being) -> Script[None]:
    """Makes up to two standard moves; a move onto an empty square is the last."""
    for more in (2, 1):
        free = x.empty()
        end = yield from x.step_self(STANDARD, most=more)
        if end == GONE or free >> end & 1:
            return


@effect("highland.werewolf")
def werewolf(x: Being) -> Script[None]:
    """On a colored square other than the center: up to three combat moves. Elsewhere: one standard move."""
    if (board.RED | board.GREEN) & ~(1 << CENTRE) & 1 << x.summoned_on:
        yield from x.steps_self(3, COMBAT)
    else:
        yield from x.step_self(STANDARD)


@effect("highland.clan_guardian", uses=True)
def clan_guardian(x: Being) -> Script[None]:
    """May upgrade one of the commons used."""
    hero = yield from x.may("raise", x.commons() & mask(x.used))
    if hero != GONE:
        yield x.raise_(hero)
