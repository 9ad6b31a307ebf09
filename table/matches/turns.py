"""A match turn by turn: the events and the board after them, as far as a seat or the public may know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from db.rows import Match, Move
from engine.core.ask import Event, seen_by
from engine.core.game import AnyGame
from engine.core.position import Position
from engine.core.record import Entry, apply, effective_indexes, from_row, from_rows
from engine.core.text import Text
from table.matches.live import Live, game_of, options_of
from table.matches.story import Chapter, note, opening, story


class Turn(Struct, frozen=True):
    """The entries of one public message, and the board after them."""

    chapters: tuple[Chapter, ...]
    view: Any
    trail: tuple[tuple[str, ...], ...]
    lines: tuple[Text, ...]

    @property
    def number(self) -> int:
        """The number of its last entry."""
        return self.chapters[-1].number


def undone(moves: Sequence[Move]) -> frozenset[int]:
    """The numbers of the entries that were undone."""
    entries = from_rows(moves)
    played = {number for number, entry in enumerate(entries, 1) if entry.kind != "undo"}
    return frozenset(played - {place + 1 for place in effective_indexes(entries)})


def effective_moves(moves: Sequence[Move]) -> list[Move]:
    """The entries that are neither undone nor undos."""
    gone = undone(moves)
    return [move for move in moves if move.kind != "undo" and move.seq not in gone]


def recent_events(moves: Sequence[Move], seat: int | None) -> list[Event]:
    """The events since the seat's own last move that still count, as far as it may see them; without a seat, of the
    last move.
    """
    standing = effective_moves(moves)
    mine = [place for place, move in enumerate(standing, 1) if move.seat == seat]
    since = mine[-1] if mine and mine[-1] < len(standing) else max(len(standing) - 1, 0)
    return [event for chapter in story(standing, since) for event in seen_by(chapter.events, seat)]


def taken_back(game: AnyGame, moves: Sequence[Move]) -> list[Text]:
    """The entries that the newest entry, an undo, has undone, in words for the public."""
    gone = undone(moves) - undone(moves[:-1])
    return [line for chapter in story(moves) if chapter.number in gone for line in chapter.lines(game)]


def walk(match: Match, moves: Sequence[Move]) -> Iterator[tuple[Chapter, Position]]:
    """Yield the beginning and every entry, each with the position after it, which is valid until the next step."""
    position = Position.new(game_of(match), options_of(match), match.seats, match.seed)
    marks = {0: position.mark()}
    stands = [0]
    yield Chapter(0, Entry(-1), tuple(position.events)), position
    for move in moves:
        if move.kind == "cancel":
            continue
        entry = from_row(move)
        events: list[Event] = []
        if entry.kind == "undo":
            stands = [number for number in stands if number <= entry.undo_to]
            position = position.at_mark(marks[stands[-1]])
        else:
            events = apply(position, entry)
            stands.append(move.seq)
            marks[move.seq] = position.mark()
        yield Chapter(move.seq, entry, tuple(events)), position


def turns(match: Match, moves: Sequence[Move], seat: int | None, since: int = -1) -> list[Turn]:
    """The turns after `since` entries, by default including the beginning; each ends with an announced entry."""
    ends = {0} | {move.seq for move in moves if note(move).announced}
    found: list[Turn] = []
    chapters: list[Chapter] = []
    last = None
    for chapter, position in walk(match, moves):
        last = position
        if chapter.number > since:
            chapters.append(chapter)
        if chapters and chapter.number in ends:
            found.append(_turn(match, chapters, position, seat))
            chapters = []
    if chapters and last is not None:
        unfinished = _turn(match, chapters, last, seat)
        found += [unfinished] if unfinished.lines else []
    return found


def page(live: Live, moves: Sequence[Move], version: int, seat: int | None) -> Turn:
    """The entry with this number alone, or the beginning; `live` has the position after it."""
    beginning = [Chapter(0, Entry(-1), tuple(opening(live.match)))]
    return _turn(live.match, story(moves[:version], version - 1) if version else beginning, live.position, seat)


def _turn(match: Match, chapters: Sequence[Chapter], position: Position, seat: int | None) -> Turn:
    game: AnyGame = game_of(match)
    events = [event for chapter in chapters for event in seen_by(chapter.events, seat)]
    lines = [line for chapter in chapters for line in chapter.lines(game, seat)]
    view = game.view(position.state, seat, position.asks)
    return Turn(tuple(chapters), view, game.trail(events), tuple(lines))
