"""What happened in a match, entry by entry, told again from its log."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from cogs.table.live import position_after
from db.rows import Match, Move
from engine.core.ask import Event
from engine.core.game import Game
from engine.core.record import Entry, apply, from_row
from engine.core.text import Text, text


class Chapter(Struct, frozen=True):
    """One entry of the log and what came of it."""

    number: int
    entry: Entry
    events: tuple[Event, ...]

    def told(self, game: Game, seat: int | None = None) -> list[Text]:
        """In words, for a seat or for everybody."""
        if self.entry.kind == "undo":
            return [text("{side} took back a move.", side=game.side_names[self.entry.seat])]
        return game.narrate(seen_by(self.events, seat))


def seen_by(events: Sequence[Event], seat: int | None) -> list[Event]:
    """The events that a seat, or the public, may know of."""
    return [event for event in events if event.only is None or seat in event.only]


def opening(match: Match) -> list[Event]:
    """What happened before the first move."""
    return list(position_after(match, (), 0).events)


def story(match: Match, moves: Sequence[Move], since: int) -> list[Chapter]:
    """The entries after the first `since` ones."""
    moves = [move for move in moves if move.kind != "cancel"]
    position = position_after(match, moves, since)
    chapters = []
    for number in range(since, len(moves)):
        entry = from_row(moves[number])
        if entry.kind == "undo":
            position = position_after(match, moves, number + 1)
            events: list[Event] = []
        else:
            events = apply(position, entry)
        chapters.append(Chapter(number + 1, entry, tuple(events)))
    return chapters
