"""Store interface for matches: read, open, begin, change and move them.

`interaction` is Discord's id of the click or command; RepeatedInteraction is raised if it was stored before, and
nothing is done twice. `outdates`: kinds of messages that must be edited.
"""

from collections.abc import Sequence

from db.errors import Changed
from db.rows import Commit, Committed, Match, MatchRows, Move, NewDue, NewMatch, NewMessage, Seat, Sitting
from db.sql import Tx
from db.tables import commits, deadlines, drafts, matches, plans
from db.tables.commits import Take
from db.tables.match_rows import Since, match_rows
from db.tables.quotas import Limit, lock_counts, open_counts
from db.tables.retention import SERVER_LEFT
from db.transactions import Transactions, enqueue


class Matches(Transactions):
    """Matches, their seats and their moves."""

    async def get(self, match: int) -> Match:
        """The match. Raises NoSuchMatch, as does every method that needs an existing match."""
        return await self._read(lambda tx: matches.match(tx, match))

    async def in_channel(self, channel: int, *, ended: bool = False) -> Match | None:
        """The open or live match of a channel; with `ended`, otherwise the one that ended last."""
        return await self._read(lambda tx: matches.match_in(tx, channel, ended=ended))

    async def finished_in(self, channel: int) -> Match | None:
        """The match that ended last in a channel."""
        return await self._read(lambda tx: matches.finished_in(tx, channel))

    async def of_person(self, person: int) -> list[Match]:
        """The open and live matches in which the person has a seat or an invitation, the latest changed first."""
        return await self._read(lambda tx: matches.matches_of(tx, person))

    async def open_on(self, guild: int) -> list[Match]:
        return await self._read(lambda tx: matches.open_matches(tx, guild))

    async def unfinished_on(self, guild: int) -> list[Match]:
        """The open and live matches of a server."""
        return await self._read(lambda tx: matches.unfinished_in(tx, guild))

    async def unfinished(self) -> list[Match]:
        """The open and live matches of all servers."""
        return await self._read(matches.unfinished)

    async def seats(self, match: int) -> list[Seat]:
        return await self._read(lambda tx: matches.seats(tx, match))

    async def sittings(self, match: int) -> list[Sitting]:
        """The person of each seat, with the version from which on they had it."""
        return await self._read(lambda tx: matches.sittings(tx, match))

    async def moves(self, match: int, after: int = 0) -> list[Move]:
        """The log entries after version `after`, by default all."""
        return await self._read(lambda tx: matches.moves(tx, match, after))

    async def rows(self, match: int, stops_since: Since = lambda _: None, *, silent: int | None = None) -> MatchRows:
        """The match with its seats, people, drafts, offers, plans, due rows and clock stops, in one read.

        `stops_since(match)` returns the time from which clock stops are needed, or None for none. It runs on the
        connection's thread. `silent`: seconds without a heartbeat after which the match's shard counts as away.
        """
        return await self._read(lambda tx: match_rows(tx, match, stops_since, silent))

    async def open(
        self,
        new: NewMatch,
        invited: Sequence[int | None],
        *,
        outbox: Sequence[NewMessage] = (),
        due: Sequence[NewDue] = (),
        interaction: int | None = None,
        limit: Limit | None = None,
    ) -> Match:
        """Open a match with one entry of `invited` per seat, None for anyone. The creator's own seat is taken at once.

        Raises ChannelTaken, AlreadySeated if a person is named twice, and the errors of `limit`.
        """

        def work(tx: Tx) -> Match:
            if limit is not None:
                lock_counts(tx, new.creator, new.guild, invited)
                limit.check_counts(open_counts(tx, new.creator, new.guild, invited, limit.since))
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
        """Seat a person. Raises NotOpen, AlreadySeated, and SeatTaken, also if someone else is invited to the seat.

        `not_last`: raises Changed if it is the last free seat, because the match would begin.
        """

        def work(tx: Tx) -> Match:
            taken = matches.take_seat(tx, match, seat, person)
            if not_last and all(one.person is not None for one in matches.seats(tx, match)):
                raise Changed(match, "its seats")
            return enqueue(tx, taken, outbox, outdates=outdates)

        return await self._write(work, interaction, match=match)

    async def start(
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
        """Seat the players in this order, whether they have joined or not, and start the match.

        Raises NotOpen, and SeatTaken if someone has joined who is not among the players.
        """

        def work(tx: Tx) -> Match:
            begun = matches.start(tx, match, position, to_move, players, timing)
            deadlines.clear_due(tx, match, ("invitation", "invited:"))
            return enqueue(tx, begun, outbox, due, outdates=outdates)

        return await self._write(work, interaction, match=match)

    async def begin(
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
        """Open and start a match without asking anybody. Raises ChannelTaken."""

        def work(tx: Tx) -> Match:
            opened = matches.open_match(tx, new, players)
            return enqueue(tx, matches.start(tx, opened.id, position, to_move, players, timing), outbox, due)

        return await self._write(work, interaction)

    async def commit(self, new: Commit, take: Take | None = None) -> Committed:
        """Store a confirmed step with its consequences; `take` also takes the channel for sending.

        Raises StaleVersion, RepeatedInteraction, OfferStands, and ChannelTaken if it reopens an ended match.
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
        """Give the seat to another person, delete its draft and plans, and make all due rows of the match due now.

        The rows need new times because the new player's vacations count. Raises StaleVersion, NotOpen, AlreadySeated.
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

    async def move_to_channel(
        self,
        match: int,
        guild: int,
        channel: int,
        parent: int | None,
        *,
        outbox: Sequence[NewMessage] = (),
        outdates: Sequence[str] = (),
    ) -> Match:
        """Move the match and its unsent messages to another channel, which may belong to another server. Raises
        ChannelTaken.

        `outbox` is posted there, and messages of the kinds in `outdates` are marked for editing.
        """

        def work(tx: Tx) -> Match:
            deadlines.clear_due(tx, match, [SERVER_LEFT])
            moved = matches.rehome(tx, match, guild, channel, parent)
            enqueue(tx, moved, outbox, outdates=outdates)
            return moved

        return await self._write(work, match=match)
