"""Offers that the others answer: a draw, an undo, a pause; and claiming a win on time."""

from __future__ import annotations

import json

from db.rows import Match, NewMessage, NewOffer, Offer, SeenOffer
from engine.computers.win_chance import chance_to_win
from engine.core.record import Entry, effective_indexes, from_rows
from engine.core.text import Text, joined, text
from table.computers.computers import is_computer
from table.matches.live import Live, Loaded
from table.matches.moves import Moves
from table.matches.story import note
from table.matches.turns import taken_back
from table.notices.notices import notify_seats, notify_turn, out_of_time
from table.outbox import edits
from table.outbox.outgoing import mention
from table.queues import retry_if_changed
from table.user_error import UserError

DRAW_WIN_CHANCE = 0.45
"""A computer accepts a draw when its winning chance is lower than this."""
MAX_UNDO_LINES = 6
"""The maximum number of lines about undone moves in one answer."""
DRAW_INTERVAL_ENTRIES = 6
"""The number of log entries after which a seat may offer a draw again."""


class Offers:
    """Makes, answers and carries out offers."""

    def __init__(self, moves: Moves) -> None:
        self._moves, self._store = moves, moves.store

    @retry_if_changed
    async def offer(self, match: int, person: int, kind: str, interaction: int) -> Live:
        """Store an offer of a draw or a pause, or a request to undo the seat's last move; accept an equal offer."""
        async with self._moves.queue(match):
            live, seat = await self._moves.playing(match, person)
            detail = await self._undo_to(live, seat) if kind == "undo" else {}
            if kind == "pause" and live.rows.paused is not None:
                raise UserError(text("The match is already paused."))
            open_offer = live.rows.offers.get(kind)
            if open_offer is not None and open_offer.by_seat == seat:
                raise UserError(text("Your offer is already open; the other side has to answer."))
            if open_offer is not None and kind != "undo" and seat in live.rivals(open_offer.by_seat):
                return await self._accept(live, open_offer, seat, interaction)  # both want it
            if open_offer is not None:
                raise UserError(text("That request is already open; answer it first."))
            if kind == "draw":
                _need_draw_interval(live, seat)
            agreed = await self._computers_agree(live, seat, kind, detail)
            new = NewOffer(kind=kind, by_seat=seat, detail=json.dumps(detail | ({"yes": agreed} if agreed else {})))
            if self._all_agree(live, new):
                return await self._carry_out(live, new, seat, interaction)
            asked = [one for one in may_answer(live, new) if one not in agreed]
            reached = notify_seats(live.rows.people, f"answer:{kind}", asked, live.seats, self._moves.now)
            payload = {"kind": kind, "by": seat, "version": live.match.version, "call": reached.ping}
            await self._store.offers.set(
                match,
                live.match.version,
                new,
                remember=[NewOffer(kind=_draw_offer_kind(seat), by_seat=seat)] if kind == "draw" else [],
                outbox=[NewMessage(kind="offer", payload=json.dumps(payload))],
                due=reached.due,
                interaction=interaction,
            )
        self._moves.announce([live.match.channel], reached.due)
        return live

    async def _computers_agree(self, live: Loaded, seat: int, kind: str, detail: dict[str, int | bool]) -> list[int]:
        """The computers that may answer an offer, if all of them accept; otherwise raises UserError.

        They always accept a pause. They accept an undo unless a secret choice of theirs has been revealed since. They
        accept a draw when they think that they are losing.
        """
        asked = may_answer(live, NewOffer(kind=kind, by_seat=seat, detail=json.dumps(detail)))
        computers = [one for one in asked if is_computer(live.person_at(one))]
        if kind == "undo" and computers:
            since = (await self._store.matches.moves(live.match.id))[int(detail["keep"]) :]
            known = [move for move in since if note(move).secret and move.seat in computers]
            if known and not live.position.partial:
                raise UserError(text("You have seen what the computer chose in secret. That can't be taken back."))
        for one in computers if kind == "draw" else ():
            if chance_to_win(live.position, one, f"draw {live.match.version}") >= DRAW_WIN_CHANCE:
                raise UserError(text("{who} declines the draw.", who=mention(live.person_at(one))))
        return computers

    async def still_to_answer(self, match: Match, kind: str) -> list[int]:
        """The seats that have not yet answered the open offer."""
        live = await self._moves.live(match.id)
        offer = live.rows.offers.get(kind)
        if offer is None or offer.version != match.version:
            return []
        yes = json.loads(offer.detail).get("yes", ())
        return [seat for seat in may_answer(live, offer) if seat not in yes]

    async def claimants(self, match: Match) -> list[int]:
        """The seats that may claim the win because an opponent is out of time."""
        return self._claimants(await self._moves.live(match.id))

    def _claimants(self, live: Loaded) -> list[int]:
        late = out_of_time(live.timing, live.rows.stops, self._moves.now)
        return [one.seat for one in live.seats if any(one.seat in live.rivals(seat) for seat in late)]

    async def _undo_to(self, live: Live, seat: int) -> dict[str, int | bool]:
        """The number of entries left after undoing the seat's last move, and whether everybody has to agree."""
        moves = await self._store.matches.moves(live.match.id)
        entries = from_rows(moves)
        places = effective_indexes(entries)
        mine = [place for place in places if entries[place].seat == seat and entries[place].kind == "play"]
        if not mine:
            raise UserError(text("You have no move to take back."))
        return {"keep": mine[-1], "all": any(note(move).revealed for move in moves[mine[-1] :])}

    @retry_if_changed
    async def answer(self, match: int, person: int, kind: str, version: int, interaction: int, *, accept: bool) -> Live:
        """Accept or decline an open offer, for the person's side."""
        async with self._moves.queue(match):
            live, seat = await self._moves.playing(match, person)
            offer = live.rows.offers.get(kind)
            if offer is None or offer.version != version or live.match.version != version:
                raise UserError(text("This offer is no longer open."))
            if seat not in may_answer(live, offer):
                raise UserError(text("The other side has to answer this offer."))
            if accept:
                return await self._accept(live, offer, seat, interaction)
            message = NewMessage(kind="declined", payload=json.dumps({"kind": kind, "by": seat}))
            await self._store.offers.clear(
                match,
                kind,
                seen=SeenOffer(offer),
                outbox=[message],
                outdates=edits.OFFER_KINDS,
                interaction=interaction,
            )
        self._moves.announce([live.match.channel])
        return live

    async def accepted(self, match: int, kind: str) -> Text:
        """The reply to a person whose consent completed an offer of this kind."""
        if kind != "undo":
            return text("Accepted.")
        live = await self._moves.live(match)
        lines = [live.in_person(line) for line in taken_back(live.game, await self._store.matches.moves(match))]
        if not lines:
            return text("Accepted: the move is taken back.")
        shown = joined(lines[:MAX_UNDO_LINES], "; ")
        if len(lines) > MAX_UNDO_LINES:
            return text("Taken back: {lines}; and what followed.", lines=shown)
        return text("Taken back: {lines}.", lines=shown)

    async def _accept(self, live: Loaded, offer: Offer, seat: int, interaction: int) -> Live:
        """Add one side's consent; carry the offer out once every other side has agreed."""
        detail = json.loads(offer.detail)
        yes = sorted({*detail.get("yes", ()), seat, offer.by_seat})
        new = NewOffer(kind=offer.kind, by_seat=offer.by_seat, detail=json.dumps(detail | {"yes": yes}))
        if not self._all_agree(live, new):
            await self._store.offers.set(
                live.match.id,
                live.match.version,
                new,
                seen=SeenOffer(offer),
                outdates=edits.OFFER_KINDS,
                interaction=interaction,
            )
            self._moves.announce([live.match.channel])
            return live
        return await self._carry_out(live, new, seat, interaction)

    def _all_agree(self, live: Live, offer: NewOffer) -> bool:
        """Whether every side has agreed to the offer."""
        detail = json.loads(offer.detail)
        yes = {*detail.get("yes", ()), offer.by_seat}
        teams = live.game.teams(live.position.state)
        # Revealed information cannot be hidden again, so partners have to agree, too.
        asked = [(one.seat,) for one in live.seats] if detail.get("all") else teams
        return not any(yes.isdisjoint(side) for side in asked)

    async def _carry_out(self, live: Loaded, offer: NewOffer, seat: int, interaction: int) -> Live:
        """Carry out an offer that everybody accepted; `seat` was the last to agree."""
        if offer.kind == "pause":
            return await self._pause(live, offer, interaction)
        undo = Entry(offer.by_seat, "undo", undo_to=json.loads(offer.detail).get("keep", 0))
        return await self._moves.commit_entry(live, undo if offer.kind == "undo" else Entry(seat, "draw"), interaction)

    async def _pause(self, live: Live, offer: NewOffer, interaction: int) -> Live:
        await self._store.clock_stops.pause(
            live.match.id,
            live.match.version,
            clear_offers=("pause",),
            outdates=edits.OFFER_KINDS,
            outbox=[NewMessage(kind="paused", payload=json.dumps({"by": offer.by_seat}))],
            interaction=interaction,
        )
        self._clocks_changed(live)
        return live

    def _clocks_changed(self, live: Live) -> None:
        """All due rows of the match have been made due now: run them."""
        self._moves.announce([live.match.channel])
        self._moves.wake(self._moves.now)

    @retry_if_changed
    async def resume(self, match: int, person: int, interaction: int) -> Live:
        """End the pause and notify the other seats to move; any player may do so."""
        async with self._moves.queue(match):
            live, seat = await self._moves.playing(match, person)
            others = [one for one in live.match.to_move if one != seat]
            now, rows = self._moves.now, live.rows
            news = notify_turn(rows.people, others, live.seats, live.timing, rows.stops, now)
            payload = json.dumps({"by": seat, "version": live.match.version, "call": news.ping})
            resumed = await self._store.clock_stops.resume(
                match,
                outbox=[NewMessage(kind="resumed", payload=payload)],
                due=[one for one in news.due if one.kind.startswith("call:")],  # the reminders exist already
                interaction=interaction,
            )
            if not resumed:
                raise UserError(text("The match is not paused."))
        self._clocks_changed(live)
        return live

    @retry_if_changed
    async def time_out(self, match: int, person: int | None, interaction: int | None) -> Match:
        """End the match if a seat to move has run out of time, claimed by a person or automatically (None)."""
        async with self._moves.queue(match):
            if person is None:
                row, seat = await self._store.matches.get(match), None
                if row.status != "live":
                    return row
                live = await self._moves.live(match)
            else:
                live, seat = await self._moves.playing(match, person)
            over = out_of_time(live.timing, live.rows.stops, self._moves.now)
            if person is not None and seat not in self._claimants(live):
                raise UserError(text("None of your opponents has run out of time."))
            if not over:
                return live.match
            others = tuple(str(seat) for seat in over[1:])
            after = await self._moves.commit_entry(live, Entry(over[0], "timeout", others), interaction, by=seat)
        return after.match


def may_answer(live: Live, offer: Offer | NewOffer) -> list[int]:
    """The seats that may answer an offer."""
    if json.loads(offer.detail).get("all"):
        return [one.seat for one in live.seats if one.seat != offer.by_seat]
    return live.rivals(offer.by_seat)


def _need_draw_interval(live: Loaded, seat: int) -> None:
    """Raise UserError if the seat's last draw offer is too recent."""
    offered = live.rows.offers.get(_draw_offer_kind(seat))
    if offered is not None and live.match.version < offered.version + DRAW_INTERVAL_ENTRIES:
        ahead = offered.version + DRAW_INTERVAL_ENTRIES - live.match.version
        raise UserError(
            text(
                "You offered a draw recently. You can offer one again after {n} more move.",
                "You offered a draw recently. You can offer one again after {n} more moves.",
                n=ahead,
            )
        )


def _draw_offer_kind(seat: int) -> str:
    """The kind of the row that stores a seat's last draw offer after it was answered or has lapsed."""
    return f"draw-by-{seat}"
