"""Aims of Knockdown puzzles: deal the most damage in a turn, or knock out whatever the roll.

Computers use them, too.
"""

from __future__ import annotations

from typing import Any
from zlib import crc32

from msgspec import msgpack

from engine.core.aims import Aim
from engine.core.position_checks import LETTERS
from engine.core.text import Text, text
from engine.knockdown.arena import DISTANCE, LABEL, SPACES
from engine.knockdown.data.content import ATTACKS, CANDLE, CARDS, CONTENT
from engine.knockdown.ko import bonus
from engine.knockdown.notation.positions import write
from engine.knockdown.state import State, other, total

_KEPT = frozenset({"fighters", "at", "skills", "candles", "turn", "damage"})
_TOKENS = ("curse", "poison", "elixirs")
"""The position fields, besides cards, that a turn depends on."""
_NEAR = 3
"""Greatest distance between the fighters in a knockout puzzle."""
_HIGHEST = CONTENT.dice * CONTENT.die_sides
_FEWEST_CARDS = 3
"""Fewest cards in hand for a puzzle: with fewer there is hardly a Combo."""
_MOST_TRIED = 10_000
"""Most decisions tried; a puzzle with more is too much for a person as well."""
_IN_REACH = 8
"""Damage that can roughly be dealt in one turn."""
_GAPS = range(3, 7)
"""Roughly how much damage a knockout puzzle may lack for a test that cannot be passed."""


def _damage(before: State, now: State, seat: int) -> int | None:
    """The heavy and light damage added to the opponent's board: the Knockdown Test counts both alike."""
    enemy = other(seat)
    return total(now.seats[enemy]) - total(before.seats[enemy])


def _knocks_out(_before: State, now: State, seat: int) -> int | None:
    """1 if the opponent can be tested now and no roll reaches the total."""
    if not now.underway:
        return 0
    blow = now.underway[0]
    return int(blow.dealt and ATTACKS[blow.attack].ko and total(now.seats[other(seat)]) >= _needed(now, seat))


def near_knockout(s: State, seat: int) -> float:
    """How close the seat is to a knockout that no roll can avert: 0 (out of reach this turn) to 1 (test called)."""
    missing = _needed(s, seat) - total(s.seats[other(seat)])
    if s.phase != "turn" or s.turn != seat or missing > _IN_REACH:
        return 0.0
    pool = 0
    if s.underway and s.underway[0].seat == seat:
        blow = s.underway[0]
        if _knocks_out(s, s, seat) and not blow.spared:
            return 1.0
        pool = 0 if blow.dealt else blow.heavy + blow.light
    left = max(0.0, missing - 0.9 * pool) / _IN_REACH
    return 0.9 - 0.8 * min(1.0, left) + 0.005 * len(s.seats[seat].hand)


def _needed(s: State, seat: int) -> int:
    """The smallest total damage on the opponent that no roll can reach."""
    return _HIGHEST + bonus(s, seat, other(seat)) + 1


def _unanswered(s: State, seat: int) -> dict[str, Any] | None:
    """A puzzle's position at the start of a turn that the opponent cannot answer (a row without Reactions), or None."""
    if s.phase != "turn" or s.turn != seat or s.actions != CONTENT.actions or len(s.seats[seat].hand) < _FEWEST_CARDS:
        return None
    spare = [card for card in s.deck if card != CANDLE and CARDS[card].trigger is None]
    if len(spare) < CONTENT.row:
        return None
    row = [card if CARDS[card].trigger is None else spare.pop() for card in s.row]
    written, letter = write(s), LETTERS[seat]
    position = {key: value for key, value in written.items() if key in _KEPT}
    for key in _TOKENS:
        position |= {key: written[key]} if any(written[key].values()) else {}
    position["hands"] = {letter: written["hands"][letter]}
    position["row"] = [CARDS[card].id for card in row]
    return position


def _near_knockout(s: State, seat: int) -> dict[str, Any] | None:
    """Like `_unanswered`, with the fighters close together and a knockout almost in reach."""
    position = _unanswered(s, seat)
    if position is None:
        return None
    mine, theirs, letter = s.seats[seat].at, s.seats[other(seat)], LETTERS[other(seat)]
    lot = crc32(msgpack.encode(s))
    if DISTANCE[mine][theirs.at] > _NEAR:
        near = [space for space in SPACES if 1 <= DISTANCE[mine][space] <= _NEAR]
        position["at"] = {**position["at"], letter: LABEL[near[lot % len(near)]]}
    cubes = _needed(s, seat) - _GAPS[lot % len(_GAPS)]
    light = min(max(theirs.light, cubes // 2), cubes)
    position["damage"] = {**position["damage"], letter: [cubes - light, light]}
    return position


AIMS = {
    "damage": Aim(
        measure=_damage,
        task=lambda best: text(
            "Deal {n} damage this turn. The opponent cannot respond.",
            "Deal {n} damage this turn. The opponent cannot respond.",
            n=best,
        ),
        short=lambda n: text("That is {n} damage.", "That is {n} damage.", n=n),
        suits=_unanswered,
        most_tried=_MOST_TRIED,
        least=3,
    ),
    "knockout": Aim(
        measure=_knocks_out,
        task=lambda _: Text(
            "Make the knockout certain this turn: call for a Knockdown Test that no roll can pass. "
            "The opponent cannot respond."
        ),
        short=lambda _: text("There was no Knockdown Test that no roll can pass."),
        suits=_near_knockout,
        most_tried=_MOST_TRIED,
        ceiling=1,
    ),
}
