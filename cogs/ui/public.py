"""What everybody in the channel sees: the invitation, the board after each turn, offers, the end."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord

from cogs.table.live import Live, game_of, options_of, position_after, position_of
from cogs.table.post import Letter
from cogs.table.scenes import has_scenes
from cogs.table.sorry import clip
from cogs.table.story import last_told, opening, story
from cogs.ui.controls import Press, Spot
from cogs.ui.panel import SIDE_COLOURS, Row, attached, gallery, layout
from cogs.voice import Voice, voice
from db.rows import Match, Message, Seat
from engine.core.ask import Event, seen_by
from engine.core.game import Game
from engine.core.text import Text, joined, text
from render import Marks

if TYPE_CHECKING:
    from cogs.arena import Arena

MOST_LINES = 24


def mention(user: int | None) -> str:
    return f"<@{user}>" if user is not None else "—"


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
        if message.kind == "invitation" and match.status != "open":
            return None
        if message.kind == "invitation":
            return invitation(match, seats, speak, quiet=bool(payload.get("quiet")))
        if message.kind == "offer" and not await self._stands(match, payload):
            return None
        if message.kind == "offer":
            rivals = Live(match, tuple(seats), position_of(match)).rivals(int(payload["by"]))
            return offer(match, seats, rivals, payload, speak)
        return notice(match, seats, message.kind, payload, speak)

    async def _stands(self, match: Match, payload: dict[str, str | int]) -> bool:
        """Whether an offer that is sent late is still one."""
        offer = await self._bot.store.offer(match.id, str(payload["kind"]))
        return offer is not None and offer.version == payload["version"] == match.version

    async def turn(self, match: Match, version: int, call: list[int] | None, speak: Voice) -> Letter:
        """The board after so many entries, what happened since the last such message, and who is next.

        `call` are the seats to ping; without it all that are to move.
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
        pings: tuple[int, ...] = ()
        if live.position.outcome is None:
            if version == match.version and match.status == "live":  # sent late, it calls nobody who has moved since
                asked = [ask.seat for ask in live.position.asks]
                pings = tuple(live.user_at(seat) for seat in asked if call is None or seat in call)
                words.append(_next(live, speak))
        else:
            words += [*_winners(live, speak), _proof(match, speak)]
        colour = SIDE_COLOURS[live.position.asks[0].seat] if live.position.asks else None
        buttons = _buttons(live, version, speak)
        if has_scenes(match, public):
            buttons.add_item(Press("film", Spot(match.id, version), speak(text("Battle"))))
        parts = [gallery(board), discord.ui.TextDisplay("\n".join(words)), buttons]
        return Letter(layout(*parts, colour=colour), (attached(board),), pings)


def _presented(live: Live, speak: Voice) -> str:
    game = live.game
    sides = " · ".join(f"**{speak(live.name_of(seat.seat))}** {mention(seat.user)}" for seat in live.seats)
    options = described_options(game, live.match, speak)
    proof = speak(text("Fair chance: the seed's SHA-256 is {hash}", hash=f"`{live.match.seed_hash}`"))
    return f"### {speak(game.name)}\n{sides}\n-# {options}\n-# {proof}"


def described_options(game: Game, match: Match, speak: Voice) -> str:
    """The match's options in words."""
    chosen = options_of(match)
    told = []
    for choice in game.choices:
        value = chosen.get(choice.key, choice.default)
        name = choice.value_names[choice.values.index(value)] if choice.value_names else Text(str(value))
        told.append(f"{speak(choice.name)}: {speak(name)}")
    return " · ".join(told)


def _next(live: Live, speak: Voice) -> str:
    lines = []
    for ask in live.position.asks:
        side = live.name_of(ask.seat)
        lines.append(speak(text("{side}, {who}: your move.", side=side, who=mention(live.user_at(ask.seat)))))
    return "**" + " ".join(lines) + "**"


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
    spot = Spot(live.match.id, version)
    row = Row()
    if live.position.outcome is None:
        row.add_item(Press("play", spot, speak(text("Play")), style=discord.ButtonStyle.primary))
    row.add_item(Press("side", spot, speak(text("From my side"))))
    row.add_item(Press("since", spot, speak(text("Since my turn"))))
    row.add_item(Press("rules", spot, speak(text("Rules"))))
    return row


def invitation(match: Match, seats: Sequence[Seat], speak: Voice, *, quiet: bool) -> Letter:
    """Who has sat down and who is missing. Posted again (`quiet`) when somebody has joined, it calls nobody anew."""
    game = game_of(match)
    invited = [seat.invited for seat in seats if seat.user is None and seat.invited is not None]
    title = speak(text("{who} would like to play {game}.", who=mention(match.creator), game=game.name))
    lines = [f"### {title}", f"-# {described_options(game, match, speak)}"]
    if match.seats > 2:
        joined = ", ".join(mention(seat.user) for seat in seats if seat.user is not None)
        lines.append(speak(text("At the table: {names}.", names=joined)))
    if invited:
        lines.append(speak(text("{names}, do you accept?", names=", ".join(mention(user) for user in invited))))
    free = sum(1 for seat in seats if seat.user is None and seat.invited is None)
    if free:
        lines.append(speak(text("{n} free seat: who joins?", "{n} free seats: who joins?", n=free)))
    words = "\n".join(lines)
    spot = Spot(match.id, 0)
    row = Row(
        Press("join", spot, speak(text("Join")), style=discord.ButtonStyle.success),
        Press("cancel", spot, speak(text("Cancel"))),
        Press("rules", spot, speak(text("Rules"))),
    )
    return Letter(layout(discord.ui.TextDisplay(words), row), (), () if quiet else tuple(invited))


def offer(
    match: Match, seats: Sequence[Seat], rivals: Sequence[int], payload: dict[str, str | int], speak: Voice
) -> Letter:
    """A draw or an undo is offered; the others answer."""
    by = int(payload["by"])
    others = tuple(seat.user for seat in seats if seat.seat in rivals and seat.user is not None)
    who = mention(seats[by].user)
    words = {
        "draw": text("{who} offers a draw.", who=who),
        "undo": text("{who} asks to take back their last move (and all that came after it).", who=who),
    }[str(payload["kind"])]
    spot = Spot(match.id, int(payload["version"]))
    kind = str(payload["kind"])
    row = Row(
        Press("accept", spot, speak(text("Accept")), extra=kind, style=discord.ButtonStyle.success),
        Press("decline", spot, speak(text("Decline")), extra=kind),
    )
    answer = ", ".join(mention(user) for user in others)
    return Letter(layout(discord.ui.TextDisplay(f"{speak(words)}\n{answer}"), row), (), others)


def notice(
    match: Match, seats: Sequence[Seat], kind: str, payload: dict[str, str | int | None], speak: Voice
) -> Letter:
    """Short news without a board."""
    if kind == "declined":
        who = mention(seats[int(payload["by"] or 0)].user)
        declined = {
            "draw": text("{who} declines the draw.", who=who),
            "undo": text("{who} declines to take it back.", who=who),
        }
        words = declined[str(payload["kind"])]
    elif kind == "cancelled" and payload.get("by"):
        words = text("{who} has cancelled the match.", who=mention(int(payload["by"] or 0)))
    elif kind == "cancelled":
        words = text("Nobody joined: the invitation has expired.")
    else:
        raise ValueError(f"match {match.id}: unknown message kind {kind}")
    return Letter(layout(discord.ui.TextDisplay(speak(words))))
