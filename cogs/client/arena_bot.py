"""The bot: a table with Discord as its platform, and the objects that all cogs share."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Coroutine
from pathlib import Path
from typing import Any

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

import locales
from cogs.admin import admin
from cogs.admin.lobby import Changes, shows_its_match, update_thread
from cogs.board import board
from cogs.card import card
from cogs.client.command_sync import are_known, stored_commands, sync_commands
from cogs.client.command_translator import Catalogues
from cogs.client.command_tree import Tree
from cogs.client.control_actions import ACTIONS
from cogs.client.discord_platform import DiscordPlatform
from cogs.client.gateway_outages import GatewayOutages
from cogs.client.identify_limit import IdentifyLimit
from cogs.client.shutdown import EVENT_TASKS, INTERACTION_TASKS, finish, notify_users, running, wait_for_notifications
from cogs.client.telemetry import Telemetry
from cogs.client.unreadable_events import skip_unreadable_events
from cogs.help import help as help_cog
from cogs.help.greeting import greet, greet_newcomers
from cogs.ladder import ladder
from cogs.learn import learn
from cogs.match import context_menus, match
from cogs.me import me
from cogs.plan import plan
from cogs.play import play
from cogs.privacy import privacy
from cogs.puzzle import puzzle
from cogs.rules import rules
from cogs.rules.section_panel import RuleButton, SectionSelect, ShowAll
from cogs.ui import access
from cogs.ui.command_mentions import COMMAND_MENTIONS
from cogs.ui.controls import ActionButton, OptionSelect
from cogs.ui.emojis import learn_emojis
from cogs.ui.errors import explain
from cogs.ui.fair_queue import FairQueue
from cogs.ui.interactions import SeenInteractions
from cogs.ui.live_panels import LivePanels
from db.address import PostgresAddress, parse
from db.errors import StoreError
from db.rows import Match, Message
from db.store import Store
from db.tables.leases import Owner
from db.tables.shards import ALL_SHARDS, Shards
from engine import __version__
from engine.core.text import text
from engine.registry import GAMES
from search.rules_search import warm_library
from table.clocks.alarm import HEARTBEAT_SECONDS
from table.computers.think_task import Think
from table.outbox.leases import Leases, need_lease, without_lease
from table.table import Table
from table.user_error import UserError
from workers.film_cache import FilmCache
from workers.job_queue import JobQueue
from workers.picture_cache import PictureCache
from workers.render_pool import RenderPool
from workers.review_cache import ReviewCache
from workers.think_pool import ThinkPool

log = logging.getLogger("arena")

COGS = (
    match.setup,
    play.setup,
    plan.setup,
    learn.setup,
    puzzle.setup,
    board.setup,
    card.setup,
    rules.setup,
    ladder.setup,
    me.setup,
    admin.setup,
    privacy.setup,
    help_cog.setup,
    context_menus.setup,
)
"""Each function adds one group of commands to the bot."""

SYNC_SECONDS = 5
"""Seconds after which the bot connects even if its commands are not registered yet."""
GATEWAY_CLOSING_SECONDS, ANSWERING_SECONDS, FLUSHING_SECONDS = 1, 3, 5
"""Seconds that a shutdown gives the gateway, open interactions and the outbox: less than the ten of `docker stop`."""
CLOSE_ERRORS = (TimeoutError, aiohttp.ClientError, OSError)
SHARD_RETRY_SECONDS = 1.0
"""Seconds between attempts to take shards that another process holds."""


def now() -> float:
    """Discord's clock (the simulator has its own)."""
    return discord.utils.utcnow().timestamp()


def lease_check() -> aiohttp.TraceConfig:
    """Check right before each HTTP request that this process still has the lease for it."""

    async def check(*_: object) -> None:
        need_lease()

    trace = aiohttp.TraceConfig()
    trace.on_request_headers_sent.append(check)
    return trace


def shard_leases(shards: Shards) -> list[str]:
    """The names of the leases of these shards."""
    return [f"shard:{one}/{shards.count}" for one in shards.ids]


class ArenaBot(commands.Bot):
    """The Discord client with everything that a cog needs; one per process."""

    store: Store
    table: Table
    leases: Leases
    gateways: GatewayOutages
    identify_turns: IdentifyLimit

    def __init__(
        self,
        database: Path | PostgresAddress | str,
        *,
        clock: Callable[[], float] = now,
        monotonic: Callable[[], float] | None = None,
        heartbeat: int = HEARTBEAT_SECONDS,
        always_sync: bool = True,
        observer: Telemetry | None = None,
        render_workers: int = 0,
        think_workers: int = 1,
        think: Think | None = None,
        owner: Owner | None = None,
    ) -> None:
        """`monotonic` is the clock for detecting jumps of `clock`; a simulated clock needs none.

        A heartbeat is stored every `heartbeat` seconds, which limits the time that is given back after a crash.
        `always_sync`: register the commands with Discord at the start even if it has them already. The `observer` is
        notified of all work. `render_workers` is the number of processes that draw pictures; with 0, threads draw.
        `think_workers` is the number of processes that decide for computers, unless `think` does. `owner`: the name of
        this process if others use the same database.
        """
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            help_command=None,
            tree_cls=Tree,
            # Defaults for commands: only in servers that have added the bot.
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        skip_unreadable_events(self._connection.parsers)
        self.database, self.clock = parse(database), clock
        self._monotonic, self._heartbeat = monotonic, heartbeat
        self.observer = observer or Telemetry()
        workers = RenderPool(render_workers, self.observer) if render_workers else None
        self.pictures = PictureCache(self.observer, workers)
        self.background = JobQueue()
        self.thinkers = ThinkPool(think_workers, self.observer)
        self._think = think or self.thinkers.think
        self.outside: Callable[[Awaitable[tuple[str, ...]]], Awaitable[tuple[str, ...]]] = lambda work: work
        """Wraps the wait for a computer's decision; the local table suspends its simulated time during it."""
        self.films = FilmCache(self.background, self.observer)
        self.reviewing = JobQueue()
        self.reviews = ReviewCache(self.reviewing)
        self._refused: dict[int, Changes] = {}
        """Titles and tags that Discord has refused, by thread."""
        self.platform = DiscordPlatform(self, self.pictures, self._update_thread)
        self.actions, self.explain = ACTIONS, explain
        self.seen, self.pacing = SeenInteractions(), FairQueue()
        self.live_panels = LivePanels(clock)
        self._owner, self.shards_here = owner, ALL_SHARDS
        if owner is not None:
            self.http.http_trace = lease_check()
        self.displaced = asyncio.Event()
        """Set when another process has taken over our shards because we were away for too long, or when storing has
        failed.
        """
        self.store_failure: StoreError | None = None
        self._wound_down = False
        self._ended = False
        self._always_sync = always_sync
        self._syncing: asyncio.Task[None] | None = None
        self._learning: asyncio.Task[None] | None = None
        self._updating: set[asyncio.Task[None]] = set()
        self.failures = 0
        """The number of interactions that failed because of a bug."""

    async def open_store(self) -> None:
        """Open the database unless it is open. Raises StoreError, after which it may be called again."""
        if not hasattr(self, "store"):
            # With several processes, the database's clock is used.
            self.store = await Store.open(self.database, clock=self.clock if self._owner is None else None)
            self.store.on_failure(self._on_store_failure)
            self.clock = self.store.clock
            games = ", ".join(f"{game.key} {game.rules_version}" for game in GAMES.values())
            log.info(
                "Arena Post %s; database %s; games and their rules versions: %s", __version__, self.database, games
            )
            self.leases = Leases(self.store, self._owner, lost=self._on_displaced)
            self.identify_turns = IdentifyLimit(self.store, self.http)

    async def prepare(self) -> None:
        """Open the database and create the table. Raises StoreError, after which it may be called again."""
        await self.open_store()
        await self._take_shards()
        gateways = GatewayOutages(self.store, self.clock, self.shards_here)
        table = Table(
            self.store,
            self.clock,
            self.platform,
            reachable=gateways.reachable,
            monotonic=self._monotonic,
            heartbeat=self._heartbeat,
            shards=self.shards_here,
            leases=self.leases,
            think=lambda task: self.outside(self._think(task)),
        )
        self.observer.attached(table)
        with self.store.readable_errors():
            await table.start()
        self.table, self.gateways = table, gateways

    async def _take_shards(self) -> None:
        """Take the leases of our shards; wait while another process holds one of them or uses another shard count."""
        mine, logged = shard_leases(self.shards_here), ""
        while self._owner is not None:
            await self.leases.expire_dead_processes()
            held = await self.store.leases.active_owners("shard:")
            others = [one for one in held if not one.endswith(f"/{self.shards_here.count}")]
            if not (others := others or await self.leases.take_all(mine)):
                return
            if logged != (logged := ", ".join(others)):
                log.warning("another process has %s: this one waits until it ends", logged)
            await asyncio.sleep(SHARD_RETRY_SECONDS)

    def _on_displaced(self, leases: Collection[str]) -> None:
        """Another process has taken over our leases: end this one."""
        log.warning("another process has taken over %s: this one ends", ", ".join(leases))
        self.displaced.set()

    def _on_store_failure(self, failure: StoreError) -> None:
        """Storing has failed permanently: end this process."""
        self.store_failure = failure
        self.displaced.set()

    async def setup_hook(self) -> None:
        if not hasattr(self, "table"):
            await self.prepare()
        await self.add_commands()

    async def add_commands(self) -> None:
        """Add the commands and register them with Discord; later calls do nothing."""
        if self._syncing is not None:
            return  # a second login, after an attempt that failed later
        warm_library()
        self.pictures.warm()
        self.add_dynamic_items(ActionButton, OptionSelect, RuleButton, SectionSelect, ShowAll)
        for setup in COGS:
            await setup(self)
        await self.tree.set_translator(Catalogues())
        self._learning = asyncio.create_task(self._learn_emojis())
        self._syncing = asyncio.create_task(self._sync_commands())
        await asyncio.wait({self._syncing}, timeout=SYNC_SECONDS)

    async def _sync_commands(self) -> None:
        """Register the commands; until then, mentions use the previously registered ones.

        Of several processes that start together, one registers the commands for all.
        """
        try:
            if known := await stored_commands(self.store):
                COMMAND_MENTIONS.learn(self.tree.walk_commands(), known.ids)
            if self._always_sync or not await are_known(self.tree, known):
                await self._register_commands()
        except Exception:
            log.exception("the commands were not registered with Discord")

    async def _register_commands(self) -> None:
        await self.leases.wait_for("commands")
        try:
            with self.leases.using("commands"):
                known = await stored_commands(self.store)
                ids = await sync_commands(self.tree, self.store, known, always=self._always_sync)
        finally:
            await self.leases.release("commands")
        COMMAND_MENTIONS.learn(self.tree.walk_commands(), ids)

    async def _learn_emojis(self) -> None:
        try:
            await learn_emojis(self)
        except Exception:
            log.exception("the emojis can't be used")

    def _update_thread(self, message: Message) -> None:
        """Update the title and tags of our thread to the state of its match, in the background."""
        thread = self.get_channel(message.channel)
        if message.match is None:
            return
        if isinstance(thread, discord.Thread) and self.user is not None and shows_its_match(thread, self.user.id):
            with without_lease():
                self.in_background(update_thread(self.table.seating, thread, message.match, self._refused))

    def in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Run the work in the background; it is canceled when the bot closes."""
        task = asyncio.create_task(work)
        self._updating.add(task)
        task.add_done_callback(self._updating.discard)

    async def on_ready(self) -> None:
        """Run the due rows and send the messages that an earlier run left unsent."""
        await self.shard_ready(0)

    async def on_resumed(self) -> None:
        """Run the due rows after a reconnect."""
        await self.shard_resumed(0)

    async def on_disconnect(self) -> None:
        """Remember when the gateway was lost."""
        self.shard_lost(0)

    async def shard_ready(self, shard: int) -> None:
        """Run the due rows and send the messages that an earlier run left unsent."""
        await self.gateways.ready(shard)
        here = self.shards_here.only([shard])
        guilds = [one for one in self.guilds if here.has(one.id)]
        await self.table.tidying.bot_present([one.id for one in guilds], all_of=here)
        await self.table.run_due()
        await greet_newcomers(self, guilds, shard)

    async def shard_resumed(self, shard: int) -> None:
        """Run the due rows after the shard's reconnect."""
        await self.gateways.back(shard)
        await self.table.run_due()

    def shard_lost(self, shard: int) -> None:
        """Remember when the shard's gateway was lost."""
        if hasattr(self, "gateways"):
            self.gateways.lost(shard)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server that has added the bot, perhaps again."""
        await self.table.tidying.bot_present([guild.id])
        await greet(self, guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Schedule the closing of the matches of a server that has removed the bot."""
        await self.table.tidying.bot_removed(guild.id)

    @property
    def connected(self) -> bool:
        """Whether all gateways are connected and have listed all servers."""
        return self.is_ready() and self.gateways.connected

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for the shard's turn among all processes; a single process does what discord.py does."""
        if self._owner is None:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await self.identify_turns.before_identifying(shard_id or 0)

    async def connect(self, *, reconnect: bool = True) -> None:
        try:
            await super().connect(reconnect=reconnect)
        except AttributeError as error:
            # discord.py raises AttributeError in its retry if there has never been a connection; raise the original
            # error.
            if self.ws is None and error.__context__ is not None:
                raise error.__context__ from None
            raise

    async def wind_down(self) -> None:
        """Prepare for `close` within a few seconds: accept nothing new, answer waiting people, send pending messages.

        The clocks of all matches stop with the gateway. If storing has failed, people are still answered.
        """
        if not hasattr(self, "table"):
            return
        self.table.alarm.stop()
        self.table.thinking.stop()
        connected = self.connected
        if self.store_failure is None:
            await self.gateways.close()
            await self.store.clock_stops.heartbeat(shards=self.shards_here)
        self._wound_down = True
        await self.close_gateways()
        late = await finish(running(*INTERACTION_TASKS), ANSWERING_SECONDS)
        telling = notify_users(self.seen.open[task] for task in late if task in self.seen.open)
        await finish(running(EVENT_TASKS), ANSWERING_SECONDS)
        if connected and self.store_failure is None:
            await self.table.flush(FLUSHING_SECONDS)
        await wait_for_notifications(telling)

    async def close_gateways(self) -> None:
        """Close the gateway connection."""
        if self.ws is not None:
            try:
                await asyncio.wait_for(self.ws.close(code=1000), GATEWAY_CLOSING_SECONDS)
            except CLOSE_ERRORS as error:
                log.info("the gateway was not closed properly: %r", error)

    def dispatch(self, event: str, /, *args: Any, **more: Any) -> None:
        """Ignore events after `close`: discord.py delays `ready` and would find no event loop."""
        if not self._ended:
            super().dispatch(event, *args, **more)

    async def close(self) -> None:
        for task in (self._syncing, self._learning, *self._updating):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        if hasattr(self, "table"):
            self.table.alarm.stop()
            self.table.thinking.stop()
        await super().close()
        self._ended = True
        self.pictures.close()
        await self.reviews.close()
        self.background.close()
        self.reviewing.close()
        self.thinkers.close()
        if hasattr(self, "table"):
            ours = not self._wound_down and not self.displaced.is_set()
            if ours:
                await self.gateways.close()
            await self.table.stop(heartbeat=ours)
        if hasattr(self, "store"):
            await self.store.close()

    def language_of(self, locale: discord.Locale | str | None) -> str:
        """Our language for a Discord locale."""
        return locales.pick(str(locale) if locale is not None else None)

    async def channel_language(self, interaction: discord.Interaction) -> str:
        """The language of public messages: the server's, else that of the person who opens the match."""
        chosen = await self.store.guilds.language(interaction.guild_id) if interaction.guild_id else ""
        person = await self.store.people.get(interaction.user.id)
        return chosen or person.language or self.language_of(interaction.locale)

    async def match_here(
        self, interaction: discord.Interaction, number: int | None = None, *, ended: bool = False
    ) -> Match:
        """The match of this channel, or the one with this number, if the person may know of it."""
        if number is not None:
            return await access.need_match(interaction, number)
        found = await access.match_here(interaction, ended=ended)
        if found is None:
            raise UserError(text("There is no match in this channel. Start one with /match new."))
        return found
