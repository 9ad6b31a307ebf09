"""The one path that every move takes, whatever the surface: queue → engine → one transaction → only then the answer."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Sequence

import msgspec
from msgspec.structs import replace

from cogs.table.drafting import Drafted, drafted, fitting
from cogs.table.live import Live, game_of, options_of, position_of
from cogs.table.queues import Queues
from cogs.table.sorry import Sorry, quoted
from cogs.table.story import Note
from cogs.table.story import note as noted
from cogs.table.typed import continued
from db.rows import Commit, Match, NewMessage, NewMove, NewOffer, Offer, Seat
from db.store import Store
from engine.core.ask import Event, Refused
from engine.core.position import Position
from engine.core.record import Entry, Result, apply, from_rows, written
from engine.core.record import replay as replayed
from engine.core.record import standing as still_standing
from engine.core.text import text

KEPT = 256
"""How many positions stay in memory; the others are read again when somebody plays."""


class Stale(Exception):
    """The step was meant for an earlier position; here is what stands now."""

    def __init__(self, live: Live, now: Drafted | None) -> None:
        super().__init__(f"match {live.match.id} has gone on")
        self.live, self.now = live, now


class Path:
    """Loads matches and carries out what their players do, one after the other for each match."""

    def __init__(self, store: Store, posted: Callable[[], None]) -> None:
        self.store = store
        self._posted = posted
        """Called after every commit that put something into the outbox."""
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
        if at is not None and (at[1] != now.revision or not await self._same_question(row, seat, at[0])):
            raise Stale(live, now)
        return live, now

    async def _same_question(self, match: Match, seat: int, version: int) -> bool:
        """Whether nothing has happened since that version but others' answers to what they are asked together."""
        since = (await self.store.moves(match.id))[version:] if version != match.version else []
        return all(move.seat != seat and noted(move).partial for move in since)

    async def _save(self, live: Live, then: Drafted, interaction: int) -> Drafted:
        match = live.match
        row = await self.store.save_draft(match.id, then.seat, match.version, then.codes, interaction=interaction)
        return replace(then, revision=row.revision)

    async def _confirm(self, live: Live, now: Drafted, interaction: int) -> Live:
        return await self.enter(live, Entry(now.seat, "play", now.codes), interaction)

    async def enter(self, live: Live, entry: Entry, interaction: int | None) -> Live:
        """Carry out an entry for real and store it with everything that follows from it, in one transaction."""
        match = live.match
        events: list[Event] = []
        if entry.kind == "undo":
            moves = await self.store.moves(match.id)
            entries = [*from_rows(moves), entry]
            position = replayed(game_of(match), options_of(match), match.seats, match.seed, entries)
        else:
            position = live.position.fork()
            position.veiled = live.position.together and entry.kind == "play"
            events = apply(position, entry)
        to_move = tuple(ask.seat for ask in position.asks)
        outcome = position.outcome
        # Of several who decide at once, those who are still to answer have been called already.
        called = [seat for seat in to_move if seat not in match.to_move or entry.kind != "play"]
        all_have = live.position.together and not position.partial  # what they chose in secret is known now
        turned = any(one.kind == "turn" for one in events)
        news = bool(called) or outcome is not None or entry.kind != "play" or turned or all_have
        told = news and not position.partial
        message = NewMessage(kind="turn", payload=json.dumps({"version": match.version + 1, "call": called}))
        note = Note(entry.keep, told, position.veiled, position.partial, tuple(events))
        row = NewMove(
            seat=entry.seat,
            kind=entry.kind,
            codes=json.dumps(entry.codes),
            note=msgspec.json.encode(note).decode(),
        )
        done = await self.store.commit(
            Commit(
                match=match.id,
                expected_version=match.version,
                moves=[row],
                position=written(position),
                to_move=to_move,
                status="over" if outcome else "live",
                result=msgspec.json.encode(Result(outcome.winners, outcome.reason)).decode() if outcome else "",
                keep_drafts=[seat for seat in to_move if seat in match.to_move and seat != entry.seat],
                clear_offers=("draw", "undo"),
                outbox=[message] if told else [],
                interaction=interaction,
            )
        )
        after = self._lay(done.match, live.seats, position)
        if told:
            self._posted()
        return after

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

    async def offer(self, match: int, user: int, kind: str, interaction: int) -> Live:
        """Offer a draw, or ask to take back the own last move and what came after it."""
        async with self.queue(match):
            live, seat = await self.playing(match, user)
            detail = {"keep": await self._undo_to(live, seat)} if kind == "undo" else {}
            standing = await self.store.offer(match, kind)
            if standing is not None and standing.by_seat == seat:
                raise Sorry(text("Your offer stands already; the other side has to answer."))
            if standing is not None and kind == "draw" and seat in live.rivals(standing.by_seat):
                return await self._agreed(live, standing, seat, interaction)  # both want it
            if standing is not None:
                raise Sorry(text("The same has been asked already: it is to be answered first."))
            message = NewMessage(
                kind="offer", payload=json.dumps({"kind": kind, "by": seat, "version": live.match.version})
            )
            new = NewOffer(kind=kind, by_seat=seat, detail=json.dumps(detail))
            await self.store.set_offer(match, live.match.version, new, outbox=[message], interaction=interaction)
        self._posted()
        return live

    async def _undo_to(self, live: Live, seat: int) -> int:
        """How many entries stand when the seat's last move is taken back."""
        entries = from_rows(await self.store.moves(live.match.id))
        stands = still_standing(entries)
        mine = [entry for entry in stands if entry.seat == seat and entry.kind == "play"]
        if not mine:
            raise Sorry(text("You have not made a move that could be taken back."))
        return max(number for number, entry in enumerate(entries) if entry is mine[-1])

    async def answer(self, match: int, user: int, kind: str, version: int, interaction: int, *, accept: bool) -> Live:
        """The other side accepts or declines an offer."""
        async with self.queue(match):
            live, seat = await self.playing(match, user)
            offer = await self.store.offer(match, kind)
            if offer is None or offer.version != version or live.match.version != version:
                raise Sorry(text("This offer no longer stands."))
            if seat not in live.rivals(offer.by_seat):
                raise Sorry(text("It is for the other side to answer this offer."))
            if accept:
                return await self._agreed(live, offer, seat, interaction)
            message = NewMessage(kind="declined", payload=json.dumps({"kind": kind, "by": seat}))
            await self.store.clear_offer(match, kind, outbox=[message], interaction=interaction)
        self._posted()
        return live

    async def _agreed(self, live: Live, offer: Offer, seat: int, interaction: int) -> Live:
        """One side more says yes; once every other side has, it is done."""
        detail = json.loads(offer.detail)
        yes = {*detail.get("yes", ()), seat}
        teams = live.game.teams(live.position.state)
        if any(offer.by_seat not in team and yes.isdisjoint(team) for team in teams):
            new = NewOffer(kind=offer.kind, by_seat=offer.by_seat, detail=json.dumps(detail | {"yes": sorted(yes)}))
            await self.store.set_offer(live.match.id, live.match.version, new, interaction=interaction)
            return live
        undo = Entry(offer.by_seat, "undo", keep=detail.get("keep", 0))
        return await self.enter(live, undo if offer.kind == "undo" else Entry(seat, "draw"), interaction)

    async def cancel(
        self, match: int, user: int | None, interaction: int | None, *, steward: bool = False, only_open: bool = False
    ) -> Match:
        """End a match without a result: before both have moved by who sits there, else by a steward.

        With `only_open`, an invitation is called off, by anyone whom the caller trusts; a running match is left alone.
        """
        async with self.queue(match):
            row = await self.store.match(match)
            if row.status not in ("open", "live"):
                raise Sorry(_CANCELLED if row.status == "cancelled" else text("The match is over."))
            if only_open and row.status == "live":
                raise Sorry(text("The match has begun in the meantime."))
            seats = await self.store.seats(match)
            seat = next((one.seat for one in seats if one.user == user), None)
            if not steward and not only_open:
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
