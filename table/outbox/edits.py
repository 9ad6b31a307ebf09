"""Edits messages whose content has changed: boards of past turns, answered offers, full invitations.

Edits are optional: nothing waits for one, and one that the platform refuses is given up.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec.structs import replace

from db.errors import LeaseLost
from db.rows import Message, NewMessage, Outdated
from db.store import Store
from db.tables.leases import channel_lease
from table.log_context import set_log_fields
from table.outbox.leases import Leases
from table.outbox.outgoing import Outgoing, Undeliverable

log = logging.getLogger("arena")

EDIT_BATCH_SIZE = 100
"""The number of a channel's messages edited at a time."""
SHOWN_CACHE_SIZE = 512
"""The number of messages whose shown content is cached."""
GIVE_UP_SECONDS = 24 * 3600
"""Seconds after its first attempt at which an edit is given up."""

OFFER_KINDS = ("offer", "substitute", "answer")
INVITATION_KINDS = ("invitation", "invited")
QUESTION_KINDS = ("prompt", "call", "remind", "claim", "flag", "resumed", *OFFER_KINDS)
"""Messages about one question, which any move may answer."""
ALL_KINDS = ("turn", *INVITATION_KINDS, *QUESTION_KINDS)


class Editor(Protocol):
    """Edits messages: Discord, or a test's list of messages."""

    async def edit(self, message: Message, outgoing: Outgoing, *, same_board: bool) -> None:
        """Replace the message's content without a ping; raises `Undeliverable`."""

    async def remove(self, message: Message) -> None:
        """Delete the message; raises `Undeliverable`."""


class Recompose(Protocol):
    """Composes the current content of sent messages."""

    async def again(self, outdated: Outdated, before: Outgoing | None) -> Outgoing | None:
        """The message's current content, None to delete it. `before` is the shown content, if it is known."""


class Edits:
    """Edits each channel's outdated messages one at a time, in the background."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float],
        compose: Recompose,
        platform: Editor,
        leases: Leases,
        *,
        posted: Callable[[int], object],
    ) -> None:
        """`posted` is called with the channel when a message was put into the outbox."""
        self._store, self._clock, self._compose, self._platform = store, clock, compose, platform
        self._leases, self._posted = leases, posted
        self._shown: OrderedDict[int, tuple[int, Outgoing]] = OrderedDict()
        """The shown content of messages and its revision, by row id."""
        self._unsaved: dict[int, int | None] = {}
        """The revisions that messages show, to be stored with the next write; None: not edited again."""
        self._tried: dict[int, float] = {}
        """The time of the first failed attempt to edit a message, by row id."""
        self._waiting: dict[int, dict[int, Outdated]] = {}
        self._workers: dict[int, asyncio.Task[None]] = {}

    def sent(self, message: Message, outgoing: Outgoing) -> None:
        """Cache the content of a message that was just sent."""
        self._remember(message, 0, outgoing)

    def take_unsaved(self) -> dict[int, int | None]:
        """Return and clear the unsaved edit states; the caller must store them."""
        unsaved, self._unsaved = self._unsaved, {}
        return unsaved

    async def save(self) -> None:
        """Store which edits are finished."""
        if self._unsaved:
            await self._store.outbox.mark_edited(self.take_unsaved())

    async def look(self, channel: int, outdated: Sequence[Outdated] | None = None) -> None:
        """Edit the channel's outdated messages in the background; reads them unless they are given."""
        if outdated is None:
            outdated = await self._store.outbox.outdated(channel, EDIT_BATCH_SIZE)
        found = [one for one in outdated if self._is_outdated(one.message)]
        if not found:
            return
        self._waiting.setdefault(channel, {}).update({one.message.id: one for one in found})
        if channel not in self._workers:
            self._workers[channel] = asyncio.get_running_loop().create_task(self._work(channel))

    def tasks(self) -> list[asyncio.Task[None]]:
        """The running edit tasks."""
        return list(self._workers.values())

    def _is_outdated(self, message: Message) -> bool:
        shown = self._unsaved.get(message.id, message.shown)
        return shown is not None and shown < message.revision

    async def _work(self, channel: int) -> None:
        name = channel_lease(channel)
        try:
            with self._leases.using(name):
                while waiting := self._waiting.get(channel):
                    self._leases.need(name)
                    number = next(iter(waiting))
                    await self._edit(waiting.pop(number))
        except LeaseLost as error:
            log.info("another process edits the rest of channel %s: %s", channel, error)
        finally:
            self._waiting.pop(channel, None)
            del self._workers[channel]

    async def _edit(self, outdated: Outdated) -> None:
        set_log_fields(match=outdated.message.match)
        message, before = outdated.message, self._known(outdated.message)
        after, same_board = None, False
        try:
            after = await self._compose.again(outdated, before)
            if after is None:
                await self._platform.remove(message)
            elif before is None or replace(after, pings=(), version=before.version) != before:
                same_board = before is not None and before.board == after.board
                await self._platform.edit(message, after, same_board=same_board)
        except Undeliverable as error:
            since = self._tried.setdefault(message.id, self._clock())
            if not error.never and self._clock() - since < GIVE_UP_SECONDS:
                log.info("match %s: message %s not edited now: %s", message.match, message.id, error)
                return  # retried with the next message there, or after a restart
            log.info("match %s: message %s is not edited: %s", message.match, message.id, error)
            if after is not None and message.kind == "turn" and not after.final and not same_board:
                await self._post_anew(message, after.version)
            after = None
        except LeaseLost:
            raise
        except Exception:
            log.exception("match %s: message %s (%s) cannot be edited", message.match, message.id, message.kind)
            after = None
        self._tried.pop(message.id, None)
        final = after is None or after.final
        self._unsaved[message.id] = None if final else message.revision
        if after is None or final:
            self._shown.pop(message.id, None)
        else:
            self._remember(message, message.revision, after)

    async def _post_anew(self, message: Message, version: int) -> None:
        """Post a board whose message cannot be edited; it pings nobody."""
        payload = json.dumps({"version": version, "call": []})
        await self._store.outbox.post(message.of_match, [NewMessage(kind=message.kind, payload=payload)])
        self._posted(message.channel)

    def _known(self, message: Message) -> Outgoing | None:
        """The cached content of the message, unless another process has edited it since."""
        revision, outgoing = self._shown.get(message.id, (-1, None))
        return outgoing if revision == self._unsaved.get(message.id, message.shown) else None

    def _remember(self, message: Message, revision: int, outgoing: Outgoing) -> None:
        self._shown[message.id] = revision, replace(outgoing, pings=())
        self._shown.move_to_end(message.id)
        while len(self._shown) > SHOWN_CACHE_SIZE:
            self._shown.popitem(last=False)
