"""The Charge: one cavalry tile moves one space and strikes one enemy; this ends the turn (C1 to C6, DI2)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.ask import Ask, Option, Script, later
from engine.core.masks import spaces_of
from engine.monolith import options
from engine.monolith.board import ADJACENT, LABELS, STEP
from engine.monolith.data.content import KINDS, MELEE
from engine.monolith.ending import check
from engine.monolith.influence import Influence, netted
from engine.monolith.monoliths import bring
from engine.monolith.moves import moved, near
from engine.monolith.state import State, Token, friends, occupied, seat_on_turn, token_on
from engine.monolith.wounds import Hit, collapse, resolve, struck

CAVALRY: tuple[bool, ...] = tuple("cavalry" in kind.traits for kind in KINDS)
ALLOWS_CHARGE: tuple[bool, ...] = tuple(kind.effect == "enable_charge" for kind in KINDS)


def enemies(s: State, seat: int) -> int:
    """The spaces with enemy tiles, as a mask."""
    found = 0
    for token in s.tokens:
        if token.at >= 0 and not friends(s, seat, token.owner):
            found |= 1 << token.at
    return found


def aims(s: State, token: Token, taken: int) -> int:
    """The spaces of the enemies that the tile would touch after moving one space (C1, C5)."""
    found = 0
    for field in spaces_of(near(s, token, taken)):
        found |= ADJACENT[field]
    return found & enemies(s, token.owner)


def chargers(s: State, seat: int, held: frozenset[int], taken: int) -> Iterator[Token]:
    """Yield the seat's free cavalry tiles that can reach an enemy."""
    for token in s.tokens:
        free = token.owner == seat and token.at >= 0 and token.id not in held
        if CAVALRY[token.kind] and free and aims(s, token, taken):
            yield token


def can_charge(s: State, seat: int, held: frozenset[int], taken: int) -> bool:
    """Whether the seat has a tile that can charge."""
    return next(chargers(s, seat, held, taken), None) is not None


def rune_allows(s: State, seat: int, held: frozenset[int]) -> bool:
    """Whether a free Rune of Charge of the seat's team is anywhere on the board (C4)."""
    for token in s.tokens:
        if ALLOWS_CHARGE[token.kind] and token.at >= 0 and token.id not in held and friends(s, seat, token.owner):
            return True
    return False


def charge(s: State, _: int = 0) -> Script[None]:
    """Play a Charge: tile, target, space and a rotation that attacks the target; strike, and end the turn."""
    seat, taken = seat_on_turn(s), occupied(s)
    token = token_on(s, (yield Ask(seat, "monolith.charger", later(_riders, (s, seat, taken)))))
    assert token is not None
    start, rider = token.at, (KINDS[token.kind].id, LABELS[token.at])
    target = token_on(s, (yield Ask(seat, "monolith.charge-whom", later(_reached, (s, token, taken)), rider)))
    assert target is not None
    about = (*rider, KINDS[target.kind].id, LABELS[target.at])
    where: int = yield Ask(
        seat, "monolith.charge-where", options.fields(near(s, token, taken) & ADJACENT[target.at]), about
    )
    bring(s, token, where)
    token.rot = yield Ask(seat, "monolith.charge-turn", _facing(token, target), (*about, LABELS[where]))
    yield moved(s, token, start, "charge")
    yield from collapse(s)
    if all(any(one is other for other in s.tokens) for one in (token, target)):
        yield from strike(s, token, target)
    if not (yield from check(s)):
        s.phase = "ended"


def _riders(s: State, seat: int, taken: int) -> list[Option]:
    return options.tokens(chargers(s, seat, netted(s), taken))


def _reached(s: State, token: Token, taken: int) -> list[Option]:
    """Options for the enemies that the Charge can be aimed at."""
    aimed = aims(s, token, taken)
    return options.tokens(one for one in s.tokens if one.at >= 0 and aimed >> one.at & 1)


def _facing(token: Token, target: Token) -> list[Option]:
    """Options for the rotations with an attack to the target."""
    way = STEP[token.at].index(target.at)
    return [one for one in options.ROTATION[token.kind] if MELEE[token.kind][one.value][way]]


def strike(s: State, token: Token, target: Token) -> Script[None]:
    """Strike with the attack's strength on the new space (C2); a netted or disarmed tile does not strike (DI2)."""
    influence = Influence(s)
    if token.id in influence.netted or token.id in influence.disarmed:
        return
    strength = influence.melee(token.id)[STEP[token.at].index(target.at)]
    yield struck(token, target, strength, "charge")
    hit = Hit(LABELS[token.at].lower(), target.id, strength, influence.venom(token.id))
    yield from resolve(s, [hit], influence)
