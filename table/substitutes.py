"""Somebody else plays on: a player hands over their seat, or the others replace one who is absent."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from db.rows import Match, NewMessage, NewOffer, Offer
from db.store import Store
from engine.core.text import text
from table import clocks, notices
from table.house import need_welcome
from table.live import Live
from table.notices import SUBSTITUTE
from table.sorry import Sorry

if TYPE_CHECKING:
    from cogs.arena import Arena

ABSENT = 7 * clocks.DAY
"""Without a clock, who has not answered for so long may be replaced."""
_ROWS = f"answer:{SUBSTITUTE}:"
"""What is due for those who are asked."""


class Wanted(Struct, frozen=True):
    """Who shall play on at which seat, and who has agreed."""

    seat: int
    user: int
    yes: tuple[int, ...]
    """Seats."""
    willing: bool = False
    """Whether the substitute has."""


class Substitutes:
    def __init__(self, bot: Arena) -> None:
        self._bot = bot

    async def ask(self, match: int, user: int, new: int, instead_of: int | None, interaction: int) -> Live:
        """Ask somebody to take over the own seat, or (`instead_of`) that of a player who is absent."""
        async with self._bot.path.queue(match):
            live, mine = await self._bot.path.playing(match, user)
            seat = mine if instead_of is None else live.seat_of(instead_of)
            if seat is None:
                raise Sorry(text("Only somebody who sits at this match can be replaced."))
            await self._need_fit(live, seat, new, user)
            if seat != mine:
                await self._need_absent(live, seat)
            standing = await self._bot.store.offer(match, SUBSTITUTE)
            if standing is not None and standing.by_seat != mine and not self._lapsed(live, standing):
                raise Sorry(text("The same has been asked already: it is to be answered first."))
            if standing is not None and standing.by_seat == mine and read(standing.detail).user == new:
                raise Sorry(text("Your offer stands already; the other side has to answer."))
            wanted = Wanted(seat, new, (mine,))
            people = _asked(wanted, own=seat == mine, live=live)
            reached = await notices.reach(self._bot.store, f"answer:{SUBSTITUTE}", people, int(self._bot.clock()))
            told = {"by": mine, "seat": seat, "user": new, "call": reached.ping}
            await self._bot.store.set_offer(
                match,
                live.match.version,
                NewOffer(kind=SUBSTITUTE, by_seat=mine, detail=_written(wanted)),
                instead=True,
                outbox=[NewMessage(kind=SUBSTITUTE, payload=json.dumps(told))],
                clear_due=[_ROWS],
                due=reached.due,
                interaction=interaction,
            )
        self._bot.post.kick()
        for one in reached.due:
            self._bot.alarm.at(one.at)
        return live

    def _lapsed(self, live: Live, offer: Offer) -> bool:
        """Whether somebody else may ask now: the match has gone on, or nobody has answered for a day."""
        return offer.version != live.match.version or self._bot.clock() - offer.created_at > clocks.DAY

    async def asked(self, match: Match) -> dict[int, int | None]:
        """Those who have still to answer, by their seats; the one who shall play on, by the seat they are asked to."""
        offer = await self._bot.store.offer(match.id, SUBSTITUTE)
        if offer is None:
            return {}
        wanted = read(offer.detail)
        return _asked(wanted, own=wanted.seat == offer.by_seat, live=await self._bot.path.live(match))

    async def answer(self, match: int, user: int, new: int, interaction: int, *, accept: bool) -> bool:
        """That `new` plays on: they or another player agree or decline; whether the seat changes hands with that."""
        async with self._bot.path.queue(match):
            row = await self._bot.store.match(match)
            offer = await self._bot.store.offer(match, SUBSTITUTE) if row.status == "live" else None
            if offer is None or (wanted := read(offer.detail)).user != new:
                raise Sorry(text("This offer no longer stands."))
            live = await self._bot.path.live(row)
            mine, own = live.seat_of(user), wanted.seat == offer.by_seat
            withdraws = mine == offer.by_seat and not accept
            if mine == wanted.seat and not withdraws:
                raise Sorry(text("The others have to answer this."))
            if user != new and not withdraws and (mine is None or own):
                raise Sorry(text("You are not asked."))
            if not accept:
                said = NewMessage(kind="declined", payload=json.dumps({"kind": SUBSTITUTE, "who": user}))
                await self._bot.store.clear_offer(
                    match, SUBSTITUTE, outbox=[said], clear_due=[_ROWS], interaction=interaction
                )
                self._bot.post.kick()
                return False
            await self._need_fit(live, wanted.seat, new, user)
            if not own:
                await self._need_absent(live, wanted.seat)
            wanted = replace(wanted, willing=True) if user == new else _agreed(wanted, mine)
            needed = {wanted.seat} if own else {*range(row.seats)} - {wanted.seat}
            if wanted.willing and needed <= {*wanted.yes}:
                await self._seat(live, wanted.seat, new, interaction)
                return True
            still = NewOffer(kind=SUBSTITUTE, by_seat=offer.by_seat, detail=_written(wanted))
            await self._bot.store.set_offer(match, row.version, still, interaction=interaction)
        return False

    async def decree(self, match: int, old: int, new: int, interaction: int) -> Match:
        """An admin of the server replaces a player."""
        async with self._bot.path.queue(match):
            row = await self._bot.begun(match)
            live = await self._bot.path.live(row)
            seat = live.seat_of(old)
            if seat is None or row.status != "live":
                raise Sorry(text("Only somebody who sits at this match can be replaced."))
            await self._need_fit(live, seat, new)
            return await self._seat(live, seat, new, interaction)

    async def _need_fit(self, live: Live, seat: int, new: int, asking: int | None = None) -> None:
        if live.seat_of(new) is not None:
            raise Sorry(text("They sit at this match already."))
        before = await self._bot.store.sittings(live.match.id)
        if any(one.person == new and one.seat != seat for one in before):
            raise Sorry(text("They have played another seat of this match and know what it holds."))
        if live.match.guild is not None:
            banned = await self._bot.store.banned(live.match.guild)
            if new == asking:
                need_welcome(banned, new)
            else:
                need_welcome(banned, 0, [new])

    async def _need_absent(self, live: Live, seat: int) -> None:
        """Nobody is replaced against their will who is there: only one whose time is over, or who is long silent."""
        match = live.match
        if seat not in match.to_move:
            raise Sorry(text("It is not their turn: nobody waits for them."))
        timing, stops, now = await self._bot.path.clocks(match)
        if timing is None:
            stops = await self._bot.store.stops(match.id, match.updated_at)
            absent = clocks.elapsed(match.updated_at, now, stops) >= ABSENT
        else:
            absent = seat in notices.run_out(timing, stops, now)
        if not absent:
            raise Sorry(text("Only a player whose time is over, or who has been silent for a week, can be replaced."))

    async def _seat(self, live: Live, seat: int, new: int, interaction: int) -> Match:
        """The substitute sits down; whoever went takes nothing private along and leaves nothing private behind."""
        match, old = live.match, live.user_at(seat)
        timing, stops, now = await self._bot.path.clocks(match)
        if timing is not None:
            timing = clocks.topped_up(clocks.load_clock(match.clock), clocks.at(timing, stops, now), [seat])
        seats = [replace(one, person=new) if one.seat == seat else one for one in live.seats]
        news = notices.Calls()
        # Whose vacations count changes with the seat: rows may come early, and are then put off, but never late.
        if seat in match.to_move:
            news = await notices.calls(self._bot.store, [seat], seats, timing, (), now)
        late = {*await notices.told_late(self._bot.store, match.id)} - {seat}
        due = [*news.due, *notices.flag(timing, (), now, late)]
        told = json.dumps({"seat": seat, "old": old, "new": new})
        board = json.dumps({"version": match.version, "call": news.ping})
        after = await self._bot.store.hand_over(
            match.id,
            match.version,
            seat,
            new,
            timing=clocks.dump_timing(timing),
            clear_offers=(SUBSTITUTE, "draw", "undo", "pause"),
            clear_due=(f"call:{seat}", f"remind:{seat}"),
            outbox=[NewMessage(kind="substituted", payload=told), NewMessage(kind="turn", payload=board)],
            due=due,
            interaction=interaction,
        )
        self._bot.post.kick()
        self._bot.alarm.now()  # all that is due for the match has been hastened
        return after


async def overtaken(store: Store, match: int, movers: Collection[int]) -> tuple[str, ...]:
    """The offer to replace somebody who was absent and has moved now."""
    offer = await store.offer(match, SUBSTITUTE)
    seat = offer and read(offer.detail).seat
    return (SUBSTITUTE,) if offer and seat != offer.by_seat and seat in movers else ()


def _asked(wanted: Wanted, *, own: bool, live: Live) -> dict[int, int | None]:
    willing: dict[int, int | None] = {} if wanted.willing else {wanted.seat: wanted.user}
    others = {} if own else {one.seat: one.person for one in live.seats if one.seat not in (wanted.seat, *wanted.yes)}
    return willing | others


def _agreed(wanted: Wanted, seat: int | None) -> Wanted:
    return wanted if seat is None else replace(wanted, yes=tuple(sorted({*wanted.yes, seat})))


def _written(wanted: Wanted) -> str:
    return json.dumps({"seat": wanted.seat, "user": wanted.user, "yes": wanted.yes, "willing": wanted.willing})


def read(detail: str) -> Wanted:
    """What is asked for, as it is kept with the offer."""
    kept = json.loads(detail)
    return Wanted(kept["seat"], kept["user"], tuple(kept["yes"]), kept["willing"])
