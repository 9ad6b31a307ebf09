"""The local table: the very same bot against SimCord, played in a browser on loopback, without a token.

One address per channel and thread, one switch between the players. SimCord keeps Discord in memory; what must survive a
restart (matches) is in our own database, so guild, channels, people and threads come back under their old ids.
Everything that leans on SimCord's insides is in this file, and `check_simcord` says so when a release moves them.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import hashlib
import hmac
import itertools
import logging
import os
import secrets
import signal
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import files
from typing import Any

import discord
import simcord
from aiohttp import web
from simcord import components
from simcord.backend import Backend
from simcord.preview import Preview, _server
from simcord.preview._pages import _Page

log = logging.getLogger(__name__)

SIMCORD = "3.2."
GUILD = "Arena"
CHANNELS = ("arena", "second-table")
PEOPLE = (("Ada", "en-US"), ("Bartek", "pl"), ("Celina", "en-US"), ("Dawid", "pl"))

# Ids inside SimCord's first virtual millisecond: never handed out again once the clock follows real time.
_FIRST_ID = 1456074443980800000
_GUILD_ID, _OWNER_ID, _PERSON_ID, _CHANNEL_ID = (_FIRST_ID + n for n in (1000, 1001, 2000, 3000))


class LocalTableError(Exception):
    """The local table cannot open; the text is one sentence for the person who started it."""


@dataclass(frozen=True)
class KnownThread:
    """A thread that an earlier run of the bot opened and a stored match still lives in."""

    id: int
    parent_id: int
    name: str


def _page(name: str) -> str:
    """A file that we add to SimCord's page."""
    return files(__package__).joinpath("local_page", name).read_text(encoding="utf-8")


def check_simcord() -> None:
    """Refuse a SimCord whose insides are not the ones this file was written against."""
    if not simcord.__version__.startswith(SIMCORD):
        raise LocalTableError(
            f"The local table needs SimCord {SIMCORD}x, but {simcord.__version__} is installed: "
            "install requirements-local.txt again."
        )
    needed: dict[Any, tuple[str, ...]] = {
        components: ("_assign_ids", "walk_components"),
        simcord.Env: ("_move_clock", "_begin_operation", "start", "shutdown", "settle", "advance_time", "preview"),
        Backend: ("snowflake", "reserve_id", "make_user", "create_thread", "emit", "advance_clock"),
        Preview: ("_action", "_publish", "_advance_presentation_time", "_mark_action_dispatched", "_get_page"),
        _server.PreviewServer: ("_static", "_allowed_hosts", *_API.values()),
    }
    missing = [
        f"{owner.__name__}.{name}" for owner, names in needed.items() for name in names if not hasattr(owner, name)
    ]
    if missing:
        moved = ", ".join(missing)
        raise LocalTableError(f"This SimCord has changed inside ({moved}): install requirements-local.txt again.")


def set_languages(env: simcord.Env, languages: Mapping[int, str]) -> None:
    """Let each person's interactions carry their own Discord language; SimCord alone makes everyone en-US."""

    def set_language(event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE" and isinstance(payload, dict):
            user = (payload.get("member") or payload)["user"]["id"]
            payload["locale"] = languages.get(int(user), "en-US")

    env.backend.subscribers.insert(0, set_language)


@contextlib.contextmanager
def _next_id(backend: Backend, value: int) -> Iterator[None]:
    """Make the next thing built get this id, so that it is the same one after a restart."""
    backend.snowflake = lambda: backend.reserve_id(value)  # type: ignore[method-assign]
    try:
        yield
    finally:
        del backend.snowflake


def build_world(
    env: simcord.Env, players: int, threads: Iterable[KnownThread] = ()
) -> tuple[list[simcord.MemberActor], list[simcord.ChannelHandle]]:
    """The guild, its channels and people, under the same ids every time; call before the bot starts."""
    backend = env.backend
    with _next_id(backend, _OWNER_ID):
        owner = env.create_user("owner", global_name="Arena's owner")
    guild = env.create_guild(GUILD, id=_GUILD_ID, owner=owner)
    people = []
    for n, (name, _) in enumerate(PEOPLE[:players]):
        with _next_id(backend, _PERSON_ID + n):
            user = env.create_user(name.lower(), global_name=name)
        people.append(guild.add_member(user))
    channels = []
    for n, name in enumerate(CHANNELS):
        with _next_id(backend, _CHANNEL_ID + n):
            channels.append(guild.create_text_channel(name))
    parents = {channel.id for channel in channels}
    for thread in threads:
        if thread.parent_id in parents and thread.id not in backend.channels:
            backend.reserve_id(thread.id)
            # SimCord names a thread after its starter message; that is the one way to give it an id.
            backend.create_thread(
                thread.parent_id, thread.name, backend.bot_user.id, message_id=thread.id, broadcast=False
            )
    set_languages(env, {person.id: PEOPLE[n][1] for n, person in enumerate(people)})
    return people, channels


@contextlib.contextmanager
def controls_by_custom_id() -> Iterator[None]:
    """Let the page tell controls apart by custom_id, as Discord's client does, not by their place in the message.

    By place, a panel edited in place would keep the last step's choice in the next step's select, and choosing the same
    value again would do nothing.
    """
    by_place = components._assign_ids

    def assign(tree: list[dict[str, Any]], taken: set[int]) -> None:
        for control in components.walk_components(tree):
            if control.get("custom_id") and not control.get("id"):
                numbers = itertools.count(zlib.crc32(control["custom_id"].encode()) >> 2 | 1 << 20)
                control["id"] = next(number for number in numbers if number not in taken)
                taken.add(control["id"])
        by_place(tree, taken)

    vars(components)["_assign_ids"] = assign
    try:
        yield
    finally:
        vars(components)["_assign_ids"] = by_place


def follow_real_time(env: simcord.Env) -> None:
    """Set SimCord's clock, which starts on a fixed date and stands still, to the present."""
    behind = (datetime.now(UTC) - env.now()).total_seconds()
    if behind > 0:
        env._move_clock(env.backend.clock.elapsed + behind)


_API = {
    "POST /api/pages": "_pages",
    "DELETE /api/pages/{context_id}": "_delete_page",
    "GET /api/state": "_state",
    "GET /api/commands": "_commands",
    "GET /api/action-result": "_action_result",
    "POST /api/action": "_action",
    "GET /api/assets/{asset_id}": "_asset",
}


class _Unbound(_server.PreviewServer):
    """SimCord's request handlers of one channel without a socket of their own: the local server calls them."""

    async def start(self) -> None:
        self.port = self._requested_port

    async def close(self) -> None:
        self.port = None


class _LocalServer:
    """One loopback server for all channels: the secret in the address says which channel a page shows.

    SimCord serves one channel per server, refuses a click while another is worked on, and shows news only after
    *Refresh*. Here pages of all channels share a server, clicks wait in line, and every change is published.
    """

    def __init__(self, env: simcord.Env, people: list[simcord.MemberActor], port: int, secret: str) -> None:
        self.env, self.people, self.port = env, people, port
        self.secret = secret
        self.run = secrets.token_hex(8)
        self.turn = asyncio.Lock()
        self.stale = False
        self.tables: dict[int, Preview] = {}
        self.earlier: dict[str, dict[int, dict[str, Any]]] = {}
        self.runner: web.AppRunner | None = None
        env.backend.subscribers.append(self._notice)

    def _notice(self, event: str, _payload: Mapping[str, Any]) -> None:
        self.stale = self.stale or event.startswith(("MESSAGE_", "THREAD_", "CHANNEL_"))

    def key(self, channel_id: int) -> str:
        return hmac.new(self.secret.encode(), str(channel_id).encode(), hashlib.sha256).hexdigest()[:40]

    def address(self, channel_id: int, player: int = 0) -> str:
        return f"http://127.0.0.1:{self.port}/?as={player + 1}#{self.key(channel_id)}"

    async def open(self) -> None:
        app = web.Application(handler_args={"handler_cancellation": False})
        for route, name in _API.items():
            method, path = route.split()
            app.router.add_route(method, path, self._forward(name))
        app.router.add_get("/", self._index)
        app.router.add_get("/local.js", self._script)
        app.router.add_get("/local.css", self._style)
        app.router.add_get("/local/tables", self._list)
        for path in _server.PreviewServer._STATIC_FILES:
            if path != "/":
                app.router.add_get(path, self._static)
        vars(_server)["web"] = web  # SimCord's handlers look for it there; its own start() would have put it.
        self.runner = web.AppRunner(app, access_log=None)
        await self.runner.setup()
        try:
            site = web.TCPSite(self.runner, "127.0.0.1", self.port)
            await site.start()
        except OSError as error:
            await self.runner.cleanup()
            taken = error.errno == errno.EADDRINUSE
            why = "is taken by another program" if taken else f"cannot be opened ({os.strerror(error.errno or 0)})"
            raise LocalTableError(f"Port {self.port} {why}; choose another with --port.") from error
        self.port = self.runner.addresses[0][1]

    async def close(self) -> None:
        for table in self.tables.values():
            self.env._preview = table
            await table.close()
        self.env._preview = None
        if self.runner is not None:
            await self.runner.cleanup()

    async def sync_tables(self) -> None:
        """Open a preview for every new channel and thread; close those of deleted ones."""
        backend = self.env.backend
        for channel_id in [known for known in self.tables if known not in backend.channels]:
            await self.tables.pop(channel_id).close()
        for channel in list(backend.channels.values()):
            if channel.id not in self.tables and channel.guild_id == _GUILD_ID:
                self.env._preview = None  # SimCord counts previews per Env; this server keeps them apart itself.
                handle = simcord.ChannelHandle(self.env, self.env.guild, channel)
                table = self.env.preview(handle, viewers=self.people, layout="channel", port=self.port)
                table.capability = self.key(channel.id)
                table._server = _Unbound(table, self.port)
                await table.__aenter__()
                self.tables[channel.id] = table
                self._queue_actions(table)

    def _queue_actions(self, table: Preview) -> None:
        """Queue this table's actions behind all others instead of refusing them."""
        act, publish = table._action, table._publish

        def publish_now(page: _Page, *, reason: Any = "action") -> None:
            table._advance_presentation_time()
            publish(page, reason=reason)

        async def act_in_order(context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
            async with self.turn:
                follow_real_time(self.env)
                self.env._preview = table
                if body.get("kind") == "close":  # "End preview session" ends one page, not everybody's table.
                    body = {**body, "kind": "refresh"}
                result = await act(context_id, self._with_present_revision(table, context_id, body))
                self.stale = True
                return result

        table._publish = publish_now  # type: ignore[method-assign]
        table._action = act_in_order  # type: ignore[method-assign]

    def _with_present_revision(
        self, table: Preview, context_id: str | None, body: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        """Accept a click made just before news arrived, if what was clicked is still the same."""
        page = table._get_page(context_id)
        seen = self.earlier.get(page.id, {}).get(body.get("published_revision", 0))
        if seen is None:
            return body
        target = str(body.get("target_id"))
        now = page.snapshot["messages"]
        if "target_id" in body and seen.get(target, {}).get("components") != now.get(target, {}).get("components"):
            return body
        return {**body, "published_revision": page.revision}

    async def publish(self) -> None:
        """Show every open page what has changed; a page without news keeps its revision."""
        if not self.stale:
            return
        async with self.turn:
            self.stale = False
            await self.sync_tables()
            for table in self.tables.values():
                for page in list(table._pages.values()):
                    self._publish_news(table, page)
            self.earlier = {page: seen for page, seen in self.earlier.items() if self._is_open(page)}

    def _is_open(self, page_id: str) -> bool:
        return any(page_id in table._pages for table in self.tables.values())

    def _publish_news(self, table: Preview, page: _Page) -> None:
        before, revision = page.snapshot, page.revision
        news = ("messages", "timeline", "channel", "commands", "modal", "status")
        table._publish(page, reason="refresh")
        if all(before.get(part) == page.snapshot.get(part) for part in news):
            page.snapshot, page.revision = before, revision
        else:
            seen = self.earlier.setdefault(page.id, {})
            seen[revision] = before.get("messages", {})
            for old in sorted(seen)[:-8]:
                del seen[old]

    def _server_of(self, request: web.Request) -> _server.PreviewServer:
        """The table whose secret the page knows; any other table refuses the request by itself."""
        key = request.headers.get("X-Simcord-Capability", "")
        tables = list(self.tables.values())
        if not tables:
            raise web.HTTPServiceUnavailable(text="The bot is still starting; try again in a moment.")
        return next((t._server for t in tables if secrets.compare_digest(t.capability, key)), tables[0]._server)

    def _forward(self, name: str) -> Callable[[web.Request], Any]:
        async def handle(request: web.Request) -> web.StreamResponse:
            response: web.StreamResponse = await getattr(self._server_of(request), name)(request)
            return response

        return handle

    async def _static(self, request: web.Request) -> web.StreamResponse:
        response: web.StreamResponse = await self._server_of(request)._static(request)
        return response

    async def _index(self, request: web.Request) -> web.StreamResponse:
        page = await self._server_of(request)._static(request)
        ours = '<link rel="stylesheet" href="/local.css"><script src="/local.js"></script></head>'
        page.text = page.text.replace("</head>", ours).replace("<title>SimCord Preview", "<title>Arena Post")
        response: web.StreamResponse = page
        return response

    async def _script(self, _request: web.Request) -> web.Response:
        return web.Response(text=_page("table.js"), content_type="application/javascript")

    async def _style(self, _request: web.Request) -> web.Response:
        return web.Response(text=_page("table.css"), content_type="text/css")

    async def _list(self, request: web.Request) -> web.Response:
        if not self._server_of(request)._authorized(request):
            raise web.HTTPUnauthorized
        channels = self.env.backend.channels
        tables = [
            {"name": ("↳ " if channels[n].is_thread else "# ") + str(channels[n].name), "key": self.key(n)}
            for n in sorted(
                (n for n in self.tables if n in channels), key=lambda n: (channels[n].permission_channel_id(), n)
            )
        ]
        people = [str(person.id) for person in self.people]
        return web.json_response({"run": self.run, "tables": tables, "people": people})


def _drop_unused(backend: Backend) -> None:
    """Drop what SimCord keeps for tests only: its logs, and pictures that no message shows any more."""
    backend.transcript.clear()
    backend.http_requests.clear()
    shown = {
        file["url"]
        for channel in backend.messages.values()
        for message in channel.values()
        for file in message.attachments
    }
    for url in backend.cdn._blobs.keys() - shown:
        del backend.cdn._blobs[url]


async def _keep_time(env: simcord.Env, server: _LocalServer) -> None:
    """Once a second: move SimCord's clock along and fire what has become due; four times: publish news."""
    ticks = 0
    while True:
        await asyncio.sleep(0.25)
        ticks += 1
        try:
            if ticks % 4 == 0:
                async with server.turn:
                    behind = (datetime.now(UTC) - env.now()).total_seconds()
                    if behind > 60:  # The machine slept: skip the gap at once, then let what is due fire.
                        follow_real_time(env)
                    await env.advance_time(max(0.0, min(behind, 60)))
                    _drop_unused(env.backend)
            await server.publish()
        except (TimeoutError, simcord.SetupError) as error:
            log.warning("the local table's clock skipped a beat: %s", error)


async def serve(
    make_bot: Callable[[], discord.Client],
    *,
    port: int,
    players: int,
    announce: Callable[[str], None],
    threads: Iterable[KnownThread] = (),
    secret: str | None = None,
) -> None:
    """Open the local table and keep it open until cancelled or told to stop by SIGINT or SIGTERM.

    `announce` gets one line per address. With the same `secret` the addresses stay the same over restarts.
    """
    check_simcord()
    if not 2 <= players <= len(PEOPLE):
        raise LocalTableError(f"The local table has two to four players, not {players}.")
    bot = make_bot()
    env = simcord.Env(bot, check_errors=False, settle_timeout=20.0)
    people, channels = build_world(env, players, threads)
    env.backend.bot_user.name = "Arena Post"
    server = _LocalServer(env, people, port, secret or secrets.token_hex(32))
    await server.open()
    try:
        with controls_by_custom_id():
            follow_real_time(env)
            await env.start()
            with env.time_context():
                await server.sync_tables()
                for n, person in enumerate(people):
                    announce(f"{person.user.global_name:<7} {server.address(channels[0].id, n)}")
                await _keep_open(env, server)
    finally:
        await server.close()
        if env._started:
            with contextlib.suppress(TimeoutError):
                await env.settle(timeout=2.0)
            await env.shutdown()
        await bot.close()


async def _keep_open(env: simcord.Env, server: _LocalServer) -> None:
    """Until a signal or cancellation: the clock runs and pages get their news."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    signals = (signal.SIGINT, signal.SIGTERM)
    for number in signals:
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, stop.set)
    clock = asyncio.create_task(_keep_time(env, server))
    try:
        await stop.wait()
    finally:
        for number in signals:
            with contextlib.suppress(NotImplementedError):
                loop.remove_signal_handler(number)
        clock.cancel()
        await asyncio.gather(clock, return_exceptions=True)
