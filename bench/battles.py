"""Battles on full boards of Monolith Arena, compared with drawing that board."""

from __future__ import annotations

from itertools import count

import render
from bench.rows import Row, paired
from engine.core.explore import explore
from engine.core.playout import choices
from engine.monolith.board import BOARD
from engine.monolith.data.content import BANNER_OF, FACTIONS, IS_ORDER, KINDS, SIDES
from engine.monolith.state import State, Token
from engine.monolith.view import view
from engine.registry import GAMES

BOARDS = 60


def full_board(seed: str) -> State:
    """A board with two Banners and seventeen other tiles of two factions, at random."""
    draw = choices(seed).__next__
    factions = [FACTIONS[draw() % 4], FACTIONS[draw() % 4]]
    fields = list(range(BOARD.size))
    s = State(teams=[[0], [1]], order=[0, 1], factions=factions, phase="play")
    s.hands, s.piles, s.discards = [[], []], [[], []], [[], []]
    for number in range(BOARD.size):
        owner = number % 2
        kinds = [n for n, kind in enumerate(KINDS) if kind.faction == factions[owner] and not IS_ORDER[n]]
        kind = BANNER_OF[factions[owner]] if number < 2 else kinds[1 + draw() % (len(kinds) - 1)]
        at = fields.pop(draw() % len(fields))
        s.tokens.append(Token(id=number + 1, owner=owner, kind=kind, at=at, rot=draw() % SIDES))
    s.next_id = BOARD.size + 1
    return s


def battles() -> list[Row]:
    game = GAMES["monolith"]
    assert game.forecast is not None
    boards = [full_board(f"board {number}") for number in range(BOARDS)]
    turn = iter(range(10**9))

    def fight() -> None:
        assert game.forecast is not None
        explore(boards[next(turn) % BOARDS], game.forecast, 1)

    # Boards that were not drawn before: the picture of a known board would come from the cache.
    full = (view(full_board(f"drawn {number}"), None, ()) for number in count())

    def draw() -> None:
        render.draw("monolith", next(full))

    for _ in range(BOARDS):
        draw()
    fought, drawn = paired(fight, draw, runs=BOARDS * 3)
    yard = f"{drawn * 1000:.1f} ms (drawing a full board)"
    what = f"a battle on a full board ({1 / fought:,.0f}/s)"
    return [Row(what, f"{fought * 1000:.2f} ms", yard, fought / drawn, "< 1", fought < drawn)]
