"""Messages about the clocks: time-outs, pauses, vacations."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.text import joined, text
from table.compose import payloads
from table.compose.context import Context
from table.compose.words import names, your_move
from table.computers.computers import is_computer
from table.matches.live import Live
from table.outbox.outgoing import Button, Line, Outgoing, bold, mention, moment

CLAIM = Button("claim", text("Claim the win"))


async def flag(context: Context) -> Outgoing | None:
    """Announce that a player is out of time and the opponents may claim the win; None if that no longer applies."""
    payload = context.payload(payloads.TimeOver)
    over = (await context.times()).over
    late = [seat for seat in payload.seats if seat in over and await context.still_asked(seat, payload.version)]
    if not late:
        return None
    live = context.live
    people = [one for one in live.seats if one.person and not is_computer(one.person)]
    claimants = [one for one in people if any(one.seat in live.rivals(seat) for seat in late)]
    pings = [one.person for one in claimants if one.seat in payload.call]
    return context.outgoing(time_over_lines(live, late, [one.person for one in claimants]), [CLAIM], pings)


async def flag_settled(context: Context) -> Outgoing:
    """The final state of the message once nobody may claim the win any longer."""
    seats = context.payload(payloads.TimeOver).seats
    late = text("Out of time: {names}.", names=names(context.seats[seat].person for seat in seats))
    return context.outgoing([Line(late)]).spent()


def time_over_lines(live: Live, late: Sequence[int], claimants: Sequence[int | None]) -> list[Line]:
    """The players who are out of time, and those who may claim the win."""
    over = text("Out of time: {names}.", names=names(live.person_at(seat) for seat in late))
    return [Line(over), Line(text("{names}: you may claim the win, or wait.", names=names(claimants)))]


async def paused(context: Context) -> Outgoing:
    """Announce that the players have agreed on a pause."""
    words = text("Agreed: the match is paused. The clocks run again when someone uses `/match resume`.")
    return context.outgoing([Line(words)])


async def resumed(context: Context) -> Outgoing:
    """Announce that a paused match runs again. Pings the seats to move, except the one that resumed it."""
    payload, match, live = context.payload(payloads.Resumed), context.match, context.live
    times = await context.times()
    lines = [Line(text("{who} resumes the match: the clocks run again.", who=mention(live.person_at(payload.by))))]
    to_move = match.to_move if match.status == "live" and match.version == payload.version else ()
    for seat in to_move:
        words, left = bold(your_move(live, seat)), times.left(seat)
        lines.append(Line(joined([words, left], " ") if left else words, passing=True))
    pings = [live.person_at(seat) for seat in to_move if seat in payload.call]
    resumed = context.outgoing(lines, [Button("play", text("Play"), style="primary")], pings)
    return resumed if to_move else resumed.spent()


async def away(context: Context) -> Outgoing:
    """Announce a player's vacation, current or planned."""
    payload = context.payload(payloads.Absence)
    who, ends = mention(payload.person), moment(payload.ends)
    words = text("{who} is on vacation until {ends}; the clocks are stopped.", who=who, ends=ends)
    if payload.planned:
        words = text(
            "{who} will be on vacation from {starts} until {ends}; the clocks will stop.",
            who=who,
            starts=moment(payload.starts),
            ends=ends,
        )
    return context.outgoing([Line(words)])


async def back(context: Context) -> Outgoing:
    """Announce that a player is back from vacation, or has canceled a planned one."""
    payload = context.payload(payloads.Absence)
    who = mention(payload.person)
    words = text("{who} is back from vacation.", who=who)
    if payload.planned:
        words = text("{who} is not going on vacation after all.", who=who)
    return context.outgoing([Line(words)])
