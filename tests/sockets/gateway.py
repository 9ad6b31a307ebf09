"""The gateway, version 10, over a real WebSocket: hello, identify, heartbeats, resume, and its faults."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from tests.sockets.limits import LIMITS
from tests.sockets.world import JSON, Interaction, World

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, ACK = 0, 1, 2, 6, 7, 9, 10, 11
UNKNOWN_OP, UNDECODABLE, NOT_IDENTIFIED, BAD_TOKEN, TWICE, BAD_SHARD, BAD_INTENTS, FORBIDDEN_INTENTS = (
    4001, 4002, 4003, 4004, 4005, 4010, 4013, 4014,
)  # fmt: skip
ALL_INTENTS = (1 << 26) - 1


@dataclass
class Session:
    """The session of a bot that has identified, which it may resume."""

    id: str
    name: str = ""
    """The bot's name, from the address at which it connects."""
    shard: tuple[int, int] = (0, 1)
    """The number of the shard, and the number of all shards."""
    events: list[str] = field(default_factory=list)
    """All events of the session as they were sent; number n has index n - 1."""
    link: Link | None = None

    def gets(self, guild: int) -> bool:
        """Whether the session gets events of the server; 0 means private messages."""
        number, count = self.shard
        return (guild >> 22) % count == number


class Link:
    """A connection."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request, *, compress: bool) -> None:
        self.socket, self.request = socket, request
        self._deflate = zlib.compressobj() if compress else None
        self.name = request.match_info.get("name", "")
        self.session: Session | None = None
        self.beats = 0
        self.frozen = False
        """Whether the connection stays open without sending or answering anything."""

    async def send(self, text: str) -> None:
        """Send a payload, with the compression that the bot requested."""
        if self.socket.closed or self.frozen:
            return
        try:
            if self._deflate is None:
                await self.socket.send_str(text)
            else:
                packed = self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
                await self.socket.send_bytes(packed)
        except (ConnectionError, RuntimeError):
            pass  # the connection is closing; the session keeps the payload

    def cut(self) -> None:
        """Break the connection without a close frame."""
        if self.request.transport is not None:
            self.request.transport.abort()


class Gateway:
    """All connections of bots."""

    def __init__(self, world: World, is_down: Callable[[], bool]) -> None:
        self.world, self.is_down = world, is_down
        self.address = ""
        self.interval = 41.25
        """Seconds between heartbeats."""
        self.refuse: int | None = None
        """The HTTP status that refuses a connection, if set."""
        self.close_with: int | None = None
        """The close code in place of READY, if set."""
        self.sessions: dict[str, Session] = {}
        self.links: set[Link] = set()
        self.identified = self.resumed = self.invalid = 0
        self.shards = 1
        """The recommended number of shards."""
        self.spacing = 0.0
        """Least number of seconds between two shards of a bucket that identify."""
        self.concurrency = 1
        """The number of buckets."""
        self._identified_at: dict[int, float] = {}
        self.delivered: dict[str, set[str]] = {}
        """For each interaction, the names of the bots that received it."""
        self.closed: list[int | None] = []
        """The close codes of connections closed by the bot; None without a code."""
        self.changed = asyncio.Condition()

    @property
    def connected(self) -> bool:
        """Whether a bot is connected that gets events."""
        return any(link.session is not None and not link.socket.closed for link in self.links)

    def serves(self, guild: int) -> bool:
        """Whether a bot is connected that gets events of the server."""
        return any(link.session is not None and link.session.gets(guild) for link in self.links)

    def address_for(self, name: str) -> str:
        """The address at which the bot of this name connects, which distinguishes several bots."""
        return f"{self.address}{name}/" if name else self.address

    async def until(self, happened: Callable[[], bool], seconds: float = 20) -> None:
        """Wait until the condition is true."""
        async with asyncio.timeout(seconds), self.changed:
            await self.changed.wait_for(happened)

    async def _tell(self) -> None:
        async with self.changed:
            self.changed.notify_all()

    # Requests of bots

    async def connect(self, request: web.Request) -> web.StreamResponse:
        """Serve a connection from hello to its end."""
        if self.refuse is not None:
            return web.Response(status=self.refuse)
        query = request.query
        if (query.get("v"), query.get("encoding")) != ("10", "json"):
            self.world.violations.append(f"gateway asked for with {dict(query)}")
        compress = query.get("compress")
        if compress not in (None, "zlib-stream"):
            self.world.violations.append(f"compression {compress} is not known here")
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        link = Link(socket, request, compress=compress is not None)
        self.links.add(link)
        try:
            await self._send(link, HELLO, {"heartbeat_interval": int(self.interval * 1000)})
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    await self._receive(link, message.data)
        finally:
            self.links.discard(link)
            if link.session is not None and link.session.link is link:
                link.session.link = None
            self.closed.append(socket.close_code if socket.close_code != 1006 else None)
            await self._tell()
        return socket

    async def _receive(self, link: Link, text: str) -> None:
        if len(text.encode()) > LIMITS["gateway"]["payload_bytes"]:
            self.world.violations.append(f"a gateway payload of {len(text)} bytes")
        try:
            got = json.loads(text)
        except ValueError:
            await self._misbehaved(link, UNDECODABLE, text)
            return
        if link.frozen:
            return
        op, data = got.get("op"), got.get("d")
        if op == HEARTBEAT:
            link.beats += 1
            await self._send(link, ACK, None)
        elif op == IDENTIFY:
            await self._identify(link, data)
        elif op == RESUME:
            await self._resume(link, data)
        elif link.session is None:
            await self._misbehaved(link, NOT_IDENTIFIED, text)
        elif op not in (3, 4, 8):
            await self._misbehaved(link, UNKNOWN_OP, text)
        await self._tell()

    async def _misbehaved(self, link: Link, code: int, text: str) -> None:
        self.world.violations.append(f"gateway {code}: {text[:200]}")
        await link.socket.close(code=code)

    async def _identify(self, link: Link, data: JSON) -> None:
        if data.get("token") != self.world.token:
            await link.socket.close(code=BAD_TOKEN, message=b"Authentication failed.")
            return
        if link.session is not None:
            await self._misbehaved(link, TWICE, "identify")
            return
        intents = data.get("intents")
        if not isinstance(intents, int) or intents & ~ALL_INTENTS:
            await self._misbehaved(link, BAD_INTENTS, f"intents {intents}")
            return
        if intents & LIMITS["gateway"]["privileged_intents"]:
            await self._misbehaved(link, FORBIDDEN_INTENTS, f"intents {intents}")
            return
        if not {"os", "browser", "device"} <= set(data.get("properties", {})):
            self.world.violations.append(f"identify with the properties {data.get('properties')}")
        if self.close_with is not None:
            await link.socket.close(code=self.close_with)
            return
        number, count = data.get("shard") or (0, 1)
        if not 0 <= number < count:
            await self._misbehaved(link, BAD_SHARD, f"shard {number} of {count}")
            return
        bucket, now = number % self.concurrency, time.monotonic()
        if now - self._identified_at.get(bucket, float("-inf")) < self.spacing:
            self.world.violations.append(f"shard {number} of {count} has identified too soon")
            await self._send(link, INVALID, False)
            return
        self._identified_at[bucket] = now
        session = link.session = Session(secrets.token_hex(16), link.name, (number, count), link=link)
        self.sessions[session.id] = session
        self.identified += 1
        world = self.world
        await self._dispatch(
            session,
            "READY",
            {
                "v": 10,
                "user": world.bot.payload() | {"verified": True, "mfa_enabled": False, "email": None},
                "guilds": [{"id": str(one), "unavailable": True} for one in world.guilds if session.gets(one)],
                "session_id": session.id,
                "resume_gateway_url": self.address_for(link.name),
                "shard": [number, count],
                "application": {"id": str(world.application), "flags": 1 << 23},
                "private_channels": [],
                "user_settings": {},
                "relationships": [],
                "presences": [],
                "geo_ordered_rtc_regions": [],
            },
        )
        for guild in list(world.guilds.values()):
            if session.gets(guild.id):
                await self._dispatch(session, "GUILD_CREATE", world.guild_payload(guild))

    async def _resume(self, link: Link, data: JSON) -> None:
        session = self.sessions.get(str(data.get("session_id")))
        seq = data.get("seq")
        if data.get("token") != self.world.token:
            await link.socket.close(code=BAD_TOKEN)
            return
        if session is None or not isinstance(seq, int) or seq > len(session.events):
            self.invalid += 1
            await self._send(link, INVALID, False)
            return
        link.session, session.link = session, link
        for text in session.events[seq:]:
            await link.send(text)
        self.resumed += 1
        await self._dispatch(session, "RESUMED", {"_trace": []})

    # Actions of Discord

    async def _send(self, link: Link, op: int, data: Any) -> None:
        await link.send(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    async def _dispatch(self, session: Session, event: str, data: JSON) -> None:
        text = json.dumps({"op": DISPATCH, "t": event, "s": len(session.events) + 1, "d": data})
        session.events.append(text)
        if session.link is not None:
            await session.link.send(text)

    async def dispatch(self, event: str, data: JSON) -> bool:
        """Send an event to the bots of the server's shard; return whether a session gets it, now or after a resume."""
        guild = int(data["id"] if event.startswith("GUILD_") else data.get("guild_id") or 0)
        known = [one for one in self.sessions.values() if one.gets(guild)]
        receivers = {one.name: one for one in known if one.link is not None} or {one.name: one for one in known[-1:]}
        if event == "INTERACTION_CREATE":
            self.delivered[data["id"]] = {*receivers}
            if len(receivers) > 1:
                next(one for one in self.world.interactions.values() if str(one.id) == data["id"]).may_repeat = True
        for session in receivers.values():
            await self._dispatch(session, event, data)
        return bool(receivers)

    async def tell_again(self, interaction: Interaction) -> None:
        """Deliver an interaction again."""
        interaction.may_repeat = True
        await self.dispatch("INTERACTION_CREATE", interaction.payload)

    async def reconnect(self) -> None:
        """Send op 7: reconnect and resume."""
        for link in list(self.links):
            await self._send(link, RECONNECT, None)

    async def invalidate(self, *, resumable: bool) -> None:
        """Send op 9: the session is invalid."""
        if not resumable:
            self.sessions.clear()
        for link in list(self.links):
            await self._send(link, INVALID, resumable)

    async def close(self, code: int, *, forget: bool = False) -> None:
        """Close every connection with this code; with `forget`, no session can be resumed."""
        if forget:
            self.sessions.clear()
        for link in list(self.links):
            await link.socket.close(code=code)

    def freeze(self) -> None:
        """Freeze all current connections; new ones work."""
        for link in list(self.links):
            link.frozen = True

    def cut(self) -> None:
        """Break every connection."""
        for link in list(self.links):
            link.cut()
