"""What hangs between two versions of a match: half-made moves and unanswered offers."""

from collections.abc import Sequence

from .errors import OfferStands
from .rows import Draft, Match, NewOffer, Offer
from .table import Table, Tx

_DRAFTS = Table("drafts", Draft)
_OFFERS = Table("offers", Offer)


def draft(tx: Tx, match: int, seat: int) -> Draft | None:
    return _DRAFTS.one(tx, "WHERE match = ? AND seat = ?", match, seat)


def drafts(tx: Tx, match: int) -> list[Draft]:
    return _DRAFTS.all(tx, "WHERE match = ? ORDER BY seat", match)


def save_draft(tx: Tx, match: Match, seat: int, codes: Sequence[str]) -> Draft:
    before = draft(tx, match.id, seat)
    return _DRAFTS.put(
        tx,
        Draft(
            match=match.id,
            seat=seat,
            version=match.version,
            codes=tuple(codes),
            revision=before.revision + 1 if before else 1,
            updated_at=tx.now,
        ),
    )


def drop_draft(tx: Tx, match: int, seat: int) -> None:
    tx.run("DELETE FROM drafts WHERE match = ? AND seat = ?", match, seat)


def carry_drafts(tx: Tx, match: Match, keep: Sequence[int]) -> None:
    """Moves the drafts of the seats to keep on to the match's version and drops every other."""
    for seat in keep:
        tx.run("UPDATE drafts SET version = ? WHERE match = ? AND seat = ?", match.version, match.id, seat)
    tx.run("DELETE FROM drafts WHERE match = ? AND version < ?", match.id, match.version)


def offer(tx: Tx, match: int, kind: str) -> Offer | None:
    return _OFFERS.one(tx, "WHERE match = ? AND kind = ?", match, kind)


def offers(tx: Tx, match: int) -> list[Offer]:
    return _OFFERS.all(tx, "WHERE match = ? ORDER BY created_at, kind", match)


def set_offer(tx: Tx, match: Match, new: NewOffer) -> Offer:
    standing = offer(tx, match.id, new.kind)
    if standing and standing.by_seat != new.by_seat:
        raise OfferStands(new.kind, standing.by_seat)
    return _OFFERS.put(
        tx,
        Offer(
            match=match.id,
            kind=new.kind,
            by_seat=new.by_seat,
            version=match.version,
            detail=new.detail,
            created_at=tx.now,
        ),
    )


def clear_offer(tx: Tx, match: int, kind: str) -> bool:
    return tx.run("DELETE FROM offers WHERE match = ? AND kind = ?", match, kind).rowcount == 1
