"""Is everything in the database still true? The file, its references, and every match against its own log."""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from . import matches
from .address import Address
from .future import find_future
from .rows import Match, Move
from .snapshot import snapshot
from .sql import Tx
from .tables import Snapshot

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
    """The findings about the whole, then one per match; with the time `now`, also about rows in the future."""
    for subject, fault in found.whole():
        yield Finding(subject, fault)
    if now is not None:
        ahead = "; ".join(find_future(found.tx, int(now)))
        yield Finding("clock", f"a clock was ahead ({ahead}): python -m db repair cuts them back" if ahead else "")
    yield from check_matches(found.tx, replay)


def check_matches(tx: Tx, replay: Replay) -> Iterator[Finding]:
    """One finding per match."""
    for match_id in matches.ids(tx):
        match = matches.match(tx, match_id)
        moves = matches.moves(tx, match_id)
        subject = f"match {match.id} ({match.game}, {match.status}, version {match.version})"
        yield Finding(subject, _match_fault(match, moves, len(matches.seats(tx, match_id)), replay))


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
