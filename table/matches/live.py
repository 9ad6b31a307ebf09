"""A match in memory: its row, its seats and its position, and how each is read from storage."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from db.rows import Match, MatchRows, Move, Seat
from engine import __version__
from engine.core.game import AnyGame
from engine.core.position import Position
from engine.core.record import Entry, Record, Result, from_rows, replay
from engine.core.text import Text
from engine.registry import UnknownRules, game_for
from table.clocks.clocks import Timing, load_timing
from table.computers.computers import is_computer
from table.outbox.outgoing import mention
from table.user_error import UserError

SECRET_CODE = "secret"
"""In an export, replaces a code that the reader may not know yet."""


class Live(Struct, frozen=True):
    """A match with its position, which is shared: fork it, never pick in it."""

    match: Match
    seats: tuple[Seat, ...]
    position: Position

    @property
    def game(self) -> AnyGame:
        """The game with the rules that the match started with."""
        return self.position.game

    def seat_of(self, person: int) -> int | None:
        """The person's seat; None for a spectator."""
        return next((seat.seat for seat in self.seats if seat.person == person), None)

    def person_at(self, seat: int) -> int | None:
        """The person or computer in this seat. None after the player has deleted their data."""
        return self.seats[seat].person

    @property
    def waits_for_computers(self) -> bool:
        """Whether only computers are asked now."""
        asked = self.match.to_move
        return bool(asked) and all(is_computer(self.person_at(seat)) for seat in asked)

    def rivals(self, seat: int) -> list[int]:
        """The seats of the other teams, which answer this seat's offers."""
        mine = next(team for team in self.game.teams(self.position.state) if seat in team)
        return [other.seat for other in self.seats if other.seat not in mine]

    def side_name(self, seat: int) -> Text | None:
        """The seat's color, faction or fighter; None before it is known."""
        name = self.game.name_of(self.position.state, seat)
        return None if self.game.side and name == self.game.side_names[seat] else name

    def name_of(self, seat: int) -> Text:
        """A seat's name in the match: its side or, before that is known, its player."""
        return self.in_person(self.game.name_of(self.position.state, seat))

    def in_person(self, sentence: Text) -> Text:
        """The sentence with mentions of the players instead of “Player A” and “Player B”."""
        letters = {letter.msgid: seat for seat, letter in enumerate(self.game.side_names)} if self.game.side else {}
        if sentence.msgid in letters:
            person = self.person_at(letters[sentence.msgid])
            return mention(person) if person else sentence
        if not any(isinstance(value, Text) for value in sentence.args.values()):
            return sentence
        args = {name: self.in_person(arg) if isinstance(arg, Text) else arg for name, arg in sentence.args.items()}
        return Text(sentence.msgid, args, sentence.plural)

    def view(self, seat: int | None = None) -> Any:
        """The position as the seat, or the public, may see it."""
        return self.game.view(self.position.state, seat, self.position.asks)


class Loaded(Live, frozen=True):
    """A match with everything that a commit needs, from one read."""

    rows: MatchRows

    @property
    def timing(self) -> Timing | None:
        """The clock times as stored."""
        return load_timing(self.match.timing)


def game_of(match: Match) -> AnyGame:
    """The game with the rules that the match started with. Raises UserError for rules that this build does not know."""
    try:
        return game_for(match.game, match.rules_version)
    except UnknownRules as fault:
        raise UserError(fault.text) from None


def options_of(match: Match) -> dict[str, Any]:
    """Decode the match's options."""
    options: dict[str, Any] = json.loads(match.options)
    return options


def position_of(match: Match) -> Position:
    """Decode the match's position."""
    return Position.read(game_of(match), options_of(match), json.loads(match.position))


def position_after(match: Match, moves: Sequence[Move], version: int) -> Position:
    """The position after `version` entries of the log."""
    if version == match.version and match.status in ("live", "over"):
        return position_of(match)
    return replay(game_of(match), options_of(match), match.seats, match.seed, from_rows(moves[:version]))


def record_of(match: Match, moves: Sequence[Move], seat: int | None, hidden: Sequence[bool]) -> Record:
    """The match as a record; until it is over, without the seed and other seats' secret answers."""
    over = match.status == "over"
    entries = [
        entry if over or not blind or entry.seat == seat else Entry(entry.seat, entry.kind, (SECRET_CODE,))
        for entry, blind in zip(from_rows(moves), hidden, strict=False)
    ]
    return Record(
        game=match.game,
        options=options_of(match),
        seats=match.seats,
        rules_version=match.rules_version,
        seed_hash=match.seed_hash,
        seed=match.seed if over else "",
        entries=tuple(entries),
        result=msgspec.json.decode(match.result, type=Result) if over else None,
        by=f"arena-post {__version__}",
    )
