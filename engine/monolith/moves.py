"""Moves: where a tile may go, by which effects, and each effect once per tile and turn (MV1 to MV5)."""

from __future__ import annotations

from engine.core.ask import Ask, Event, Option, Script, later
from engine.monolith import options
from engine.monolith.board import ADJACENT, FULL, LABELS
from engine.monolith.data.content import KINDS
from engine.monolith.influence import Influence
from engine.monolith.monoliths import allowed, bring
from engine.monolith.state import State, Token, friends, occupied, seat_on_turn, token_on
from engine.monolith.wounds import collapse

EFFECTS = ("maneuver", "teleport", "rotation")
_TRAITS: tuple[tuple[str, ...], ...] = tuple(
    tuple(effect for effect in EFFECTS if effect in kind.traits) for kind in KINDS
)

Sources = list[tuple[str, str]]
"""Effects and their givers: ("maneuver", "maneuver") for the tile's own Feature, ("teleport", "rune:17") for a given
one."""


def near(s: State, token: Token, taken: int) -> int:
    """The free neighboring spaces that the tile may go to (MV1)."""
    return allowed(s, token, ADJACENT[token.at] & ~taken)


def far(s: State, token: Token, taken: int) -> int:
    """All free spaces that the tile may go to (MV4)."""
    return allowed(s, token, FULL & ~taken)


def movable(s: State, token: Token, taken: int) -> bool:
    """Whether a move can change the tile's space or rotation."""
    return options.CAN_TURN[token.kind] or bool(near(s, token, taken))


def sources(s: State, seat: int, token: Token, force: Influence) -> Sources:
    """The effects that the seat can use on the tile; on an ally's tile only Maneuver (rules, one team)."""
    if token.id in force.netted:
        return []
    own = token.owner == seat
    if not own and not friends(s, seat, token.owner):
        return []
    found = [(effect, effect) for effect in _TRAITS[token.kind] if own or effect == "maneuver"]
    for effect in ("maneuver", "teleport") if own else ("maneuver",):
        for giver in force.sources(token.id, f"grant_{effect}"):
            found.append((effect, f"{KINDS[giver.kind].kind}:{giver.id}"))
    return found


def actors(s: State, seat: int, force: Influence, taken: int) -> list[Token]:
    """The tiles on the board that the seat can move by some effect now."""
    maneuver, teleport = force.given.get("grant_maneuver", ()), force.given.get("grant_teleport", ())
    return [
        token
        for token in force.on
        if token is not None
        and (_TRAITS[token.kind] or token.id in maneuver or token.id in teleport)
        and useful(s, token, sources(s, seat, token, force), taken)
    ]


def useful(s: State, token: Token, sources: Sources, taken: int) -> Sources:
    """The effects that are not used up and can change something."""
    used = s.used
    return [
        (effect, key)
        for effect, key in sources
        if (key, token.id) not in used
        and (options.CAN_TURN[token.kind] or (effect != "rotation" and _reach(s, token, effect, taken)))
    ]


def _reach(s: State, token: Token, effect: str, taken: int) -> int:
    if effect == "rotation":
        return 0
    return far(s, token, taken) if effect == "teleport" else near(s, token, taken)


def act(s: State, where: int) -> Script[None]:
    """Let a tile use an effect of its own Feature or of a rune or Banner (TU5)."""
    token, taken = token_on(s, where), occupied(s)
    assert token is not None
    seat = seat_on_turn(s)
    choices = later(_effects, (s, seat, token, taken))
    effect, key = yield Ask(seat, "monolith.effect", choices, (KINDS[token.kind].id,))
    s.used.append((key, token.id))
    yield from relocate(s, token, _reach(s, token, effect, taken), effect)


def _effects(s: State, seat: int, token: Token, taken: int) -> list[Option]:
    """Options for the effects by which the seat can move the tile."""
    found = useful(s, token, sources(s, seat, token, Influence(s)), taken)
    return [options.source(s, effect, key) for effect, key in found]


def relocate(s: State, token: Token, found: int, way: str) -> Script[None]:
    """Move the tile to one of the spaces or leave it, and rotate it, as the player on turn chooses."""
    seat, start, kind = seat_on_turn(s), token.at, token.kind
    about = (KINDS[kind].id, way, LABELS[start])
    choices: tuple[Option, ...] = options.fields(found)
    if options.CAN_TURN[kind]:
        choices = (*choices, options.STAY)
    where: int = yield Ask(seat, "monolith.where", choices, about)
    if where == options.STAY_HERE:
        turns = options.OTHER_ROTATION[kind][token.rot]
    else:
        turns = options.ROTATION[kind]
        bring(s, token, where)
    token.rot = yield Ask(seat, "monolith.turn", turns, (*about, LABELS[token.at]))
    yield moved(s, token, start, way)
    yield from collapse(s)


def moved(s: State, token: Token, start: int, way: str) -> Event:
    """The event of a changed space or rotation."""
    seat = seat_on_turn(s)
    return Event(
        "moved",
        {
            "seat": seat,
            "faction": s.factions[seat],
            "owner": token.owner,
            "token": KINDS[token.kind].id,
            "path": [LABELS[start], LABELS[token.at]] if token.at != start else [LABELS[start]],
            "way": way,
            "rot": token.rot,
        },
    )
