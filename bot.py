"""Arena Post. With a token: the bot on Discord. Without one: the local table, the same bot in your browser."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import re
import secrets
import sys
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import aiohttp
import discord

from cogs.client.arena_bot import ArenaBot, now
from cogs.client.emoji_upload import upload
from cogs.client.json_log import JsonFormatter
from cogs.client.retry import DISCORD_TROUBLE, in_one_line
from cogs.client.settings import DATABASE, HOME, TOKEN, settings
from cogs.client.sharded_bot import AUTO, ShardedBot, read_shards
from cogs.client.signals import StopSignals
from cogs.client.supervise import run_on_discord
from cogs.ui.voice import voice
from db.address import Address, PostgresAddress, parse
from db.command_line import ArgumentParser
from db.errors import DatabaseInUse, Displaced, Passing, StoreError, UnreadableAddress
from db.lock import only_process
from db.store import Store
from db.tables.leases import Owner
from db.tables.shards import Shards
from engine.registry import GAMES
from table.outbox.leases import LEASE_SECONDS
from table.outbox.repost import BOARD_KINDS, post_boards
from table.process_name import own_name
from workers.render_pool import MAX_WORKERS, sensible_workers
from workers.think_pool import MAX_THINKERS, sensible_thinkers

TOKEN_SHAPE = re.compile(r"[\w-]{18,}\.[\w-]{5,}\.[\w-]{20,}")
HEARTBEAT_SECONDS = 60
"""Maximum seconds that a crash gives back to the players to move."""
BAD_TOKEN = 4004
"""Discord's close code for an unknown token."""
FAILED, MISCONFIGURED = 1, 78
"""Exit statuses; 78 is EX_CONFIG of sysexits: a supervisor should not retry."""


def arguments(argv: list[str] | None = None) -> argparse.Namespace:
    """The parsed command line."""
    parser = ArgumentParser(
        prog="./run",
        description="Arena Post: arena board games by correspondence, on Discord or at the local table.",
        epilog=f"With {TOKEN} in the environment or in .env this is the bot on Discord; without it, or with --local, "
        "the local table: the same bot, played in your browser.",
        allow_abbrev=False,  # ./run looks for --local and --help by their whole names
    )
    parser.add_argument("--local", action="store_true", help="the local table, even if there is a token")
    parser.add_argument("--port", type=int, default=8742, metavar="N", help="port of the local table (default 8742)")
    parser.add_argument(
        "--players", type=int, default=2, choices=(2, 3, 4), help="people at the local table (default 2)"
    )
    parser.add_argument(
        "--db", type=parse, metavar="FILE|URL", help=f"the database (default ${DATABASE}, else arena.sqlite3 here)"
    )
    parser.add_argument(
        "--shards", type=shards, metavar="0-3/16|auto",
        help="the shards of this process, on PostgreSQL; auto: as many as Discord recommends, all in this process",
    )  # fmt: skip
    parser.add_argument(
        "--sync", action="store_true", help="register the commands with Discord even if they have not changed"
    )
    parser.add_argument(
        "--emojis", action="store_true", help="upload the games' pieces to Discord as the bot's emojis, then end"
    )
    parser.add_argument(
        "--metrics", type=address, metavar="[HOST:]PORT",
        help="serve /metrics, /healthz and /readyz there (without a host: on 127.0.0.1 only)",
    )  # fmt: skip
    parser.add_argument(
        "--render-workers", type=int, default=sensible_workers(), metavar="N", choices=range(MAX_WORKERS + 1),
        help="processes that draw pictures (default %(default)s on this machine); 0: threads of the bot do",
    )  # fmt: skip
    parser.add_argument(
        "--think-workers", type=int, default=sensible_thinkers(), metavar="N", choices=range(1, MAX_THINKERS + 1),
        help="processes that think for computers, while there are some that play (default %(default)s on this machine)",
    )  # fmt: skip
    parser.add_argument(
        "--log", choices=("plain", "json"), default="plain", help="lines for people, or one JSON object a line"
    )
    parser.add_argument("--verbose", action="store_true", help="say more in the log")
    return parser.parse_args(argv)


def shards(given: str) -> Shards | str:
    """The parsed shards, or `auto`."""
    try:
        return read_shards(given) or AUTO
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def address(given: str) -> tuple[str, int]:
    """The host and the port of `PORT` or `HOST:PORT`."""
    host, _, port = given.rpartition(":")
    if "@" in host or "/" in host:
        raise ValueError("this is no host")
    return host.strip("[]") or "127.0.0.1", int(port)


def set_up_log(kind: str, level: int) -> None:
    """Write the log to standard error, including our own lines of level INFO."""
    handler = logging.StreamHandler()
    plain = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler.setFormatter(JsonFormatter() if kind == "json" else plain)
    logging.basicConfig(level=level, handlers=[handler])
    logging.getLogger("arena").setLevel(min(level, logging.INFO))


def main(argv: list[str] | None = None) -> int:
    """Run what the arguments and settings ask for. Returns the exit status."""
    chosen = settings(HOME / ".env")
    try:
        asked = arguments(argv)
        database = asked.db or parse(chosen.get(DATABASE) or HOME / "arena.sqlite3")
    except UnreadableAddress as error:
        return fail(str(error), MISCONFIGURED)
    set_up_log(asked.log, logging.DEBUG if asked.verbose else logging.WARNING)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # we use no voice: do not warn at every start
    token = chosen.get(TOKEN, "")
    if asked.emojis and (asked.local or not token):
        return fail(f"Emojis are uploaded to Discord, which needs a {TOKEN}.", MISCONFIGURED)
    if asked.metrics and (asked.local or not token):
        return fail(f"Metrics are those of the bot on Discord, which needs a {TOKEN}.", MISCONFIGURED)
    if isinstance(asked.shards, Shards) and not asked.shards.whole and not isinstance(database, PostgresAddress):
        return fail(
            "A part of the shards needs PostgreSQL: on SQLite one process plays with all of them.", MISCONFIGURED
        )
    try:
        with StopSignals() as stop:
            if not token or asked.local:
                return at_the_local_table(database, asked.port, asked.players, stop)
            if not TOKEN_SHAPE.fullmatch(token):
                return fail(f"The {TOKEN} is no bot token: copy it again from the developer portal.", MISCONFIGURED)
            if asked.emojis:
                return upload_to_discord(token, stop)
            stop.run(lambda event: on_discord(database, token, asked, event))
    except PortTaken as error:
        return fail(str(error), FAILED)
    except StoreError as error:
        return fail(str(error), FAILED if isinstance(error, DatabaseInUse | Displaced | Passing) else MISCONFIGURED)
    except discord.PrivilegedIntentsRequired:
        return fail("Discord refuses the intents: update Arena Post, it needs none that are privileged.", MISCONFIGURED)
    except (discord.LoginFailure, discord.ConnectionClosed) as error:
        if isinstance(error, discord.ConnectionClosed) and error.code != BAD_TOKEN:
            return fail(f"Discord refuses the connection for good ({error.code}): update Arena Post.", MISCONFIGURED)
        return fail(f"Discord does not know this {TOKEN}: copy it again from the developer portal.", MISCONFIGURED)
    return 0


class PortTaken(Exception):
    """The port for metrics cannot be used; the text is a sentence."""


async def on_discord(database: Address, token: str, asked: argparse.Namespace, stop: asyncio.Event) -> None:
    """Run the bot until it is stopped, and serve its metrics if requested."""
    how: dict[str, Any] = {
        "monotonic": time.monotonic,
        "heartbeat": HEARTBEAT_SECONDS,
        "always_sync": asked.sync,
        "render_workers": asked.render_workers,
        "think_workers": asked.think_workers,
    }
    if isinstance(database, PostgresAddress):
        how["owner"] = Owner(own_name(), LEASE_SECONDS)
    kind: type[ArenaBot] = ArenaBot
    if asked.shards is not None:
        kind, how["shards"] = ShardedBot, None if asked.shards == AUTO else asked.shards
    if asked.metrics is None:
        await run_on_discord(kind(database, **how), token, stop)
        return
    # Imported here, so that Prometheus is loaded only with --metrics.
    from cogs.metrics.measuring import TelemetryMetrics
    from cogs.metrics.metrics import Metrics
    from cogs.metrics.server import serving

    measuring = TelemetryMetrics(Metrics())
    bot = kind(database, **how, observer=measuring)
    host, port = asked.metrics
    async with AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(serving(bot, measuring, host, port, stop))
        except OSError as error:
            raise PortTaken(f"Metrics cannot be served on {host}, port {port}: {error.strerror}.") from error
        await run_on_discord(bot, token, stop)


def upload_to_discord(token: str, stop: StopSignals) -> int:
    """Upload missing emojis to Discord. Returns the exit status."""
    try:
        stop.run(lambda event: upload(token, event, print))
    except discord.LoginFailure:
        raise
    except DISCORD_TROUBLE as error:
        return fail(f"Discord does not take the emojis ({in_one_line(error)}).", FAILED)
    return 0


def fail(sentence: str, status: int) -> int:
    """Print the sentence as an error and return the exit status."""
    print(sentence, file=sys.stderr)
    return status


def at_the_local_table(database: Address, port: int, players: int, stop: StopSignals) -> int:
    """Run the same bot against a Discord in memory until it is stopped. Returns the exit status."""
    logging.disable(logging.WARNING)  # importing SimCord runs parts of discord.py that warn
    try:
        from cogs.local import (
            KnownPlace,
            LocalTableError,
            serve,
        )  # imported here, because SimCord is installed only for the local table
    except ModuleNotFoundError as missing:
        if missing.name != "simcord":
            raise
        return fail(
            f"Without a {TOKEN} this is the local table, which needs requirements-local.txt: start ./run --local.",
            MISCONFIGURED,
        )
    finally:
        logging.disable(logging.NOTSET)
    heading = ["The local table is open. Open these in your browser, one per player (Ctrl+C stops):"]

    def announce(line: str) -> None:
        print(*heading, line, sep="\n", flush=True)
        heading.clear()

    async def play(event: asyncio.Event) -> None:
        places = await known_places(database)
        secret = local_secret(database)
        await serve(
            lambda: ArenaBot(database, heartbeat=HEARTBEAT_SECONDS), port=port, players=players, announce=announce,
            opened=post_boards_again, places=[KnownPlace(*place) for place in places], secret=secret, stop=event,
        )  # fmt: skip

    try:
        with only_process(database):
            stop.run(play)
    except LocalTableError as error:
        return fail(str(error), MISCONFIGURED)
    except (aiohttp.ClientError, discord.DiscordException, OSError) as error:
        return fail(f"The local table could not open ({error}).", FAILED)
    return 0


async def known_places(database: Address) -> list[tuple[int, int | None, str, int | None]]:
    """Channel, parent, name and newest board of every unfinished match, so that old links keep working."""
    speak = voice("en")
    async with await Store.open(database, clock=now) as store:
        return [
            (match.channel, match.parent, f"{speak(GAMES[match.game].name)} {match.id}", board[1] if board else None)
            for match in await store.matches.unfinished()
            for board in [await store.outbox.newest_sent(match.id, BOARD_KINDS)]
        ]


async def post_boards_again(bot: ArenaBot) -> None:
    """Post the board of every unfinished match, because the simulated Discord forgets its messages."""
    await post_boards(bot.store, int(bot.clock()))
    await bot.table.run_due()


def local_secret(database: Address) -> str:
    """The secret of the local table's URLs, stored beside the database so that they stay the same."""
    beside = database if isinstance(database, Path) else HOME / "arena.postgresql"
    file = beside.with_name(f"{beside.name}.local")
    try:
        with file.open("x", encoding="utf-8") as new:
            file.chmod(0o600)
            new.write(secrets.token_hex(32))
    except FileExistsError:
        pass
    return file.read_text(encoding="utf-8").strip()


if __name__ == "__main__":
    ended = main()
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(ended)  # everything is closed; do not wait for pictures that are still being drawn
