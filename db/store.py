"""The door to the rows. Every method is one transaction: when it returns, it is on disk; when it raises, nothing is."""

import asyncio
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from types import TracebackType

from . import commits, deadlines, drafts, matches, messages, people, plans
from .backup import backup
from .bundle import Since, match_rows
from .door import Door, promise
from .filing import Filing
from .guilds import Guilds
from .ladder import Ladder
from .opening import open_database
from .plans import Plans
from .privacy import Privacy
from .rows import (
    Commit,
    Committed,
    Draft,
    Due,
    Match,
    MatchRows,
    Message,
    Move,
    NewDue,
    NewMatch,
    NewMessage,
    NewOffer,
    Offer,
    Person,
    Seat,
    Sitting,
)
from .table import Tx
from .times import Times
from .writer import Usage, Writer


class Store(Plans, Times, Guilds, Privacy, Ladder, Filing, Door):
    def __init__(self, path: Path, writer: Writer, clock: Callable[[], float]) -> None:
        self._path = path.resolve()
        self._writer = writer
        self._clock = clock

    @classmethod
    async def open(cls, path: Path | str, *, clock: Callable[[], float] = time.time) -> "Store":
        """Makes or migrates the database. Raises NewerDatabase, BrokenDatabase, UnwritableDatabase or DatabaseBusy."""
        path = Path(path)
        return cls(path, await Writer.start(partial(open_database, path)), clock)

    async def close(self) -> None:
        await self._writer.stop()

    async def __aenter__(self) -> "Store":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    @property
    def usage(self) -> Usage:
        """How many reads and writes have been asked for: one per call of a method that reads or writes."""
        return self._writer.usage

    async def backup(self, target: Path | str) -> None:
        """Raises NoBackup when the target exists or cannot be written. Commits go on meanwhile."""
        await asyncio.to_thread(backup, self._path, Path(target))

    # People

    async def person(self, user: int) -> Person:
        return await self._read(lambda tx: people.person(tx, user))

    async def remember(self, user: int, **chosen: str) -> Person:
        """What a person chooses, by the fields of `Person`; an empty text takes a choice back."""
        return await self._write(lambda tx: people.remember(tx, user, chosen))

    # Reading matches

    async def match(self, match: int) -> Match:
        """Raises NoSuchMatch, as does every method that needs the match to be there."""
        return await self._read(lambda tx: matches.match(tx, match))

    async def match_in(self, channel: int, *, ended: bool = False) -> Match | None:
        """The open or live match; with `ended`, else the one that was over last."""
        return await self._read(lambda tx: matches.match_in(tx, channel, ended=ended))

    async def matches_of(self, user: int) -> list[Match]:
        """Open and live ones that the person sits at or is invited to, the latest changed first."""
        return await self._read(lambda tx: matches.matches_of(tx, user))

    async def open_matches(self, guild: int) -> list[Match]:
        return await self._read(lambda tx: matches.open_matches(tx, guild))

    async def unfinished(self) -> list[Match]:
        """Open and live ones of all servers."""
        return await self._read(matches.unfinished)

    async def seats(self, match: int) -> list[Seat]:
        return await self._read(lambda tx: matches.seats(tx, match))

    async def sittings(self, match: int) -> list[Sitting]:
        """Who has had which seat, from which version on."""
        return await self._read(lambda tx: matches.sittings(tx, match))

    async def moves(self, match: int, after: int = 0) -> list[Move]:
        """The log from the entry after that version on; all of it without one."""
        return await self._read(lambda tx: matches.moves(tx, match, after))

    async def match_rows(self, match: int, stops_since: Since = lambda _: None) -> MatchRows:
        """The match with its seats, people, drafts, offers, plans, due rows and clock stops, in one read.

        `stops_since` is asked with the match for the time beyond which stops are wanted, None for none of them. It runs
        on the connection's thread.
        """
        return await self._read(lambda tx: match_rows(tx, match, stops_since))

    async def draft(self, match: int, seat: int) -> Draft | None:
        return await self._read(lambda tx: drafts.draft(tx, match, seat))

    async def offer(self, match: int, kind: str) -> Offer | None:
        return await self._read(lambda tx: drafts.offer(tx, match, kind))

    async def offers(self, match: int) -> list[Offer]:
        return await self._read(lambda tx: drafts.offers(tx, match))

    # The life of a match. `interaction` is Discord's id of the click or command: seen before, it raises
    # RepeatedInteraction and nothing is done a second time.

    async def open_match(
        self,
        new: NewMatch,
        invited: Sequence[int | None],
        *,
        outbox: Sequence[NewMessage] = (),
        due: Sequence[NewDue] = (),
        interaction: int | None = None,
    ) -> Match:
        """One entry of `invited` per seat, None for anyone; the creator's own seat is taken at once.

        Raises ChannelTaken, and AlreadySeated when a person is named twice.
        """

        def work(tx: Tx) -> Match:
            return promise(tx, matches.open_match(tx, new, invited), outbox, due)

        return await self._write(work, interaction)

    async def take_seat(
        self,
        match: int,
        seat: int,
        user: int,
        *,
        outbox: Sequence[NewMessage] = (),
        interaction: int | None = None,
    ) -> Match:
        """Raises NotOpen, AlreadySeated, and SeatTaken also when someone else is invited to that seat."""

        def work(tx: Tx) -> Match:
            return promise(tx, matches.take_seat(tx, match, seat, user), outbox)

        return await self._write(work, interaction)

    async def start_match(
        self,
        match: int,
        *,
        position: str,
        to_move: Sequence[int],
        players: Sequence[int],
        place: tuple[int, int | None] | None = None,
        timing: str = "",
        outbox: Sequence[NewMessage] = (),
        due: Sequence[NewDue] = (),
        interaction: int | None = None,
    ) -> Match:
        """`players` in seat order: those who have joined, in any order, and at once the one who completes the table.

        `place` (channel, parent) moves the match there, to its own thread for instance. Raises NotOpen, ChannelTaken,
        and SeatTaken when someone has joined who is not among the players.
        """

        def work(tx: Tx) -> Match:
            begun = matches.start(tx, match, position, to_move, players, place, timing)
            deadlines.clear_due(tx, match, ("invitation", "invited:"))
            return promise(tx, begun, outbox, due)

        return await self._write(work, interaction)

    async def commit(self, new: Commit) -> Committed:
        """Raises StaleVersion, RepeatedInteraction, OfferStands; ChannelTaken when it takes up an ended match again."""
        return await self._write(lambda tx: commits.commit(tx, new), new.interaction)

    async def hand_over(
        self,
        match: int,
        version: int,
        seat: int,
        user: int,
        *,
        timing: str | None = None,
        clear_offers: Sequence[str] = (),
        clear_due: Sequence[str] = (),
        outbox: Sequence[NewMessage] = (),
        due: Sequence[NewDue] = (),
        interaction: int | None = None,
    ) -> Match:
        """The seat has a new player; its draft and plans go, and deadlines are looked at anew: vacations go, too.

        Raises StaleVersion, NotOpen, AlreadySeated.
        """

        def work(tx: Tx) -> Match:
            found = matches.hand_over(tx, matches.match_at(tx, match, version), seat, user, timing)
            drafts.drop_draft(tx, match, seat)
            plans.drop_all(tx, match, seat)
            for kind in clear_offers:
                drafts.clear_offer(tx, match, kind)
            deadlines.clear_due(tx, match, clear_due)
            deadlines.hasten(tx, match)
            return promise(tx, found, outbox, due)

        return await self._write(work, interaction)

    async def rehome(self, match: int, channel: int, parent: int | None) -> Match:
        """Unsent messages for the old channel go along. Raises ChannelTaken."""
        return await self._write(lambda tx: matches.rehome(tx, match, channel, parent))

    async def save_draft(
        self, match: int, seat: int, version: int, codes: Sequence[str], *, interaction: int | None = None
    ) -> Draft:
        """Raises StaleVersion when the match has gone on from `version`."""
        return await self._write(
            lambda tx: drafts.save_draft(tx, matches.match_at(tx, match, version), seat, codes), interaction
        )

    async def drop_draft(self, match: int, seat: int, *, interaction: int | None = None) -> None:
        await self._write(lambda tx: drafts.drop_draft(tx, match, seat), interaction)

    async def set_offer(
        self,
        match: int,
        version: int,
        offer: NewOffer,
        *,
        instead: bool = False,
        remember: Sequence[NewOffer] = (),
        outbox: Sequence[NewMessage] = (),
        clear_due: Sequence[str] = (),
        due: Sequence[NewDue] = (),
        interaction: int | None = None,
    ) -> Offer:
        """With it go others that are only kept; `instead`, it takes the place of another seat's.

        Raises StaleVersion, and OfferStands when another seat's waits for an answer.
        """

        def work(tx: Tx) -> Offer:
            if instead:
                drafts.clear_offer(tx, match, offer.kind)
            deadlines.clear_due(tx, match, clear_due)
            found = promise(tx, matches.match_at(tx, match, version), outbox, due)
            for kept in remember:
                drafts.set_offer(tx, found, kept)
            return drafts.set_offer(tx, found, offer)

        return await self._write(work, interaction)

    async def clear_offer(
        self,
        match: int,
        kind: str,
        *,
        outbox: Sequence[NewMessage] = (),
        clear_due: Sequence[str] = (),
        interaction: int | None = None,
    ) -> bool:
        """False when there was none; the rest is then not done either."""

        def work(tx: Tx) -> bool:
            cleared = drafts.clear_offer(tx, match, kind)
            if cleared:
                deadlines.clear_due(tx, match, clear_due)
                promise(tx, matches.match(tx, match), outbox)
            return cleared

        return await self._write(work, interaction)

    # What is to be sent and what is due

    async def waiting_channels(self) -> list[int]:
        """Where something may be sent now."""
        return await self._read(messages.waiting_channels)

    async def pending_outbox(self, limit: int = 100, channel: int | None = None) -> list[Message]:
        """In the order of posting. One that waits for its retry holds back what was posted after it in its channel.

        So whoever sends leaves out the rest of a channel's messages once one of them has met trouble.
        """
        return await self._read(lambda tx: messages.pending(tx, limit, channel))

    async def outbox(self, match: int) -> list[Message]:
        """All of a match, sent and given up ones too, the oldest first."""
        return await self._read(lambda tx: messages.of_match(tx, match))

    async def post(self, match: int, outbox: Sequence[NewMessage]) -> None:
        """Messages that no change of the match goes with: the board once more, in a new place."""
        await self._write(lambda tx: promise(tx, matches.match(tx, match), outbox))

    async def hurry(self, match: int) -> None:
        """Try the match's unsent messages without waiting for their time."""
        await self._write(lambda tx: messages.hurry(tx, match))

    async def mark_sent(self, message: int, discord_id: int | None) -> None:
        await self._write(lambda tx: messages.sent(tx, message, discord_id))

    async def mark_retry(self, message: int, not_before: int, trouble: str) -> None:
        await self._write(lambda tx: messages.retry(tx, message, not_before, trouble))

    async def mark_failed(self, message: Message, reason: str, *, instead: Sequence[NewMessage] = ()) -> None:
        """It is given up; what takes its place is posted with that."""

        def work(tx: Tx) -> None:
            messages.failed(tx, message.id, reason)
            promise(tx, matches.match(tx, message.match), instead)

        await self._write(work)

    async def newest(self, match: int, kinds: Sequence[str]) -> tuple[int, int] | None:
        """Channel and Discord's id of the newest message of these kinds that was sent."""
        return await self._read(lambda tx: messages.latest(tx, match, kinds))

    async def due(self, limit: int = 100) -> list[Due]:
        """What is due by now, the oldest first."""
        return await self._read(lambda tx: deadlines.ripe(tx, limit))

    async def next_wake(self) -> int | None:
        """When something is due next, or to be sent again."""

        def soonest(tx: Tx) -> int | None:
            times = [time for time in (deadlines.next_at(tx), messages.next_retry(tx)) if time is not None]
            return min(times, default=None)

        return await self._read(soonest)

    async def due_of(self, match: int) -> list[Due]:
        """What lies ahead of a match, due or not."""
        return await self._read(lambda tx: deadlines.of_match(tx, match))

    async def put_off(self, due: Due, at: int) -> bool:
        """It is due at another time. False when it was finished, cleared or replaced in the meantime."""
        return await self._write(lambda tx: deadlines.again(tx, due.id, at))

    async def finish_due(self, due: Due, *, outbox: Sequence[NewMessage] = (), then: Sequence[NewDue] = ()) -> bool:
        """False when it was finished, cleared or replaced in the meantime; the rest is then not done either."""

        def work(tx: Tx) -> bool:
            finished = deadlines.finish(tx, due.id)
            if finished:
                promise(tx, matches.match(tx, due.match), outbox, then)
            return finished

        return await self._write(work)
