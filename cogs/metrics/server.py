"""Serves `/metrics`, `/healthz` and `/readyz` on the event loop, so that an answer proves that the loop runs."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from cogs.client.arena_bot import ArenaBot
from cogs.client.sharded_bot import ShardedBot
from cogs.metrics.measuring import TelemetryMetrics
from cogs.metrics.metrics import LogCounter
from db.backend import Usage
from db.errors import StoreError
from db.tables.backlog import Backlog

log = logging.getLogger("arena")

DATABASE_TIMEOUT_SECONDS = 2.0
"""Seconds within which a healthy database answers."""
LOOP_CHECK_SECONDS = 0.25
"""Seconds between two checks of the event loop."""


LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
"""Names of this machine for itself."""


def only_hosts(allowed: Collection[str]) -> Middleware:
    """Middleware that refuses requests for other host names: a web page must not read this through a name that resolves
    here.
    """

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        if urlsplit(f"//{request.headers.get('Host', '')}").hostname not in allowed:
            raise web.HTTPForbidden(text="This address answers only to this machine's own names.")
        return await handler(request)

    return check


class Server:
    """The HTTP endpoints of one bot."""

    def __init__(self, bot: ArenaBot, measuring: TelemetryMetrics, stop: asyncio.Event, host: str = "") -> None:
        """`stop` is set when the bot has to stop. On a loopback `host`, other host names are refused."""
        self._bot, self._metrics, self._stop = bot, measuring.metrics, stop
        self._usage = Usage(0, 0)
        """The database counters at the last update."""
        self.app = web.Application(middlewares=[only_hosts(LOOPBACK)] if host in LOOPBACK else [])
        self.app.add_routes(
            [web.get("/metrics", self._show), web.get("/healthz", self._health), web.get("/readyz", self._readiness)]
        )
        bot.add_listener(measuring.completed, "on_app_command_completion")

    async def _show(self, _: web.Request) -> web.Response:
        await self._look()
        # In a thread: generating thousands of lines must not delay a click.
        text = await asyncio.to_thread(generate_latest, self._metrics.registry)
        return web.Response(body=text, headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _health(self, _: web.Request) -> web.Response:
        return _health_response({"database": await self._backlog() is not None})

    async def _readiness(self, _: web.Request) -> web.Response:
        return _health_response(
            {
                "database": hasattr(self._bot, "table"),
                "gateway": self._bot.connected,
                "running": not self._stop.is_set(),
            }
        )

    async def _backlog(self) -> Backlog | None:
        """The pending work in the database; None if it does not answer."""
        if not hasattr(self._bot, "store"):
            return None
        try:
            async with asyncio.timeout(DATABASE_TIMEOUT_SECONDS):
                return await self._bot.store.backlog.count()
        except (TimeoutError, StoreError) as error:
            log.warning("the database does not answer: %r", error)
            return None

    async def _look(self) -> None:
        """Set every gauge to its current value."""
        metrics, bot = self._metrics, self._bot
        backlog = await self._backlog()
        metrics.database_up.set(backlog is not None)
        if backlog is not None:
            metrics.outbox.set(backlog.messages)
            metrics.outbox_oldest.set(backlog.oldest_message)
            metrics.due.set(backlog.due)
            metrics.due_oldest.set(backlog.oldest_due)
            metrics.matches.labels("open").set(backlog.open)
            metrics.matches.labels("live").set(backlog.live)
            usage = bot.store.usage
            metrics.database_asked.labels("read").inc(usage.reads - self._usage.reads)
            metrics.database_asked.labels("write").inc(usage.writes - self._usage.writes)
            metrics.database_waiting.set(usage.waiting)
            metrics.database_waited.inc(usage.waited - self._usage.waited)
            metrics.database_repeats.inc(usage.repeats - self._usage.repeats)
            self._usage = usage
        metrics.background.set(bot.background.waiting)
        if (workers := bot.pictures.workers) is not None:
            metrics.workers.labels("busy").set(workers.busy)
            metrics.workers.labels("idle").set(workers.count - workers.busy)
            metrics.drawings.set(workers.waiting)
        metrics.thinkers.labels("busy").set(bot.thinkers.busy)
        metrics.thinkers.labels("idle").set(max(0, bot.thinkers.running - bot.thinkers.busy))
        metrics.thoughts.set(bot.thinkers.waiting)
        metrics.tasks.set(len(asyncio.all_tasks()))
        if hasattr(bot, "gateways"):
            self._look_at_shards()

    def _look_at_shards(self) -> None:
        metrics, bot = self._metrics, self._bot
        servers = Counter(bot.shards_here.of(guild.id) for guild in bot.guilds)
        for shard in bot.shards_here.ids:
            metrics.ready.labels(str(shard)).set(bot.gateways.has(shard))
            metrics.guilds.labels(str(shard)).set(servers[shard])
        for shard, seconds in bot.latencies if isinstance(bot, ShardedBot) else [(0, bot.latency)]:
            metrics.latency.labels(str(shard)).set(seconds)

    async def watch_loop(self) -> None:
        """Measure continuously how late the event loop is."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LOOP_CHECK_SECONDS
            await asyncio.sleep(LOOP_CHECK_SECONDS)
            self._metrics.loop_lag.observe(max(0.0, loop.time() - due))


def _health_response(checks: dict[str, bool]) -> web.Response:
    """The result of every check as JSON; status 200 if all passed, else 503."""
    return web.json_response(checks, status=200 if all(checks.values()) else 503)


@asynccontextmanager
async def serving(
    bot: ArenaBot, measuring: TelemetryMetrics, host: str, port: int, stop: asyncio.Event
) -> AsyncIterator[int]:
    """Context manager: serve on `port` (0 picks a free one) and yield the port. Raises OSError if it is in use."""
    server = Server(bot, measuring, stop, host)
    runner = web.AppRunner(server.app, access_log=None, shutdown_timeout=1)
    counter = LogCounter(measuring.metrics)
    await runner.setup()
    watching = asyncio.create_task(server.watch_loop())
    try:
        await web.TCPSite(runner, host, port).start()
        logging.getLogger().addHandler(counter)
        address = runner.addresses[0]
        log.info("metrics on http://%s:%s/metrics", *address[:2])
        yield address[1]
    finally:
        logging.getLogger().removeHandler(counter)
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        await runner.cleanup()
