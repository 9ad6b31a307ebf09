"""The one path that every move takes, whatever the surface: queue → engine → one transaction → only then the answer."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Sequence

import msgspec
from msgspec.structs import replace

from db.rows import Commit, Committed, Match, Move, NewDue, NewMessage, NewMove, Seat
from db.store import Store
from engine.core.ask import Refused
from engine.core.position import Position
from engine.core.record import Entry, Result, written
from engine.core.text import text
from table import clocks, edits, notices
from table.choices import step_before
from table.computers import computers_at
from table.course import Course, course
from table.drafting import Drafted, drafted, fitting
from table.live import Live, Loaded, position_of
from table.logs import Logs
from table.outgoing import quoted
from table.queues import Queues, again_if_changed
from table.sorry import Sorry
from table.story import same_question
from table.substitution import overtaken
from table.think_task import THINK, think_due
from table.typed import reach

CACHED = 256
"""How many positions stay in memory; the others are read again when somebody plays."""

MOST_HELD = 30
"""So many entries may wait for computers before they are told: where nobody else is asked any more, people look on."""

NOT_BEGUN = text("The match has not begun: seats are still free.")
CANCELLED = text("The match was canceled.")
OVER = text("The match is over.")
NOT_PLAYING = text("You are not playing in this match.")
_WITHOUT_BOARD = {"open": NOT_BEGUN, "cancelled": CANCELLED}


class Stale(Exception):
    """The step was meant for an earlier position; here is what stands now."""

    def __init__(self, live: Live, now: Drafted | None) -> None:
        super().__init__(f"match {live.match.id} has gone on")
        self.live, self.now = live, now


class Misfit(Sorry):
    """A typed word that does not fit; what stood before it is kept in the draft."""

    def __init__(self, live: Live, now: Drafted, word: str, fault: Refused) -> None:
        kept = text("{word}: {reason} What you typed before it is kept.", word=quoted(word), reason=fault.text)
        super().__init__(kept, rule=fault.rule)
        self.live, self.now = live, now
        self.meaningless = fault.code == "unknown"
        """Whether the word means nothing at all here."""


class Moves:
    """Loads matches and carries out what their players do, one after the other for each match."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float],
        settle: Callable[[], Awaitable[None]],
        *,
        silent: int | None = None,
    ) -> None:
        """`settle` is awaited before the clocks of a match are read.

        Where other processes serve other shards, nobody is charged for the time since a match's shard fell `silent`.
        """
        self.store, self.clock, self._settle, self._silent = store, clock, settle, silent
        self.queue = Queues().turn
        """The queue of a match: whoever changes it waits here."""
        self.on_posted: list[Callable[[int], object]] = []
        """Called with the channel after each commit that put a message into the outbox."""
        self.on_due: list[Callable[[float], object]] = []
        """Called with the time of each due row that a commit wrote."""
        self.on_committed: list[Callable[[Live], object]] = []
        """Called with the match after each entry that was stored."""
        self.commit: Callable[[Commit, int], Awaitable[Committed]] = lambda new, _: store.commit(new)
        """Stores a commit to the match of a channel."""
        self._cache: OrderedDict[int, tuple[int, Position]] = OrderedDict()
        self._logs = Logs(store)

    @property
    def now(self) -> int:
        return int(self.clock())

    # Reading

    async def live(self, match: int, position: Position | None = None) -> Loaded:
        """The match with everything around it, in one read; it must have begun.

        A repair gives the `position` that takes the place of the stored one.
        """
        await self._settle()
        rows = await self.store.match_rows(match, _stops_since, silent=self._silent)
        if rows.match.status in _WITHOUT_BOARD:
            raise Sorry(_WITHOUT_BOARD[rows.match.status])
        return Loaded(rows.match, rows.seats, position or self.position(rows.match), rows)

    async def need_begun(self, match: int) -> Match:
        """The match's row; refused while there is no board to look at."""
        row = await self.store.match(match)
        if row.status in _WITHOUT_BOARD:
            raise Sorry(_WITHOUT_BOARD[row.status])
        return row

    async def need_seat(self, match: int, person: int) -> int:
        """The person's seat in the match, begun or not; a spectator is refused."""
        for seat in await self.store.seats(match):
            if seat.person == person:
                return seat.seat
        raise Sorry(NOT_PLAYING)

    def position(self, match: Match) -> Position:
        """The match's position, from memory if its version is there."""
        cached = self._cache.get(match.id)
        if cached is not None and cached[0] == match.version:
            self._cache.move_to_end(match.id)
            return cached[1]
        return self._remember(match, position_of(match))

    async def log_of(self, match: Match) -> Sequence[Move]:
        """The match's log, from memory as far as it is there."""
        return await self._logs.of(match)

    def live_of(self, match: Match, seats: Sequence[Seat]) -> Live:
        """A match that has been read, with its position."""
        return Live(match, tuple(seats), self.position(match))

    def _remember(self, match: Match, position: Position) -> Position:
        self._cache[match.id] = match.version, position
        self._cache.move_to_end(match.id)
        while len(self._cache) > CACHED:
            self._cache.popitem(last=False)
        return position

    async def playing(self, match: int, person: int) -> tuple[Loaded, int]:
        """The running match and the person's seat in it, on turn or not."""
        live = await self.live(match)
        if live.match.status != "live":
            raise Sorry(OVER)
        return live, _seat_of(live, person)

    async def same_question(self, match: Match, seat: int, version: int) -> bool:
        """Whether since that version nothing was added but others' answers to a question asked of several at once."""
        return version == match.version or same_question(await self.store.moves(match.id, version), seat)

    # Drafts

    def draft(self, live: Live, seat: int) -> Drafted:
        """The seat's draft, as far as it fits the present position; a new one right after the seat's own commit."""
        row = live.rows.drafts.get(seat) if isinstance(live, Loaded) else None
        if row is None or row.version != live.match.version:
            return drafted(live.position, seat, ())
        return fitting(live.position, seat, row.codes, row.revision)

    @again_if_changed
    async def pick(
        self, match: int, person: int, codes: Sequence[str], at: tuple[int, int] | None, interaction: int
    ) -> tuple[Live, Drafted]:
        """One step of the draft, of one or two codes. `at` is the version and the revision that the person saw."""
        async with self.queue(match):
            live, now = await self._draft_of(match, person, at)
            if now.complete:
                raise Stale(live, now)
            then = drafted(live.position, now.seat, (*now.codes, *codes))
            return live, await self._save(live, then, interaction)

    @again_if_changed
    async def redraft(
        self, match: int, person: int, codes: Sequence[str], at: tuple[int, int] | None, interaction: int
    ) -> tuple[Live, Drafted]:
        """These codes in the place of the draft."""
        async with self.queue(match):
            live, now = await self._draft_of(match, person, at)
            return live, await self._save(live, drafted(live.position, now.seat, codes), interaction)

    @again_if_changed
    async def back(
        self, match: int, person: int, at: tuple[int, int] | None, interaction: int, *, all_the_way: bool = False
    ) -> tuple[Live, Drafted]:
        """Take back the last step of the draft, or all of it. Free: nothing of it has left the player's panel."""
        async with self.queue(match):
            live, now = await self._draft_of(match, person, at)
            then = drafted(live.position, now.seat, () if all_the_way else step_before(now, live.position))
            return live, await self._save(live, then, interaction)

    @again_if_changed
    async def type(
        self, match: int, person: int, words: Sequence[str], interaction: int, *, confirm: bool
    ) -> tuple[Live, Drafted | None]:
        """Typed steps, continuing the draft. What fits is kept; the first word that does not is refused."""
        async with self.queue(match):
            live, now = await self._draft_of(match, person, None)
            now, left, fault = reach(live.position, now, words)
            if fault is not None:
                now = await self._save(live, now, interaction)
                raise Misfit(live, now, left[0], fault)
            if confirm and now.complete:
                return await self._confirm(live, now, interaction), None
            now = await self._save(live, now, interaction)
            if confirm:
                raise Sorry(text("Your move is not complete yet; what you typed is kept."))
            return live, now

    async def _draft_of(self, match: int, person: int, at: tuple[int, int] | None) -> tuple[Loaded, Drafted]:
        """The match and the person's draft, if it is for this person to decide something."""
        live = await self.live(match)
        seat = _seat_of(live, person)
        if live.position.ask_of(seat) is None:
            if at is not None and at[0] != live.match.version:
                raise Stale(live, None)
            raise Sorry(OVER if live.position.outcome else text("It is not your turn to decide."))
        now = self.draft(live, seat)
        if at is not None and (at[1] != now.revision or not await self.same_question(live.match, seat, at[0])):
            raise Stale(live, now)
        return live, now

    async def _save(self, live: Loaded, then: Drafted, interaction: int) -> Drafted:
        match, before = live.match, live.rows.drafts.get(then.seat)
        row = await self.store.save_draft(
            match.id,
            then.seat,
            match.version,
            then.codes,
            revision=before.revision if before else 0,
            interaction=interaction,
        )
        return replace(then, revision=row.revision)

    # Commits

    @again_if_changed
    async def confirm(
        self, match: int, person: int, at: tuple[int, int] | None, interaction: int, codes: Sequence[str] = ()
    ) -> Live:
        """The draft, with these last codes, becomes a move: stored, and only then announced."""
        async with self.queue(match):
            live, now = await self._draft_of(match, person, at)
            if codes and not now.complete:
                now = drafted(live.position, now.seat, (*now.codes, *codes))
            if not now.complete:
                raise Stale(live, now)
            return await self._confirm(live, now, interaction)

    async def _confirm(self, live: Loaded, now: Drafted, interaction: int) -> Live:
        return await self.commit_entry(live, Entry(now.seat, "play", now.codes), interaction)

    async def commit_entry(self, live: Loaded, entry: Entry, interaction: int | None, *, by: int | None = None) -> Live:
        """Carry out an entry and store it with everything that follows from it, in one transaction.

        `by` is the seat that brings a time-out about. The caller holds the match's queue.
        """
        match, rows, now = live.match, live.rows, self.now
        log = await self.store.moves(match.id) if entry.kind == "undo" else []
        computers = computers_at(live.seats)
        since = await self.posted(match.id) if computers else 0
        may_hold = match.version - since < MOST_HELD
        going = course(match, live.position, entry, log, rows.plans, computers, may_hold=may_hold)
        timing = going.timing(rows.stops, now)
        outcome = going.position.outcome
        if outcome is None:
            news = notices.notify_turn(
                rows.people, going.notified, live.seats, timing, rows.stops, now, continuing=going.continuing
            )
        else:
            by = by if entry.kind == "timeout" else going.by
            news = notices.notify_end(rows.people, live.seats, by, now, going.version)
        late = going.undisturbed & {*notices.announced_timeouts(rows.due)}
        due = [*news.due, *notices.flag_due(timing, rows.stops, now, late)]
        if outcome is None and computers.intersection(going.to_move):
            due.append(think_due(now, held=going.held))
        outbox = [*_messages(going, news.ping, since), *news.messages]
        prompted = news.ping if going.announced and going.in_setup else ()
        changed = [seat.seat for seat in live.seats if seat.seat not in going.undisturbed]
        done = await self.commit(
            Commit(
                match=match.id,
                expected_version=match.version,
                moves=going.rows(prompted),
                position=written(going.position),
                to_move=going.to_move,
                status="over" if outcome else "live",
                result=msgspec.json.encode(Result(outcome.winners, outcome.reason)).decode() if outcome else "",
                keep_drafts=sorted(going.undisturbed),
                clear_offers=("draw", "undo", "pause", *overtaken(rows.offers, going.movers)),
                due=due,
                clear_due=[
                    *((THINK, "flag") if computers else ()),
                    *(f"{kind}:{seat}" for seat in changed for kind in ("call", "remind")),
                ],
                timing=clocks.dump_timing(timing),
                plans=going.plans,
                drop_plans=going.dropped,
                outbox=outbox,
                outdates=edits.ALL if going.announced or going.partial or going.from_setup else edits.PASSING,
                interaction=interaction,
            ),
            match.channel,
        )
        self._remember(done.match, going.position)
        self._logs.add(done.moves)
        self.announce([match.channel, *(row.channel for row in done.outbox)], due)
        after = Live(done.match, live.seats, going.position)
        for committed in self.on_committed:
            committed(after)
        return after

    async def posted(self, match: int) -> int:
        """The version of the newest public board; 0 if there is none."""
        payload = await self.store.last_posted(match, "turn")
        return int(json.loads(payload)["version"]) if payload else 0

    def announce(self, channels: Iterable[int] = (), due: Iterable[NewDue] = ()) -> None:
        """Tell the listeners what a commit has written: messages for these channels, and due rows."""
        for channel in dict.fromkeys(channels):
            for posted in self.on_posted:
                posted(channel)
        for row in due:
            self.wake(row.at)

    def wake(self, at: float) -> None:
        """Ask for a look at what is due at that time."""
        for wake in self.on_due:
            wake(at)

    @again_if_changed
    async def resign(self, match: int, person: int, version: int | None, interaction: int | None) -> Live:
        """The person's side gives up, unless the match has gone on since the version in which they were asked."""
        async with self.queue(match):
            live, seat = await self.playing(match, person)
            if version is not None and live.match.version != version:
                raise Sorry(text("The match has moved on in the meantime. Please look again."))
            return await self.commit_entry(live, Entry(seat, "resign"), interaction)

    @again_if_changed
    async def cancel(
        self,
        match: int,
        person: int | None,
        interaction: int | None,
        *,
        admin: bool = False,
        only_open: bool = False,
    ) -> Match:
        """End a match without a result: before both have moved by who sits there, else by an admin.

        With `only_open`, an invitation is called off, by anyone whom the caller trusts; a running match is left alone.
        """
        async with self.queue(match):
            row = await self.store.match(match)
            if row.status not in ("open", "live"):
                raise Sorry(CANCELLED if row.status == "cancelled" else OVER)
            if only_open and row.status == "live":
                raise Sorry(text("The match has begun in the meantime."))
            seats = await self.store.seats(match)
            seat = next((one.seat for one in seats if one.person == person), None)
            if not admin and not only_open:
                if seat is None:
                    raise Sorry(text("Only the players of this match can cancel it."))
                if row.status == "live" and row.version >= row.seats:
                    raise Sorry(text("The match is under way: resign, or offer a draw."))
            done = await self.store.commit(
                Commit(
                    match=match,
                    expected_version=row.version,
                    expected_status=row.status,
                    moves=[NewMove(seat=seat, kind="cancel")],
                    position=row.position,
                    to_move=(),
                    status="cancelled",
                    outbox=[NewMessage(kind="cancelled", payload=json.dumps({"by": person}))],
                    outdates=edits.ALL,
                    interaction=interaction,
                )
            )
        self.announce([row.channel])
        if match in self._cache:  # who waits for a move has just seen the board; one that can't be read is ended, too
            _, position = self._cache[match]
            for committed in self.on_committed:
                committed(Live(done.match, tuple(seats), position))
        return done.match


def _seat_of(live: Live, person: int) -> int:
    """The person's seat; a spectator is refused."""
    seat = live.seat_of(person)
    if seat is None:
        raise Sorry(NOT_PLAYING)
    return seat


def _messages(going: Course, ping: Sequence[int], since: int) -> list[NewMessage]:
    """The board after a commit; in set-up the last one is edited, which pings nobody: those to ping get a message.

    `since`: what happened up to that version is on an earlier board.
    """
    payload = json.dumps({"version": going.version, "call": ping} | ({"since": since} if since else {}))
    if not going.announced or (going.in_setup and not ping):
        return []
    return [NewMessage(kind="prompt" if going.in_setup else "turn", payload=payload)]


def _stops_since(match: Match) -> int | None:
    """Clock stops matter from the time on at which the clocks were stored."""
    timing = clocks.load_timing(match.timing)
    return timing.since if timing else None
