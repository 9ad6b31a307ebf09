"""Seats: opening a match, joining, beginning, canceling and moving it to another channel."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress

from msgspec import Struct

from db.rows import ClockStop, Due, Match, NewDue, NewMatch, NewMessage, Person, Seat
from engine.core.dice import seed_hash
from engine.core.game import AnyGame, Impossible, MatchOptions
from engine.core.position import Position
from engine.core.record import written
from engine.core.text import text
from engine.registry import GAMES
from table.clocks import clocks
from table.clocks.clocks import DAY, Clock, Timing
from table.computers.computers import computers_at, is_computer, new_computers
from table.computers.think_task import think_due
from table.matches.live import game_of
from table.matches.match_terms import Terms, chosen_clock, computers_of, read_options, seats_of
from table.matches.moves import Moves
from table.matches.server_rules import need_allowed_channel, need_not_banned
from table.notices import notices
from table.outbox import edits
from table.outbox.outgoing import channel_name
from table.outbox.platform import Platform
from table.outbox.repost import board_again
from table.queues import retry_if_changed
from table.quotas import Quotas
from table.user_error import UserError

INVITATION_DAYS = 7


class Place(Struct, frozen=True):
    """The channel or thread of a match, and the channel that contains the thread."""

    guild: int
    channel: int
    parent: int | None


class Opening(Struct, frozen=True):
    """The checked terms of a new match. `thread`: whether it gets its own thread."""

    game: AnyGame
    seats: tuple[int | None, ...]
    """The person invited to each seat, or its computer; None for anyone."""
    options: MatchOptions
    clock: Clock
    rated: bool
    hints: bool
    thread: bool
    creator: Person


class First(Struct, frozen=True):
    """The initial state of a match."""

    position: Position
    to_move: list[int]
    timing: Timing | None
    due: list[NewDue]
    outbox: list[NewMessage]


class Seating:
    """Opens and begins matches, and ends invitations."""

    def __init__(self, moves: Moves, platform: Platform, quotas: Quotas) -> None:
        self._moves, self._store, self._platform, self._quotas = moves, moves.store, platform, quotas

    async def prepare(
        self, game_key: str, person: int, opponents: Sequence[int], terms: Terms, here: Place, *, can_thread: bool
    ) -> Opening:
        """Check the terms of a new match. `can_thread`: threads can be opened here if the server wants them."""
        game = GAMES.get(game_key)
        if game is None:
            raise UserError(text("There is no such game. Available: {names}.", names=", ".join(GAMES)))
        people, computers = [person, *opponents], computers_of(terms)
        if len(set(people)) != len(people):
            raise UserError(text("Choose other people as opponents, each only once."))
        seats = seats_of(game, [*people, *computers], terms)
        options = _full_options(game, read_options(game, terms.options), len(seats))
        guild = await self._store.guilds.get(here.guild)
        clock = chosen_clock(terms, guild)
        need_not_banned(await self._store.guilds.banned(here.guild), person, people)
        need_allowed_channel(guild, here.channel, here.parent)
        await self._quotas.need_opening(person, here.guild, seats)
        thread = guild.thread and can_thread if terms.thread is None else terms.thread
        creator = await self._store.people.get(person)
        rated = terms.rated and not computers
        if rated and terms.hints:
            raise UserError(text("A rated match is played without hints."))
        return Opening(game, tuple(seats), options, clock, rated, terms.hints, thread, creator)

    async def open(self, opening: Opening, place: Place, language: str, interaction: int) -> Match:
        """Open the match, seat its creator, and notify the invited people."""
        new = _new_match(
            opening.game,
            guild=place.guild,
            channel=place.channel,
            parent=place.parent,
            options=opening.options,
            language=language,
            palette=opening.creator.palette,
            creator=opening.creator.person,
            clock=clocks.dump_clock(opening.clock),
            rated=opening.rated,
            hints=opening.hints,
        )
        return await self._invite(new, opening.seats, interaction)

    async def need_fillable(self, match: int, person: int) -> Match:
        """The match. Raises UserError unless this person may give its open seats to computers."""
        row = await self._store.matches.get(match)
        if row.status != "open":
            raise UserError(text("This match is no longer open."))
        if row.creator != person:
            raise UserError(text("Only the person who opened the match can fill it with computers."))
        if row.rated:
            raise UserError(text("Matches with computers are never rated. Cancel this one and open another."))
        return row

    @retry_if_changed
    async def fill(self, match: int, person: int, level: int, interaction: int) -> Match:
        """Give all open seats to computers, which begins the match; only its creator may do so."""
        async with self._moves.queue(match):
            row = await self.need_fillable(match, person)
            seats = await self._store.matches.seats(match)
            players = [one.person for one in seats]
            computers = iter(new_computers(players.count(None), level, players))
            return await self._begin(row, [next(computers) if one is None else one for one in players], interaction)

    async def is_free(self, channel: int) -> bool:
        """Whether the channel has no open or live match."""
        return await self._store.matches.in_channel(channel) is None

    async def shown_in(self, channel: int, match: int) -> Match:
        """The open or live match of the channel, else match `match`."""
        return await self._store.matches.in_channel(channel) or await self._store.matches.get(match)

    async def need_free(self, channel: int) -> None:
        """Raise UserError if the channel has an open or live match."""
        taken = await self._store.matches.in_channel(channel)
        if taken is not None:
            raise UserError(
                text(
                    "Match {match} is already here, and there is one live match per channel or thread.", match=taken.id
                )
            )

    async def players(self, match: int) -> list[int]:
        """The people and computers of the match, by seat."""
        return [seat.person for seat in await self._store.matches.seats(match) if seat.person is not None]

    async def _invite(self, new: NewMatch, seats: Sequence[int | None], interaction: int) -> Match:
        if all(person is not None and (person == new.creator or is_computer(person)) for person in seats):
            return await self._begin_at_once(new, [person for person in seats if person is not None], interaction)
        now = self._moves.now
        asked = {seat: person for seat, person in enumerate(seats) if person != new.creator}
        people = {one: await self._store.people.get(one) for one in asked.values() if one is not None and one > 0}
        reached = notices.notify(people, "invited", asked, now)
        due = [NewDue(at=now + INVITATION_DAYS * DAY, kind="invitation"), *reached.due]
        match = await self._store.matches.open(
            new,
            seats,
            outbox=[NewMessage(kind="invitation", payload=json.dumps({"call": reached.ping}))],
            due=due,
            interaction=interaction,
            limit=self._quotas.opening,
        )
        self._moves.announce([match.channel], due)
        return match

    @retry_if_changed
    async def rematch(
        self, match: int, person: int, interaction: int, *, allowed: Callable[[Match], None]
    ) -> tuple[Match, bool]:
        """The rematch, in which every player moves up one seat, and whether it was opened by this call.

        `allowed` is called with the old match before a new one is opened, and raises to refuse it.
        """
        old = await self._moves.need_begun(match)
        if old.status == "live":
            raise UserError(text("The match is not over yet."))
        await self._moves.need_seat(match, person)
        async with self._moves.queue(match):
            again = await self._store.imports.rematch_of(match)
            if again is None:
                return await self._open_rematch(old, person, interaction, allowed), True
        if again.status == "live":
            where = channel_name(again.channel)
            raise UserError(text("The rematch has begun: match {match} in {where}.", match=again.id, where=where))
        return again, False

    async def _open_rematch(self, old: Match, person: int, interaction: int, allowed: Callable[[Match], None]) -> Match:
        store, game = self._store, GAMES[old.game]
        players = [seat.person for seat in await store.matches.seats(old.id)]
        seats = [*players[-1:], *players[:-1]]
        options = _full_options(game, json.loads(old.options), old.seats)
        if old.guild is not None:
            need_not_banned(await store.guilds.banned(old.guild), person, seats)
            need_allowed_channel(await store.guilds.get(old.guild), old.channel, old.parent)
        if not await self._platform.reachable(old.channel):
            raise UserError(text("The channel of match {match} is gone.", match=old.id))
        allowed(old)
        taken = await store.matches.in_channel(old.channel)
        if taken is not None:
            where = channel_name(old.channel)
            raise UserError(
                text("Match {match} is now in {where}, and a channel holds only one.", match=taken.id, where=where)
            )
        await self._quotas.need_opening(person, old.guild, seats)
        new = _new_match(
            game,
            guild=old.guild,
            channel=old.channel,
            parent=old.parent,
            options=options,
            language=old.language,
            palette=old.palette,
            creator=person,
            clock=old.clock,
            rated=old.rated,
            origin=old.id,
            hints=old.hints,
        )
        return await self._invite(new, seats, interaction)

    @retry_if_changed
    async def join(self, match: int, person: int, interaction: int) -> Match:
        """Give the person a seat; the last person to join begins the match."""
        async with self._moves.queue(match):
            row = await self._store.matches.get(match)
            if row.status != "open":
                raise UserError(text("This match is no longer open."))
            if row.guild is not None:
                need_not_banned(await self._store.guilds.banned(row.guild), person)
            seats = await self._store.matches.seats(match)
            seat = free_seat(seats, person)
            players = [person if one.seat == seat else one.person for one in seats]
            if None in players:
                row = await self._store.matches.take_seat(
                    match, seat, person, not_last=True, outdates=edits.INVITATION_KINDS, interaction=interaction
                )
                self._moves.announce([row.channel])
            else:
                row = await self._begin(row, [one for one in players if one is not None], interaction)
        return row

    async def _begin(self, row: Match, players: list[int], interaction: int) -> Match:
        """Store the first position, start the clocks and notify the players to move."""
        stops = await self._store.clock_stops.of_match(row.id, self._moves.now) if row.clock else []
        first = await self._first(row, players, stops)
        begun = await self._store.matches.start(
            row.id,
            position=written(first.position),
            to_move=first.to_move,
            players=players,
            timing=clocks.dump_timing(first.timing),
            outbox=first.outbox,
            outdates=edits.INVITATION_KINDS,
            due=first.due,
            interaction=interaction,
        )
        self._moves.announce([begun.channel], first.due)
        return begun

    async def _begin_at_once(self, new: NewMatch, players: list[int], interaction: int) -> Match:
        """Open and begin a match of one person with computers."""
        first = await self._first(new, players, ())  # during a vacation due rows come early and are postponed
        begun = await self._store.matches.begin(
            new,
            players,
            position=written(first.position),
            to_move=first.to_move,
            timing=clocks.dump_timing(first.timing),
            outbox=first.outbox,
            due=first.due,
            interaction=interaction,
        )
        self._moves.announce([begun.channel], first.due)
        return begun

    async def _first(self, match: Match | NewMatch, players: list[int], stops: Sequence[ClockStop]) -> First:
        """The first position of a match, its clock times, and the notifications of the players to move."""
        now = self._moves.now
        game = GAMES[match.game] if isinstance(match, NewMatch) else game_of(match)
        position = Position.new(game, json.loads(match.options), len(players), match.seed)
        to_move = [ask.seat for ask in position.asks]
        seats = [Seat(match=0, seat=seat, person=one, invited=None, joined_at=None) for seat, one in enumerate(players)]
        computers = computers_at(seats)
        asked = [seat for seat in to_move if seat not in computers]
        timing = clocks.start(clocks.load_clock(match.clock), len(players), asked, now)
        people = {one: await self._store.people.get(one) for one in players if one > 0}
        news = notices.notify_turn(people, to_move, seats, timing, stops, now)
        due = [*news.due, *notices.flag_due(timing, stops, now)]
        if len(asked) < len(to_move):
            due.append(think_due(now, held=False))
        board = NewMessage(kind="turn", payload=json.dumps({"version": 0, "call": news.ping}))
        return First(position, to_move, timing, due, [board])

    async def call_off(self, match: int, person: int, interaction: int, *, admin: bool) -> Match:
        """Withdraw or decline an invitation."""
        seats = await self._store.matches.seats(match)
        may_cancel = {seat.person for seat in seats} | {seat.invited for seat in seats}
        if person not in may_cancel and not admin:
            raise UserError(text("You can't cancel this invitation."))
        return await self._moves.cancel(match, person, interaction, only_open=True)

    @retry_if_changed
    async def rehome(self, match: int, person: int, here: Place) -> Match:
        """Move the match to another channel and its server's rules. Raises UserError while its own channel exists."""
        async with self._moves.queue(match):
            row = await self._store.matches.get(match)
            await self._moves.need_seat(match, person)
            if row.channel == here.channel:
                return row
            if await self._platform.reachable(row.channel):
                raise UserError(text("This match is played in {where}.", where=channel_name(row.channel)))
            need_allowed_channel(await self._store.guilds.get(here.guild), here.channel, here.parent)
            players = [seat.person for seat in await self._store.matches.seats(match)]
            need_not_banned(await self._store.guilds.banned(here.guild), person, players)
            await self.need_free(here.channel)
            again = await board_again(self._store, row, self._moves.now)
            row = await self._store.matches.move_to_channel(
                match, here.guild, here.channel, here.parent, outbox=[again], outdates=edits.ALL_KINDS
            )
        self._moves.announce([here.channel])
        return row

    async def expire(self, due: Due) -> None:
        """Handle a due invitation: cancel the match if it is still open."""
        match = await self._store.matches.get(due.of_match)
        if match.status == "open" and (ends := match.created_at + INVITATION_DAYS * DAY) > self._moves.now:
            await self._store.due.put_off(due, ends)
            return
        if match.status == "open":
            with suppress(UserError):  # the match has just begun or ended
                await self._moves.cancel(due.of_match, None, None, only_open=True)
        await self._store.due.finish(due)


def free_seat(seats: Sequence[Seat], person: int) -> int:
    """The seat that this person may take. Raises UserError if there is none."""
    if any(seat.person == person for seat in seats):
        raise UserError(text("You are already in this match; it is still waiting for other players."))
    for seat in seats:
        if seat.person is None and seat.invited == person:
            return seat.seat
    for seat in seats:
        if seat.person is None and seat.invited is None:
            return seat.seat
    raise UserError(text("The open seats are reserved for someone else."))


def _full_options(game: AnyGame, chosen: MatchOptions, seats: int) -> dict[str, str | int | bool]:
    """The options with all defaults. Raises UserError if that number of seats cannot play with them."""
    try:
        options = game.settle(chosen)
        game.start(options, seats)
    except Impossible as fault:
        raise UserError(fault.text) from None
    return options


def _new_match(
    game: AnyGame,
    *,
    guild: int | None,
    channel: int,
    parent: int | None,
    options: MatchOptions,
    language: str,
    palette: str,
    creator: int,
    clock: str,
    rated: bool,
    origin: int | None = None,
    hints: bool = False,
) -> NewMatch:
    """A match with the game's current rules and a new seed."""
    seed = secrets.token_hex(16)
    return NewMatch(
        guild=guild,
        channel=channel,
        parent=parent,
        game=game.key,
        options=json.dumps(options),
        seed=seed,
        seed_hash=seed_hash(seed),
        rules_version=game.rules_version,
        language=language,
        palette=palette,
        creator=creator,
        clock=clock,
        rated=rated,
        origin=origin,
        hints=hints,
    )
