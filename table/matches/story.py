"""The events of a match, entry by entry, as stored with the log."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from db.rows import Match, Move
from engine.core.ask import Event, seen_by
from engine.core.game import AnyGame
from engine.core.position import Position
from engine.core.record import Entry, from_row
from engine.core.text import Text, text
from table.matches.live import game_of, options_of


class Note(
    Struct, frozen=True, omit_defaults=True, rename={"undo_to": "keep", "announced": "told", "revealed": "shown"}
):
    """Data stored beside the codes of an entry."""

    undo_to: int = 0
    """For an undo: the number of log entries that still count."""
    announced: bool = False
    """Whether a public message followed …"""
    edited: bool = False
    """… or the previous one was edited instead, for a choice before the first turn."""
    prompted: tuple[int, ...] = ()
    """The seats that a message below that board asks; it has the button to play."""
    secret: bool = False
    """Whether it answered a secret or simultaneous question."""
    partial: bool = False
    """Whether other seats had not yet answered that question."""
    events: tuple[Event, ...] = ()
    revealed: bool = False
    """Whether chance was used or something hidden was revealed."""
    prepared: bool = False
    """Whether a plan made it."""


def note(move: Move) -> Note:
    """Decode the note of an entry."""
    return msgspec.json.decode(move.note, type=Note)


class Chapter(Struct, frozen=True):
    """One entry of the log and its events."""

    number: int
    entry: Entry
    events: tuple[Event, ...]

    def lines(self, game: AnyGame, seat: int | None = None) -> list[Text]:
        """The entry in words, as far as the seat, or the public, may know."""
        if self.entry.kind == "undo" and self.entry.undo_to >= self.number - 1:
            return [text("The position was rebuilt from the log.")]
        if self.entry.kind == "undo" and self.entry.seat < 0:
            return [text("A server moderator took back the last moves.")]
        if self.entry.kind == "undo":
            side = game.side_names[self.entry.seat]
            if self.entry.undo_to < self.number - 2:
                return [text("{side} took back a move and all that came after it.", side=side)]
            return [text("{side} took back a move.", side=side)]
        return game.narrate(seen_by(self.events, seat))

    def before_and_in_battle(self, game: AnyGame) -> tuple[list[Text], list[Text]]:
        """The entry in words for the public: the part before a battle, and the battle."""
        events = seen_by(self.events, None)
        begins = next((n for n, event in enumerate(events) if event.kind in game.film_events), None)
        if begins is None:
            return self.lines(game), []
        return game.narrate(events[:begins]), game.narrate(events[begins:])


def has_scenes(match: Match, events: Sequence[Event]) -> bool:
    """Whether these events make a film of more than one scene."""
    return any(event.kind in game_of(match).film_events for event in events)


def opening(match: Match) -> list[Event]:
    """The events before the first move."""
    return list(Position.new(game_of(match), options_of(match), match.seats, match.seed).events)


def story(moves: Sequence[Move], since: int = 0) -> list[Chapter]:
    """The entries after the first `since` ones."""
    return [Chapter(move.seq, from_row(move), note(move).events) for move in moves[since:] if move.kind != "cancel"]


def last_announced(moves: Sequence[Move], version: int) -> int:
    """The version of the latest public board before this one; 0 if there was none."""
    return next((move.seq for move in reversed(moves[: max(version - 1, 0)]) if note(move).announced), 0)


def last_edited(moves: Sequence[Move], version: int) -> int:
    """The version that the board of this version shows now: choices before the first turn are added to it."""
    shown = version
    for move in moves[version:]:
        noted = note(move)
        if noted.announced and not noted.edited:
            break
        if noted.edited:
            shown = move.seq
    return shown


def same_question(since: Sequence[Move], seat: int) -> bool:
    """Whether the seat still has the same question after these entries, which only answer it for others."""
    return all(move.seat != seat and note(move).partial for move in since)
