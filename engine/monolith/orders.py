"""Orders: what each can be played on, and what it does, by the effect in content.toml."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.core.ask import Ask, Event, Option, Script, later
from engine.monolith import options
from engine.monolith.board import ADJACENT, LABELS
from engine.monolith.charge import can_charge, charge
from engine.monolith.data.content import CONTENT, IS_BANNER, KIND_OF, KINDS
from engine.monolith.influence import netted
from engine.monolith.monoliths import allowed, bring
from engine.monolith.moves import movable, moved, near, relocate
from engine.monolith.state import State, Token, friends, occupied, seat_on_turn, token_on
from engine.monolith.wounds import Hit, collapse, resolve

Targets = Callable[[State, int, frozenset[int], int], Iterator[Token]]
"""State, seat, netted tiles and taken spaces to the tiles on the board that the order can be played on."""


def own_movable(s: State, seat: int, held: frozenset[int], taken: int) -> Iterator[Token]:
    """Yield own and allied free tiles that can move or rotate (MV1, MV3)."""
    for token in s.tokens:
        if token.at >= 0 and token.id not in held and friends(s, seat, token.owner) and movable(s, token, taken):
            yield token


def own_turnable(s: State, seat: int, held: frozenset[int], _: int) -> Iterator[Token]:
    """Yield own and allied free tiles that are not the same all around (O2)."""
    for token in s.tokens:
        if token.at >= 0 and token.id not in held and friends(s, seat, token.owner) and options.CAN_TURN[token.kind]:
            yield token


def enemy_movable(s: State, seat: int, held: frozenset[int], taken: int) -> Iterator[Token]:
    """Yield free enemy tiles, Banners too, that can move or rotate (MV3, MV5)."""
    for token in s.tokens:
        if token.at >= 0 and token.id not in held and not friends(s, seat, token.owner) and movable(s, token, taken):
            yield token


def pushers(s: State, seat: int, held: frozenset[int], taken: int) -> Iterator[Token]:
    """Yield the seat's free tiles that can push an enemy (P1)."""
    for token in s.tokens:
        if token.owner == seat and token.at >= 0 and token.id not in held and any(pushed(s, token, held, taken)):
            yield token


def pushed(s: State, pusher: Token, held: frozenset[int], taken: int) -> Iterator[Token]:
    """Yield free enemy neighbors that have a space to go to (P1, P3, P4, N6)."""
    around = ADJACENT[pusher.at]
    for token in s.tokens:
        if (
            token.at >= 0
            and around >> token.at & 1
            and token.id not in held
            and not friends(s, pusher.owner, token.owner)
            and retreats(s, pusher, token, taken)
        ):
            yield token


def retreats(s: State, pusher: Token, token: Token, taken: int) -> int:
    """The free spaces where the pushed tile no longer touches the pusher (P1, P2, P5)."""
    return allowed(s, token, ADJACENT[token.at] & ~ADJACENT[pusher.at] & ~taken)


def nettable(s: State, seat: int, _held: frozenset[int], _taken: int) -> Iterator[Token]:
    """Yield enemy tiles while the marker is in the pool (N7)."""
    if sum(token.net for token in s.tokens) < CONTENT.pool.net:
        yield from (token for token in s.tokens if token.at >= 0 and not friends(s, seat, token.owner))


def entrenchable(s: State, seat: int, _held: frozenset[int], _taken: int) -> Iterator[Token]:
    """Yield own tiles while the marker is in the pool (T2)."""
    if sum(token.trench for token in s.tokens) < CONTENT.pool.trench:
        yield from (token for token in s.tokens if token.at >= 0 and token.owner == seat)


def shootable(s: State, seat: int, _held: frozenset[int], _taken: int) -> Iterator[Token]:
    """Yield enemy tiles except Banners (O1)."""
    for token in s.tokens:
        if token.at >= 0 and not friends(s, seat, token.owner) and not IS_BANNER[token.kind]:
            yield token


TARGETS: dict[str, Targets] = {
    "move_own": own_movable,
    "rotate_own": own_turnable,
    "move_enemy": enemy_movable,
    "push": pushers,
    "net_any_enemy": nettable,
    "entrench": entrenchable,
    "wound_any_enemy": shootable,
}


def battle_allowed(s: State) -> bool:
    """Whether Battle orders may be played: not once a last tile has been drawn (E1)."""
    return not s.closing


def playable(s: State, kind: int, seat: int, held: frozenset[int], taken: int) -> bool:
    """Whether the order can be played now."""
    effect = KINDS[kind].effect
    if effect in TARGETS:
        return next(TARGETS[effect](s, seat, held, taken), None) is not None
    if effect == "battle":
        return battle_allowed(s)
    if effect == "battle_or_charge":
        return battle_allowed(s) or can_charge(s, seat, held, taken)
    return True


def whom(s: State, effect: str) -> Script[Token]:
    """Ask for the tile that the order is played on."""
    seat = seat_on_turn(s)
    where: int = yield Ask(seat, _WHOM[effect], later(_targets, (s, effect, seat)))
    token = token_on(s, where)
    assert token is not None
    return token


def _targets(s: State, effect: str, seat: int) -> list[Option]:
    return options.tokens(TARGETS[effect](s, seat, netted(s), occupied(s)))


_WHOM = {
    "move_own": "monolith.move-whom",
    "rotate_own": "monolith.turn-whom",
    "move_enemy": "monolith.false-order-whom",
    "push": "monolith.pusher",
    "net_any_enemy": "monolith.net-whom",
    "entrench": "monolith.entrench-whom",
    "wound_any_enemy": "monolith.shoot-whom",
}


def order_move(s: State) -> Script[None]:
    """Move an own or allied tile one space and/or rotate it."""
    token = yield from whom(s, "move_own")
    yield from relocate(s, token, near(s, token, occupied(s)), "move")


def order_rotation(s: State) -> Script[None]:
    """Rotate an own or allied tile (O2)."""
    token = yield from whom(s, "rotate_own")
    yield from relocate(s, token, 0, "rotation-order")


def false_order(s: State) -> Script[None]:
    """Move an enemy tile one space and/or rotate it; the player of the order chooses everything (MV5)."""
    token = yield from whom(s, "move_enemy")
    yield from relocate(s, token, near(s, token, occupied(s)), "false-order")


def push(s: State) -> Script[None]:
    """Let an own tile push a neighboring enemy one space away; the enemy's owner chooses where (P1 to P5)."""
    seat, taken = seat_on_turn(s), occupied(s)
    pusher = yield from whom(s, "push")
    about = (KINDS[pusher.kind].id, LABELS[pusher.at])
    where: int = yield Ask(seat, "monolith.push-whom", later(_pushed, (s, pusher, taken)), about)
    token = token_on(s, where)
    assert token is not None
    ends = options.fields(retreats(s, pusher, token, taken))
    end: int = yield Ask(token.owner, "monolith.push-where", ends, (*about, KINDS[token.kind].id, LABELS[where]))
    bring(s, token, end)
    yield moved(s, token, where, "push")
    yield from collapse(s)


def _pushed(s: State, pusher: Token, taken: int) -> list[Option]:
    return options.tokens(pushed(s, pusher, netted(s), taken))


def order_net(s: State) -> Script[None]:
    """Put the Net marker on an enemy tile until the end of the next battle (N7)."""
    token = yield from whom(s, "net_any_enemy")
    token.net = True
    yield tile_event(s, "net-laid", token)
    yield from collapse(s)


def entrenchment(s: State) -> Script[None]:
    """Put the Entrenchment marker on a tile: +1 Toughness until the first wound (T2)."""
    token = yield from whom(s, "entrench")
    token.trench = True
    yield tile_event(s, "entrenched", token)


def precise_shot(s: State) -> Script[None]:
    """Deal one wound to an enemy tile; armor does not help (O1)."""
    token = yield from whom(s, "wound_any_enemy")
    yield tile_event(s, "shot", token)
    yield from resolve(s, [Hit(SHOT, token.id, 1)])


def fire_concoction(s: State) -> Script[None]:
    """Deal one wound to every tile except Banners on three spaces that touch each other (O3)."""
    seat = seat_on_turn(s)
    three: tuple[int, int, int] = yield Ask(seat, "monolith.fire", options.TRIANGLE)
    yield Event("fire", {"seat": seat, "faction": s.factions[seat], "at": [LABELS[field] for field in three]})
    hits = [Hit(FIRE, token.id, 1) for token in s.tokens if token.at in three and not IS_BANNER[token.kind]]
    if hits:
        yield from resolve(s, hits)


SHOT = KINDS[KIND_OF["harbingers_of_the_forest.order_precise_shot"]].code
FIRE = KINDS[KIND_OF["guardians_of_the_realm.order_fire_concoction"]].code


def battle_order(s: State) -> Script[None]:
    """End the turn and begin a battle (TU6)."""
    s.phase = "battle"
    return
    yield


def battle_or_charge(s: State) -> Script[None]:
    """Play a Battle or a Charge (C4)."""
    seat = seat_on_turn(s)
    choices = [options.AS_BATTLE] if battle_allowed(s) else []
    if can_charge(s, seat, netted(s), occupied(s)):
        choices.append(options.AS_CHARGE)
    what: str = yield Ask(seat, "monolith.battle-or-charge", choices)
    yield from battle_order(s) if what == "battle" else charge(s)


DOES: dict[str, Callable[[State], Script[None]]] = {
    "battle": battle_order,
    "battle_or_charge": battle_or_charge,
    "move_own": order_move,
    "rotate_own": order_rotation,
    "move_enemy": false_order,
    "push": push,
    "net_any_enemy": order_net,
    "entrench": entrenchment,
    "wound_any_enemy": precise_shot,
    "area_wound": fire_concoction,
}


def tile_event(s: State, kind: str, token: Token) -> Event:
    """The event of something done to a tile by an order of the player on turn."""
    seat = seat_on_turn(s)
    return Event(
        kind,
        {
            "seat": seat,
            "faction": s.factions[seat],
            "owner": token.owner,
            "token": KINDS[token.kind].id,
            "at": LABELS[token.at],
        },
    )
