"""Verify a database: the file, its references, and every match against its own log."""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from db.address import Address
from db.admin.snapshot import snapshot
from db.all_rows import Snapshot
from db.rows import Match, Move
from db.sql import Tx
from db.tables import deadlines, guilds, matches, messages, people, reviews
from db.tables.future_rows import find_future

_DAMAGED: dict[str, Callable[[Tx], list[int]]] = {
    "due": deadlines.damaged,
    "guilds": guilds.damaged,
    "outbox": messages.damaged,
    "people": people.damaged,
    "reviews": reviews.damaged,
}
Replay = Callable[[Match, Sequence[Move]], str]
"""Replays a match's log and returns the position as JSON text."""


class Finding(msgspec.Struct, frozen=True):
    subject: str
    fault: str
    """Empty if there is no fault."""


def check(address: Address, replay: Replay, now: float | None = None) -> Iterator[Finding]:
    """Yield findings about the whole database, then one per match. All are of the same moment, even while the bot
    runs.
    """
    with snapshot(address) as found:
        yield from check_snapshot(found, replay, now)


def check_snapshot(found: Snapshot, replay: Replay, now: float | None = None) -> Iterator[Finding]:
    """Yield findings about the whole database, one per match, and one about all other rows.

    With `now`, also yield one about rows dated in the future.
    """
    for subject, fault in found.check_whole():
        yield Finding(subject, fault)
    if now is not None:
        ahead = "; ".join(find_future(found.tx, int(now)))
        yield Finding("clock", f"a clock was ahead ({ahead}): python -m db repair cuts them back" if ahead else "")
    yield from check_matches(found.tx, replay)
    yield Finding("rows", "; ".join(f"{table}: {fault}" for table, fault in _rows(found) if fault))


def check_matches(tx: Tx, replay: Replay) -> Iterator[Finding]:
    """Yield one finding per match."""
    for match_id in matches.ids(tx):
        subject = f"match {match_id}"
        try:
            match = matches.match(tx, match_id)
            moves = matches.moves(tx, match_id)
            subject += f" ({match.game}, {match.status}, version {match.version})"
            faults = _match_fault(match, moves, len(matches.seats(tx, match_id)), replay), _damage(tx, match_id)
        except Exception as error:
            # An unreadable match is a finding about it; go on with the other matches.
            faults = f"it cannot be read: {type(error).__name__}: {error}", ""
        yield Finding(subject, "; ".join(filter(None, faults)))


def _damage(tx: Tx, match_id: int) -> str:
    """The parts of the match whose checksums do not match."""
    row, entries = matches.damaged(tx, match_id)
    return "; ".join(
        [
            *(["its row is damaged"] if row else []),
            *([f"entries of its log are damaged: {', '.join(map(str, entries))}"] if entries else []),
        ]
    )


def _rows(found: Snapshot) -> Iterator[tuple[str, str]]:
    """Every table with its fault. Damaged rows of matches are reported with their match."""
    for table, columns in sorted(found.columns().items()):
        try:
            for _ in found.rows(f"SELECT {', '.join(columns)} FROM {table}"):
                pass
            damaged = _DAMAGED[table](found.tx) if table in _DAMAGED else []
        except Exception as error:
            yield table, f"it cannot be read: {type(error).__name__}: {error}"
        else:
            yield table, f"damaged: {', '.join(map(str, damaged))}" if damaged else ""


def _match_fault(match: Match, moves: Sequence[Move], seats: int, replay: Replay) -> str:
    if [move.seq for move in moves] != list(range(1, match.version + 1)):
        return f"it is at version {match.version}, which its log does not lead to"
    if seats != match.seats:
        return f"it has {seats} seats instead of {match.seats}"
    if not match.position:
        return "it is played without a position" if match.status in ("live", "over") else ""
    try:
        replayed = replay(match, moves)
        same = replayed == match.position or msgspec.json.decode(replayed) == msgspec.json.decode(match.position)
    except Exception as error:
        # A failed replay is a finding about that match; go on with the other matches.
        return f"it cannot be replayed: {type(error).__name__}: {error}"
    return "" if same else "its position is not the one that its log leads to"
