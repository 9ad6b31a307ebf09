"""Notices to one player, in the channel or as a private message: your move, an offer to answer, the end."""

from __future__ import annotations

from engine.core.text import Text, joined, text
from engine.registry import GAMES
from table.compose import payloads
from table.compose.clock import CLAIM, time_over_lines
from table.compose.context import Context
from table.compose.offers import answer_buttons, offer_text, substitute_buttons, substitute_text
from table.compose.words import with_time_left
from table.matches.substitute_request import SUBSTITUTE, Substitution
from table.outbox.outgoing import Button, Line, Link, Outgoing, mention


async def notice(context: Context) -> Outgoing | None:
    """A notice to one person; None if it no longer applies to them."""
    message, match, payload = context.message, context.match, context.payload(payloads.Notice)
    kind, seat = message.kind, payload.seat
    person = (await context.recipients(match, kind, payload.kind)).get(seat)
    if person is None or (message.person is not None and message.person != person):
        return None
    if kind in ("call", "remind") and not await context.still_asked(seat, payload.version):
        return None
    lines = await _lines(context, payload, person)
    if message.person is None:
        return context.outgoing(lines, _buttons(context, payload), [person])
    language = (await context.person(person)).language
    return context.outgoing(lines, [await _link(context)], [person], language=language)


async def _lines(context: Context, payload: payloads.Notice, person: int) -> list[Line]:
    """The notice in words; it mentions the person."""
    kind, seat, who, game = context.message.kind, payload.seat, mention(person), GAMES[context.match.game].name
    if kind == "invited":
        return [Line(text("{who}, you are invited to a match of {game}.", who=who, game=game))]
    if kind == "ended":
        return [Line(joined([who, text("{game}: your match is over.", game=game)], " "))]
    live, times = context.live, await context.times()
    if kind == "claim":
        return time_over_lines(live, [late for late in times.over if seat in live.rivals(late)], [person])
    if kind == "answer":
        return [Line(_offer(context, payload.kind)), Line(who)]
    side = live.side_name(seat)
    place = text("{game} ({side})", game=game, side=side) if side else game
    words = {
        "call": text("{game}: {who}, it is your move.", who=who, game=place),
        "remind": text("{game}: {who}, the match is waiting for your move.", who=who, game=place),
    }
    return [Line(with_time_left(words[kind], times, seat))]


def _offer(context: Context, kind: str) -> Text:
    """The open offer of this kind, in words."""
    live, found = context.live, context.rows.offers[kind]
    if kind == SUBSTITUTE:
        wanted = Substitution.load(found.detail)
        return substitute_text(live, found.by_seat, wanted.seat, wanted.person)
    return offer_text(kind, live.person_at(found.by_seat))


def _buttons(context: Context, payload: payloads.Notice) -> tuple[Button, ...]:
    """The buttons under the notice in the channel."""
    kind = context.message.kind
    if kind == "answer" and payload.kind == SUBSTITUTE:
        return substitute_buttons(Substitution.load(context.rows.offers[SUBSTITUTE].detail).person)
    if kind == "answer":
        return answer_buttons(payload.kind)
    if kind == "claim":
        return (CLAIM,)
    actions = {"ended": ("rematch", text("Rematch")), "invited": ("join", text("Join"))}
    action, label = actions.get(kind, ("play", text("Play")))
    return (Button(action, label, style="primary"),)


async def _link(context: Context) -> Link:
    """A link to the newest board, or to the channel if none was posted."""
    match, label = context.match, text("To the match")
    newest = await context.store.outbox.newest_sent(match.id, ("turn",))
    if newest is None:
        return Link(label, match.guild, match.channel)
    return Link(label, match.guild, newest[0], newest[1])
