"""The replay of sample matches, written with other spacing than the stored position."""

from collections.abc import Sequence

from db import Match, Move


def ply(match: Match, moves: Sequence[Move]) -> str:
    return f'{{ "ply": {len(moves)} }}'
