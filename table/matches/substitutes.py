"""Substitutes: a player hands over their seat, or the others replace an absent player."""

from __future__ import annotations

import json

from msgspec.structs import replace

from db.rows import Match, NewMessage, NewOffer, Offer, SeenOffer
from engine.core.text import text
from table.clocks import clocks
from table.computers.computers import SUBSTITUTE_LEVEL, computers_at, is_computer, new_computers
from table.computers.think_task import THINK_KIND, think_due
from table.matches.live import Live, Loaded
from table.matches.moves import Moves
from table.matches.server_rules import need_not_banned
from table.matches.substitute_request import SUBSTITUTE, Substitution
from table.notices import notices
from table.outbox import edits
from table.queues import retry_if_changed
from table.quotas import Quotas
from table.user_error import UserError

ABSENT_SECONDS = 7 * clocks.DAY
"""Seconds of silence after which a player without a clock may be replaced."""
_NOTICE_PREFIX = f"answer:{SUBSTITUTE}:"
"""The prefix of the due rows that notify the people asked."""


class Substitutes:
    """Requests, answers and carries out substitutions."""

    def __init__(self, moves: Moves, quotas: Quotas) -> None:
        self._moves, self._store, self._quotas = moves, moves.store, quotas

    @retry_if_changed
    async def ask(
        self,
        match: int,
        person: int,
        new: int | None,
        instead_of: int | None,
        interaction: int,
        *,
        level: int = SUBSTITUTE_LEVEL,
    ) -> bool:
        """Ask `new` to take over the person's own seat or, with `instead_of`, that of an absent player or a computer.

        If `new` is None, the substitute is a computer of this level. Returns True if nobody has to be asked and the
        substitution is done.
        """
        async with self._moves.queue(match):
            live, mine = await self._moves.playing(match, person)
            seat = mine if instead_of is None else live.seat_of(instead_of)
            if seat is None:
                raise UserError(text("Only a player of this match can be replaced."))
            if new is None:
                new = await self._new_computer(live, seat, level)
            else:
                await self._need_fit(live, seat, new, person)
            if seat != mine and not is_computer(live.person_at(seat)):
                await self._need_absent(live, seat)
            open_offer = live.rows.offers.get(SUBSTITUTE)
            if open_offer is not None and open_offer.by_seat != mine and not self._has_lapsed(live, open_offer):
                raise UserError(text("That request is already open; answer it first."))
            if (
                open_offer is not None
                and open_offer.by_seat == mine
                and Substitution.load(open_offer.detail).person == new
            ):
                raise UserError(text("Your offer is already open; the other side has to answer."))
            await self._quotas.need_substitute(match)
            wanted = Substitution(seat, new, (mine,), accepted=is_computer(new))
            asked = wanted.still_to_answer(live, mine)
            if not asked:
                await self._hand_over(live, seat, new, interaction)
                return True
            people = {**live.rows.people, new: await self._store.people.get(new)}
            reached = notices.notify(people, f"answer:{SUBSTITUTE}", asked, self._moves.now)
            payload = {"by": mine, "seat": seat, "user": new, "call": reached.ping}
            await self._store.offers.set(
                match,
                live.match.version,
                NewOffer(kind=SUBSTITUTE, by_seat=mine, detail=wanted.dump()),
                instead=True,
                seen=SeenOffer(open_offer),
                outbox=[NewMessage(kind=SUBSTITUTE, payload=json.dumps(payload))],
                outdates=edits.OFFER_KINDS,
                clear_due=[_NOTICE_PREFIX],
                due=reached.due,
                interaction=interaction,
            )
        self._moves.announce([live.match.channel], reached.due)
        return False

    async def _new_computer(self, live: Live, seat: int, level: int) -> int:
        """A computer that has not played here. Raises UserError if no computer may take over the seat."""
        others = [one.person for one in live.seats if one.seat != seat]
        if live.match.rated:
            raise UserError(text("This match is rated: a computer can't take over."))
        if all(map(is_computer, others)):
            raise UserError(text("Computers don't play among themselves: resign if you don't want to go on."))
        before = [one.person for one in await self._store.matches.sittings(live.match.id)]
        return new_computers(1, level, [*before, *others])[0]

    def _has_lapsed(self, live: Live, offer: Offer) -> bool:
        """Whether another request may replace the offer: the match has changed, or a day has passed."""
        return offer.version != live.match.version or self._moves.clock() - offer.created_at > clocks.DAY

    async def still_to_answer(self, match: Match) -> dict[int, int | None]:
        """The people who have not answered the open request, by seat."""
        live = await self._moves.live(match.id)
        offer = live.rows.offers.get(SUBSTITUTE)
        return {} if offer is None else Substitution.load(offer.detail).still_to_answer(live, offer.by_seat)

    @retry_if_changed
    async def answer(self, match: int, person: int, new: int, interaction: int, *, accept: bool) -> bool:
        """Accept or decline that `new` takes the seat. Returns True if this answer completed it."""
        async with self._moves.queue(match):
            row = await self._store.matches.get(match)
            offer = await self._store.offers.get(match, SUBSTITUTE) if row.status == "live" else None
            if offer is None or (wanted := Substitution.load(offer.detail)).person != new:
                raise UserError(text("This offer is no longer open."))
            live = await self._moves.live(match)
            mine, own = live.seat_of(person), wanted.seat == offer.by_seat
            withdraws = mine == offer.by_seat and not accept
            if mine == wanted.seat and not withdraws:
                raise UserError(text("The others have to answer that."))
            if person != new and not withdraws and (mine is None or own):
                raise UserError(text("This question is not for you."))
            if not accept:
                declined = NewMessage(kind="declined", payload=json.dumps({"kind": SUBSTITUTE, "who": person}))
                await self._store.offers.clear(
                    match,
                    SUBSTITUTE,
                    seen=SeenOffer(offer),
                    outbox=[declined],
                    outdates=edits.OFFER_KINDS,
                    clear_due=[_NOTICE_PREFIX],
                    interaction=interaction,
                )
                self._moves.announce([row.channel])
                return False
            if not is_computer(new):
                await self._need_fit(live, wanted.seat, new, person)
            if not own and not is_computer(live.person_at(wanted.seat)):
                await self._need_absent(live, wanted.seat)
            wanted = replace(wanted, accepted=True) if person == new else wanted.agreed_by(mine)
            if not wanted.still_to_answer(live, offer.by_seat):
                await self._hand_over(live, wanted.seat, new, interaction)
                return True
            still = NewOffer(kind=SUBSTITUTE, by_seat=offer.by_seat, detail=wanted.dump())
            await self._store.offers.set(
                match, row.version, still, seen=SeenOffer(offer), outdates=edits.OFFER_KINDS, interaction=interaction
            )
            self._moves.announce([row.channel])
        return False

    @retry_if_changed
    async def replace_player(self, match: int, old: int, new: int, interaction: int) -> Match:
        """Replace a player, on behalf of an admin of the server."""
        async with self._moves.queue(match):
            live = await self._moves.live(match)
            seat = live.seat_of(old)
            if seat is None or live.match.status != "live":
                raise UserError(text("Only a player of this match can be replaced."))
            await self._need_fit(live, seat, new)
            return await self._hand_over(live, seat, new, interaction)

    async def _need_fit(self, live: Live, seat: int, new: int, asking: int | None = None) -> None:
        """Raise UserError for a substitute who plays or has played another seat, or is banned."""
        if live.seat_of(new) is not None:
            raise UserError(text("They are already playing in this match."))
        before = await self._store.matches.sittings(live.match.id)
        if any(one.person == new and one.seat != seat for one in before):
            raise UserError(text("They have already played another seat here and have seen its hidden cards."))
        if live.match.guild is not None:
            banned = await self._store.guilds.banned(live.match.guild)
            if new == asking:
                need_not_banned(banned, new)
            else:
                need_not_banned(banned, 0, [new])

    async def _need_absent(self, live: Loaded, seat: int) -> None:
        """Raise UserError unless the player is out of time, or has been silent for a week."""
        match, now = live.match, self._moves.now
        if seat not in match.to_move:
            raise UserError(text("It is not their turn: nobody is waiting for them."))
        if live.timing is None:
            stops = await self._store.clock_stops.of_match(match.id, match.updated_at)
            absent = clocks.elapsed(match.updated_at, now, stops) >= ABSENT_SECONDS
        else:
            absent = seat in notices.out_of_time(live.timing, live.rows.stops, now)
        if not absent:
            raise UserError(
                text("Only a player who has run out of time, or has been silent for a week, can be replaced.")
            )

    async def _hand_over(self, live: Loaded, seat: int, new: int, interaction: int) -> Match:
        """Seat the substitute; the previous player's drafts and plans are deleted."""
        match, old, now = live.match, live.person_at(seat), self._moves.now
        timing = live.timing
        if timing is not None:
            clock = clocks.load_clock(match.clock)
            timing = clocks.topped_up(clock, clocks.at(timing, live.rows.stops, now), [seat])
            running = [one for one in match.to_move if not is_computer(new if one == seat else live.person_at(one))]
            timing = replace(timing, running=tuple(running))
        seats = [replace(one, person=new) if one.seat == seat else one for one in live.seats]
        news = notices.Notices()
        # The vacations that count change with the seat: rows may come early, and are then postponed, but never late.
        if seat in match.to_move:
            people = (
                live.rows.people if is_computer(new) else {**live.rows.people, new: await self._store.people.get(new)}
            )
            news = notices.notify_turn(people, [seat], seats, timing, (), now)
        late = {*notices.announced_timeouts(live.rows.due)} - {seat}
        due = [*news.due, *notices.flag_due(timing, (), now, late)]
        if computers_at(seats).intersection(match.to_move):
            due.append(think_due(now, held=False))
        who = json.dumps({"seat": seat, "old": old, "new": new})
        board = json.dumps({"version": match.version, "call": news.ping})
        after = await self._store.matches.hand_over(
            match.id,
            match.version,
            seat,
            new,
            timing=clocks.dump_timing(timing),
            clear_offers=(SUBSTITUTE, "draw", "undo", "pause"),
            clear_due=(f"call:{seat}", f"remind:{seat}", THINK_KIND, _NOTICE_PREFIX),
            outbox=[NewMessage(kind="substituted", payload=who), NewMessage(kind="turn", payload=board)],
            outdates=edits.ALL_KINDS,
            due=due,
            interaction=interaction,
        )
        self._moves.announce([match.channel])
        self._moves.wake(now)  # the match's due rows have been made due now
        return after
