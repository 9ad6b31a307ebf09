"""Offers of a draw, an undo, a pause and a substitute, and their results."""

from __future__ import annotations

import json

from engine.core.text import Text, text
from table.compose import payloads
from table.compose.context import Context
from table.compose.words import do_you_accept, names
from table.computers.computers import is_computer
from table.matches.live import Live
from table.matches.offers import may_answer
from table.matches.substitute_request import SUBSTITUTE, Substitution
from table.outbox.outgoing import Button, Line, Outgoing, mention

ACCEPTED = text("Accepted.")
CLOSED = text("This offer is no longer open.")


async def offer(context: Context) -> Outgoing | None:
    """An offer with buttons to answer it; None if it is no longer open."""
    payload, match = context.payload(payloads.Offered), context.match
    found = context.rows.offers.get(payload.kind)
    if found is None or not found.version == payload.version == match.version:
        return None
    asked = may_answer(context.live, found)
    agreed = json.loads(found.detail).get("yes", ())
    asked = [seat for seat in asked if seat not in agreed]
    others = [seat for seat in context.seats if seat.seat in asked and seat.person is not None]
    lines = [
        Line(offer_text(payload.kind, context.seats[payload.by].person)),
        Line(names(seat.person for seat in others)),
    ]
    call = asked if payload.call is None else payload.call
    pings = [seat.person for seat in others if seat.seat in call]
    return context.outgoing(lines, answer_buttons(payload.kind), pings)


async def answered(context: Context) -> Outgoing:
    """The final state of an offer that was answered or has lapsed."""
    payload = context.payload(payloads.Offered)
    words = offer_text(payload.kind, context.seats[payload.by].person)
    since = (await context.moves())[payload.version :]
    accepted = since and since[0].kind == payload.kind
    return context.outgoing([Line(words), Line(ACCEPTED if accepted else CLOSED, "small")]).spent()


def offer_text(kind: str, by: int | None) -> Text:
    """The offer in words."""
    who = mention(by)
    return {
        "draw": text("{who} offers a draw.", who=who),
        "undo": text("{who} asks to take back their last move (and all that came after it).", who=who),
        "pause": text("{who} asks for a pause: the clocks would stop until someone resumes the match.", who=who),
    }[kind]


def answer_buttons(kind: str) -> tuple[Button, ...]:
    """The buttons under an offer."""
    return Button("accept", text("Accept"), kind, "success"), Button("decline", text("Decline"), kind)


async def declined(context: Context) -> Outgoing:
    """Announce that an offer was declined."""
    payload = context.payload(payloads.Declined)
    who = mention(payload.who if payload.by is None else context.seats[payload.by].person)
    words = {
        "substitute": text("{who} declines: the seats stay as they are.", who=who),
        "draw": text("{who} declines the draw.", who=who),
        "undo": text("{who} declines to take it back.", who=who),
        "pause": text("{who} declines the pause.", who=who),
    }
    return context.outgoing([Line(words[payload.kind])])


async def substitute(context: Context) -> Outgoing | None:
    """The proposal of a substitute, with buttons for everybody who has to accept it; None if it is no longer open."""
    payload, seats = context.payload(payloads.Substitute), context.seats
    by, seat, new = payload.by, payload.seat, payload.person
    found = context.rows.offers.get(SUBSTITUTE)
    answered = found is None or Substitution.load(found.detail).person != new
    if context.match.status != "live" or not new or answered:
        return None
    asked: dict[int, int | None] = {seat: new}
    asked |= {one.seat: one.person for one in seats if one.person and by != seat and one.seat not in (by, seat)}
    asked = {number: person for number, person in asked.items() if not is_computer(person)}
    lines = [Line(substitute_text(context.live, by, seat, new)), do_you_accept(asked.values())]
    pings = [person for number, person in asked.items() if number in payload.call]
    return context.outgoing(lines, substitute_buttons(new), pings)


async def substitute_answered(context: Context) -> Outgoing:
    """The final state of a substitute proposal that was answered or has lapsed."""
    payload, seats = context.payload(payloads.Substitute), context.seats
    who, new = mention(seats[payload.by].person), mention(payload.person)
    words = text("{who} proposes {new} as a substitute.", who=who, new=new)
    return context.outgoing([Line(words), Line(CLOSED, "small")]).spent()


def substitute_text(live: Live, by: int, seat: int, new: int) -> Text:
    """The proposal in words, with a remark if the match is rated."""
    who, absent, substitute = mention(live.person_at(by)), mention(live.person_at(seat)), mention(new)
    side = live.side_name(seat)
    if by == seat and side:
        words = text("{who} would like to hand over {side} to {new}.", who=who, side=side, new=substitute)
    elif by == seat:
        words = text("{who} would like to hand over their seat to {new}.", who=who, new=substitute)
    elif side:
        words = text(
            "{who} proposes that {new} take over from {absent} ({side}).",
            who=who, new=substitute, absent=absent, side=side,
        )  # fmt: skip
    else:
        words = text("{who} proposes that {new} take over from {absent}.", who=who, new=substitute, absent=absent)
    rated = text("The match is rated: it counts for whoever plays most of the moves.")
    return text("{what} {more}", what=words, more=rated) if live.match.rated else words


def substitute_buttons(new: int) -> tuple[Button, ...]:
    """The buttons under a substitute proposal."""
    return Button("takeover", text("Accept"), str(new), "success"), Button("stay", text("Decline"), str(new))


async def substituted(context: Context) -> Outgoing:
    """Announce that a substitute has taken a seat."""
    payload = context.payload(payloads.Substituted)
    words = text("{new} takes over from {old}.", new=mention(payload.new), old=mention(payload.old))
    return context.outgoing([Line(words)])
