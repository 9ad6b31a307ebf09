"""The single path of every move from any interface: queue → engine → one transaction → answer."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Sequence

import msgspec
from msgspec.structs import replace

from db.rows import Commit, Match, Move, NewDue, NewMessage, NewMove, Seat
from db.store import Store
from engine.core.ask import Refused
from engine.core.position import Position
from engine.core.record import Entry, Result, written
from engine.core.text import text
from table.clocks import clocks
from table.computers.computers import computers_at
from table.computers.think_task import THINK_KIND, think_due
from table.matches.commit_plan import CommitPlan, overtaken, plan_commit
from table.matches.draft import Drafted, drafted, fitting
from table.matches.live import Live, Loaded, position_of
from table.matches.move_log_cache import MoveLogCache
from table.matches.story import same_question
from table.notices import notices
from table.outbox import edits
from table.outbox.commits import Commits
from table.outbox.outgoing import quoted
from table.picks.choices import step_before
from table.picks.parse_typed import reach
from table.queues import Queues, retry_if_changed
from table.user_error import UserError

POSITION_CACHE_SIZE = 256

MAX_HELD_ENTRIES = 30
"""Entries that may wait for computers before a public message, which spectators need when nobody else is asked."""

NOT_BEGUN = text("The match has not begun: seats are still free.")
CANCELLED = text("The match was canceled.")
OVER = text("The match is over.")
NOT_PLAYING = text("You are not playing in this match.")
_WITHOUT_BOARD = {"open": NOT_BEGUN, "cancelled": CANCELLED}


class Stale(Exception):
    """The step was meant for an earlier position; carries the current state."""

    def __init__(self, live: Live, now: Drafted | None) -> None:
        super().__init__(f"match {live.match.id} has gone on")
        self.live, self.now = live, now


class Misfit(UserError):
    """A typed word that does not fit; the words before it stay in the draft."""

    def __init__(self, live: Live, now: Drafted, word: str, fault: Refused) -> None:
        kept = text("{word}: {reason} What you typed before it is kept.", word=quoted(word), reason=fault.text)
        super().__init__(kept, rule=fault.rule)
        self.live, self.now = live, now
        self.meaningless = fault.code == "unknown"
        """Whether the word has no meaning at all here."""


class Moves:
    """Loads matches and carries out their players' actions, one at a time per match."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float],
        record_jumps: Callable[[], Awaitable[None]],
        commits: Commits,
        *,
        silent: int | None = None,
    ) -> None:
        """`record_jumps` is awaited before the clocks of a match are read.

        `silent`: with other processes for other shards, time after this many seconds without a heartbeat of the match's
        shard is not charged.
        """
        self.store, self.clock, self._record_jumps, self._silent = store, clock, record_jumps, silent
        self._commits = commits
        self.queue = Queues().turn
        """The queue per match; every change of a match waits in it."""
        self.on_posted: list[Callable[[int], object]] = []
        """Called with the channel after each commit that put a message into the outbox."""
        self.on_due: list[Callable[[float], object]] = []
        """Called with the time of each due row that a commit wrote."""
        self.on_committed: list[Callable[[Live], object]] = []
        """Called with the match after each entry that was stored."""
        self._cache: OrderedDict[int, tuple[int, Position]] = OrderedDict()
        self._logs = MoveLogCache(store)

    @property
    def now(self) -> int:
        return int(self.clock())

    # Reading

    async def live(self, match: int, position: Position | None = None) -> Loaded:
        """The match with all its rows, in one read. Raises UserError unless it has begun.

        A repair passes the `position` that replaces the stored one.
        """
        await self._record_jumps()
        rows = await self.store.matches.rows(match, _stops_since, silent=self._silent)
        if rows.match.status in _WITHOUT_BOARD:
            raise UserError(_WITHOUT_BOARD[rows.match.status])
        return Loaded(rows.match, rows.seats, position or self.position(rows.match), rows)

    async def need_begun(self, match: int) -> Match:
        """The match's row. Raises UserError if it has no board."""
        row = await self.store.matches.get(match)
        if row.status in _WITHOUT_BOARD:
            raise UserError(_WITHOUT_BOARD[row.status])
        return row

    async def need_seat(self, match: int, person: int) -> int:
        """The person's seat in the match, begun or not. Raises UserError for a spectator."""
        for seat in await self.store.matches.seats(match):
            if seat.person == person:
                return seat.seat
        raise UserError(NOT_PLAYING)

    def position(self, match: Match) -> Position:
        """The match's position, from the cache if its version is there."""
        cached = self._cache.get(match.id)
        if cached is not None and cached[0] == match.version:
            self._cache.move_to_end(match.id)
            return cached[1]
        return self._remember(match, position_of(match))

    async def log_of(self, match: Match) -> Sequence[Move]:
        """The match's log, cached entries first."""
        return await self._logs.of(match)

    def live_of(self, match: Match, seats: Sequence[Seat]) -> Live:
        """A match from its rows, with its position."""
        return Live(match, tuple(seats), self.position(match))

    def _remember(self, match: Match, position: Position) -> Position:
        self._cache[match.id] = match.version, position
        self._cache.move_to_end(match.id)
        while len(self._cache) > POSITION_CACHE_SIZE:
            self._cache.popitem(last=False)
        return position

    async def playing(self, match: int, person: int) -> tuple[Loaded, int]:
        """The running match and the person's seat in it, also when it is not their turn."""
        live = await self.live(match)
        if live.match.status != "live":
            raise UserError(OVER)
        return live, _seat_of(live, person)

    async def same_question(self, match: Match, seat: int, version: int) -> bool:
        """Whether only other seats' answers to the same simultaneous question were added since that version."""
        return version == match.version or same_question(await self.store.matches.moves(match.id, version), seat)

    # Drafts

    def draft(self, live: Live, seat: int) -> Drafted:
        """The seat's draft, as far as it fits the current position; an empty one after the seat's own commit."""
        row = live.rows.drafts.get(seat) if isinstance(live, Loaded) else None
        if row is None or row.version != live.match.version:
            return drafted(live.position, seat, ())
        return fitting(live.position, seat, row.codes, row.revision)

    @retry_if_changed
    async def pick(
        self, match: int, person: int, codes: Sequence[str], at: tuple[int, int] | None, interaction: int
    ) -> tuple[Live, Drafted]:
        """Add a step of one or two codes to the draft. `at` is the version and the revision that the person saw."""
        async with self.queue(match):
            live, now = await self._draft_of(match, person, at)
            if now.complete:
                raise Stale(live, now)
            then = drafted(live.position, now.seat, (*now.codes, *codes))
            return live, await self._save(live, then, interaction)

    @retry_if_changed
    async def redraft(
        self, match: int, person: int, codes: Sequence[str], at: tuple[int, int] | None, interaction: int
    ) -> tuple[Live, Drafted]:
        """Replace the draft by these codes."""
        async with self.queue(match):
            live, now = await self._draft_of(match, person, at)
            return live, await self._save(live, drafted(live.position, now.seat, codes), interaction)

    @retry_if_changed
    async def back(
        self, match: int, person: int, at: tuple[int, int] | None, interaction: int, *, all_the_way: bool = False
    ) -> tuple[Live, Drafted]:
        """Undo the last step of the draft, or all of it. Always allowed: nothing of a draft has left the player's
        panel.
        """
        async with self.queue(match):
            live, now = await self._draft_of(match, person, at)
            then = drafted(live.position, now.seat, () if all_the_way else step_before(now, live.position))
            return live, await self._save(live, then, interaction)

    @retry_if_changed
    async def type(
        self, match: int, person: int, words: Sequence[str], interaction: int, *, confirm: bool
    ) -> tuple[Live, Drafted | None]:
        """Add typed steps to the draft. Fitting words are kept; raises `Misfit` for the first one that does not fit."""
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
                raise UserError(text("Your move is not complete yet; what you typed is kept."))
            return live, now

    async def _draft_of(self, match: int, person: int, at: tuple[int, int] | None) -> tuple[Loaded, Drafted]:
        """The match and the person's draft. Raises `Stale` or UserError unless the person has to decide now."""
        live = await self.live(match)
        seat = _seat_of(live, person)
        if live.position.ask_of(seat) is None:
            if at is not None and at[0] != live.match.version:
                raise Stale(live, None)
            raise UserError(OVER if live.position.outcome else text("It is not your turn to decide."))
        now = self.draft(live, seat)
        if at is not None and (at[1] != now.revision or not await self.same_question(live.match, seat, at[0])):
            raise Stale(live, now)
        return live, now

    async def _save(self, live: Loaded, then: Drafted, interaction: int) -> Drafted:
        match, before = live.match, live.rows.drafts.get(then.seat)
        row = await self.store.drafts.save(
            match.id,
            then.seat,
            match.version,
            then.codes,
            revision=before.revision if before else 0,
            interaction=interaction,
        )
        return replace(then, revision=row.revision)

    # Commits

    @retry_if_changed
    async def confirm(
        self, match: int, person: int, at: tuple[int, int] | None, interaction: int, codes: Sequence[str] = ()
    ) -> Live:
        """Turn the draft, with these last codes, into a move: store it and only then announce it."""
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
        """Carry out an entry and store it with all its consequences in one transaction.

        `by` is the seat that claims a time-out. The caller holds the match's queue.
        """
        match, rows, now = live.match, live.rows, self.now
        log = await self.store.matches.moves(match.id) if entry.kind == "undo" else []
        computers = computers_at(live.seats)
        since = await self.posted(match.id) if computers else 0
        may_hold = match.version - since < MAX_HELD_ENTRIES
        going = plan_commit(match, live.position, entry, log, rows.plans, computers, may_hold=may_hold)
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
        done = await self._commits.commit(
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
                    *((THINK_KIND, "flag") if computers else ()),
                    *(f"{kind}:{seat}" for seat in changed for kind in ("call", "remind")),
                ],
                timing=clocks.dump_timing(timing),
                plans=going.plans,
                drop_plans=going.dropped,
                outbox=outbox,
                outdates=edits.ALL_KINDS
                if going.announced or going.partial or going.from_setup
                else edits.QUESTION_KINDS,
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
        payload = await self.store.outbox.last_posted(match, "turn")
        return int(json.loads(payload)["version"]) if payload else 0

    def announce(self, channels: Iterable[int] = (), due: Iterable[NewDue] = ()) -> None:
        """Notify the listeners about messages for these channels and about due rows."""
        for channel in dict.fromkeys(channels):
            for posted in self.on_posted:
                posted(channel)
        for row in due:
            self.wake(row.at)

    def wake(self, at: float) -> None:
        """Request a round of due rows at that time."""
        for wake in self.on_due:
            wake(at)

    @retry_if_changed
    async def resign(self, match: int, person: int, version: int | None, interaction: int | None) -> Live:
        """Resign for the person's side. Raises UserError if the match has changed since `version`."""
        async with self.queue(match):
            live, seat = await self.playing(match, person)
            if version is not None and live.match.version != version:
                raise UserError(text("The match has moved on in the meantime. Please look again."))
            return await self.commit_entry(live, Entry(seat, "resign"), interaction)

    @retry_if_changed
    async def cancel(
        self,
        match: int,
        person: int | None,
        interaction: int | None,
        *,
        admin: bool = False,
        only_open: bool = False,
    ) -> Match:
        """End a match without a result: by a player before both have moved, otherwise by an admin.

        With `only_open`, cancels only an invitation, without checking the person; the caller does that.
        """
        async with self.queue(match):
            row = await self.store.matches.get(match)
            if row.status not in ("open", "live"):
                raise UserError(CANCELLED if row.status == "cancelled" else OVER)
            if only_open and row.status == "live":
                raise UserError(text("The match has begun in the meantime."))
            seats = await self.store.matches.seats(match)
            seat = next((one.seat for one in seats if one.person == person), None)
            if not admin and not only_open:
                if seat is None:
                    raise UserError(text("Only the players of this match can cancel it."))
                if row.status == "live" and row.version >= row.seats:
                    raise UserError(text("The match is under way: resign, or offer a draw."))
            done = await self.store.matches.commit(
                Commit(
                    match=match,
                    expected_version=row.version,
                    expected_status=row.status,
                    moves=[NewMove(seat=seat, kind="cancel")],
                    position=row.position,
                    to_move=(),
                    status="cancelled",
                    outbox=[NewMessage(kind="cancelled", payload=json.dumps({"by": person}))],
                    outdates=edits.ALL_KINDS,
                    interaction=interaction,
                )
            )
        self.announce([row.channel])
        if match in self._cache:  # waiting callers have just seen the board; an unreadable match is ended without them
            _, position = self._cache[match]
            for committed in self.on_committed:
                committed(Live(done.match, tuple(seats), position))
        return done.match


def _seat_of(live: Live, person: int) -> int:
    """The person's seat. Raises UserError for a spectator."""
    seat = live.seat_of(person)
    if seat is None:
        raise UserError(NOT_PLAYING)
    return seat


def _messages(going: CommitPlan, ping: Sequence[int], since: int) -> list[NewMessage]:
    """Messages after a commit. During set-up the last board is edited instead, and a separate message pings the
    players.

    `since`: events up to that version are on an earlier board.
    """
    payload = json.dumps({"version": going.version, "call": ping} | ({"since": since} if since else {}))
    if not going.announced or (going.in_setup and not ping):
        return []
    return [NewMessage(kind="prompt" if going.in_setup else "turn", payload=payload)]


def _stops_since(match: Match) -> int | None:
    """The time from which clock stops matter: that of the stored clock times."""
    timing = clocks.load_timing(match.timing)
    return timing.since if timing else None
