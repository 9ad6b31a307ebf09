"""Aims of Monolith Arena puzzles: the turn with the best battle, and the turn that saves the Banner."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any

from msgspec.structs import replace

from engine.core.aims import Aim
from engine.core.masks import spaces_of
from engine.core.text import Text, text
from engine.monolith.attacks import AIMS as PICKS_ITS_TARGET
from engine.monolith.board import FULL
from engine.monolith.charge import CAVALRY
from engine.monolith.computer.battle_forecast import clash
from engine.monolith.data.content import CONTENT, IS_ORDER, KINDS, ROTATIONS
from engine.monolith.influence import Influence, sides_of
from engine.monolith.moves import actors, near, sources
from engine.monolith.notation.positions import write
from engine.monolith.state import State, Token, occupied, seat_on_turn, team_of
from engine.monolith.wounds import ABYSS, poison_left

FALLEN = CONTENT.banner_hit_points
"""The measure of a fallen enemy Banner; no other margin is greater."""
_STARTS_BATTLE = tuple(kind.effect in ("battle", "battle_or_charge") for kind in KINDS)
_ALLOWS_CHARGE = tuple(kind.effect in ("enable_charge", "battle_or_charge") for kind in KINDS)
_PUSHES = tuple(kind.effect == "push" for kind in KINDS)
_REGENERATES = tuple(kind.effect == "regeneration" for kind in KINDS)
_FEWEST_TILES = 6
"""Fewest tiles on the board in a puzzle, Banners included: with fewer there is little to see."""
_MOST_TURNS, _MOST_LAST_TURNS = 1_500, 15_000
"""Rough limits on different turns, with a battle and before the Last Battle: a proof tries them all, several picks
each."""
_MOST_DRAWN = 12
"""Number of tiles of the pile that are tried."""
_CHARGES, _GIVEN_MOVES = 10, 25
"""Rough numbers of ways to Charge in a turn, and to use a move that a rune in hand gives."""
_LATE = 12
"""The first turn in which a last tile may have been drawn."""
_MOST_ALIKE = 3
"""Most ways to place tiles that reach the same best result."""
_MOST_SPARE = 3
"""Most hit points left to a saved Banner, one more than to the other."""

Losses = tuple[int, int]
"""Hit points lost: the seat's own, the enemy's."""


def _margin(before: State, now: State, seat: int) -> int | None:
    """The hit points lost by the enemy Banner minus one's own, once the turn and its battle are over; else None."""
    outcome = now.outcome
    if outcome is not None and outcome.reason in ("banner", "both-banners"):
        return 0 if not outcome.winners else FALLEN if seat in outcome.winners else -FALLEN
    if outcome is None and now.number == before.number:
        return None
    own, enemy = team_of(now, seat), 1 - team_of(now, seat)
    lost = [was - left for was, left in zip(before.hit_points, now.hit_points, strict=True)]
    return lost[enemy] - lost[own]


def _won(before: State, now: State, seat: int) -> int | None:
    """Whether the match is won once the Last Battle has been fought; None before that."""
    if now.outcome is not None:
        return int(seat in now.outcome.winners)
    return None if now.number == before.number else 0


def _margin_task(best: int) -> Text:
    if best == FALLEN:
        return text("Bring the enemy Banner down this turn, and keep yours.")
    return text(
        "Make the enemy Banner lose {n} hit point more than yours this turn.",
        "Make the enemy Banner lose {n} hit points more than yours this turn.",
        n=best,
    )


def _margin_short(value: int) -> Text:
    if value == -FALLEN:
        return text("Your Banner falls.")
    if value > 0:
        return text(
            "The enemy Banner loses {n} hit point more than yours. More is possible.",
            "The enemy Banner loses {n} hit points more than yours. More is possible.",
            n=value,
        )
    if value < 0:
        return text(
            "Your Banner loses {n} hit point more than the enemy's.",
            "Your Banner loses {n} hit points more than the enemy's.",
            n=-value,
        )
    return text("Neither Banner loses more than the other.")


def _begins(s: State, seat: int) -> bool:
    """Whether a seat of two begins its turn with a full hand, and no other player is asked anything before its end."""
    if s.phase != "discard" or s.closing or len(s.factions) != 2 or s.with_monoliths or s.tactical:
        return False
    if seat_on_turn(s) != seat or sum(token.at >= 0 for token in s.tokens) < _FEWEST_TILES:
        return False
    if any(_PUSHES[kind] for kind in s.hands[seat]):
        return False
    if s.factions[1 - seat] == ABYSS and poison_left(s) < CONTENT.pool.poison:
        return False
    theirs = [token.kind for token in s.tokens if token.owner != seat]
    return not any(PICKS_ITS_TARGET[kind] or _REGENERATES[kind] for kind in theirs)


def _no_battle(s: State, seat: int) -> bool:
    """Whether this turn can bring neither a battle nor a Charge: no order for it, and too many free spaces."""
    if s.phase != "play":
        return False
    hand = s.hands[seat]
    if any(_STARTS_BATTLE[kind] for kind in hand) and not s.closing:
        return False
    if _can_charge(s, seat):
        return False
    return (FULL & ~occupied(s)).bit_count() > sum(not IS_ORDER[kind] for kind in hand)


def _can_charge(s: State, seat: int) -> bool:
    """Whether the seat has Cavalry and a rune or order that allows a Charge, in hand or on the board."""
    own = [*s.hands[seat], *(token.kind for token in s.tokens if token.owner == seat)]
    return any(CAVALRY[kind] for kind in own) and any(_ALLOWS_CHARGE[kind] for kind in own)


def _suits_battle(s: State, seat: int) -> dict[str, Any] | None:
    """A puzzle's position: a turn with a Battle order in hand; None if unsuitable."""
    if not _begins(s, seat) or not any(_STARTS_BATTLE[kind] for kind in s.hands[seat]):
        return None
    return _written(s) if _turns(s, seat, 1) <= _MOST_TURNS else None


def _suits_save(s: State, seat: int) -> dict[str, Any] | None:
    """A puzzle's position: the last turn on the same board with two tiles in hand and a single best use; None if
    unsuitable.

    One of the tiles comes from the pile; the other pile is dropped. The Banners are so weak that an idle turn loses,
    and the best turn wins by one.
    """
    if not _begins(s, seat) or s.number < _LATE:
        return None
    idle, _ = _losses(s, s.tokens, seat)
    if not idle:
        return None
    discards, piles = list(s.discards), list(s.piles)
    discards[1 - seat], piles[1 - seat] = discards[1 - seat] + piles[1 - seat], []
    last = replace(s, phase="play", closing=1, discards=discards, piles=piles)
    kept = sorted((kind for kind in s.hands[seat] if not _STARTS_BATTLE[kind]), key=lambda kind: not IS_ORDER[kind])
    drawn = [kind for kind in dict.fromkeys(s.piles[seat]) if not IS_ORDER[kind]]
    for kind in drawn[:_MOST_DRAWN]:
        if _at_stake(_holding(last, seat, [kind]), seat, idle) is None:
            continue
        for other in kept:
            there = _holding(last, seat, [other, kind])
            points = _at_stake(there, seat, idle)
            if points is not None:
                return _written(replace(there, hit_points=points))
    return None


def _holding(s: State, seat: int, hand: list[int]) -> State:
    return replace(s, hands=[hand if one == seat else other for one, other in enumerate(s.hands)])


def _at_stake(s: State, seat: int, idle: int) -> list[int] | None:
    """Hit points with which an idle turn loses the Banner and the best placement wins by one; None if impossible."""
    if _turns(s, seat, 2) > _MOST_LAST_TURNS:
        return None
    found = list(_placed(s, seat))
    most = max((enemy - own for own, enemy in found), default=0)
    best = [one for one in found if one[1] - one[0] == most]
    if not 0 < len(best) <= _MOST_ALIKE:
        return None
    own, enemy = min(best)
    spare = min(idle - own, _MOST_SPARE)
    points = [0, 0]
    points[team_of(s, seat)], points[1 - team_of(s, seat)] = own + spare, enemy + spare - 1
    return points if spare > 0 and min(points) > 0 and max(points) <= FALLEN else None


def _turns(s: State, seat: int, plays: int) -> int:
    """Rough number of different turns in which `plays` tiles are played."""
    taken, hand = occupied(s), s.hands[seat]
    free = (FULL & ~taken).bit_count()
    own = [token for token in s.tokens if token.owner == seat and token.at >= 0]
    moves = sum((1 + near(s, token, taken).bit_count()) * len(ROTATIONS[token.kind]) for token in own)
    ways = [
        (moves if KINDS[kind].effect == "move_own" else 24) if IS_ORDER[kind] else free * len(ROTATIONS[kind])
        for kind in hand
    ]
    found = 1 + sum(ways) + (sum(one * other for one, other in combinations(ways, 2)) if plays > 1 else 0)
    force = Influence(s)
    for token in actors(s, seat, force, taken):
        far = any(effect == "teleport" for effect, _ in sources(s, seat, token, force))
        found *= 1 + (1 + (free if far else near(s, token, taken).bit_count())) * len(ROTATIONS[token.kind])
    enemies = sum(token.owner != seat for token in s.tokens)
    for kind in [*hand, *(token.kind for token in own)]:
        found *= enemies if PICKS_ITS_TARGET[kind] else 1
    gives_moves = any(KINDS[kind].effect in ("grant_maneuver", "grant_teleport") for kind in hand)
    return found * (_CHARGES if _can_charge(s, seat) else 1) * (_GIVEN_MOVES if gives_moves else 1)


def _placed(s: State, seat: int) -> Iterator[Losses]:
    """Yield the losses of the battle after each way to place one or two tiles of the hand."""
    kinds = sorted(kind for kind in s.hands[seat] if not IS_ORDER[kind])
    free = list(spaces_of(FULL & ~occupied(s)))
    for kind in set(kinds):
        for at in free:
            for rot in ROTATIONS[kind]:
                yield _losses(s, [*s.tokens, Token(0, seat, kind, at, rot)], seat)
    for one, other in {pair for pair in permutations(kinds, 2) if pair[0] <= pair[1]}:
        for at, beside in permutations(free, 2):
            for rot in ROTATIONS[one]:
                first = Token(0, seat, one, at, rot)
                for turned in ROTATIONS[other]:
                    yield _losses(s, [*s.tokens, first, Token(-1, seat, other, beside, turned)], seat)


def _losses(s: State, tokens: list[Token], seat: int) -> Losses:
    losses, own = clash(tokens, sides_of(s)).losses, team_of(s, seat)
    return losses[own], losses[1 - own]


def _written(s: State) -> dict[str, Any]:
    """The position in written form without default values; the piles are all tiles that are nowhere else."""
    written = write(s)
    tokens = [
        {key: value for key, value in one.items() if key != "id" and (value or key == "at")}
        for one in written["tokens"]
    ]
    kept = {key: written[key] for key in ("hands", "banner_hp", "turn", "phase", "number", "factions", "discards")}
    return {"tokens": tokens, **kept, **({"closing": s.closing} if s.closing else {})}


AIMS = {
    "battle": Aim(
        measure=_margin,
        task=_margin_task,
        short=_margin_short,
        suits=_suits_battle,
        hopeless=_no_battle,
        foreseen=True,
    ),
    "save": Aim(
        measure=_won,
        task=lambda _: text("The Last Battle follows this turn: save your Banner and win."),
        short=lambda _: text("The Last Battle is not won."),
        suits=_suits_save,
        ceiling=1,
        foreseen=True,
    ),
}
