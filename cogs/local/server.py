"""One loopback server for all channels: the secret in the address selects the channel of a page."""

from __future__ import annotations

import asyncio
import errno
import hashlib
import hmac
import os
import secrets
from collections.abc import Callable, Mapping
from typing import Any

import simcord
from aiohttp import web
from simcord.backend.errors import BackendError, SetupError
from simcord.preview import _server

from cogs.local import page as pages
from cogs.local.channel import Channel
from cogs.local.errors import LocalTableError
from cogs.local.start import Start
from cogs.local.world import GUILD_ID, World, follow_real_time

_FORWARDED = {
    "POST /api/pages": "_pages",
    "DELETE /api/pages/{context_id}": "_delete_page",
    "GET /api/commands": "_commands",
    "GET /api/action-result": "_action_result",
    "POST /api/action": "_action",
    "GET /api/assets/{asset_id}": "_asset",
}
"""Requests that SimCord's own handlers of a channel answer."""


class LocalServer:
    """Serves the pages of all channels, queues clicks and publishes every change."""

    def __init__(self, env: simcord.Env, world: World, port: int, secret: str) -> None:
        self.env, self.world, self.port, self.secret = env, world, port, secret
        self.start = Start(env, world)
        self.run = secrets.token_hex(8)
        self.turn = asyncio.Lock()
        self.changed: set[int] = set()
        """Channels with changes."""
        self.moved = True
        """Whether channels were added or deleted."""
        self.channels: dict[int, Channel] = {}
        self.runner: web.AppRunner | None = None
        env.backend.subscribers.append(self._notice)

    def _notice(self, event: str, payload: Mapping[str, Any]) -> None:
        if event.startswith("MESSAGE_"):
            self.changed.add(int(payload["channel_id"]))
        elif event.startswith(("THREAD_", "CHANNEL_")):
            self.moved = True
            self.changed.update(int(payload[name]) for name in ("id", "parent_id") if payload.get(name))

    def key(self, channel_id: int) -> str:
        return hmac.new(self.secret.encode(), str(channel_id).encode(), hashlib.sha256).hexdigest()[:40]

    def address(self, channel_id: int, player: int = 0) -> str:
        return f"http://127.0.0.1:{self.port}/?as={player + 1}#{self.key(channel_id)}"

    async def open(self) -> None:
        app = web.Application(handler_args={"handler_cancellation": False})
        for route, name in _FORWARDED.items():
            method, path = route.split()
            app.router.add_route(method, path, self._forward(name))
        app.router.add_get("/", self._index)
        app.router.add_get("/api/state", self._state)
        app.router.add_get("/local/channels", self._list)
        app.router.add_get("/local/start", self._show_start)
        app.router.add_post("/local/start", self._choose_start)
        for path, name in pages.OURS.items():
            app.router.add_get(path, self._text(pages.our_file(name), "application/javascript"))
        app.router.add_get(pages.STYLE, self._text(pages.our_file("table.css"), "text/css"))
        for path, name in _server.PreviewServer._STATIC_FILES.items():
            if name in pages.PATCHES:
                app.router.add_get(path, self._text(pages.patch_script(name), "application/javascript"))
            elif path != "/":
                app.router.add_get(path, self._forward("_static"))
        vars(_server)["web"] = web  # SimCord's handlers expect it there; its own start() would have set it.
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
        for channel in self.channels.values():
            self.env._preview = channel
            await channel.close()
        self.env._preview = None
        if self.runner is not None:
            await self.runner.cleanup()

    async def sync_channels(self) -> None:
        """Show every new channel and thread; close deleted ones."""
        self.moved = False
        known = self.env.backend.channels
        for gone in self.channels.keys() - known.keys():
            await self.channels.pop(gone).close()
        for channel in list(known.values()):
            if channel.id not in self.channels and channel.guild_id == GUILD_ID:
                handle = simcord.ChannelHandle(self.env, self.env.guild, channel)
                made = Channel(
                    self.env, handle, self.world,
                    port=self.port, key=self.key(channel.id), turn=self.turn, changed=self.changed.add,
                )  # fmt: skip
                await made.open()
                self.channels[channel.id] = made

    async def publish(self) -> None:
        """Update the pages of every channel with changes."""
        if not self.changed and not self.moved:
            return
        async with self.turn:
            if self.moved:
                await self.sync_channels()
            changed = set(self.changed)
            self.changed.clear()  # the same set: channels add to it
            for number in changed & self.channels.keys():
                self.channels[number].publish_news()

    def _channel_of(self, request: web.Request) -> Channel:
        """The channel whose secret the page sent; with an unknown secret any channel, which refuses the request
        itself.
        """
        key = request.headers.get("X-Simcord-Capability", "")
        channels = list(self.channels.values())
        if not channels:
            raise web.HTTPServiceUnavailable(text="The bot is still starting; try again in a moment.")
        return next((one for one in channels if secrets.compare_digest(one.capability, key)), channels[0])

    def _authorized(self, request: web.Request, *, context: str | None = None) -> Channel:
        channel = self._channel_of(request)
        if not channel._server._authorized(request, context=context):
            raise web.HTTPUnauthorized
        return channel

    def _forward(self, name: str) -> Callable[[web.Request], Any]:
        async def handle(request: web.Request) -> web.StreamResponse:
            response: web.StreamResponse = await getattr(self._channel_of(request)._server, name)(request)
            return response

        return handle

    def _text(self, text: str, content_type: str) -> Callable[[web.Request], Any]:
        async def handle(_request: web.Request) -> web.Response:
            headers = _server.PreviewServer._SECURITY_HEADERS
            return web.Response(text=text, content_type=content_type, headers=headers)

        return handle

    async def _index(self, request: web.Request) -> web.Response:
        if request.headers.get("Host", "") not in self._channel_of(request)._server._allowed_hosts():
            raise web.HTTPForbidden
        headers = _server.PreviewServer._SECURITY_HEADERS
        return web.Response(text=pages.index(), content_type="text/html", headers=headers)

    async def _state(self, request: web.Request) -> web.Response:
        """The changes of a page since the state it has; 204 if there are none."""
        context = request.headers.get("X-Simcord-Context")
        channel = self._authorized(request, context=context)
        try:
            known = request.headers.get("X-Local-State", "0")
            if not known.isdecimal():
                raise web.HTTPBadRequest
            news = channel.news(channel._get_page(context), int(known))
        except (SetupError, BackendError):
            raise web.HTTPGone from None
        headers = _server.PreviewServer._SECURITY_HEADERS
        return web.Response(status=204, headers=headers) if news is None else web.json_response(news, headers=headers)

    async def _list(self, request: web.Request) -> web.Response:
        self._authorized(request)
        known = self.env.backend.channels
        numbers = sorted(self.channels.keys() & known.keys(), key=lambda n: (known[n].permission_channel_id(), n))
        channels = [
            {
                "id": str(number),
                "name": ("↳ " if known[number].is_thread else "# ") + str(known[number].name),
                "key": self.key(number),
            }
            for number in numbers
        ]
        people = [str(person.id) for person in self.world.people]
        return web.json_response({"run": self.run, "channels": channels, "people": people})

    async def _show_start(self, request: web.Request) -> web.Response:
        self._authorized(request)
        return web.json_response(self.start.screen(self._person(request.query.get("person", ""))))

    async def _choose_start(self, request: web.Request) -> web.Response:
        channel = self._authorized(request)
        body = await _object(request)
        person = self._person(body.get("person", ""))
        what, game = body.get("what"), body.get("game")
        command = self.start.command(what, game) if isinstance(what, str) and isinstance(game, str) else None
        if command is None:
            raise web.HTTPBadRequest
        async with self.turn:
            follow_real_time(self.env)
            await person.slash(channel.channel, command[0], game=game, **command[1])
            self.changed.add(channel.channel.id)
        return web.Response(status=204)

    def _person(self, number: str) -> simcord.MemberActor:
        found = next((person for person in self.world.people if str(person.id) == number), None)
        if found is None:
            raise web.HTTPBadRequest
        return found


async def _object(request: web.Request) -> dict[str, Any]:
    """The JSON object in the request's body. Raises HTTPBadRequest for anything else."""
    try:
        body = await request.json()
    except ValueError:
        raise web.HTTPBadRequest from None
    if not isinstance(body, dict):
        raise web.HTTPBadRequest
    return body
