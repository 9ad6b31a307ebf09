"""Everything that one confirmed step changes, in one transaction."""

from collections.abc import Iterable

from msgspec.structs import replace

from . import deadlines, drafts, matches, messages, plans
from .errors import Changed
from .rows import Commit, Committed, Match, Move
from .sql import Tx


def commit(tx: Tx, new: Commit) -> Committed:
    """Store it; raises StaleVersion or Changed when the match is not at the expected version or status."""
    if not new.moves:
        raise ValueError(f"a commit to match {new.match} without moves: what changes a match is an entry in its log")
    before = matches.match_at(tx, new.match, new.expected_version)
    if new.expected_status not in (None, before.status):
        raise Changed(new.match, "it is " + before.status)
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
    return Committed(match=after, moves=moves, outbox=messages.post(tx, after, new.outbox))


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
    """Delete what only a running match has."""
    for table in ("drafts", "offers", "plans", "due"):
        tx.run(f"DELETE FROM {table} WHERE match = :match", match=match)
