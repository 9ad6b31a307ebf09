"""The judge of the computer players: hit points, tokens, and how a battle would end now."""

from __future__ import annotations

from math import exp
from typing import Any

from msgspec import msgpack

from engine.core.ask import Ask, Request, Together
from engine.core.explore import drive
from engine.monolith.battle import battle
from engine.monolith.content import IS_BANNER, IS_ORDER, KINDS
from engine.monolith.state import State, team_of

POINTS, AFTER, MATERIAL, LATER = 0.22, 0.16, 0.25, 0.3
_pack = msgpack.Encoder().encode


def worth(s: State, seat: int) -> float:
    """The seat's chance to win: what stands now, and what a battle would leave."""
    team = team_of(s, seat)
    now = s.hit_points[team] - s.hit_points[1 - team]
    odds = POINTS * now + MATERIAL * _material(s, team)
    if s.phase not in ("setup", "factions", "monoliths", "banners"):
        after = _fought(s)
        odds += AFTER * (after.hit_points[team] - after.hit_points[1 - team] - now) + LATER * _material(after, team)
    return 1 / (1 + exp(-odds))


def _material(s: State, team: int) -> float:
    found = 0.0
    for token in s.tokens:
        if not IS_BANNER[token.kind]:
            value = VALUE[token.kind]
            found += value if team_of(s, token.owner) == team else -value
    return found


VALUE: tuple[float, ...] = tuple(
    0.0
    if IS_ORDER[number]
    else (1.0 + 0.15 * (sum(kind.melee) + sum(kind.ranged)) if kind.kind == "champion" else 0.9) + 0.3 * kind.toughness
    for number, kind in enumerate(KINDS)
)


def _fought(s: State) -> State:
    """The board after a battle that begins now, in which everybody takes the first choice."""
    after: State = msgpack.decode(_pack(s), type=State)

    def answer(request: Request) -> Any:
        if isinstance(request, Ask):
            return request.options[0].value
        if isinstance(request, Together):
            return tuple(ask.options[0].value for ask in request.asks)
        return None

    drive(battle(after), answer)
    return after
