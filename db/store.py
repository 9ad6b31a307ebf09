"""The database's interface. Every method is one transaction: on disk when it returns, undone when it raises."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType

from db.address import PostgresAddress, parse
from db.admin.future_rows import Future
from db.backend import Engine, Usage
from db.backends import open_engine
from db.errors import Changed, StoreError
from db.rows import (
    Commit,
    Committed,
    Draft,
    Match,
    MatchRows,
    Move,
    NewDue,
    NewMatch,
    NewMessage,
    NewOffer,
    Offer,
    Person,
    Seat,
    SeenOffer,
    Sitting,
)
from db.sql import Tx
from db.tables import commits, deadlines, drafts, matches, people, plans
from db.tables.backlog import Backlogs
from db.tables.clock_stops import Times
from db.tables.commits import Take
from db.tables.daily_puzzles import Daily
from db.tables.due_and_outbox import Delivery
from db.tables.exercises import Exercises
from db.tables.guilds import Guilds
from db.tables.imports import Archive
from db.tables.ladder import Ladder
from db.tables.leases import Leases
from db.tables.match_rows import Since, match_rows
from db.tables.plans import Plans
from db.tables.privacy import Privacy
from db.tables.puzzle_ratings import PuzzleRatings
from db.tables.quotas import Counts, Limit, lock_counts, open_counts
from db.tables.retention import LEFT, Tidying
from db.tables.reviews import Reviews
from db.tables.variables import Variables
from db.transactions import enqueue


class Store(
    Plans,
    Times,
    Guilds,
    Privacy,
    Ladder,
    Archive,
    Delivery,
    Variables,
    Tidying,
    Counts,
    Backlogs,
    Leases,
    Exercises,
    Reviews,
    PuzzleRatings,
    Daily,
    Future,
):
    def __init__(self, engine: Engine, clock: Callable[[], float] | None = None) -> None:
        self._engine = engine
        self._clock = clock or engine.clock

    @classmethod
    async def open(cls, address: Path | PostgresAddress | str, *, clock: Callable[[], float] | None = None) -> "Store":
        """Makes or migrates the database: a path, `sqlite:PATH` or `postgresql://…`.

        Without a `clock` the database's own counts. Raises NewerDatabase, BrokenDatabase, UnwritableDatabase,
        DatabaseBusy, UnreachableDatabase or OldSQLite.
        """
        return cls(await open_engine(parse(address)), clock)

    async def close(self) -> None:
        await self._engine.close()

    async def __aenter__(self) -> "Store":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    @property
    def usage(self) -> Usage:
        """How many reads and writes have been asked for: one per call of a method that reads or writes."""
        return self._engine.usage

    def on_failure(self, callback: Callable[[StoreError], None]) -> None:
        """Call this once when nothing can be stored any more until the process is started again."""
        self._engine.on_failure = callback

    def clock(self) -> float:
        """The time that everything is written with."""
        return self._clock()

    async def measure_clock(self) -> None:
        """Compare our clock with the database's, which counts unless another was given."""
        await self._engine.measure_clock()

    def in_plain_words(self) -> AbstractContextManager[None]:
        """Errors of the database that are raised in the block become ours."""
        return self._engine.in_plain_words()

    async def backup(self, target: Path | str) -> None:
        """Copy the database while it is in use; raises NoBackup when the target exists or cannot be written."""
        await self._engine.backup(Path(target))

    # People

    async def person(self, person: int) -> Person:
        return await self._read(lambda tx: people.person(tx, person))

    async def remember(self, person: int, **chosen: str) -> Person:
        """Store what a person chooses, by the fields of `Person`; an empty text takes a choice back."""
        return await self._write(lambda tx: people.remember(tx, person, chosen))

    # Reading matches

    async def match(self, match: int) -> Match:
        """The match; raises NoSuchMatch, as does every method that needs the match to be there."""
        return await self._read(lambda tx: matches.match(tx, match))

    async def match_in(self, channel: int, *, ended: bool = False) -> Match | None:
        """The open or live match of a channel; if there is none and `ended` is set, the one that ended last."""
        return await self._read(lambda tx: matches.match_in(tx, channel, ended=ended))

    async def finished_in(self, channel: int) -> Match | None:
        """The match that ended last in a channel."""
        return await self._read(lambda tx: matches.finished_in(tx, channel))

    async def matches_of(self, person: int) -> list[Match]:
        """The open and live matches that the person sits at or is invited to, the latest changed first."""
        return await self._read(lambda tx: matches.matches_of(tx, person))

    async def open_matches(self, guild: int) -> list[Match]:
        return await self._read(lambda tx: matches.open_matches(tx, guild))

    async def unfinished_in(self, guild: int) -> list[Match]:
        """The open and live matches of a server."""
        return await self._read(lambda tx: matches.unfinished_in(tx, guild))

    async def unfinished(self) -> list[Match]:
        """The open and live matches of all servers."""
        return await self._read(matches.unfinished)

    async def seats(self, match: int) -> list[Seat]:
        return await self._read(lambda tx: matches.seats(tx, match))

    async def sittings(self, match: int) -> list[Sitting]:
        """Who has had which seat from which version on."""
        return await self._read(lambda tx: matches.sittings(tx, match))

    async def moves(self, match: int, after: int = 0) -> list[Move]:
        """The log from the entry after that version on; all of it without one."""
        return await self._read(lambda tx: matches.moves(tx, match, after))

    async def match_rows(
        self, match: int, stops_since: Since = lambda _: None, *, silent: int | None = None
    ) -> MatchRows:
        """The match with its seats, people, drafts, offers, plans, due rows and clock stops, in one read.

        `stops_since` is asked with the match for the time beyond which stops are wanted, None for none of them. It runs
        on the connection's thread. `silent`: after so many seconds without a heartbeat the match's shard is away.
        """
        return await self._read(lambda tx: match_rows(tx, match, stops_since, silent))

    async def draft(self, match: int, seat: int) -> Draft | None:
        return await self._read(lambda tx: drafts.draft(tx, match, seat))

    async def offer(self, match: int, kind: str) -> Offer | None:
        return await self._read(lambda tx: drafts.offer(tx, match, kind))

    async def offers(self, match: int) -> list[Offer]:
        return await self._read(lambda tx: drafts.offers(tx, match))

    # The life of a match. `interaction` is Discord's id of the click or command: seen before, it raises
    # RepeatedInteraction and nothing is done a second time. `outdates`: kinds of messages to be edited.

    async def open_match(
        self,
        new: NewMatch,
        invited: Sequence[int | None],
        *,
        outbox: Sequence[NewMessage] = (),
        due: Sequence[NewDue] = (),
        interaction: int | None = None,
        limit: Limit | None = None,
    ) -> Match:
        """Open a match with one entry of `invited` per seat, None for anyone; the creator's own seat is taken at once.

        Raises ChannelTaken, AlreadySeated when a person is named twice, and what the `limit` raises.
        """

        def work(tx: Tx) -> Match:
            if limit is not None:
                lock_counts(tx, new.creator, new.guild, invited)
                limit.need_few(open_counts(tx, new.creator, new.guild, invited, limit.since))
            return enqueue(tx, matches.open_match(tx, new, invited), outbox, due)

        return await self._write(work, interaction)

    async def take_seat(
        self,
        match: int,
        seat: int,
        person: int,
        *,
        not_last: bool = False,
        outbox: Sequence[NewMessage] = (),
        outdates: Sequence[str] = (),
        interaction: int | None = None,
    ) -> Match:
        """Seat a person; raises NotOpen, AlreadySeated, and SeatTaken, also when someone else is invited there.

        `not_last`: raises Changed when it is the last free seat, with which the match would begin.
        """

        def work(tx: Tx) -> Match:
            taken = matches.take_seat(tx, match, seat, person)
            if not_last and all(one.person is not None for one in matches.seats(tx, match)):
                raise Changed(match, "its seats")
            return enqueue(tx, taken, outbox, outdates=outdates)

        return await self._write(work, interaction, match=match)

    async def start_match(
        self,
        match: int,
        *,
        position: str,
        to_move: Sequence[int],
        players: Sequence[int],
        timing: str = "",
        outbox: Sequence[NewMessage] = (),
        outdates: Sequence[str] = (),
        due: Sequence[NewDue] = (),
        interaction: int | None = None,
    ) -> Match:
        """Seat the players in this order, whether they have joined before or not, and start the match.

        Raises NotOpen, and SeatTaken when someone has joined who is not among the players.
        """

        def work(tx: Tx) -> Match:
            begun = matches.start(tx, match, position, to_move, players, timing)
            deadlines.clear_due(tx, match, ("invitation", "invited:"))
            return enqueue(tx, begun, outbox, due, outdates=outdates)

        return await self._write(work, interaction, match=match)

    async def begin_match(
        self,
        new: NewMatch,
        players: Sequence[int],
        *,
        position: str,
        to_move: Sequence[int],
        timing: str = "",
        outbox: Sequence[NewMessage] = (),
        due: Sequence[NewDue] = (),
        interaction: int | None = None,
    ) -> Match:
        """Open a match and start it at once: nobody has to be asked. Raises ChannelTaken."""

        def work(tx: Tx) -> Match:
            opened = matches.open_match(tx, new, players)
            return enqueue(tx, matches.start(tx, opened.id, position, to_move, players, timing), outbox, due)

        return await self._write(work, interaction)

    async def commit(self, new: Commit, take: Take | None = None) -> Committed:
        """Store a confirmed step with everything that follows from it; and `take` the channel, to send to it.

        Raises StaleVersion, RepeatedInteraction, OfferStands; ChannelTaken when it takes up an ended match again.
        """
        return await self._write(lambda tx: commits.commit(tx, new, take), new.interaction, match=new.match)

    async def hand_over(
        self,
        match: int,
        version: int,
        seat: int,
        person: int,
        *,
        timing: str | None = None,
        clear_offers: Sequence[str] = (),
        clear_due: Sequence[str] = (),
        outbox: Sequence[NewMessage] = (),
        outdates: Sequence[str] = (),
        due: Sequence[NewDue] = (),
        interaction: int | None = None,
    ) -> Match:
        """Give the seat to another person, drop its draft and plans, and make all due rows of the match due now.

        (The clocks change with the new player's vacations.) Raises StaleVersion, NotOpen, AlreadySeated.
        """

        def work(tx: Tx) -> Match:
            found = matches.hand_over(tx, matches.match_at(tx, match, version), seat, person, timing)
            drafts.drop_draft(tx, match, seat)
            plans.drop_all(tx, match, seat)
            for kind in clear_offers:
                drafts.clear_offer(tx, match, kind)
            deadlines.clear_due(tx, match, clear_due)
            deadlines.make_due_now(tx, match)
            return enqueue(tx, found, outbox, due, outdates=outdates)

        return await self._write(work, interaction, match=match)

    async def rehome(
        self,
        match: int,
        guild: int,
        channel: int,
        parent: int | None,
        *,
        outbox: Sequence[NewMessage] = (),
        outdates: Sequence[str] = (),
    ) -> Match:
        """Move the match and its unsent messages to another channel, perhaps of another server; raises ChannelTaken.

        `outbox` is posted there, and outdates messages of these kinds.
        """

        def work(tx: Tx) -> Match:
            deadlines.clear_due(tx, match, [LEFT])
            moved = matches.rehome(tx, match, guild, channel, parent)
            enqueue(tx, moved, outbox, outdates=outdates)
            return moved

        return await self._write(work, match=match)

    async def save_draft(
        self,
        match: int,
        seat: int,
        version: int,
        codes: Sequence[str],
        *,
        revision: int | None = None,
        interaction: int | None = None,
    ) -> Draft:
        """Store a half-made move; raises StaleVersion when the match has gone on from `version`.

        Raises Changed when the draft has gone on from `revision`, 0 for none.
        """
        return await self._write(
            lambda tx: drafts.save_draft(tx, matches.match_at(tx, match, version), seat, codes, revision),
            interaction,
            match=match,
        )

    async def set_offer(
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
        """Store an offer, and with it others to `remember`; `instead` replaces another seat's of the same kind.

        Raises StaleVersion, Changed when the offer of its kind is not the one `seen`, and OfferStands when another
        seat's waits for an answer.
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

    async def clear_offer(
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
        """Delete an offer; False, and nothing is stored, when there was none.

        Raises Changed when it is not the one `seen`.
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
