"""Is everything in the database still true? The file, its references, and every match against its own log."""

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
"""The position, as JSON text, that a match's log leads to."""


class Finding(msgspec.Struct, frozen=True):
    subject: str
    fault: str
    """Empty: nothing is wrong with it."""


def check(address: Address, replay: Replay, now: float | None = None) -> Iterator[Finding]:
    """One finding per match after those about the whole, all of the same moment even while the bot plays on."""
    with snapshot(address) as found:
        yield from check_snapshot(found, replay, now)


def check_snapshot(found: Snapshot, replay: Replay, now: float | None = None) -> Iterator[Finding]:
    """The findings about the whole, then one per match, then one about all other rows.

    With the time `now`, also one about rows that lie in the future.
    """
    for subject, fault in found.whole():
        yield Finding(subject, fault)
    if now is not None:
        ahead = "; ".join(find_future(found.tx, int(now)))
        yield Finding("clock", f"a clock was ahead ({ahead}): python -m db repair cuts them back" if ahead else "")
    yield from check_matches(found.tx, replay)
    yield Finding("rows", "; ".join(f"{table}: {fault}" for table, fault in _rows(found) if fault))


def check_matches(tx: Tx, replay: Replay) -> Iterator[Finding]:
    """One finding per match."""
    for match_id in matches.ids(tx):
        subject = f"match {match_id}"
        try:
            match = matches.match(tx, match_id)
            moves = matches.moves(tx, match_id)
            subject += f" ({match.game}, {match.status}, version {match.version})"
            faults = _match_fault(match, moves, len(matches.seats(tx, match_id)), replay), _damage(tx, match_id)
        except Exception as error:
            # Whatever stops one match from being read is a finding about it; the others are still to be looked at.
            faults = f"it cannot be read: {type(error).__name__}: {error}", ""
        yield Finding(subject, "; ".join(filter(None, faults)))


def _damage(tx: Tx, match_id: int) -> str:
    """What is not as it was stored, by the checksums."""
    row, entries = matches.damaged(tx, match_id)
    return "; ".join(
        [
            *(["its row is damaged"] if row else []),
            *([f"entries of its log are damaged: {', '.join(map(str, entries))}"] if entries else []),
        ]
    )


def _rows(found: Snapshot) -> Iterator[tuple[str, str]]:
    """Every table with what is wrong with its rows; those of matches are looked at with their match."""
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
        # Whatever stops one replay is a finding about that match; the others are still to be looked at.
        return f"it cannot be replayed: {type(error).__name__}: {error}"
    return "" if same else "its position is not the one that its log leads to"
