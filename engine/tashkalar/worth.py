"""The judge of the computer players: points, pieces, and what can be summoned."""

from __future__ import annotations

from math import exp

from engine.tashkalar.scoring import for_pieces, goal, total
from engine.tashkalar.state import State, colours, enemies, seats
from engine.tashkalar.summoning import summonable

POINT, PIECE, HEROIC, LEGENDARY, SUMMONS = 0.28, 0.16, 0.3, 0.55, 0.35


def worth(s: State, seat: int) -> float:
    """The seat's chance to win."""
    own = s.colours[seat]
    best = max(_side(s, colour) for colour in enemies(s, own))
    odds = _side(s, own) - best
    return 1 / (1 + exp(-odds))


def _side(s: State, colour: int) -> float:
    count, first = s.board.count, 1 + 3 * colour
    points: float = total(s, colour)
    if s.form == "duel" and s.phase == "turn" and s.colours[s.turn] == colour:
        points += sum(for_pieces(destroyed) for destroyed in s.destroyed)
    near = 1 + 1.5 * max(total(s, one) for one in colours(s)) / goal(s)
    found = near * POINT * points + PIECE * count(first) + HEROIC * count(first + 1) + LEGENDARY * count(first + 2)
    for seat in range(seats(s)):
        if s.colours[seat] == colour and s.hands:
            found += SUMMONS * min(3, len(summonable(s, colour, s.hands[seat] + s.legends[seat])))
    return found
