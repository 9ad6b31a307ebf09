"""Seats: opening a match, sitting down, beginning, calling it off, moving it to another channel."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import discord

from cogs.table.alarm import when_due
from cogs.table.sorry import Sorry, clip
from db.errors import StoreError
from db.rows import Due, Match, NewDue, NewMatch, NewMessage, Seat
from engine.core.dice import seed_hash
from engine.core.game import Game, Impossible
from engine.core.position import Position
from engine.core.record import written
from engine.core.text import Text, text
from engine.registry import GAMES

if TYPE_CHECKING:
    from cogs.arena import Arena

INVITATION_DAYS = 7


class Wish(dict[str, Any]):
    """The options somebody typed, `mode=advanced, crown_is_recruit_space=false`."""

    @classmethod
    def read(cls, game: Game, typed: str) -> Wish:
        """Understood, or refused with what can be chosen."""
        wish = cls()
        for part in typed.replace(";", ",").split(","):
            if not part.strip():
                continue
            key, _, value = (piece.strip().lower() for piece in part.partition("="))
            choice = next((one for one in game.choices if one.key == key), None)
            chosen = next((one for one in choice.values if str(one).lower() == value), None) if choice else None
            if choice is None or chosen is None:
                known = ", ".join(f"{one.key}={'|'.join(str(v).lower() for v in one.values)}" for one in game.choices)
                raise Sorry(text("Unknown option. This game has: {known}.", known=f"`{known}`"))
            wish[key] = chosen
        return wish


class Seating:
    def __init__(self, bot: Arena) -> None:
        self._bot = bot

    async def open(
        self,
        interaction: discord.Interaction,
        game_key: str,
        opponents: Sequence[discord.abc.User],
        options: str,
        *,
        players: int | None,
        thread: bool,
    ) -> Match:
        """A new match in this channel, or in a thread of its own; the person who opens it sits down at once."""
        game = GAMES.get(game_key)
        if game is None:
            raise Sorry(text("There is no such game. Known: {names}.", names=", ".join(GAMES)))
        people = [interaction.user.id, *(opponent.id for opponent in opponents)]
        if any(opponent.bot for opponent in opponents) or len(set(people)) != len(people):
            raise Sorry(text("Choose other people as your opponents, each of them once."))
        seats = players or max(len(people), game.seat_counts[0])
        if seats not in game.seat_counts or len(people) > seats:
            counts = ", ".join(str(count) for count in game.seat_counts)
            raise Sorry(text("{game} is played by so many people: {counts}.", game=game.name, counts=counts))
        try:
            settled = game.settle(Wish.read(game, options))
            game.start(settled, seats)
        except Impossible as fault:
            raise Sorry(fault.text) from None
        need_permissions(interaction, thread=thread)
        here = interaction.channel_id
        assert here is not None and interaction.guild_id is not None
        if not thread:
            await self._need_free(here)
        channel, parent = await self._place(interaction, game, opponents) if thread else (here, _parent(interaction))
        person = await self._bot.store.person(interaction.user.id)
        seed = secrets.token_hex(16)
        new = NewMatch(
            guild=interaction.guild_id,
            channel=channel,
            parent=parent,
            game=game.key,
            options=json.dumps(settled),
            seed=seed,
            seed_hash=seed_hash(seed),
            rules_version=game.rules_version,
            language=await self._bot.channel_language(interaction),
            palette=person.palette,
            creator=interaction.user.id,
        )
        try:
            match = await self._bot.store.open_match(
                new,
                [*people, *[None] * (seats - len(people))],
                outbox=[NewMessage(kind="invitation")],
                due=[NewDue(at=int(self._bot.clock()) + INVITATION_DAYS * 86400, kind="invitation")],
                interaction=interaction.id,
            )
        except StoreError:
            if thread and isinstance(opened := self._bot.get_channel(channel), discord.Thread):
                await opened.delete()  # no match has come of it (delivered twice, say)
            raise
        await self._bot.alarm.wind()
        return match

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
        self, interaction: discord.Interaction, game: Game, opponents: Sequence[discord.abc.User]
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
            seats = await self._bot.store.seats(match)
            seat = free_seat(seats, user)
            players = [user if one.seat == seat else one.user for one in seats]
            if None in players:
                again = NewMessage(kind="invitation", payload=json.dumps({"quiet": True}))
                row = await self._bot.store.take_seat(match, seat, user, outbox=[again], interaction=interaction.id)
            else:
                row = await self._begin(row, [one for one in players if one is not None], interaction.id)
        return row

    async def _begin(self, row: Match, players: list[int], interaction: int) -> Match:
        position = Position.new(GAMES[row.game], json.loads(row.options), row.seats, row.seed)
        begun = await self._bot.store.start_match(
            row.id,
            position=written(position),
            to_move=[ask.seat for ask in position.asks],
            players=players,
            outbox=[NewMessage(kind="turn", payload=json.dumps({"version": 0}))],
            interaction=interaction,
        )
        self._bot.post.kick()
        return begun

    async def cancel(self, interaction: discord.Interaction, match: int) -> Match:
        """Call a match off: who sits there, within limits; who may manage the channel, always."""
        steward = interaction.permissions.manage_channels
        return await self._bot.path.cancel(match, interaction.user.id, interaction.id, steward=steward)

    async def call_off(self, interaction: discord.Interaction, match: int) -> Match:
        """Take an invitation back, or decline it."""
        seats = await self._bot.store.seats(match)
        concerned = {seat.user for seat in seats} | {seat.invited for seat in seats}
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
            row = await self._bot.store.rehome(match, channel, _parent(interaction))
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
    if any(seat.user == user for seat in seats):
        raise Sorry(text("You sit at this match already; the others are still missing."))
    for seat in seats:
        if seat.user is None and seat.invited == user:
            return seat.seat
    for seat in seats:
        if seat.user is None and seat.invited is None:
            return seat.seat
    raise Sorry(text("The free seats are kept for somebody else."))


def need_permissions(interaction: discord.Interaction, *, thread: bool) -> None:
    """Say what is missing before anything is begun."""
    may = interaction.app_permissions
    inside = isinstance(interaction.channel, discord.Thread)
    needs: list[tuple[bool, Text]] = [
        (may.view_channel, text("view channel")),
        (may.send_messages_in_threads if inside or thread else may.send_messages, text("send messages")),
        (may.attach_files, text("attach files")),
        (may.create_public_threads or not thread, text("create public threads")),
    ]
    missing = [name for granted, name in needs if not granted]
    if missing:
        pattern = ", ".join(f"{{n{number}}}" for number in range(len(missing)))
        names = Text(pattern, {f"n{number}": name for number, name in enumerate(missing)})
        raise Sorry(text("I am missing permissions in this channel: {names}.", names=names))


def _parent(interaction: discord.Interaction) -> int | None:
    return interaction.channel.parent_id if isinstance(interaction.channel, discord.Thread) else None
