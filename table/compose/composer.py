"""Which function composes which kind of message."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from db.rows import Message, Outdated
from db.store import Store
from table.compose import clock, invitation, notices, offers, rated, turn
from table.compose.context import Context, LiveOf, Recipients
from table.outgoing import Outgoing
from table.times import stops_since

KINDS: Mapping[str, Callable[[Context], Awaitable[Outgoing | None]]] = {
    "turn": turn.turn,
    "invitation": invitation.invitation,
    "cancelled": invitation.cancelled,
    "offer": offers.offer,
    "declined": offers.declined,
    "substitute": offers.substitute,
    "substituted": offers.substituted,
    "flag": clock.flag,
    "paused": clock.paused,
    "resumed": clock.resumed,
    "away": clock.away,
    "back": clock.back,
    "rated": rated.rated,
    "call": notices.notice,
    "remind": notices.notice,
    "ended": notices.notice,
    "claim": notices.notice,
    "answer": notices.notice,
    "invited": notices.notice,
    "prompt": turn.prompt,
}
SETTLED: Mapping[str, Callable[[Context], Awaitable[Outgoing]]] = {
    "invitation": invitation.full,
    "offer": offers.answered,
    "substitute": offers.substitute_answered,
    "flag": clock.flag_settled,
}
"""What is left of messages that no longer apply; others are deleted."""


class Composer:
    """Composes the rows of the outbox from what is stored when they are sent."""

    def __init__(self, store: Store, live_of: LiveOf, recipients: Recipients, clock: Callable[[], float]) -> None:
        self._store, self._live_of, self._recipients, self._clock = store, live_of, recipients, clock

    async def __call__(self, message: Message) -> Outgoing | None:
        """The message; None when it no longer applies."""
        return await self._compose(message)

    async def again(self, outdated: Outdated, before: Outgoing | None) -> Outgoing | None:
        """The message as it is to be shown now, None to delete it; `before` is what it shows, if that is known."""
        message, spent = outdated.message, outdated.superseded and outdated.message.kind == "turn"
        if spent and before is not None:
            return before.spent()
        outgoing = await self._compose(message, before)
        return outgoing.spent() if spent and outgoing is not None else outgoing

    async def _compose(self, message: Message, before: Outgoing | None = None) -> Outgoing | None:
        if message.kind not in KINDS:
            raise ValueError(f"match {message.match}: unknown message kind {message.kind}")
        now = int(self._clock())
        rows = await self._store.match_rows(message.match, stops_since(now))
        context = Context(message, rows, self._store, self._live_of, self._recipients, now, before)
        outgoing = await KINDS[message.kind](context)
        if outgoing is None and context.sent and message.kind in SETTLED:
            return await SETTLED[message.kind](context)
        return outgoing
