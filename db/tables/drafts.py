"""Unfinished moves and open offers."""

from collections.abc import Sequence

from db.errors import Changed, OfferStands
from db.rows import Draft, Match, NewOffer, Offer
from db.sql import Found, SqlTable, Tx, in_list

_DRAFTS = SqlTable("drafts", Draft, key=("match", "seat"))
_OFFERS = SqlTable("offers", Offer, key=("match", "kind"))


def draft(tx: Tx, match: int, seat: int) -> Draft | None:
    return _DRAFTS.one(tx, "WHERE match = :match AND seat = :seat", match=match, seat=seat)


def find_drafts(tx: Tx, match: int) -> Found[Draft]:
    return _DRAFTS.find(tx, "WHERE match = :match ORDER BY seat", match=match)


def save_draft(tx: Tx, match: Match, seat: int, codes: Sequence[str], revision: int | None = None) -> Draft:
    """Store the draft. Raises Changed if the stored one does not have this revision (0: if there is one)."""
    before = draft(tx, match.id, seat)
    if revision is not None and revision != (before.revision if before else 0):
        raise Changed(match.id, f"the draft of seat {seat}")
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
    tx.run("DELETE FROM drafts WHERE match = :match AND seat = :seat", match=match, seat=seat)


def carry_drafts(tx: Tx, match: Match, keep: Sequence[int]) -> None:
    """Update the drafts of the seats in `keep` to the match's version and delete the others."""
    if keep:
        marks, named = in_list("seat", keep)
        kept = f"UPDATE drafts SET version = :version WHERE match = :match AND seat IN ({marks})"
        tx.run(kept, version=match.version, match=match.id, **named)
    tx.run("DELETE FROM drafts WHERE match = :match AND version < :version", match=match.id, version=match.version)


def offer(tx: Tx, match: int, kind: str) -> Offer | None:
    return _OFFERS.one(tx, "WHERE match = :match AND kind = :kind", match=match, kind=kind)


def offers(tx: Tx, match: int) -> list[Offer]:
    return find_offers(tx, match).all()


def find_offers(tx: Tx, match: int) -> Found[Offer]:
    return _OFFERS.find(tx, "WHERE match = :match ORDER BY created_at, kind", match=match)


def set_offer(tx: Tx, match: Match, new: NewOffer) -> Offer:
    """Store an offer. Raises OfferStands if another seat's offer of the same kind is open."""
    before = offer(tx, match.id, new.kind)
    if before and before.by_seat != new.by_seat:
        raise OfferStands(new.kind, before.by_seat)
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


def need_offer(tx: Tx, match: int, kind: str, seen: Offer | None) -> None:
    """Raise Changed unless the stored offer equals `seen`."""
    if offer(tx, match, kind) != seen:
        raise Changed(match, f"the offer {kind}")


def clear_offers(tx: Tx, match: int, kinds: Sequence[str]) -> None:
    """Delete all offers of these kinds."""
    if kinds:
        marks, named = in_list("kind", kinds)
        tx.run(f"DELETE FROM offers WHERE match = :match AND kind IN ({marks})", match=match, **named)


def clear_offer(tx: Tx, match: int, kind: str) -> bool:
    """Delete an offer. Returns False if there was none."""
    return tx.run("DELETE FROM offers WHERE match = :match AND kind = :kind", match=match, kind=kind).rowcount == 1
