"""Store interface for unfinished moves and open offers."""

from collections.abc import Sequence

from db.rows import Draft, NewDue, NewMessage, NewOffer, Offer, SeenOffer
from db.sql import Tx
from db.tables import deadlines, drafts, matches
from db.transactions import Transactions, enqueue


class Drafts(Transactions):
    """Unfinished moves."""

    async def get(self, match: int, seat: int) -> Draft | None:
        return await self._read(lambda tx: drafts.draft(tx, match, seat))

    async def save(
        self,
        match: int,
        seat: int,
        version: int,
        codes: Sequence[str],
        *,
        revision: int | None = None,
        interaction: int | None = None,
    ) -> Draft:
        """Store an unfinished move. Raises StaleVersion if the match is no longer at `version`.

        Raises Changed if the draft is no longer at `revision`; 0 means no draft.
        """
        return await self._write(
            lambda tx: drafts.save_draft(tx, matches.match_at(tx, match, version), seat, codes, revision),
            interaction,
            match=match,
        )


class Offers(Transactions):
    """Open offers."""

    async def get(self, match: int, kind: str) -> Offer | None:
        return await self._read(lambda tx: drafts.offer(tx, match, kind))

    async def of_match(self, match: int) -> list[Offer]:
        return await self._read(lambda tx: drafts.offers(tx, match))

    async def set(
        self,
        match: int,
        version: int,
        offer: NewOffer,
        *,
        instead: bool = False,
        seen: SeenOffer | None = None,
        remember: Sequence[NewOffer] = (),
        outbox: Sequence[NewMessage] = (),
        outdates: Sequence[str] = (),
        clear_due: Sequence[str] = (),
        due: Sequence[NewDue] = (),
        interaction: int | None = None,
    ) -> Offer:
        """Store an offer, and others to `remember`; `instead` replaces another seat's offer of the same kind.

        Raises StaleVersion, Changed if the offer of its kind is not the one `seen`, and OfferStands if another seat's
        offer is open.
        """

        def work(tx: Tx) -> Offer:
            if seen is not None:
                drafts.need_offer(tx, match, offer.kind, seen.offer)
            if instead:
                drafts.clear_offer(tx, match, offer.kind)
            deadlines.clear_due(tx, match, clear_due)
            found = enqueue(tx, matches.match_at(tx, match, version), outbox, due, outdates=outdates)
            for kept in remember:
                drafts.set_offer(tx, found, kept)
            return drafts.set_offer(tx, found, offer)

        return await self._write(work, interaction, match=match)

    async def clear(
        self,
        match: int,
        kind: str,
        *,
        seen: SeenOffer | None = None,
        outbox: Sequence[NewMessage] = (),
        outdates: Sequence[str] = (),
        clear_due: Sequence[str] = (),
        interaction: int | None = None,
    ) -> bool:
        """Delete an offer. Returns False and stores nothing if there was none.

        Raises Changed if it is not the one `seen`.
        """

        def work(tx: Tx) -> bool:
            if seen is not None:
                drafts.need_offer(tx, match, kind, seen.offer)
            cleared = drafts.clear_offer(tx, match, kind)
            if cleared:
                deadlines.clear_due(tx, match, clear_due)
                enqueue(tx, matches.match(tx, match), outbox, outdates=outdates)
            return cleared

        return await self._write(work, interaction, match=match)
