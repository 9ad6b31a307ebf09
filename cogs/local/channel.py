"""The pages of one channel: clicks are queued, and a page receives only changes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

import simcord
from aiohttp import web
from simcord.preview import Preview, _server
from simcord.preview._pages import _Page

from cogs.local.typed import UnreadableLine, is_command, read_command
from cogs.local.window import PAGE_MESSAGES, Memory
from cogs.local.world import GUILD_ID, World, follow_real_time
from cogs.ui.voice import voice
from locales.folding import fold_accents

_BY_ID = ("messages", "assets")
"""Parts of a state that are sent entry by entry."""
_NEWS = ("messages", "timeline", "history", "channel", "commands", "modal", "status")
"""Parts of a state whose changes people see."""
_NOTHING = object()
_MAX_EARLIER_STATES = 8
"""The number of earlier states whose clicks are accepted."""


class _Unbound(_server.PreviewServer):
    """SimCord's request handlers for one channel without a socket; the local server calls them."""

    async def start(self) -> None:
        self.port = self._requested_port

    async def close(self) -> None:
        self.port = None


class Channel(Preview):
    """One channel or thread as SimCord previews it, for several people at once.

    SimCord refuses a click while another one is handled and shows news only after *Refresh*. Here the clicks of all
    channels are queued (`turn`), and `publish_news` shows the changes made by others.
    """

    _MAX_PAGES = 100
    _server: Any

    def __init__(
        self,
        env: simcord.Env,
        handle: simcord.ChannelHandle,
        world: World,
        *,
        port: int,
        key: str,
        turn: asyncio.Lock,
        changed: Callable[[int], None],
    ) -> None:
        super().__init__(
            env,
            handle,
            tuple(world.people),
            layout="channel",
            display="responsive",
            width=960,
            height=720,
            locale="en-US",
            timezone="UTC",
            presentation_time=None,
            assets=None,
            port=port,
        )
        self.capability, self.world, self.turn, self.changed = key, world, turn, changed
        self._server = _Unbound(self, port)
        self.memories: dict[str, Memory] = {}
        self._earlier: dict[str, dict[int, dict[str, Any]]] = {}

    def memory(self, page: _Page) -> Memory:
        return self.memories.setdefault(page.id, Memory())

    async def open(self) -> None:
        """Start the preview. SimCord allows one preview per Env; we manage several ourselves."""
        self.env._preview = None
        await self.__aenter__()

    def _publish(self, page: _Page, *, reason: Any = "action") -> None:
        self._advance_presentation_time()
        super()._publish(page, reason=reason)
        language = self.world.languages.get(page.viewer.id, "en-US")
        page.snapshot["profile"]["locale"] = language

    def publish_news(self) -> None:
        """Update every open page; a page without changes keeps its revision."""
        for page in list(self._pages.values()):
            if page is self._python:
                continue
            before, revision = page.snapshot, page.revision
            self._publish(page, reason="refresh")
            if all(before.get(part) == page.snapshot.get(part) for part in _NEWS):
                page.snapshot, page.revision = before, revision
            else:
                seen = self._earlier.setdefault(page.id, {})
                seen[revision] = before.get("messages", {})
                for old in sorted(seen)[:-_MAX_EARLIER_STATES]:
                    del seen[old]
        self.memories = {page: memory for page, memory in self.memories.items() if page in self._pages}
        self._earlier = {page: seen for page, seen in self._earlier.items() if page in self._pages}

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """Handle a page's request after all earlier ones."""
        if not _is_well_formed(body):
            raise web.HTTPBadRequest(text="An action is a JSON object.")
        async with self.turn:
            follow_real_time(self.env)
            self.env._preview = self
            page = self._get_page(context_id)
            if body.get("kind") == "history" and body.get("direction") == "older":
                self.memory(page).size += PAGE_MESSAGES
            elif body.get("kind") == "viewer":
                self.memory(page).size = PAGE_MESSAGES
                self.memory(page).projections.clear()
            try:
                body = self._with_typed_command(page, body)
            except UnreadableLine as error:
                speak = voice("pl" if self.world.languages.get(page.viewer.id) == "pl" else "en")
                number = {name: body.get(name) for name in ("request_id", "sequence")}
                return {**self._reject(page, "validation-failed", **number), "localNote": speak(error.text)}
            if body.get("kind") in ("close", "history"):  # "End preview session" ends one page, not everybody's table.
                body = {**body, "kind": "refresh"}
            result = await super()._action(context_id, self._with_present_revision(page, body))
            self.changed(self.channel.id)
            return result

    def _with_typed_command(self, page: _Page, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Run a line that starts with a slash as a command instead of sending it as a message."""
        line = body.get("content")
        if body.get("kind") != "send_message" or not isinstance(line, str) or not is_command(line):
            return body
        entry, options = read_command(line, page.command_catalog["entries"], self._ids_by_name())
        return {
            **{name: value for name, value in body.items() if name not in ("content", "target_id", "reply_to_id")},
            "kind": "run_command",
            "command_id": entry["commandId"],
            "path": entry["path"],
            "schema_fingerprint": entry["schemaFingerprint"],
            "options": options,
        }

    def _ids_by_name(self) -> dict[str, str]:
        """Ids of the people, the bot and the channels, by their normalized names."""
        backend = self.env.backend
        people = [person.user for person in self.world.people] + [backend.bot_user]
        named = {name: one.id for one in people for name in (one.name, one.global_name) if name}
        named |= {one.name: one.id for one in backend.channels.values() if one.guild_id == GUILD_ID and one.name}
        return {fold_accents(name): str(number) for name, number in named.items()}

    def _with_present_revision(self, page: _Page, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Accept a click made just before an update, if the clicked message has not changed."""
        seen = self._earlier.get(page.id, {}).get(body.get("published_revision", 0))
        if seen is None:
            return body
        target = str(body.get("target_id"))
        now = page.snapshot["messages"]
        if "target_id" in body and seen.get(target, {}).get("components") != now.get(target, {}).get("components"):
            return body
        return {**body, "published_revision": page.revision}

    def _page_payload(self, page: _Page) -> dict[str, Any]:
        """The complete state of a page. People at the local table see all channels, so nothing is hidden."""
        payload = {
            **page.snapshot,
            "assets": {
                number: page.assets[number].to_wire() for number in page.snapshot["assets"] if number in page.assets
            },
            "lastAction": self._receipt_payload(page, page.last_action, allowed=True),
            "activity": [],
            "status": page.status,
        }
        memory = self.memory(page)
        memory.parts, memory.signature = _parts(payload), _signature(page)
        memory.state += 1
        return {**payload, "localState": memory.state}

    def news(self, page: _Page, known: int) -> dict[str, Any] | None:
        """The changes since the state that the page has; None if there are none."""
        memory = self.memory(page)
        if known != memory.state:
            return {"localState": (whole := self._page_payload(page))["localState"], "whole": whole}
        if memory.signature == _signature(page):
            return None
        before = memory.parts
        whole = self._page_payload(page)
        changed = {part for part, value in memory.parts.items() if before.get(part, _NOTHING) != value}
        gone = [part for part in before if part not in memory.parts]
        updates: dict[str, Any] = {part: whole[part] for part in whole if part in changed}
        by_id = {
            name: {number: value for number, value in whole[name].items() if f"{name} {number}" in changed}
            for name in _BY_ID
        }
        removed = [part.split() for part in gone]
        return {"localState": memory.state, "changed": updates, "entries": by_id, "gone": removed}


def memory_of(page: _Page) -> Memory:
    """The cached data of a page."""
    channel = page.preview
    assert isinstance(channel, Channel)
    return channel.memory(page)


def _parts(payload: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of a state for comparison; parts that are sent entry by entry are keyed by name and number."""
    parts = {name: value for name, value in payload.items() if name not in _BY_ID}
    for name in _BY_ID:
        parts |= {f"{name} {number}": value for number, value in payload[name].items()}
    return parts


def _signature(page: _Page) -> tuple[Any, ...]:
    last = page.last_action or {}
    return (
        page.revision,
        page.status,
        page.generation,
        last.get("requestId"),
        last.get("settlement"),
        last.get("revision"),
    )


def _is_well_formed(body: object) -> bool:
    """Whether this is an object whose fields have the types that are read here."""
    looked_up = ("kind", "direction", "published_revision")
    return isinstance(body, dict) and all(isinstance(body.get(name), str | int | None) for name in looked_up)
