"""Finding every legal summons of a full hand on crowded boards of Tash-Kalar."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

from bench.rows import Row, timed
from engine.core.playout import choices
from engine.tashkalar.board import SQUARES
from engine.tashkalar.data.content import CONTENT, LEGEND_CARDS, cards_of
from engine.tashkalar.setup import blank
from engine.tashkalar.state import State, double_stock, piece
from engine.tashkalar.summoning import places

BOARDS = 60
DECKS = ["northern_imperial", "sylvan"]


def crowded(seed: str, form: str = "duel", count: int = 2) -> State:
    """A random board with all double-sided pieces but one of each color, two legendary ones each, and a full hand."""
    draw = choices(seed).__next__
    s = blank(form, count)
    s.phase, s.actions, s.number = "turn", 2, 9
    s.decks = [*DECKS, "highland", "southern_imperial"][:count]
    free = list(SQUARES)
    for colour in sorted(set(s.colours)):
        for number in range(double_stock(s) + 1):
            rank = 2 if number >= double_stock(s) - 1 else draw() % 2
            s.board[free.pop(draw() % len(free))] = piece(colour, rank)
    for seat in range(count):
        deck, legends = cards_of(s.decks[seat]), list(LEGEND_CARDS)
        s.hands[seat] = [deck.pop(draw() % len(deck)) for _ in range(CONTENT.hand)]
        s.legends[seat] = [legends.pop(draw() % len(legends)) for _ in range(CONTENT.legends_in_hand)]
    return s


def summons() -> list[Row]:
    rows = []
    for name, form, count in (("duel", "duel", 2), ("melee, pieces may be borrowed", "melee", 3)):
        boards = [crowded(f"board {number}", form, count) for number in range(BOARDS)]
        turn = cycle(boards)

        def find(turn: Iterator[State] = turn) -> None:
            s = next(turn)
            for card in (*s.hands[0], *s.legends[0]):
                places(s, 0, card)

        took = timed(find, runs=400) * 1000
        what = f"all summons of a full hand, {name}"
        rows.append(Row(what, f"{took:.3f} ms", "1 ms", took, "< 1", took < 1))
    return rows
