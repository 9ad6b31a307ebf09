"""What a player needs the others for: a draw, taking back a move, a pause, a substitute; and claiming lost time."""

from __future__ import annotations

import json
from collections.abc import Callable

from db.rows import Match, NewMessage, NewOffer, Offer
from engine.core.record import Entry, effective_indexes, from_rows
from engine.core.text import text
from table.live import Live
from table.notices import calls, hail, run_out
from table.path import Path
from table.sorry import Sorry
from table.story import note

PATIENCE = 6
"""Who has offered a draw may do so again after so many more entries of the log, however it was answered."""


class Offers:
    def __init__(self, path: Path, posted: Callable[[], None], wake: Callable[[], None]) -> None:
        self._path, self._store = path, path.store
        self._posted, self._wake = posted, wake

    async def offer(self, match: int, user: int, kind: str, interaction: int) -> Live:
        """Offer a draw or a pause, or ask to take back the own last move and what came after it."""
        async with self._path.queue(match):
            live, seat = await self._path.playing(match, user)
            detail = await self._undo_to(live, seat) if kind == "undo" else {}
            if kind == "pause" and await self._store.paused(match) is not None:
                raise Sorry(text("The match is paused already."))
            standing = await self._store.offer(match, kind)
            if standing is not None and standing.by_seat == seat:
                raise Sorry(text("Your offer stands already; the other side has to answer."))
            if standing is not None and kind != "undo" and seat in live.rivals(standing.by_seat):
                return await self._agreed(live, standing, seat, interaction)  # both want it
            if standing is not None:
                raise Sorry(text("The same has been asked already: it is to be answered first."))
            if kind == "draw":
                await self._need_patience(live, seat)
            new = NewOffer(kind=kind, by_seat=seat, detail=json.dumps(detail))
            _, _, now = await self._path.clocks(live.match)
            reached = await hail(self._store, f"answer:{kind}", answering(live, new), live.seats, now)
            payload = {"kind": kind, "by": seat, "version": live.match.version, "call": reached.ping}
            await self._store.set_offer(
                match,
                live.match.version,
                new,
                remember=[NewOffer(kind=_offered_by(seat), by_seat=seat)] if kind == "draw" else [],
                outbox=[NewMessage(kind="offer", payload=json.dumps(payload))],
                due=reached.due,
                interaction=interaction,
            )
        self._posted()
        if reached.due:
            self._wake()
        return live

    async def asked(self, match: Match, kind: str) -> list[int]:
        """The seats that may answer the offer that stands, and have not."""
        offer = await self._store.offer(match.id, kind)
        if offer is None or offer.version != match.version:
            return []
        yes = json.loads(offer.detail).get("yes", ())
        return [seat for seat in answering(await self._path.live(match), offer) if seat not in yes]

    async def claimants(self, match: Match) -> list[int]:
        """The seats that may claim the match, because the time of another side is over."""
        live, over = await self._path.live(match), run_out(*await self._path.clocks(match))
        return [one.seat for one in live.seats if any(one.seat in live.rivals(late) for late in over)]

    async def _need_patience(self, live: Live, seat: int) -> None:
        """A draw is not offered with every move: then the match has to go on for a while."""
        offered = await self._store.offer(live.match.id, _offered_by(seat))
        if offered is not None and live.match.version < offered.version + PATIENCE:
            ahead = offered.version + PATIENCE - live.match.version
            raise Sorry(
                text(
                    "You have offered a draw lately. You can do so again after {n} more move.",
                    "You have offered a draw lately. You can do so again after {n} more moves.",
                    n=ahead,
                )
            )

    async def _undo_to(self, live: Live, seat: int) -> dict[str, int | bool]:
        """How many entries stand when the seat's last move is taken back, and whether everybody has to agree."""
        moves = await self._store.moves(live.match.id)
        entries = from_rows(moves)
        places = effective_indexes(entries)
        mine = [place for place in places if entries[place].seat == seat and entries[place].kind == "play"]
        if not mine:
            raise Sorry(text("You have not made a move that could be taken back."))
        return {"keep": mine[-1], "all": any(note(move).shown for move in moves[mine[-1] :])}

    async def answer(self, match: int, user: int, kind: str, version: int, interaction: int, *, accept: bool) -> Live:
        """The other side accepts or declines an offer."""
        async with self._path.queue(match):
            live, seat = await self._path.playing(match, user)
            offer = await self._store.offer(match, kind)
            if offer is None or offer.version != version or live.match.version != version:
                raise Sorry(text("This offer no longer stands."))
            if seat not in answering(live, offer):
                raise Sorry(text("It is for the other side to answer this offer."))
            if accept:
                return await self._agreed(live, offer, seat, interaction)
            message = NewMessage(kind="declined", payload=json.dumps({"kind": kind, "by": seat}))
            await self._store.clear_offer(match, kind, outbox=[message], interaction=interaction)
        self._posted()
        return live

    async def _agreed(self, live: Live, offer: Offer, seat: int, interaction: int) -> Live:
        """One side more says yes; once every other side has, it is done."""
        detail = json.loads(offer.detail)
        yes = {*detail.get("yes", ()), seat, offer.by_seat}
        teams = live.game.teams(live.position.state)
        # What has been seen cannot be unseen: then partners have a say, too.
        asked = [(one.seat,) for one in live.seats] if detail.get("all") else teams
        if any(yes.isdisjoint(side) for side in asked):
            new = NewOffer(kind=offer.kind, by_seat=offer.by_seat, detail=json.dumps(detail | {"yes": sorted(yes)}))
            await self._store.set_offer(live.match.id, live.match.version, new, interaction=interaction)
            return live
        if offer.kind == "pause":
            return await self._pause(live, offer, interaction)
        undo = Entry(offer.by_seat, "undo", undo_to=detail.get("keep", 0))
        return await self._path.enter(live, undo if offer.kind == "undo" else Entry(seat, "draw"), interaction)

    async def _pause(self, live: Live, offer: Offer, interaction: int) -> Live:
        await self._store.pause(
            live.match.id,
            live.match.version,
            clear_offers=("pause",),
            outbox=[NewMessage(kind="paused", payload=json.dumps({"by": offer.by_seat}))],
            interaction=interaction,
        )
        self._posted()
        self._wake()
        return live

    async def resume(self, match: int, user: int, interaction: int) -> Live:
        """The clocks of a paused match go on; either side may say so, and who is to move hears of it."""
        async with self._path.queue(match):
            live, seat = await self._path.playing(match, user)
            timing, stops, now = await self._path.clocks(live.match)
            others = [one for one in live.match.to_move if one != seat]
            news = await calls(self._store, others, live.seats, timing, stops, now)
            payload = json.dumps({"by": seat, "version": live.match.version, "call": news.ping})
            resumed = await self._store.resume(
                match,
                outbox=[NewMessage(kind="resumed", payload=payload)],
                due=[one for one in news.due if one.kind.startswith("call:")],  # reminders lie ready since their call
                interaction=interaction,
            )
            if not resumed:
                raise Sorry(text("The match is not paused."))
        self._posted()
        self._wake()
        return live

    async def time_out(self, match: int, user: int | None, interaction: int | None) -> Match:
        """Whoever is to decide and has run out of time has lost; a person may say so for the others, or nobody."""
        async with self._path.queue(match):
            if user is None:
                row, seat = await self._store.match(match), None
                if row.status != "live":
                    return row
                live = await self._path.live(row)
            else:
                live, seat = await self._path.playing(match, user)
            over = run_out(*await self._path.clocks(live.match))
            if user is not None and seat not in await self.claimants(live.match):
                raise Sorry(text("Nobody's time is over that you could claim."))
            if not over:
                return live.match
            others = tuple(str(seat) for seat in over[1:])
            after = await self._path.enter(live, Entry(over[0], "timeout", others), interaction, by=seat)
        return after.match


def answering(live: Live, offer: Offer | NewOffer) -> list[int]:
    """The seats that may answer an offer."""
    if json.loads(offer.detail).get("all"):
        return [one.seat for one in live.seats if one.seat != offer.by_seat]
    return live.rivals(offer.by_seat)


def _offered_by(seat: int) -> str:
    """What is kept of a seat's last offer of a draw, after it was answered or passed over."""
    return f"draw-by-{seat}"
