"""Short messages without a board: calls and reminders, offers and their answers, time that is over, pauses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import discord

from cogs.ui import vacation
from cogs.ui.controls import ActionButton, Address
from cogs.ui.panel import Row, layout, mention
from cogs.ui.times import times
from cogs.voice import Voice, voice
from db.rows import Match, Message, Seat
from engine.core.text import Text, text
from engine.registry import GAMES
from table.live import Live, position_of
from table.notices import SUBSTITUTE, concerned, run_out
from table.post import Letter
from table.substitutes import read

if TYPE_CHECKING:
    from cogs.arena import Arena

CALLS = ("call", "remind", "ended", "claim", "answer", "invited")
"""What concerns one player: posted in the channel, or sent to the person where that is wished."""

Payload = Mapping[str, Any]


async def call(bot: Arena, match: Match, seats: Sequence[Seat], message: Message, payload: Payload) -> Letter | None:
    """What one person is told, if it still has a sense when it is sent."""
    kind, seat = message.kind, int(payload["seat"])
    user = (await concerned(bot, match, kind, payload.get("kind", ""))).get(seat)
    if user is None or (message.user is not None and message.user != user):
        return None
    if kind in ("call", "remind") and not await bot.path.same_question(match, seat, payload["version"]):
        return None
    person = await bot.store.person(user)
    speak = voice(person.language or match.language) if message.user else voice(match.language)
    if kind == "invited":
        words = speak(
            text("{who}, you are invited to a match of {game}.", who=mention(user), game=GAMES[match.game].name)
        )
    else:
        words = await _told(bot, Live(match, tuple(seats), position_of(match)), kind, payload, user, speak)
    if not message.user:
        row = await _buttons(bot, match, kind, payload, speak)
        return Letter(layout(discord.ui.TextDisplay(words), row), (), (user,))
    row = Row(discord.ui.Button(label=speak(text("To the match")), url=await link(bot, match)))
    return Letter(layout(discord.ui.TextDisplay(words), row), (), (user,))


async def _told(bot: Arena, live: Live, kind: str, payload: Payload, user: int, speak: Voice) -> str:
    """A notice in words; it names who is told."""
    seat = int(payload["seat"])
    who, side, game = mention(user), live.name_of(seat), live.game.name
    if kind == "ended":
        return f"{who} " + speak(text("{game}: your match is over.", game=game))
    if kind == "claim":
        late = run_out(*await bot.path.clocks(live.match))
        return _late(live, [one for one in late if seat in live.rivals(one)], [user], speak)
    if kind == "answer":
        found = await bot.store.offer(live.match.id, payload["kind"])
        assert found is not None, f"match {live.match.id}: an offer that nobody made is to be answered"
        if payload["kind"] == SUBSTITUTE:
            wanted = read(found.detail)
            return f"{speak(_stepping_in(live, found.by_seat, wanted.seat, wanted.user))}\n{who}"
        return f"{speak(_offered(payload['kind'], mention(live.user_at(found.by_seat))))}\n{who}"
    told = {
        "call": text("{who}, it is your move in {game} ({side}).", who=who, game=game, side=side),
        "remind": text("{who}, {game} ({side}) waits for your move.", who=who, game=game, side=side),
    }
    left = (await times(bot, live.match)).left(seat, speak)
    return speak(told[kind]) + (f" · {left}" if left else "")


async def _buttons(bot: Arena, match: Match, kind: str, payload: Payload, speak: Voice) -> Row:
    """What can be done about it, where the match is played."""
    address = Address(match.id, match.version)
    if kind == "answer" and payload["kind"] == SUBSTITUTE and (found := await bot.store.offer(match.id, SUBSTITUTE)):
        return _takeover(address, read(found.detail).user, speak)
    if kind == "answer":
        return _answers(address, payload["kind"], speak)
    if kind == "claim":
        return Row(ActionButton("claim", address, speak(text("Claim the match"))))
    names = {"ended": ("rematch", text("Rematch")), "invited": ("join", text("Join"))}
    name, label = names.get(kind, ("play", text("Play")))
    return Row(ActionButton(name, address, speak(label), style=discord.ButtonStyle.primary))


async def link(bot: Arena, match: Match) -> str:
    """Where the newest board is to be seen."""
    newest = await bot.store.newest(match.id, ("turn",))
    place = f"https://discord.com/channels/{match.guild or '@me'}/"
    return place + (f"{newest[0]}/{newest[1]}" if newest else str(match.channel))


def offer(match: Match, seats: Sequence[Seat], asked: Sequence[int], payload: Payload, speak: Voice) -> Letter:
    """Something is offered; the others answer."""
    by, kind = int(payload["by"]), str(payload["kind"])
    others = [seat for seat in seats if seat.seat in asked and seat.user is not None]
    words = speak(_offered(kind, mention(seats[by].user)))
    row = _answers(Address(match.id, int(payload["version"])), kind, speak)
    answer = ", ".join(mention(seat.user) for seat in others)
    call = payload.get("call", asked)
    pings = tuple(seat.user for seat in others if seat.user and seat.seat in call)
    return Letter(layout(discord.ui.TextDisplay(f"{words}\n{answer}"), row), (), pings)


def _offered(kind: str, who: str) -> Text:
    return {
        "draw": text("{who} offers a draw.", who=who),
        "undo": text("{who} asks to take back their last move (and all that came after it).", who=who),
        "pause": text("{who} asks for a pause: the clocks would stand still until one of you goes on.", who=who),
    }[kind]


def _answers(address: Address, kind: str, speak: Voice) -> Row:
    return Row(
        ActionButton("accept", address, speak(text("Accept")), extra=kind, style=discord.ButtonStyle.success),
        ActionButton("decline", address, speak(text("Decline")), extra=kind),
    )


def notice(match: Match, seats: Sequence[Seat], kind: str, payload: Payload, speak: Voice) -> Letter | None:
    """Short news; those that nobody has to act on ping nobody."""
    if kind == "substitute":
        return _substitute(match, seats, payload, speak)
    if kind not in NOTICES:
        raise ValueError(f"match {match.id}: unknown message kind {kind}")
    return Letter(layout(discord.ui.TextDisplay(speak(NOTICES[kind](seats, payload)))))


async def flag(bot: Arena, match: Match, seats: Sequence[Seat], payload: Payload, speak: Voice) -> Letter | None:
    """Somebody's time is over, and still is: the others may claim the match, or wait."""
    over = run_out(*await bot.path.clocks(match)) if match.status == "live" else []
    late = [
        seat
        for seat in payload["seats"]
        if seat in over and await bot.path.same_question(match, seat, payload["version"])
    ]
    if not late:
        return None
    live = Live(match, tuple(seats), position_of(match))
    may = [one for one in seats if one.user and any(one.seat in live.rivals(seat) for seat in late)]
    row = Row(ActionButton("claim", Address(match.id, match.version), speak(text("Claim the match"))))
    words = _late(live, late, [one.user for one in may], speak)
    pings = tuple(one.user for one in may if one.user and one.seat in payload["call"])
    return Letter(layout(discord.ui.TextDisplay(words), row), (), pings)


def _late(live: Live, late: Sequence[int], may: Sequence[int | None], speak: Voice) -> str:
    """Whose time is over, and who may claim the match."""
    told = speak(text("The time of {names} is over.", names=", ".join(mention(live.user_at(seat)) for seat in late)))
    names = ", ".join(mention(user) for user in may)
    return f"{told}\n" + speak(text("{names}: you may claim the match, or wait.", names=names))


async def resumed(bot: Arena, match: Match, seats: Sequence[Seat], payload: Payload, speak: Voice) -> Letter:
    """The clocks of a paused match run again; who is to move, and has not gone on themselves, is called."""
    live, clock = Live(match, tuple(seats), position_of(match)), await times(bot, match)
    lines = [speak(text("{who} goes on: the clocks run again.", who=mention(seats[int(payload["by"])].user)))]
    pings: list[int] = []
    for seat in match.to_move if match.status == "live" and match.version == payload["version"] else ():
        user = seats[seat].user
        told = speak(text("{side}, {who}: your move.", side=live.name_of(seat), who=mention(user)))
        lines.append(f"**{told}** {clock.left(seat, speak)}".strip())
        if seat in payload["call"] and user is not None:
            pings.append(user)
    address = Address(match.id, match.version)
    row = Row(ActionButton("play", address, speak(text("Play")), style=discord.ButtonStyle.primary))
    return Letter(layout(discord.ui.TextDisplay("\n".join(lines)), row), (), tuple(pings))


def _substitute(match: Match, seats: Sequence[Seat], payload: Payload, speak: Voice) -> Letter | None:
    """Somebody is asked to play on at a seat; where its player is absent, the others are asked, too."""
    if match.status != "live" or not payload["user"]:
        return None
    by, seat, new = int(payload["by"]), int(payload["seat"]), int(payload["user"])
    words = _stepping_in(Live(match, tuple(seats), position_of(match)), by, seat, new)
    asked = {seat: new} | {
        one.seat: one.user for one in seats if one.user and by != seat and one.seat not in (by, seat)
    }
    question = speak(text("{names}, do you accept?", names=", ".join(mention(user) for user in asked.values())))
    pings = tuple(user for number, user in asked.items() if number in payload["call"])
    row = _takeover(Address(match.id, match.version), new, speak)
    return Letter(layout(discord.ui.TextDisplay(f"{speak(words)}\n{question}"), row), (), pings)


def _stepping_in(live: Live, by: int, seat: int, new: int) -> Text:
    """Who shall play on where; and that it counts, if it does."""
    who, side, substitute = mention(live.user_at(by)), live.name_of(seat), mention(new)
    if by == seat:
        words = text("{who} would like to hand over {side} to {new}.", who=who, side=side, new=substitute)
    else:
        absent = mention(live.user_at(seat))
        words = text(
            "{who} proposes that {new} plays on for {absent} ({side}).",
            who=who,
            new=substitute,
            absent=absent,
            side=side,
        )
    rated = text("The match is rated: it counts for who plays most of the moves.")
    return text("{what} {more}", what=words, more=rated) if live.match.rated else words


def _takeover(address: Address, new: int, speak: Voice) -> Row:
    return Row(
        ActionButton("takeover", address, speak(text("Accept")), extra=str(new), style=discord.ButtonStyle.success),
        ActionButton("stay", address, speak(text("Decline")), extra=str(new)),
    )


def _substituted(seats: Sequence[Seat], payload: Payload) -> Text:
    return text("{new} plays on for {old}.", new=mention(payload["new"]), old=mention(payload["old"]))


def _declined(seats: Sequence[Seat], payload: Payload) -> Text:
    who = mention(payload["who"] if "who" in payload else seats[int(payload["by"])].user)
    return {
        "substitute": text("{who} declines: the seats stay as they are.", who=who),
        "draw": text("{who} declines the draw.", who=who),
        "undo": text("{who} declines to take it back.", who=who),
        "pause": text("{who} declines the pause.", who=who),
    }[str(payload["kind"])]


def _cancelled(_: Sequence[Seat], payload: Payload) -> Text:
    if payload.get("by") is None:
        return text("Nobody joined: the invitation has expired.")
    return text("{who} has cancelled the match.", who=mention(int(payload["by"])))


def _paused(seats: Sequence[Seat], payload: Payload) -> Text:
    return text("Agreed: the match is paused. The clocks go on when somebody says `/match resume`.")


NOTICES: dict[str, Callable[[Sequence[Seat], Payload], Text]] = {
    "declined": _declined,
    "cancelled": _cancelled,
    "paused": _paused,
    "away": vacation.away,
    "back": vacation.back,
    "substituted": _substituted,
}
"""Kinds of messages that are one sentence, and what they say."""
