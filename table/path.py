"""The one path that every move takes, whatever the surface: queue → engine → one transaction → only then the answer."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Sequence

import msgspec
from msgspec.structs import replace

from db.rows import ClockStop, Commit, Match, NewMessage, NewMove, Seat
from db.store import Store
from engine.core.ask import Refused
from engine.core.position import Position
from engine.core.record import Entry, Result, written
from engine.core.text import text
from table import clocks, notices
from table.clocks import Timing
from table.course import course
from table.drafting import Drafted, drafted, fitting
from table.live import Live, position_of
from table.outgoing import quoted
from table.queues import Queues
from table.sorry import Sorry
from table.story import note as noted
from table.substitutes import overtaken
from table.typed import continued

KEPT = 256
"""How many positions stay in memory; the others are read again when somebody plays."""


class Stale(Exception):
    """The step was meant for an earlier position; here is what stands now."""

    def __init__(self, live: Live, now: Drafted | None) -> None:
        super().__init__(f"match {live.match.id} has gone on")
        self.live, self.now = live, now


class Path:
    """Loads matches and carries out what their players do, one after the other for each match."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float],
        *,
        posted: Callable[[], None],
        wake: Callable[[float], None],
    ) -> None:
        self.store, self._clock = store, clock
        self._posted = posted
        """Called after every commit that put something into the outbox."""
        self._wake = wake
        """Asked to look at what is due at a time."""
        self.queue = Queues().turn
        """The queue of a match, for whoever changes it."""
        self._kept: OrderedDict[int, tuple[int, Position]] = OrderedDict()

    async def live(self, match: Match | int) -> Live:
        """The match as it stands; it must have begun."""
        row = await self.store.match(match) if isinstance(match, int) else match
        seats = await self.store.seats(row.id)
        return self._lay(row, seats)

    def _lay(self, match: Match, seats: Sequence[Seat], position: Position | None = None) -> Live:
        kept = self._kept.get(match.id)
        if position is None:
            position = kept[1] if kept and kept[0] == match.version else position_of(match)
        self._kept[match.id] = match.version, position
        self._kept.move_to_end(match.id)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return Live(match, tuple(seats), position)

    async def draft(self, live: Live, seat: int) -> Drafted:
        """The seat's draft, as far as it fits the present position."""
        row = await self.store.draft(live.match.id, seat)
        if row is None or row.version != live.match.version:
            return drafted(live.position, seat, ())
        return fitting(live.position, seat, row.codes, row.revision)

    async def pick(
        self, match: int, user: int, code: str, at: tuple[int, int] | None, interaction: int
    ) -> tuple[Live, Drafted]:
        """One step of the draft. `at` is the version and the revision that the person saw."""
        async with self.queue(match):
            live, now = await self._mine(match, user, at)
            if now.complete:
                raise Stale(live, now)
            then = drafted(live.position, now.seat, (*now.codes, code))
            return live, await self._save(live, then, interaction)

    async def back(
        self, match: int, user: int, at: tuple[int, int] | None, interaction: int, *, all_the_way: bool = False
    ) -> tuple[Live, Drafted]:
        """Take back the last step of the draft, or all of it. Free: nothing of it has left the player's panel."""
        async with self.queue(match):
            live, now = await self._mine(match, user, at)
            then = drafted(live.position, now.seat, () if all_the_way else now.codes[:-1])
            return live, await self._save(live, then, interaction)

    async def type(
        self, match: int, user: int, words: Sequence[str], interaction: int, *, confirm: bool
    ) -> tuple[Live, Drafted | None]:
        """Typed steps, continuing the draft. What fits is kept; the first word that does not is refused."""
        async with self.queue(match):
            live, now = await self._mine(match, user, None)
            while words:
                try:
                    now, count = continued(live.position, now, words)
                except Refused as fault:
                    await self._save(live, now, interaction)
                    reason = fault.text
                    told = text(
                        "{word}: {reason} What you typed before it is kept.", word=quoted(words[0]), reason=reason
                    )
                    raise Sorry(told, rule=fault.rule) from None
                words = words[count:]
            if confirm and now.complete:
                return await self._confirm(live, now, interaction), None
            now = await self._save(live, now, interaction)
            if confirm:
                raise Sorry(text("Your move is not complete yet; what you typed is kept."))
            return live, now

    async def confirm(self, match: int, user: int, at: tuple[int, int] | None, interaction: int) -> Live:
        """The draft becomes a move: stored, and only then told."""
        async with self.queue(match):
            live, now = await self._mine(match, user, at)
            if not now.complete:
                raise Stale(live, now)
            return await self._confirm(live, now, interaction)

    async def _mine(self, match: int, user: int, at: tuple[int, int] | None) -> tuple[Live, Drafted]:
        """The match and the person's draft, if it is for this person to decide something."""
        row = await self.store.match(match)
        if row.status in ("open", "cancelled"):
            raise Sorry(_NOT_BEGUN if row.status == "open" else _CANCELLED)
        live = await self.live(row)
        seat = live.seat_of(user)
        if seat is None:
            raise Sorry(text("You are not playing in this match."))
        if live.position.ask_of(seat) is None:
            if at is not None and at[0] != row.version:
                raise Stale(live, None)
            raise Sorry(text("The match is over.") if live.position.outcome else text("It is not your decision now."))
        now = await self.draft(live, seat)
        if at is not None and (at[1] != now.revision or not await self.same_question(row, seat, at[0])):
            raise Stale(live, now)
        return live, now

    async def same_question(self, match: Match, seat: int, version: int) -> bool:
        """Whether nothing has happened since that version but others' answers to what they are asked together."""
        since = (await self.store.moves(match.id))[version:] if version != match.version else []
        return all(move.seat != seat and noted(move).partial for move in since)

    async def _save(self, live: Live, then: Drafted, interaction: int) -> Drafted:
        match = live.match
        row = await self.store.save_draft(match.id, then.seat, match.version, then.codes, interaction=interaction)
        return replace(then, revision=row.revision)

    async def _confirm(self, live: Live, now: Drafted, interaction: int) -> Live:
        return await self.enter(live, Entry(now.seat, "play", now.codes), interaction)

    async def enter(self, live: Live, entry: Entry, interaction: int | None, *, by: int | None = None) -> Live:
        """Carry out an entry for real and store it with everything that follows from it, in one transaction.

        `by` is the seat of who brings it about, where that is not the entry's own.
        """
        match = live.match
        log = await self.store.moves(match.id) if entry.kind == "undo" else []
        going = course(match, live.position, entry, log, await self.store.plans(match.id))
        _, stops, now = await self.clocks(match)
        timing = going.timing(stops, now)
        outcome = going.position.outcome
        if outcome is None:
            news = await notices.calls(
                self.store, going.notified, live.seats, timing, stops, now, going_on=going.continuing
            )
        else:
            by = by if entry.kind == "timeout" else going.by
            news = await notices.farewell(self.store, live.seats, by, now, going.version)
        payload = json.dumps({"version": going.version, "call": news.ping})
        late = going.undisturbed & {*await notices.told_late(self.store, match.id)} if going.undisturbed else set()
        due = [*news.due, *notices.flag(timing, stops, now, late)]
        settled = [seat.seat for seat in live.seats if seat.seat not in going.undisturbed]
        done = await self.store.commit(
            Commit(
                match=match.id,
                expected_version=match.version,
                moves=going.rows(),
                position=written(going.position),
                to_move=going.to_move,
                status="over" if outcome else "live",
                result=msgspec.json.encode(Result(outcome.winners, outcome.reason)).decode() if outcome else "",
                keep_drafts=sorted(going.undisturbed),
                clear_offers=("draw", "undo", "pause", *await overtaken(self.store, match.id, going.movers)),
                due=due,
                clear_due=[f"{kind}:{seat}" for seat in settled for kind in ("call", "remind")],
                timing=clocks.dump_timing(timing),
                plans=going.plans,
                drop_plans=going.dropped,
                outbox=[*([NewMessage(kind="turn", payload=payload)] if going.announced else []), *news.messages],
                interaction=interaction,
            )
        )
        after = self._lay(done.match, live.seats, going.position)
        if going.announced:
            self._posted()
        for one in due:
            self._wake(one.at)
        return after

    async def clocks(self, match: Match) -> tuple[Timing | None, list[ClockStop], int]:
        """The match's clocks, when they stand still, and what time it is."""
        timing = clocks.load_timing(match.timing)
        return timing, await self.store.stops(match.id, timing.since) if timing else [], int(self._clock())

    async def resign(self, match: int, user: int, version: int, interaction: int) -> Live:
        """The person's side gives up the match as it stood when they were asked whether they are sure."""
        async with self.queue(match):
            live, seat = await self.playing(match, user)
            if live.match.version != version:
                raise Sorry(text("The match has gone on in the meantime. Please look again."))
            return await self.enter(live, Entry(seat, "resign"), interaction)

    async def playing(self, match: int, user: int) -> tuple[Live, int]:
        """The running match and the person's seat in it, on turn or not."""
        row = await self.store.match(match)
        if row.status != "live":
            raise Sorry({"open": _NOT_BEGUN, "cancelled": _CANCELLED}.get(row.status, text("The match is over.")))
        live = await self.live(row)
        seat = live.seat_of(user)
        if seat is None:
            raise Sorry(text("You are not playing in this match."))
        return live, seat

    async def cancel(
        self, match: int, user: int | None, interaction: int | None, *, admin: bool = False, only_open: bool = False
    ) -> Match:
        """End a match without a result: before both have moved by who sits there, else by an admin.

        With `only_open`, an invitation is called off, by anyone whom the caller trusts; a running match is left alone.
        """
        async with self.queue(match):
            row = await self.store.match(match)
            if row.status not in ("open", "live"):
                raise Sorry(_CANCELLED if row.status == "cancelled" else text("The match is over."))
            if only_open and row.status == "live":
                raise Sorry(text("The match has begun in the meantime."))
            seats = await self.store.seats(match)
            seat = next((one.seat for one in seats if one.person == user), None)
            if not admin and not only_open:
                if seat is None:
                    raise Sorry(text("Only those who sit at this match can cancel it."))
                if row.status == "live" and row.version >= row.seats:
                    raise Sorry(text("The match is under way: resign, or offer a draw."))
            done = await self.store.commit(
                Commit(
                    match=match,
                    expected_version=row.version,
                    moves=[NewMove(seat=seat, kind="cancel")],
                    position=row.position,
                    to_move=(),
                    status="cancelled",
                    outbox=[NewMessage(kind="cancelled", payload=json.dumps({"by": user}))],
                    interaction=interaction,
                )
            )
        self._posted()
        return done.match


_NOT_BEGUN = text("The match has not begun: seats are still free.")
_CANCELLED = text("The match was cancelled.")
