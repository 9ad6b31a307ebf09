"""Everything that one confirmed step changes, in one transaction."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from db.errors import Changed
from db.rows import Commit, Committed, Match, Move, Taken
from db.sql import Cursor, Tx
from db.tables import deadlines, drafts, leases, matches, messages, plans
from db.tables.leases import Owner, channel_lease
from db.tables.match_rows import Since, match_rows


class Take(Struct, frozen=True):
    """A request to take the match's channel with a commit, so that its messages can be sent at once."""

    owner: Owner | None
    """Takes the channel's lease, unless another process has it. None: this process has it already."""
    limit: int
    stops_since: Since


def commit(tx: Tx, new: Commit, take: Take | None = None) -> Committed:
    """Store the commit. Raises StaleVersion or Changed if the match is not at the expected version or status."""
    if not new.moves:
        raise ValueError(f"a commit to match {new.match} has no moves: every change of a match is an entry in its log")
    before = matches.match_at(tx, new.match, new.expected_version)
    if new.expected_status not in (None, before.status):
        raise Changed(new.match, "it is " + before.status)
    # Lock the lease before the outbox: senders use the same order.
    lease = leases.taking(tx, channel_lease(before.channel), take.owner) if take and take.owner else None
    moves = tuple(_append(tx, before, new))
    after = matches.advance(
        tx,
        before,
        replace(
            before,
            version=before.version + len(moves),
            position=new.position,
            to_move=tuple(new.to_move),
            status=new.status,
            result=new.result,
            timing=before.timing if new.timing is None else new.timing,
        ),
    )
    if after.ended_at is not None:
        _clear(tx, after.id)
    drafts.carry_drafts(tx, after, new.keep_drafts)
    drafts.clear_offers(tx, after.id, new.clear_offers)
    for offer in new.offers:
        drafts.set_offer(tx, after, offer)
    for number in new.drop_plans:
        plans.drop(tx, number)
    for plan in new.plans:
        plans.update(tx, replace(plan, since=after.version))
    deadlines.set_due(tx, after.id, new.due, clear=new.clear_due)
    messages.outdate(tx, after.id, new.outdates)
    posted = messages.posting(tx, after, new.outbox)
    taken = None if take is None else _taken(tx, after, take, lease)
    return Committed(match=after, moves=moves, outbox=posted(), taken=taken)


def _taken(tx: Tx, match: Match, take: Take, lease: Cursor | None) -> Taken | None:
    waiting = messages.find_pending(tx, take.limit, match.channel, retry=True)
    rows = match_rows(tx, match.id, take.stops_since, match=match)
    former = "" if lease is None else leases.former(lease)
    return None if former is None else Taken(former=former, messages=waiting.all(), rows=rows)


def _append(tx: Tx, before: Match, new: Commit) -> Iterable[Move]:
    for seq, move in enumerate(new.moves, before.version + 1):
        yield matches.add_move(
            tx,
            Move(
                match=before.id,
                seq=seq,
                seat=move.seat,
                kind=move.kind,
                codes=move.codes,
                note=move.note,
                at=tx.now,
            ),
        )


def _clear(tx: Tx, match: int) -> None:
    """Delete the rows that only a running match has."""
    for table in ("drafts", "offers", "plans", "due"):
        tx.run(f"DELETE FROM {table} WHERE match = :match", match=match)
