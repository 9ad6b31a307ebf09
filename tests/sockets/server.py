"""A fake Discord on the loopback interface: REST and gateway over real sockets, with faults that can be switched on."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import re
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any, Self

from aiohttp import web

from tests.sockets.faults import Buckets, Fault, Faults, rate_limited
from tests.sockets.gateway import Gateway
from tests.sockets.limits import LIMITS, Refusal
from tests.sockets.rest import ROUTES, Call, Handler, Rest
from tests.sockets.world import World

API = "/api/v10"
WITH_TOKEN_IN_PATH = ("/interactions/", "/webhooks/")
LARGEST = 25 * 1024 * 1024
HURRY = 50.0
"""The windows of rate limits are this much shorter than Discord's, unless a scenario wants real ones."""
_FILE = re.compile(r"files\[(\d+)\]")
_NAMES = re.compile(r'name="([^"]*)"(?:; filename="([^"]*)")?')


class FakeDiscord:
    """The world, served on its own port.

    async with FakeDiscord() as discord:
        ...  # discord.world, discord.gateway, discord.faults, discord.api, discord.gateway.address
    """

    def __init__(self, world: World | None = None, *, hurry: float = HURRY) -> None:
        self.world = World() if world is None else world
        self.faults = Faults()
        self.buckets = Buckets(hurry)
        self.gateway = Gateway(self.world, lambda: self.faults.down)
        self.rest = Rest(self.world, self.gateway)
        self.latency = 0.0
        """Most seconds that a message takes to Discord, and that its answer takes back."""
        self.requests: Counter[str] = Counter()
        """The number of requests by method and route template."""
        self.port = 0
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.shut()

    @property
    def api(self) -> str:
        """The base address of all routes."""
        return f"http://127.0.0.1:{self.port}{API}"

    async def open(self) -> None:
        """Listen; on the same port as before if it was open already."""
        app = web.Application(client_max_size=LARGEST)
        for method, path, handler in ROUTES:
            app.router.add_route(method, API + path, self._serve(method, path, handler))
        app.router.add_get("/gateway/", self._connect)
        app.router.add_get("/gateway/{name}/", self._connect)
        app.router.add_get("/attachments/{channel}/{file}/{name}", self._file)
        app.router.add_route("*", "/{anything:.*}", self._unknown)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port, reuse_address=True)
        await site.start()
        self.port = site._server.sockets[0].getsockname()[1]  # type: ignore[union-attr]
        self.world.cdn = f"http://127.0.0.1:{self.port}"
        self.gateway.address = f"ws://127.0.0.1:{self.port}/gateway/"

    async def shut(self) -> None:
        """Stop listening and break all connections."""
        self.gateway.cut()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def _connect(self, request: web.Request) -> web.StreamResponse:
        if self.faults.down:
            return cut(request)
        return await self.gateway.connect(request)

    async def _file(self, request: web.Request) -> web.StreamResponse:
        found = self.world.files.get(int(request.match_info["file"]))
        return web.Response(status=404) if found is None else web.Response(body=found)

    async def _unknown(self, request: web.Request) -> web.StreamResponse:
        if self.faults.down:
            return cut(request)
        self.world.violations.append(f"no such route: {request.method} {request.path}")
        return answer({"message": "404: Not Found", "code": 0}, status=404)

    def _serve(self, method: str, path: str, handler: Handler) -> Any:
        template = f"{method} {path}"

        async def serve(request: web.Request) -> web.StreamResponse:
            received = time.time()
            if self.faults.down:
                return cut(request)
            self.requests[template] += 1
            try:
                call = await self._read(request, received)
            except Refusal as refusal:
                return self._refuse(request, refusal, {})
            except ConnectionError:
                return cut(request)  # the bot was killed while it was writing
            fault = self.faults.take(f"{method} {request.path.removeprefix(API)}")
            if fault is not None and not fault.carried_out and (met := await self._meet(request, fault)) is not None:
                return met
            await self._on_the_way(template)
            done = await self._carry_out(request, call, template, handler)
            await self._on_the_way(template)
            if fault is not None and fault.carried_out:
                if call.interaction is not None:
                    call.interaction.may_repeat = True
                if (met := await self._meet(request, fault)) is not None:
                    return met
            return done

        return serve

    async def _on_the_way(self, template: str) -> None:
        if self.latency and template == "POST /channels/{channel}/messages":
            await asyncio.sleep(random.uniform(0, self.latency))

    async def _carry_out(self, request: web.Request, call: Call, template: str, handler: Handler) -> web.Response:
        headers: dict[str, str] = {}
        try:
            self._check_headers(request)
            major = next((call.ids[name] for name in ("channel", "guild", "token") if name in call.ids), "")
            headers = self.buckets.take(template, major)
            found = await handler(self.rest, call)
        except Refusal as refusal:
            return self._refuse(request, refusal, headers, call)
        except Exception as error:  # an error in the fake Discord must not look like an error of the bot
            logging.getLogger(__name__).exception("%s", template)
            self.world.violations.append(f"{template}: {error!r}")
            return answer({"message": "500: Internal Server Error", "code": 0}, status=500)
        if found is None:
            return web.Response(status=204, headers=headers)
        return answer(found, headers=headers)

    def _refuse(
        self, request: web.Request, refusal: Refusal, headers: dict[str, str], call: Call | None = None
    ) -> web.Response:
        """Answer the refusal; a refusal that the bot could have foreseen is recorded as a violation."""
        status, code = refusal.status, refusal.body["code"]
        excused = call is not None and call.interaction is not None and call.interaction.may_repeat
        if status in (400, 405, 413) and code != 50083 and not excused:
            self.world.violations.append(f"{request.method} {request.path}: {refusal}")
        if status == 429:
            headers = {**headers, "Retry-After": str(refusal.body["retry_after"]), "Via": "1.1 google"}
        return answer(refusal.body, status=status, headers=headers)

    async def _meet(self, request: web.Request, fault: Fault) -> web.StreamResponse | None:
        """Apply the fault to the request; None if it only delays it."""
        if fault.seconds:
            await asyncio.sleep(fault.seconds)
        if fault.drop:
            return cut(request)
        if fault.status == 429:
            return self._refuse(request, rate_limited(fault.retry_after, everywhere=fault.everywhere), {})
        if fault.status is not None and fault.status >= 500:
            return web.Response(status=fault.status, text="upstream connect error", content_type="text/html")
        if fault.status is not None:
            code = {404: 10003, 403: 50013, 401: 0}.get(fault.status, 0)
            return answer({"message": "as the scenario wants", "code": code}, status=fault.status)
        return None

    def _check_headers(self, request: web.Request) -> None:
        if request.path.removeprefix(API).startswith(WITH_TOKEN_IN_PATH):
            return
        if request.headers.get("Authorization") != f"Bot {self.world.token}":
            raise Refusal(401, 0, "401: Unauthorized")
        if not request.headers.get("User-Agent", "").startswith("DiscordBot ("):
            self.world.violations.append(f"{request.method} {request.path}: no user agent of a bot")

    async def _read(self, request: web.Request, received: float) -> Call:
        """Parse the request: its body is JSON, or a form with JSON and files."""
        data: Any = {}
        files: dict[int, tuple[str, bytes]] = {}
        kind = request.content_type
        body = await request.read()
        try:
            if kind == "multipart/form-data":
                for name, filename, held in form_of(body, request.headers["Content-Type"]):
                    if name == "payload_json":
                        data = json.loads(held)
                    elif numbered := _FILE.fullmatch(name):
                        files[int(numbered[1])] = (filename, held)
                    else:
                        raise Refusal(400, 50035, f"Invalid Form Body: {name}")
            elif body:
                if kind != "application/json":
                    raise Refusal(400, 50109, f"The request body has the type {kind}.")
                data = json.loads(body)
        except (ValueError, TypeError) as error:
            raise Refusal(400, 50109, "The request body contains invalid JSON.") from error
        if sum(len(held) for _, held in files.values()) > LIMITS["request"]["bytes"]:
            raise Refusal(413, 40005, "Request entity too large")
        return Call(dict(request.match_info), dict(request.query), data, files, received)


def form_of(body: bytes, content_type: str) -> Iterator[tuple[str, str, bytes]]:
    """Name, file name and content of every field of a form."""
    boundary = content_type.partition("boundary=")[2].strip('"').encode()
    for part in body.split(b"--" + boundary)[1:-1]:
        head, _, held = part.removeprefix(b"\r\n").partition(b"\r\n\r\n")
        names = _NAMES.search(head.decode())
        if names is None:
            raise ValueError(f"a field without a name: {head!r}")
        yield names[1], names[2] or "", held.removesuffix(b"\r\n")


def answer(body: object, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """JSON as Discord sends it; the content type names no character set."""
    held = {"Content-Type": "application/json", **(headers or {})}
    return web.Response(body=json.dumps(body).encode(), status=status, headers=held)


def cut(request: web.Request) -> web.Response:
    """Break the connection without an answer."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response()
