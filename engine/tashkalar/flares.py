"""Flares: when one may be invoked, and the effects of its halves."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.ask import Event, Script
from engine.tashkalar import options
from engine.tashkalar.arena import GONE
from engine.tashkalar.asking import choose
from engine.tashkalar.being import COMBAT, QUIET, STANDARD, Being, left
from engine.tashkalar.data.content import COMMON, FLARES, HEROIC
from engine.tashkalar.effects.highland import combat_or_two_standard
from engine.tashkalar.state import State, enemies, hue_of, pieces, upgraded


def halves(s: State, flare: int, colour: int, other: int) -> tuple[bool, bool]:
    """Whether the upper and the lower condition hold against that opponent."""
    card = FLARES[flare]
    return (
        upgraded(s, other) - upgraded(s, colour) >= card.upper.needs,
        pieces(s, other) - pieces(s, colour) >= card.lower.needs,
    )


def opponents(s: State, flare: int, colour: int) -> list[int]:
    """The opponents against whom a condition holds."""
    card, heroes, all_pieces = FLARES[flare], upgraded(s, colour), pieces(s, colour)
    return [
        other
        for other in enemies(s, colour)
        if upgraded(s, other) - heroes >= card.upper.needs or pieces(s, other) - all_pieces >= card.lower.needs
    ]


def invocable(s: State) -> list[int]:
    """The flares of the player on turn that may be invoked now; a partner who has control may not."""
    if s.control != s.turn or not s.flares[s.turn]:
        return []
    colour = s.colours[s.turn]
    return [flare for flare in s.flares[s.turn] if opponents(s, flare, colour)]


def invoke(s: State, flare: int) -> Script[None]:
    """Check both conditions once; then carry out the upper half, then the lower.

    In a deathmatch the opponent scores.
    """
    colour, card = s.colours[s.turn], FLARES[flare]
    choices = options.sides(s, opponents(s, flare, colour))
    other: int = yield from choose(s, "tashkalar.compare", choices, (card.id,))
    upper, lower = halves(s, flare, colour, other)
    s.flares[s.turn].remove(flare)
    yield Event(
        "flare",
        {"hue": hue_of(s, colour), "flare": card.id, "against": hue_of(s, other), "upper": upper, "lower": lower},
    )
    if s.form == "duel":
        s.scores[other].points += 1
        yield Event("scored", {"hue": hue_of(s, other), "points": 1, "of": ""})
    elif s.form == "melee":
        s.scores[other].by_colour[colour] += 1
        yield Event("scored", {"hue": hue_of(s, other), "points": 1, "of": hue_of(s, colour)})
    x = Being(s, card.id)
    if upper:
        yield from DOES[card.upper.does](x)
    if lower:
        yield from DOES[card.lower.does](x)
    s.flare_discards.append(flare)


def place_common(x: Being) -> Script[None]:
    yield from x.must_place(x.empty())


def place_two_commons(x: Being) -> Script[None]:
    yield from x.must_place(x.empty(), most=2)
    yield from x.must_place(x.empty())


def place_heroic(x: Being) -> Script[None]:
    yield from x.must_place(x.empty(), rank=HEROIC)


def gain_action(x: Being) -> Script[None]:
    yield x.gain_action()


def raise_common(x: Being) -> Script[None]:
    hero = yield from x.must("raise", x.own_exactly(COMMON))
    if hero != GONE:
        yield x.raise_(hero)


def move_common(x: Being) -> Script[None]:
    yield from x.step_of(x.own_exactly(COMMON), STANDARD, optional=False)


def convert_common(x: Being) -> Script[None]:
    target = yield from x.must("convert", x.enemy(COMMON))
    yield x.convert(target, COMMON)


def up_to_three_standard_moves(x: Being) -> Script[None]:
    for more in (3, 2, 1):
        start, _end = yield from x.step_of(x.own_exactly(COMMON), STANDARD, most=more)
        if start == GONE:
            return


def raise_and_gain(x: Being) -> Script[None]:
    yield from raise_common(x)
    yield x.gain_action()


def one_of(*ways: str) -> Callable[[Being], Script[None]]:
    """An effect that lets the player choose one of these effects, if it is possible now."""

    def does(x: Being) -> Script[None]:
        possible = [options.EITHER[way] for way in ways if _POSSIBLE[way](x)]
        if possible:
            way: str = yield from x.ask("either", possible)
            yield from _WAYS[way](x)

    return does


_WAYS: dict[str, Callable[[Being], Script[None]]] = {
    "place": place_common,
    "raise": raise_common,
    "move": move_common,
    "convert": convert_common,
}
_POSSIBLE: dict[str, Callable[[Being], bool]] = {
    "place": lambda x: x.supply() > 0,
    "raise": lambda x: bool(x.own_exactly(COMMON)),
    "move": lambda x: bool(x.movers(x.own_exactly(COMMON), STANDARD)),
    "convert": lambda x: x.supply() > 0 and bool(x.enemy(COMMON)),
}


def leap_common(kind: str) -> Callable[[Being], Script[None]]:
    """An effect with which an own common may leap to any square."""

    def does(x: Being) -> Script[None]:
        more = left(f"{kind}-leap", 1)
        start = yield from x.may("move-whom", x.own_exactly(COMMON), more)
        if start != GONE:
            end = yield from x.must_go("leap-to", x.reach(start, kind), more)
            yield x.move(start, end, leap=True)

    return does


def standard_and_combat_move(x: Being) -> Script[None]:
    """A standard and a combat move of own commons in either order; once begun, both if possible."""
    taken = x.occupied()
    start, end = yield from x.step_of(x.own_exactly(COMMON), COMBAT, most=2, shown_as="one-combat")
    if start != GONE:
        fought = taken >> end & 1
        yield from x.step_of(x.own_exactly(COMMON), STANDARD if fought else COMBAT, optional=False)


def combat_or_two_standard_moves(x: Being) -> Script[None]:
    yield from combat_or_two_standard(x, x.own() & x.not_legendary())


DOES: dict[str, Callable[[Being], Script[None]]] = {
    "place_common": place_common,
    "place_heroic": place_heroic,
    "place_2_common": place_two_commons,
    "standard_moves_up_to_3_common": up_to_three_standard_moves,
    "gain_action": gain_action,
    "place_common_or_convert_common": one_of("place", "convert"),
    "standard_move_common_or_upgrade_common": one_of("move", "raise"),
    "place_common_or_upgrade_common": one_of("place", "raise"),
    "combat_leap_common": leap_common(COMBAT),
    "upgrade_common_and_gain_action": raise_and_gain,
    "one_standard_one_combat_move_common": standard_and_combat_move,
    "one_combat_or_two_standard_moves_nonlegendary": combat_or_two_standard_moves,
    "standard_leap_common": leap_common(QUIET),
}
assert set(DOES) == {half.does for flare in FLARES for half in (flare.upper, flare.lower)}
