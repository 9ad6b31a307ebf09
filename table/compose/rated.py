"""The rating changes after a rated match."""

from __future__ import annotations

from engine.core.text import Text, joined, text
from engine.registry import GAMES
from table.compose import payloads
from table.compose.context import Context
from table.outbox.outgoing import Line, Outgoing, bold, mention
from table.ratings.ratings import RANKED_FROM_MATCHES

PROVISIONAL = text("? = provisional: fewer than {n} rated matches", n=RANKED_FROM_MATCHES)


async def rated(context: Context) -> Outgoing | None:
    """The rating changes, best place first, without deleted players; None if nobody is left."""
    players = {one.seat: one for one in await context.store.ladder.results(context.match.id) if one.person is not None}
    changes = [one for one in context.payload(payloads.Rated).seats if one.seat in players]
    if not changes:
        return None
    changes.sort(key=lambda one: (players[one.seat].place, one.seat))
    lines = [Line(bold(text("The ladder of {game}", game=GAMES[context.match.game].name)))]
    lines += [Line(joined([mention(players[one.seat].person), _change(one)], " ")) for one in changes]
    if any(one.provisional for one in changes):
        lines.append(Line(PROVISIONAL, "small"))
    return context.outgoing(lines)


def _change(one: payloads.RatingChange) -> Text:
    change = one.after - one.before
    sign = "−" if change < 0 else "+" if change > 0 else "±"
    words = f"{one.before} → **{one.after}{'?' * one.provisional}** ({sign}{abs(change)})"
    return Text(words)
