"""The judge of the computer players: hit points, tiles, what a battle would leave, and who can start one."""

from __future__ import annotations

from engine.core.odds import chance
from engine.monolith.board import ADJACENT
from engine.monolith.clash import VALUE, clash
from engine.monolith.content import CONTENT, IS_BANNER, KINDS
from engine.monolith.influence import sides_of
from engine.monolith.state import State, seat_on_turn

NAMES: tuple[str, ...] = (
    "points",
    "points late",
    "points low",
    "champions",
    "runes",
    "tiles",
    "battle points",
    "battle tiles",
    "battle by who moves",
    "battle by who follows",
    "last battle",
    "idle",
    "open sides",
    "battles in hand",
    "others in hand",
    "piles",
    "to move",
    "poison",
    "Banner falls",
)
WEIGHTS: tuple[float, ...] = (
    0.2, 0.2, 2.0, 0.35, 0.25, 0.1, 0.12, 0.2, 0.25, 0.1, 0.5, 0.1, 0.03, 0.05, 0.1, 0.0, 0.1, 0.1, 1.5,
)  # fmt: skip

_BATTLE_OF: dict[str, int] = {
    kind.faction: number for number, kind in enumerate(KINDS) if kind.effect in ("battle", "battle_or_charge")
}
_IS_RUNE: tuple[bool, ...] = tuple(kind.kind == "rune" for kind in KINDS)
_RATIO = 1.0
"""How many hit points a tile of value 1 is worth to who thinks of starting a battle."""
_PILE = CONTENT.tokens_per_faction - 1
_MOST_BOARDS = 20_000

Board = tuple[float, ...]
_boards: dict[tuple[int, ...], Board] = {}
"""What was found out about boards lately."""


def worth(s: State, seat: int) -> float:
    """The seat's chance to win."""
    return chance(WEIGHTS, features(s, seat))


def features(s: State, seat: int) -> list[float]:
    """What speaks for the seat's team, by `NAMES`."""
    team = 0 if seat in s.teams[0] else 1
    own = 1.0 if team == 0 else -1.0
    lost0, lost1, tiles0, tiles1, champions, runes, tiles, idle, sides, poison = _board(s)
    hit0, hit1 = s.hit_points
    after0, after1 = max(0, hit0 - lost0), max(0, hit1 - lost1)
    points = hit0 - hit1
    gain = (hit1 - after1) - (hit0 - after0)
    swing = gain + _RATIO * (tiles1 - tiles0)
    left = sum(map(len, s.piles))
    progress = 1 - left / (_PILE * len(s.piles)) if left else 1.0
    first = s.order[s.turn] in s.teams[0]
    moves = 1.0 if first else -1.0
    mover = follower = fall = last = 0.0
    if s.closing:
        last = max(-4.0, min(4.0, after0 - after1))
        if not after0 or not after1:
            fall = float(after1 == 0) - float(after0 == 0)
    elif swing * moves > 0:
        ready = _ready(s, s.order[s.turn])
        mover = ready * swing
        fall = ready * (float(after1 == 0) - float(after0 == 0))
    elif swing:
        ready = _ready(s, s.order[(s.turn + 1) % len(s.order)])
        follower = ready * swing
        fall = 0.5 * ready * (float(after1 == 0) - float(after0 == 0))
    battles, others = _hands(s)
    found = [
        points,
        points * progress,
        1 / (hit1 + 2) - 1 / (hit0 + 2),
        champions,
        runes,
        tiles,
        gain,
        tiles1 - tiles0,
        mover,
        follower,
        last,
        idle,
        sides,
        battles,
        others,
        (len(s.piles[0]) - len(s.piles[1])) if len(s.piles) == 2 else 0.0,
        moves if s.number else 0.0,
        poison,
        fall,
    ]
    return [own * one for one in found]


def _ready(s: State, seat: int) -> float:
    """The chance that the seat can start a battle in its turn: this one, or the one it will have next."""
    if not s.factions[seat]:
        return 0.0
    battle, hand = _BATTLE_OF[s.factions[seat]], s.hands[seat]
    if battle in hand:
        return 1.0
    if s.phase != "draw" and seat == seat_on_turn(s):
        return 0.0
    pile = s.piles[seat]
    count, left = pile.count(battle), len(pile)
    none = 1.0
    for _ in range(min((CONTENT.tactical_hand if s.tactical else CONTENT.hand) - len(hand), left)):
        none *= (left - count) / left
        left -= 1
    return 1 - none


def _hands(s: State) -> tuple[float, float]:
    """Battle orders and other tiles in hand, the first team's less the second's."""
    battles = others = 0
    for seat, hand in enumerate(s.hands):
        if not hand:
            continue
        count = hand.count(_BATTLE_OF[s.factions[seat]])
        if seat in s.teams[0]:
            battles += count
            others += len(hand) - count
        else:
            battles -= count
            others -= len(hand) - count
    return float(battles), float(others)


def _board(s: State) -> Board:
    """What stands on the board and what a battle would leave of it; the same board is looked at only once."""
    key = [
        ((((one.kind * 32 + one.at) * 8 + one.rot) * 4 + one.owner) * 4 + one.wounds) * 8
        + (one.poison * 2 + one.net) * 2
        + one.trench
        for one in s.tokens
        if one.at >= 0
    ]
    key.sort()
    key.append(len(s.factions))
    packed = tuple(key)
    found = _boards.get(packed)
    if found is None:
        if len(_boards) >= _MOST_BOARDS:
            _boards.clear()
        found = _boards[packed] = _looked_at(s)
    return found


def _looked_at(s: State) -> Board:
    first = sides_of(s)
    after = clash(s.tokens, first)
    fallen = [0.0, 0.0]
    for token in after.fallen:
        fallen[not first[token.owner]] += VALUE[token.kind]
    champions = runes = tiles = idle = sides = 0.0
    taken = 0
    for token in s.tokens:
        if token.at >= 0:
            taken |= 1 << token.at
    for token in s.tokens:
        if token.at < 0:
            continue
        sign = 1.0 if first[token.owner] else -1.0
        if IS_BANNER[token.kind]:
            sides -= sign * (ADJACENT[token.at] & ~taken).bit_count()
        elif _IS_RUNE[token.kind]:
            runes += sign
            tiles += sign * VALUE[token.kind]
        else:
            champions += sign
            tiles += sign * VALUE[token.kind]
    for token in after.idle:
        idle -= (VALUE[token.kind] or 1.0) * (1.0 if first[token.owner] else -1.0)
    lost, poison = after.losses, after.poisoned
    return (
        lost[0], lost[1], fallen[0], fallen[1], champions, runes, tiles, idle, sides, float(poison[1] - poison[0]),
    )  # fmt: skip
