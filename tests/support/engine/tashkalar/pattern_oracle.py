"""Squares where a card can be summoned, found the slow way: the printed grid is rotated and laid on every square."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from engine.tashkalar.data.content import CARDS, CONTENT

Pair = tuple[int, int]
Pieces = dict[Pair, tuple[int, int]]
"""Color and rank by column and row."""
ARENA: frozenset[Pair] = frozenset(
    (x, y) for y, row in enumerate(CONTENT.arena, 1) for x, sign in enumerate(row, 1) if sign != "#"
)
LEAST = {"c": 0, "h": 1, "l": 2, "C": 0, "H": 1}
RANK = {card.id: ("common", "heroic", "legendary").index(card.rank) for card in CARDS}
STOCK = {"high": 17, "duel": 16, "melee 3": 15, "melee 4": 14}
LEGENDARY_STOCK = 3


class Table(NamedTuple):
    """Everything that summoning depends on, for color 0."""

    pieces: Pieces
    form: str = "duel"
    war: bool = False
    """Whether the War Summoner lets a piece be borrowed."""
    improvised: frozenset[int] = frozenset()
    """Colors against which improvised summoning is unused."""

    def free(self, legendary: bool) -> int:
        mine = [rank for colour, rank in self.pieces.values() if colour == 0]
        on_board = sum((rank == 2) == legendary for rank in mine)
        return (LEGENDARY_STOCK if legendary else STOCK[self.form]) - on_board


def grids(card: str) -> set[tuple[str, ...]]:
    """The printed pattern in all orientations, with marks and arrows if the effect mentions them."""
    printed = next(one for one in CARDS if one.id == card)
    marks = printed.marks if printed.bound and printed.marks else tuple("." * len(row) for row in printed.pattern)
    marks = tuple("".join("1" if sign == "1" else "." for sign in row) for row in marks)
    layers = [list(map(list, printed.pattern)), list(map(list, marks)), _arrows(printed.arrows)]
    found = set()
    for _ in range(2):
        for _ in range(4):
            found.add("|".join("/".join("".join(row) for row in layer) for layer in layers))
            layers = [[list(row) for row in zip(*layer[::-1], strict=True)] for layer in layers]
        layers = [[row[::-1] for row in layer] for layer in layers]
    return {tuple(one.split("|")) for one in found}


def _arrows(arrows: tuple[str, ...]) -> list[list[str]]:
    """A small grid with a sign for each direction."""
    names = [["nw", "n", "ne"], ["w", "", "e"], ["sw", "s", "se"]]
    return [["x" if name in arrows else "." for name in row] for row in names]


def needs(grid: str) -> tuple[list[tuple[Pair, int]], int]:
    """The pieces a grid requires around its summoning square, and the rank required on that square or −1."""
    rows = grid.split("/")
    origin = next((x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign in "@CH")
    around = [
        ((x - origin[0], y - origin[1]), LEAST[sign])
        for y, row in enumerate(rows)
        for x, sign in enumerate(row)
        if sign in "chl"
    ]
    return around, LEAST.get(rows[origin[1]][origin[0]], -1)


@cache
def requirements(card: str) -> list[tuple[list[tuple[Pair, int]], int]]:
    """The requirements of each image of a card."""
    return [needs(pattern) for pattern in sorted({grid[0] for grid in grids(card)})]


def ways(table: Table, card: str) -> Iterator[tuple[Pair, frozenset[Pair]]]:
    """Yield summoning squares, each with the squares of the other pieces used."""
    rank = RANK[card]
    short = table.free(rank == 2) <= 0
    for around, holds in requirements(card):
        for at in ARENA:
            there = table.pieces.get(at)
            if (there is None or there[1] <= rank) and _filled(table, at, around, holds):
                used = frozenset((at[0] + dx, at[1] + dy) for (dx, dy), _ in around)
                if not short or _spared(table, rank, at, used):
                    yield at, used


def _filled(table: Table, at: Pair, around: list[tuple[Pair, int]], holds: int) -> bool:
    """Whether own pieces stand where required, except borrowed ones; there are none outside the arena."""
    borrowed = []
    for (dx, dy), least in around if holds < 0 else [*around, ((0, 0), holds)]:
        there = table.pieces.get((at[0] + dx, at[1] + dy))
        if there is None or there[1] < least:
            return False
        if there[0] != 0:
            borrowed.append(there[0])
    if not borrowed:
        return True
    if len(borrowed) == 1:
        return table.war or borrowed[0] in table.improvised
    return len(borrowed) == 2 and table.war and any(colour in table.improvised for colour in borrowed)


def _spared(table: Table, rank: int, at: Pair, used: frozenset[Pair]) -> bool:
    typed = {square for square, (colour, has) in table.pieces.items() if colour == 0 and (has == 2) == (rank == 2)}
    return at in typed or bool(typed - used)
