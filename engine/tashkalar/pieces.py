"""Pieces in the arena as masks, and their changes: placed, moved, upgraded, downgraded, converted, destroyed."""

from __future__ import annotations

from engine.core.ask import Event
from engine.tashkalar.board import FULL, LABEL
from engine.tashkalar.data.content import COMMON, HEROIC, LEGENDARY, RANKS
from engine.tashkalar.state import (
    EMPTY,
    State,
    colour_at,
    free_doubles,
    free_legendaries,
    hue_of,
    piece,
    rank_at,
)

_COLOURS = range(4)


def _table(wanted: set[int]) -> bytes:
    return bytes(49 if value in wanted else 48 for value in range(256))


_ANY = _table(set(range(1, 256)))
_OWN = tuple(
    tuple(_table({piece(colour, rank) for rank in range(least, 3)}) for least in range(3)) for colour in _COLOURS
)
_EXACTLY = tuple(tuple(_table({piece(colour, rank)}) for rank in range(3)) for colour in _COLOURS)
_RANK = tuple(_table({piece(colour, rank) for colour in _COLOURS}) for rank in range(3))


def _mask(board: bytearray, table: bytes) -> int:
    return int(board.translate(table)[::-1], 2)


def occupied(s: State) -> int:
    return _mask(s.board, _ANY)


def empty(s: State) -> int:
    return FULL & ~_mask(s.board, _ANY)


def own(s: State, colour: int, least: int = COMMON) -> int:
    """The pieces of a color of at least this rank."""
    return _mask(s.board, _OWN[colour][least])


def exactly(s: State, colour: int, rank: int) -> int:
    """The pieces of a color of exactly this rank."""
    return _mask(s.board, _EXACTLY[colour][rank])


def of_rank(s: State, rank: int) -> int:
    """The pieces of this rank, of any color."""
    return _mask(s.board, _RANK[rank])


def not_legendary(s: State) -> int:
    return of_rank(s, COMMON) | of_rank(s, HEROIC)


def enemy(s: State, colour: int) -> int:
    """The pieces of all other colors."""
    return occupied(s) & ~own(s, colour)


def up_to(s: State, rank: int) -> int:
    """Empty squares and those with a piece not above this rank: where such a piece may go in combat."""
    found = FULL
    for higher in range(rank + 1, 3):
        found &= ~of_rank(s, higher)
    return found


def below(s: State, rank: int) -> int:
    """Empty squares and those with a piece below this rank: where such a piece may go by a standard move."""
    return up_to(s, rank - 1) if rank else empty(s)


def can_raise(s: State, square: int) -> bool:
    """Whether the piece can be upgraded: a heroic piece needs a free legendary one of its color."""
    rank = rank_at(s, square)
    return rank == COMMON or (rank == HEROIC and free_legendaries(s, colour_at(s, square)) > 0)


def can_lower(s: State, square: int) -> bool:
    """Whether the piece can be downgraded: a legendary piece needs a free double-sided one of its color."""
    rank = rank_at(s, square)
    return rank == HEROIC or (rank == LEGENDARY and free_doubles(s, colour_at(s, square)) > 0)


def piece_event(s: State, kind: str, square: int, **args: object) -> Event:
    """An event about the piece on a square."""
    colour, rank = colour_at(s, square), rank_at(s, square)
    named = {"hue": hue_of(s, colour), "colour": colour, "rank": RANKS[rank], "at": LABEL[square]}
    return Event(kind, named | args)


def put(s: State, colour: int, rank: int, square: int) -> Event:
    """Put a piece from the supply onto a square; return the event."""
    s.board[square] = piece(colour, rank)
    return piece_event(s, "placed", square)


def promote(s: State, square: int) -> Event:
    s.board[square] += 1
    return piece_event(s, "raised", square)


def demote(s: State, square: int) -> Event:
    s.board[square] -= 1
    return piece_event(s, "lowered", square)


def take(s: State, square: int, active: int, *, counts: bool = True) -> None:
    """Remove a piece as destroyed; an enemy's counts for the player on turn, unless `counts` is false."""
    colour, rank = colour_at(s, square), rank_at(s, square)
    s.board[square] = EMPTY
    if counts and colour != active:
        s.destroyed[colour][rank] += 1
