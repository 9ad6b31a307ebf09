"""Patterns and their images: the eight ways to rotate and mirror a card, fewer for symmetric ones."""

from __future__ import annotations

from msgspec import Struct

from engine.tashkalar.board import AT, NAMES, STEPS, WIDTH, XY
from engine.tashkalar.data.content import CARDS, Card

RANK_OF_SIGN = {"c": 0, "h": 1, "l": 2, "C": 0, "H": 1}
Pair = tuple[int, int]


class Image(Struct, frozen=True):
    """A pattern in one orientation; everything is relative to the summoning square."""

    needs: tuple[tuple[int, int], ...]
    """Shift and least rank of each piece besides the summoning square, highest ranks first because they fail soonest.
    """
    whole: tuple[tuple[int, int], ...]
    """The same including the piece that the summoning square must hold, if any."""
    holds: int
    """Least rank of the side's own piece on the summoning square, −1 if none is needed."""
    pieces: tuple[tuple[Pair, int], ...]
    """The same pieces as steps to the right and down, with their least ranks."""
    marked: tuple[Pair, ...]
    """The marked squares of the first color, as steps."""
    arrows: tuple[int, ...]
    """Directions of the arrows, as in `board.NAMES`."""


TURNS: tuple[tuple[int, int, int, int], ...] = (
    (1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0),
    (-1, 0, 0, 1), (0, 1, 1, 0), (1, 0, 0, -1), (0, -1, -1, 0),
)  # fmt: skip
"""Four rotations and their mirror images: (x, y) becomes (a·x + b·y, c·x + d·y)."""


def turned(pair: Pair, turn: int) -> Pair:
    a, b, c, d = TURNS[turn]
    x, y = pair
    return a * x + b * y, c * x + d * y


def _signs(grid: tuple[str, ...], origin: Pair, signs: str) -> list[tuple[Pair, str]]:
    ox, oy = origin
    return [((x - ox, y - oy), sign) for y, row in enumerate(grid) for x, sign in enumerate(row) if sign in signs]


def origin_of(card: Card) -> Pair:
    """The place of the summoning square in the printed pattern."""
    return next((x, y) for y, row in enumerate(card.pattern) for x, sign in enumerate(row) if sign in "@CH")


def _image(card: Card, turn: int) -> Image:
    origin = origin_of(card)
    pieces = sorted((turned(pair, turn), RANK_OF_SIGN[sign]) for pair, sign in _signs(card.pattern, origin, "chl"))
    holds = RANK_OF_SIGN.get(card.pattern[origin[1]][origin[0]], -1)
    marked = sorted(turned(pair, turn) for pair, _ in _signs(card.marks, origin, "1")) if card.bound else []
    arrows = sorted(STEPS.index(turned(STEPS[NAMES.index(arrow)], turn)) for arrow in card.arrows)
    needs = [(y * WIDTH + x, rank) for (x, y), rank in sorted(pieces, key=lambda one: -one[1])]
    return Image(
        needs=tuple(needs),
        whole=tuple(needs if holds < 0 else [(0, holds), *needs]),
        holds=holds,
        pieces=tuple(pieces),
        marked=tuple(marked),
        arrows=tuple(arrows),
    )


IMAGES: tuple[tuple[Image, ...], ...] = tuple(
    tuple(dict.fromkeys(_image(card, turn) for turn in range(len(TURNS)))) for card in CARDS
)
"""By card: its distinct images, the printed one first."""


def _counts(image: Image) -> tuple[int, int, int]:
    ranks = [rank for _, rank in image.whole]
    return len(ranks), sum(rank >= 1 for rank in ranks), sum(rank >= 2 for rank in ranks)


COUNTS: tuple[tuple[int, int, int], ...] = tuple(_counts(images[0]) for images in IMAGES)
"""By card: how many pieces of at least each rank its pattern needs."""


def squares(image: Image, at: int) -> tuple[int, ...]:
    """The squares of a pattern's pieces when the being is summoned on square `at`."""
    return tuple(at + shift for shift, _ in image.needs)


def marked(image: Image, at: int) -> tuple[int, ...]:
    """The marked squares within the arena when the being is summoned on square `at`."""
    x, y = XY[at]
    return tuple(AT[x + dx, y + dy] for dx, dy in image.marked if (x + dx, y + dy) in AT)
