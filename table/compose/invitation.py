"""The invitation to a match."""

from __future__ import annotations

from engine.core.text import text
from engine.learning.lessons import course
from table.compose import payloads
from table.compose.context import Context
from table.compose.words import clock, do_you_accept, names, option_lines
from table.matches.live import game_of
from table.outbox.outgoing import Button, Line, Outgoing, bold, mention


async def invitation(context: Context) -> Outgoing | None:
    """The invitation with its terms, players and open seats; None if the match is no longer open."""
    match, seats = context.match, context.seats
    if match.status != "open":
        return None
    call = context.payload(payloads.Invitation).call
    guests = {seat.seat: seat.invited for seat in seats if seat.person is None and seat.invited is not None}
    title = text("{who} would like to play {game}.", who=mention(match.creator), game=game_of(match).name)
    lines = [Line(title, "heading"), *option_lines(match), Line(clock(match), "small")]
    if match.origin is not None:
        lines.append(Line(text("A rematch of match {match}.", match=match.origin), "small"))
    if match.rated:
        lines.append(Line(bold(text("Rated: by joining you agree that the result counts for the ladder."))))
    if match.hints:
        lines.append(Line(text("Hints are allowed; the result shows how many each side used."), "small"))
    present = text(
        "Players so far: {names}. {n} more is needed.",
        "Players so far: {names}. {n} more are needed.",
        names=names(seat.person for seat in seats if seat.person is not None),
        n=sum(seat.person is None for seat in seats),
    )
    lines.append(Line(present))
    if guests:
        lines.append(do_you_accept(guests.values()))
    free = sum(1 for seat in seats if seat.person is None and seat.invited is None)
    if free:
        lines.append(Line(text("{n} open seat: who wants to join?", "{n} open seats: who wants to join?", n=free)))
    buttons = (
        Button("join", text("Join"), style="success"),
        Button("cancel", text("Decline or cancel") if guests else text("Cancel")),
        Button("rules", text("Rules")),
        *((Button("learn", text("Learn")),) if course(match.game) else ()),
        *(() if match.rated else (Button("fill", text("Fill with computers")),)),
    )
    pings = [person for seat, person in guests.items() if call is None or seat in call]
    return context.outgoing(lines, buttons, pings, version=0)


async def full(context: Context) -> Outgoing:
    """The final state of the invitation: the players, or that it was canceled."""
    match = context.match
    title = text("{who} would like to play {game}.", who=mention(match.creator), game=game_of(match).name)
    if match.status == "cancelled":
        happened = text("The match was canceled.")
    else:
        happened = text("The match has begun: {names}.", names=names(seat.person for seat in context.seats))
    return context.outgoing([Line(title), Line(happened, "small")], version=0).spent()


async def cancelled(context: Context) -> Outgoing:
    """Announce that the match was canceled, or that its invitation has expired."""
    by = context.payload(payloads.Cancelled).by
    if by is not None and by in (seat.invited for seat in context.seats if seat.person is None):
        return context.outgoing([Line(text("{who} declines the invitation.", who=mention(by)))])
    if by is None and not context.match.position:
        return context.outgoing([Line(text("Nobody joined: the invitation has expired."))])
    if by is None:
        return context.outgoing([Line(text("The match was closed without a result: I was no longer on its server."))])
    return context.outgoing([Line(text("{who} has canceled the match.", who=mention(by)))])
