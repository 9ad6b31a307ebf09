"""Imports records: validates and replays them, and converts them to log rows. Pure, but slow for long matches."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from db.rows import Match, NewMove
from engine.core.ask import Refused
from engine.core.game import AnyGame, Impossible
from engine.core.position import Position
from engine.core.record import Entry, Record, check, written
from engine.core.text import text
from engine.registry import GAMES, game_for, known_versions
from table.matches.commit_plan import CommitPlan, Step, plan_commit
from table.outbox.outgoing import quoted
from table.user_error import UserError

MAX_FILE_BYTES = 256 << 10
"""Bytes per file. The longest of our matches have 10 KiB and 200 entries, and 100 KiB of log."""
MAX_ENTRIES = 2000
MAX_LOG_BYTES = 2 << 20
"""Bytes of the log rows of an import."""
ENTRY_KINDS = ("play", "undo", "resign", "draw", "timeout")
_CODE = re.compile(r"[a-z0-9+-]{1,60}")
_OPTION = re.compile(r"\w{1,60}")
_SEED = re.compile(r"[\w .:+-]{1,100}")
"""Seeds are published when a match is over, so they must not carry a message."""


class ImportedMatch(Struct, frozen=True):
    """A complete match, ready to be stored."""

    record: Record
    moves: tuple[NewMove, ...]
    position: str
    result: str


def read(data: bytes) -> Record:
    """Decode the record of a finished match. Raises UserError with the fault."""
    if len(data) > MAX_FILE_BYTES:
        raise too_large()
    try:
        record = msgspec.json.decode(data, type=Record)
    except msgspec.ValidationError as fault:
        raise UserError(text("The file is not a match record: {fault}", fault=quoted(str(fault), 200))) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise UserError(text("The file is not JSON. I read what /match export writes.")) from None
    if record.game not in GAMES:
        raise UserError(text("There is no such game. Available: {names}.", names=", ".join(GAMES)))
    known = known_versions(record.game)
    if record.rules_version not in known:
        raise UserError(
            text(
                "The record uses rules version {version} of {game}; I know version {known}.",
                version=quoted(str(record.rules_version)),
                game=GAMES[record.game].name,
                known=", ".join(str(version) for version in known),
            )
        )
    if not record.seed or record.result is None:
        raise UserError(
            text("The record has no result: the match was still running when it was exported, or it was canceled.")
        )
    if not _SEED.fullmatch(record.seed):
        raise UserError(text("A seed is a short text of letters and digits."))
    if not all(_OPTION.fullmatch(key) for key in record.options):
        raise UserError(text("The record has options that no game has."))
    if len(record.entries) > MAX_ENTRIES:
        raise UserError(
            text("The record has {n} entries; the limit is {most}.", n=len(record.entries), most=MAX_ENTRIES)
        )
    return record


def too_large() -> UserError:
    """The error for a file that is too large."""
    return UserError(text("The file is too large: a record may have up to 256 KiB."))


def import_record(record: Record) -> ImportedMatch:
    """Replay the record. Returns the rows of its log, its last position and its result."""
    game = game_for(record.game, record.rules_version)
    for number, entry in enumerate(record.entries):
        _check_entry(record, number, entry)
    try:
        record = replace(record, options=game.settle(record.options))
        last = check(record, game)
        moves = tuple(_limited(_log(record, game)))
    except (Impossible, Refused) as fault:
        raise UserError(text("The record does not replay: {fault}", fault=fault.text)) from None
    return ImportedMatch(record, moves, written(last), msgspec.json.encode(record.result).decode())


def _limited(moves: Iterator[NewMove]) -> Iterator[NewMove]:
    """Yield the rows; raise UserError if they are too large in total."""
    size = 0
    for move in moves:
        size += len(move.codes) + len(move.note)
        if size > MAX_LOG_BYTES:
            raise UserError(text("Too much happens in this match to import it."))
        yield move


def _check_entry(record: Record, number: int, entry: Entry) -> None:
    """Raise UserError for an entry of an unknown seat (an undo may have none), without codes, or that undoes later
    entries.
    """
    nobody = entry.kind == "undo" and entry.seat == -1
    if not nobody and entry.seat not in range(record.seats):
        raise UserError(text("Entry {n} names a seat that does not exist.", n=number + 1))
    spoken = bool(entry.codes) if entry.kind == "play" else not entry.codes or entry.kind == "timeout"
    if entry.kind not in ENTRY_KINDS or not spoken or not all(_CODE.fullmatch(code) for code in entry.codes):
        raise UserError(text("Entry {n} cannot be read.", n=number + 1))
    if entry.undo_to not in (range(number + 1) if entry.kind == "undo" else (0,)):
        raise UserError(text("Entry {n} undoes what has not happened.", n=number + 1))


def _log(record: Record, game: AnyGame) -> Iterator[NewMove]:
    """Yield the log rows. An undo returns to a mark, because replaying for each of many undos would take too long."""
    position = Position.new(game, record.options, record.seats, record.seed)
    marks = [(-1, position.mark())]
    for number, entry in enumerate(record.entries):
        before = _match_before(record, number, position)
        if entry.kind == "undo":
            marks = [(place, mark) for place, mark in marks if place < entry.undo_to]
            position = position.at_mark(marks[-1][1])
            going = CommitPlan(before, position, (Step(entry, position, (), completes_together=False),), (), ())
        else:
            try:
                going = plan_commit(before, position, entry, (), ())
            except Refused as fault:
                reason = text("entry {n}: {reason}", n=number + 1, reason=fault.text)
                raise Impossible(reason) from None
            position = going.position
            marks.append((number, position.mark()))
        yield from going.rows()


def _match_before(record: Record, version: int, position: Position) -> Match:
    """The match's row before an entry, with the fields that `plan_commit` reads."""
    return Match(
        id=0,
        guild=None,
        channel=0,
        parent=None,
        game=record.game,
        options="",
        seats=record.seats,
        seed=record.seed,
        seed_hash=record.seed_hash,
        rules_version=record.rules_version,
        status="live",
        version=version,
        position="",
        to_move=tuple(ask.seat for ask in position.asks),
        language="",
        palette="",
        result="",
        creator=0,
        created_at=0,
        updated_at=0,
        ended_at=None,
    )
