"""The review of a whole match between computer players, in seconds of one core."""

from __future__ import annotations

import time

from bench.rows import Row
from engine.computers.review import review
from engine.computers.think import think
from engine.core.game import AnyGame
from engine.core.position import Position
from engine.core.record import Entry
from engine.registry import GAMES

LEVEL, BAR = 2, 60.0
"""The level of the players, and the seconds that a review may take."""


def reviewing() -> list[Row]:
    """Measure one match of each game, with the fewest players."""
    rows = []
    for key, game in GAMES.items():
        start, entries = match_between_computers(game, "review")
        begun = time.process_time()
        for _ in review(start, entries):
            pass
        took = time.process_time() - begun
        what = f"review of {len(entries)} decisions, {key}"
        rows.append(Row(what, f"{took:.1f} s", f"{BAR:.0f} s", took / BAR, "< 1", took < BAR))
    return rows


def match_between_computers(game: AnyGame, seed: str) -> tuple[Position, list[Entry]]:
    """The start and the log of a match between computers, one entry for each decision."""
    start = Position.new(game, {}, game.seat_counts[0], seed)
    position = start.fork()
    entries: list[Entry] = []
    while position.asks:
        seat = position.asks[0].seat
        codes = think(position, seat, LEVEL, f"{seed}/{len(entries)}").codes
        for code in codes:
            position.pick(seat, code)
        entries.append(Entry(seat, "play", codes))
    return start, entries
