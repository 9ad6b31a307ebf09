"""What everybody in the channel sees: the invitation, the board after each turn, offers, the end."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord

from cogs.ui import news
from cogs.ui.controls import ActionButton, Address
from cogs.ui.panel import SIDE_COLOURS, Row, attached, gallery, layout, mention
from cogs.ui.rated import rated
from cogs.ui.times import Times, times
from cogs.voice import Voice, voice
from db.rows import Match, Message, Seat
from engine.core.ask import Event, seen_by
from engine.core.game import AnyGame
from engine.core.text import Text, joined, text
from render import Marks
from table import clocks
from table.live import Live, game_of, options_of, position_after, position_of
from table.offers import answering
from table.outgoing import clip
from table.post import Letter
from table.scenes import has_scenes
from table.story import last_told, opening, story

if TYPE_CHECKING:
    from cogs.arena import Arena

MOST_LINES = 24


class Public:
    """Composes the messages of the outbox from what is stored; the same row always gives the same message."""

    def __init__(self, bot: Arena) -> None:
        self._bot = bot

    async def __call__(self, message: Message) -> Letter | None:
        match = await self._bot.store.match(message.match)
        speak = voice(match.language)
        payload = json.loads(message.payload)
        if message.kind == "turn":
            return await self.turn(match, payload["version"], payload.get("call"), speak)
        seats = await self._bot.store.seats(match.id)
        if message.kind == "invitation":
            return invitation(match, seats, speak, payload.get("call")) if match.status == "open" else None
        if message.kind == "offer":
            return await self._offer(match, seats, payload, speak)
        if message.kind == "rated":
            return rated(match, await self._bot.store.results(match.id), message.payload, speak)
        if message.kind == "flag":
            return await news.flag(self._bot, match, seats, payload, speak)
        if message.kind == "resumed":
            return await news.resumed(self._bot, match, seats, payload, speak)
        if message.kind in news.CALLS:
            return await news.call(self._bot, match, seats, message, payload)
        return news.notice(match, seats, message.kind, payload, speak)

    async def _offer(
        self, match: Match, seats: Sequence[Seat], payload: dict[str, str | int], speak: Voice
    ) -> Letter | None:
        """An offer, if it is still one when it is sent; the others answer."""
        found = await self._bot.store.offer(match.id, str(payload["kind"]))
        if found is None or not found.version == payload["version"] == match.version:
            return None
        asked = answering(Live(match, tuple(seats), position_of(match)), found)
        return news.offer(match, seats, asked, payload, speak)

    async def turn(self, match: Match, version: int, call: list[int] | None, speak: Voice) -> Letter:
        """The board after so many entries, what happened since the last such message, and who is next.

        `call` are the seats to ping; without it all that are to move. The end is told to all but who brought it about.
        """
        moves = (await self._bot.store.moves(match.id))[:version]
        seats = await self._bot.store.seats(match.id)
        live = Live(match, tuple(seats), position_after(match, moves, version))
        since = last_told(moves, version)
        chapters = story(moves, since)
        events: list[Event] = [] if version else opening(match)
        events += [event for chapter in chapters for event in chapter.events]
        public = seen_by(events, None)
        lines = live.game.narrate(public) if not version else [line for one in chapters for line in one.told(live.game)]
        board = await self._bot.pictures.board(
            live.game,
            live.view(),
            language=match.language,
            palette=match.palette,
            marks=Marks(trail=live.game.trail(public)),
        )
        words = [clip("\n".join(speak(line) for line in lines[-MOST_LINES:]), 2500)] if lines else []
        if not version:
            words.insert(0, _presented(live, speak))
        pinged: list[int] = []
        if live.position.outcome is None:
            if asked := await self._still_asked(live, version):  # sent late, it calls nobody who has moved since
                pinged = [seat for seat in asked if call is None or seat in call]
                words.append(_next(live, asked, await times(self._bot, match), speak))
        else:
            pinged = call or []
            words += [*_winners(live, speak), _players(live, speak), _proof(match, speak)]
        colour = SIDE_COLOURS[live.position.asks[0].seat] if live.position.asks else None
        buttons = _buttons(live, version, speak)
        if has_scenes(match, public):
            buttons.add_item(ActionButton("film", Address(match.id, version), speak(text("Battle"))))
        parts = [gallery(board), discord.ui.TextDisplay("\n".join(words)), buttons]
        users = [live.user_at(seat) for seat in pinged]
        return Letter(layout(*parts, colour=colour), (attached(board),), tuple(user for user in users if user))

    async def _still_asked(self, live: Live, version: int) -> list[int]:
        """Those whom the position asks something that they have not answered by now."""
        match, same = live.match, self._bot.path.same_question
        seats = [ask.seat for ask in live.position.asks if match.status == "live" and ask.seat in match.to_move]
        return [seat for seat in seats if await same(match, seat, version)]


def _presented(live: Live, speak: Voice) -> str:
    game = live.game
    options = described_options(game, live.match, speak)
    clock = _time(live.match, speak)
    terms = f"{clock} · {speak(text('rated'))}" if live.match.rated else clock
    proof = speak(text("Fair chance: the seed's SHA-256 is {hash}", hash=f"`{live.match.seed_hash}`"))
    return f"### {speak(game.name)}\n{_players(live, speak)}\n-# {options}\n-# {terms}\n-# {proof}"


def _time(match: Match, speak: Voice) -> str:
    return speak(text("Time: {clock}", clock=clocks.described(clocks.load_clock(match.clock))))


def _players(live: Live, speak: Voice) -> str:
    """Who plays which side."""
    return " · ".join(f"**{speak(live.name_of(seat.seat))}** {mention(seat.user)}" for seat in live.seats)


def described_options(game: AnyGame, match: Match, speak: Voice) -> str:
    """The match's options in words."""
    chosen = options_of(match)
    told = []
    for option in game.match_options:
        value = chosen.get(option.key, option.default)
        name = option.value_names[option.values.index(value)] if option.value_names else Text(str(value))
        told.append(f"{speak(option.name)}: {speak(name)}")
    return " · ".join(told)


def _next(live: Live, asked: Sequence[int], clock: Times, speak: Voice) -> str:
    """Who is to decide, by when, and who is away."""
    called = []
    for seat in asked:
        side, left = live.name_of(seat), clock.left(seat, speak)
        told = speak(text("{side}, {who}: your move.", side=side, who=mention(live.user_at(seat))))
        called.append(f"{told} · {left}" if left else told)
    aside = [*clock.kept(live, speak), *clock.absent(speak)]
    return "\n".join([*(f"-# {line}" for line in aside), "**" + " ".join(called) + "**"])


def _winners(live: Live, speak: Voice) -> list[str]:
    """Who has won, by name, and the scores of all; it pings nobody."""
    outcome = live.position.outcome
    assert outcome is not None
    lines = []
    if outcome.winners:
        names = ", ".join(mention(live.user_at(seat)) for seat in outcome.winners)
        lines.append(f"**{speak(text('Victory: {names}', names=names))}**")
    if outcome.scores:
        sides = [live.name_of(seat) for seat in range(len(outcome.scores))]
        scores = [text("{side} {points}", side=side, points=outcome.scores[seat]) for seat, side in enumerate(sides)]
        lines.append(speak(text("Result: {scores}", scores=joined(scores))))
    return lines


def _proof(match: Match, speak: Voice) -> str:
    return "-# " + speak(text("The seed was {seed}; its SHA-256 was published at the start.", seed=f"`{match.seed}`"))


def _buttons(live: Live, version: int, speak: Voice) -> Row:
    address = Address(live.match.id, version)
    row = Row()
    if live.position.outcome is None:
        row.add_item(ActionButton("play", address, speak(text("Play")), style=discord.ButtonStyle.primary))
    else:
        row.add_item(ActionButton("rematch", address, speak(text("Rematch")), style=discord.ButtonStyle.primary))
    row.add_item(ActionButton("side", address, speak(text("From my side"))))
    row.add_item(ActionButton("since", address, speak(text("Since my turn"))))
    row.add_item(ActionButton("rules", address, speak(text("Rules"))))
    return row


def invitation(match: Match, seats: Sequence[Seat], speak: Voice, call: Sequence[int] | None) -> Letter:
    """Who has sat down, who is missing, and what is agreed to by joining.

    `call` are the seats whose guests are pinged; without it all. Posted again when somebody has joined, it has none.
    """
    game = game_of(match)
    guests = {seat.seat: seat.invited for seat in seats if seat.user is None and seat.invited is not None}
    invited = list(guests.values())
    title = speak(text("{who} would like to play {game}.", who=mention(match.creator), game=game.name))
    lines = [f"### {title}", f"-# {described_options(game, match, speak)}"]
    lines.append(f"-# {_time(match, speak)}")
    if match.origin is not None:
        lines.append("-# " + speak(text("A rematch of match {match}.", match=match.origin)))
    if match.rated:
        lines.append(f"**{speak(text('Rated: who joins agrees that the result counts for the ladder.'))}**")
    present = ", ".join(mention(seat.user) for seat in seats if seat.user is not None)
    missing = sum(seat.user is None for seat in seats)
    lines.append(
        speak(
            text(
                "At the table: {names}. Missing: {n} player.",
                "At the table: {names}. Missing: {n} players.",
                names=present,
                n=missing,
            )
        )
    )
    if invited:
        lines.append(speak(text("{names}, do you accept?", names=", ".join(mention(user) for user in invited))))
    free = sum(1 for seat in seats if seat.user is None and seat.invited is None)
    if free:
        lines.append(speak(text("{n} free seat: who joins?", "{n} free seats: who joins?", n=free)))
    words = "\n".join(lines)
    address = Address(match.id, 0)
    row = Row(
        ActionButton("join", address, speak(text("Join")), style=discord.ButtonStyle.success),
        ActionButton("cancel", address, speak(text("Cancel"))),
        ActionButton("rules", address, speak(text("Rules"))),
    )
    pings = tuple(user for seat, user in guests.items() if call is None or seat in call)
    return Letter(layout(discord.ui.TextDisplay(words), row), (), pings)
