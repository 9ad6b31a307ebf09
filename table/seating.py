"""Seats: opening a match, sitting down, beginning, calling it off, moving it to another channel."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord

from db.errors import StoreError
from db.rows import Due, Match, NewDue, NewMatch, NewMessage, Seat
from engine.core.dice import seed_hash
from engine.core.game import AnyGame, Impossible, MatchOptions
from engine.core.position import Position
from engine.core.record import written
from engine.core.text import text
from engine.registry import GAMES
from table import clocks, notices
from table.alarm import when_due
from table.house import need_permissions, need_place, need_welcome, parent_of
from table.live import game_of
from table.outgoing import clip
from table.sorry import Sorry
from table.terms import Terms, Wish, invited, settled_clock

if TYPE_CHECKING:
    from cogs.arena import Arena

INVITATION_DAYS = 7


class Seating:
    def __init__(self, bot: Arena) -> None:
        self._bot = bot

    async def open(
        self, interaction: discord.Interaction, game_key: str, opponents: Sequence[discord.abc.User], terms: Terms
    ) -> Match:
        """A new match in this channel, or in a thread of its own; the person who opens it sits down at once."""
        game = GAMES.get(game_key)
        if game is None:
            raise Sorry(text("There is no such game. Known: {names}.", names=", ".join(GAMES)))
        people = [interaction.user.id, *(opponent.id for opponent in opponents)]
        if any(opponent.bot for opponent in opponents) or len(set(people)) != len(people):
            raise Sorry(text("Choose other people as your opponents, each of them once."))
        seats = invited(game, people, terms)
        options = _settled(game, Wish.read(game, terms.options), len(seats))
        here, guild_id, parent = interaction.channel_id, interaction.guild_id, parent_of(interaction)
        assert here is not None and guild_id is not None
        guild = await self._bot.store.guild(guild_id)
        clock = settled_clock(terms, guild)
        need_welcome(await self._bot.store.banned(guild_id), interaction.user.id, people)
        need_place(guild, here, parent)
        roomy = isinstance(interaction.channel, discord.TextChannel)
        thread = guild.thread and roomy if terms.thread is None else terms.thread
        need_permissions(interaction, thread=thread)
        if not thread:
            await self._need_free(here)
        channel, parent = await self._place(interaction, game, opponents) if thread else (here, parent)
        person = await self._bot.store.person(interaction.user.id)
        seed = secrets.token_hex(16)
        new = NewMatch(
            guild=guild_id,
            channel=channel,
            parent=parent,
            game=game.key,
            options=json.dumps(options),
            seed=seed,
            seed_hash=seed_hash(seed),
            rules_version=game.rules_version,
            language=await self._bot.channel_language(interaction),
            palette=person.palette,
            creator=interaction.user.id,
            clock=clocks.dump_clock(clock),
            rated=terms.rated,
        )
        try:
            return await self._invite(new, seats, interaction.id)
        except StoreError:
            if thread and isinstance(opened := self._bot.get_channel(channel), discord.Thread):
                await opened.delete()  # no match has come of it (delivered twice, say)
            raise

    async def _invite(self, new: NewMatch, seats: Sequence[int | None], interaction: int) -> Match:
        """The match is open and those who are asked are told; after a while without an answer it is called off."""
        now = int(self._bot.clock())
        asked = {seat: user for seat, user in enumerate(seats) if user != new.creator}
        reached = await notices.reach(self._bot.store, "invited", asked, now)
        due = [NewDue(at=now + INVITATION_DAYS * 86400, kind="invitation"), *reached.due]
        match = await self._bot.store.open_match(
            new,
            seats,
            outbox=[NewMessage(kind="invitation", payload=json.dumps({"call": reached.ping}))],
            due=due,
            interaction=interaction,
        )
        for one in due:
            self._bot.alarm.at(one.at)
        return match

    async def rematch(self, interaction: discord.Interaction, match: int) -> tuple[Match, bool]:
        """The same people once more, one seat further each: a new match, or the one that another has opened for it."""
        old = await self._bot.begun(match)
        if old.status == "live":
            raise Sorry(text("The match is not over yet."))
        await self._bot.need_seat(interaction, match)
        async with self._bot.path.queue(match):
            again = await self._bot.store.rematch_of(match)
            if again is None:
                return await self._again(interaction, old), True
        if again.status == "live":
            where = f"<#{again.channel}>"
            raise Sorry(text("The rematch has begun: match {match} in {where}.", match=again.id, where=where))
        return again, False

    async def _again(self, interaction: discord.Interaction, old: Match) -> Match:
        store, game = self._bot.store, GAMES[old.game]
        players = [seat.person for seat in await store.seats(old.id)]
        seats = [*players[-1:], *players[:-1]]
        options = _settled(game, json.loads(old.options), old.seats)
        if old.guild is not None:
            need_welcome(await store.banned(old.guild), interaction.user.id, seats)
            need_place(await store.guild(old.guild), old.channel, old.parent)
        if not await self._bot.reachable(old.channel):
            raise Sorry(text("The channel of match {match} is gone.", match=old.id))
        if old.channel == interaction.channel_id:
            need_permissions(interaction, thread=False)
        taken = await store.match_in(old.channel)
        if taken is not None:
            where = f"<#{old.channel}>"
            raise Sorry(
                text("Match {match} is in {where} now, and there is room for one.", match=taken.id, where=where)
            )
        seed = secrets.token_hex(16)
        new = NewMatch(
            guild=old.guild,
            channel=old.channel,
            parent=old.parent,
            game=old.game,
            options=json.dumps(options),
            seed=seed,
            seed_hash=seed_hash(seed),
            rules_version=game.rules_version,
            language=old.language,
            palette=old.palette,
            creator=interaction.user.id,
            clock=old.clock,
            rated=old.rated,
            origin=old.id,
        )
        return await self._invite(new, seats, interaction.id)

    async def _need_free(self, channel: int) -> None:
        taken = await self._bot.store.match_in(channel)
        if taken is not None:
            raise Sorry(
                text(
                    "Match {match} is already here: one live match per channel or thread. Try thread: yes.",
                    match=taken.id,
                )
            )

    async def _place(
        self, interaction: discord.Interaction, game: AnyGame, opponents: Sequence[discord.abc.User]
    ) -> tuple[int, int]:
        channel = interaction.channel
        if not isinstance(channel, discord.TextChannel):
            raise Sorry(text("A thread can be opened from a text channel only."))
        names = [interaction.user.display_name, *(one.display_name for one in opponents)] + ["?"] * (not opponents)
        title = clip(f"{game.name}: {' – '.join(names)}", 100)
        kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
        thread = await channel.create_thread(name=title, type=kind)
        return thread.id, channel.id

    async def join(self, interaction: discord.Interaction, match: int) -> Match:
        """Sit down; the last one to do so begins the match."""
        user = interaction.user.id
        async with self._bot.path.queue(match):
            row = await self._bot.store.match(match)
            if row.status != "open":
                raise Sorry(text("This match is not open any more."))
            if row.guild is not None:
                need_welcome(await self._bot.store.banned(row.guild), user)
            seats = await self._bot.store.seats(match)
            seat = free_seat(seats, user)
            players = [user if one.seat == seat else one.person for one in seats]
            if None in players:
                again = NewMessage(kind="invitation", payload=json.dumps({"call": []}))
                row = await self._bot.store.take_seat(match, seat, user, outbox=[again], interaction=interaction.id)
            else:
                row = await self._begin(row, [one for one in players if one is not None], interaction.id)
        return row

    async def _begin(self, row: Match, players: list[int], interaction: int) -> Match:
        """Everybody is here: the position is laid out, the clocks run, those who begin are called."""
        store, now = self._bot.store, int(self._bot.clock())
        position = Position.new(game_of(row), json.loads(row.options), row.seats, row.seed)
        to_move = [ask.seat for ask in position.asks]
        timing = clocks.start(clocks.load_clock(row.clock), row.seats, to_move, now)
        stops = await store.stops(row.id, now) if timing else []
        table = enumerate(players)
        seats = [Seat(match=row.id, seat=seat, person=user, invited=None, joined_at=None) for seat, user in table]
        called = await notices.calls(store, to_move, seats, timing, stops, now)
        due = [*called.due, *notices.flag(timing, stops, now)]
        begun = await store.start_match(
            row.id,
            position=written(position),
            to_move=to_move,
            players=players,
            timing=clocks.dump_timing(timing),
            outbox=[NewMessage(kind="turn", payload=json.dumps({"version": 0, "call": called.ping}))],
            due=due,
            interaction=interaction,
        )
        self._bot.post.kick()
        for one in due:
            self._bot.alarm.at(one.at)
        return begun

    async def cancel(self, interaction: discord.Interaction, match: int) -> Match:
        """Call a match off: who sits there, within limits; who may manage the channel, always."""
        admin = interaction.permissions.manage_channels
        return await self._bot.path.cancel(match, interaction.user.id, interaction.id, admin=admin)

    async def call_off(self, interaction: discord.Interaction, match: int) -> Match:
        """Take an invitation back, or decline it."""
        seats = await self._bot.store.seats(match)
        concerned = {seat.person for seat in seats} | {seat.invited for seat in seats}
        if interaction.user.id not in concerned and not interaction.permissions.manage_channels:
            raise Sorry(text("This invitation is not for you to cancel."))
        return await self._bot.path.cancel(match, interaction.user.id, interaction.id, only_open=True)

    async def rehome(self, interaction: discord.Interaction, match: int) -> Match:
        """The match goes on in this channel."""
        await self._bot.need_seat(interaction, match)
        need_permissions(interaction, thread=False)
        channel = interaction.channel_id
        assert channel is not None
        async with self._bot.path.queue(match):
            row = await self._bot.store.match(match)
            if row.channel == channel:
                return row
            if await self._bot.reachable(row.channel):
                raise Sorry(text("The match has its place: {where}.", where=f"<#{row.channel}>"))
            await self._need_free(channel)
            row = await self._bot.store.rehome(match, channel, parent_of(interaction))
            again = NewMessage(kind="turn", payload=json.dumps({"version": row.version}))
            await self._bot.store.post(match, [again])
        return row


@when_due("invitation")
async def expire(bot: Arena, due: Due) -> None:
    """Nobody came: the invitation is called off."""
    if (await bot.store.match(due.match)).status == "open":
        await bot.path.cancel(due.match, None, None, only_open=True)
    await bot.store.finish_due(due)


def free_seat(seats: Sequence[Seat], user: int) -> int:
    """The seat this person may take."""
    if any(seat.person == user for seat in seats):
        raise Sorry(text("You sit at this match already; the others are still missing."))
    for seat in seats:
        if seat.person is None and seat.invited == user:
            return seat.seat
    for seat in seats:
        if seat.person is None and seat.invited is None:
            return seat.seat
    raise Sorry(text("The free seats are kept for somebody else."))


def _settled(game: AnyGame, wish: MatchOptions, seats: int) -> dict[str, str | int | bool]:
    """The options in full, if so many can play by them."""
    try:
        options = game.settle(wish)
        game.start(options, seats)
    except Impossible as fault:
        raise Sorry(fault.text) from None
    return options
