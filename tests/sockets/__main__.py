"""Kills the bot at random moments while two people play, and reports lost actions.

python -m tests.sockets --kills 1000 --forget-nonces --seed 7
python -m tests.sockets --processes 2 --postgres --kills 500 --freezes 20 --restarts 20
"""

from __future__ import annotations

import argparse
import asyncio
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path

from tests.sockets import patience
from tests.sockets.kills import Played, play_and_kill
from tests.sockets.process import Launcher
from tests.sockets.processes import Trouble, play_and_disturb
from tests.support.postgres.database import new_postgres
from tests.support.postgres.server import Server


def arguments() -> argparse.Namespace:
    """The parsed arguments of the command line."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="python -m tests.sockets", description=__doc__, formatter_class=raw)
    parser.add_argument("--kills", type=int, default=100, metavar="N", help="how often the bot is killed")
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL of its own")
    parser.add_argument("--processes", type=int, default=1, metavar="N", help="so many bots, each with one shard")
    parser.add_argument("--freezes", type=int, default=0, metavar="N", help="how often one stands still past its lease")
    parser.add_argument("--restarts", type=int, default=0, metavar="N", help="how often the database is restarted")
    parser.add_argument("--crashes", type=int, default=0, metavar="N", help="how often the database is killed")
    parser.add_argument("--latency", type=float, default=0.8, metavar="SECONDS", help="of messages, with --postgres")
    parser.add_argument("--lease", type=int, default=4, metavar="SECONDS", help="how long leases last")
    parser.add_argument("--seed", type=int, default=None, metavar="S", help="of the moments and of the moves")
    parser.add_argument("--forget-nonces", action="store_true", help="Discord forgets every nonce at once")
    parser.add_argument("--longest", type=float, default=5.0, metavar="SECONDS", help="the longest life of a bot")
    parser.add_argument("--game", default="leaders", help="what they play")
    parser.add_argument("--outage", type=float, metavar="SECONDS", help="instead: Discord is gone for so long")
    parser.add_argument("--zombie", action="store_true", help="instead: a gateway that falls silent")
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="keep the database and the log there; it must be new"
    )
    return parser.parse_args()


def report(played: Played, seconds: float) -> str:
    """The report in lines."""
    report = played.report
    lines = [
        f"kills                    {played.kills} in {seconds:.0f} s, {seconds / max(played.kills, 1):.2f} s each",
        f"clicks                   {played.clicks}, answered {report.answered}, moves stored {report.moves}",
        f"boards                   {report.boards}, second copies dropped by their nonce {played.repeated_nonces}",
        f"answered clicks lost     {len(report.lost)}",
        f"moves nobody confirmed   {len(report.uncalled)}",
        f"boards doubled           {len(report.doubled)}",
        f"boards missing           {len(report.missing)}",
        f"boards out of order      {len(report.out_of_order)}",
        f"errors in the log        {len(played.errors)}",
        f"violations               {len(played.violations)}",
    ]
    return "\n".join([*lines, *report.faults[:40], *played.errors[:20], *played.violations[:20]])


def on_postgres(launcher: Launcher, folder: Path, options: argparse.Namespace, seed: int) -> Played:
    """Play on several bots with a PostgreSQL server that syncs to disk, as in production."""
    scratch = Path(tempfile.mkdtemp(prefix="arena-postgres-"))
    server = Server(scratch, durable=True)
    server.start()
    try:
        return asyncio.run(
            play_and_disturb(
                launcher,
                folder,
                server,
                new_postgres(server),
                processes=options.processes,
                trouble=Trouble(options.kills, options.freezes, options.restarts, options.crashes),
                seed=seed,
                lease=options.lease,
                latency=options.latency,
                nonce_seconds=0.0 if options.forget_nonces else 180.0,
                longest=options.longest,
                game=options.game,
                progress=lambda line: print(line, flush=True),
            )
        )
    finally:
        server.stop()
        shutil.rmtree(scratch)


def main() -> int:
    """Play, kill and report; return 1 if anything was lost."""
    options = arguments()
    seed = random.randrange(1 << 30) if options.seed is None else options.seed
    print(f"seed {seed}", flush=True)
    launcher = Launcher()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=not options.keep)
        if options.outage or options.zombie:
            return asyncio.run(patience.lose_discord(launcher, folder, options.outage))
        if options.postgres:
            played = on_postgres(launcher, folder, options, seed)
            launcher.close()
            print(report(played, time.monotonic() - began))
            return 1 if played.report.faults or played.violations or not played.report.moves else 0
        played = asyncio.run(
            play_and_kill(
                launcher,
                folder,
                kills=options.kills,
                seed=seed,
                nonce_seconds=0.0 if options.forget_nonces else 180.0,
                longest=options.longest,
                game=options.game,
                progress=lambda line: print(line, flush=True),
            )
        )
    launcher.close()
    print(report(played, time.monotonic() - began))
    found = played.report.faults or played.violations or played.errors
    return 1 if found or not played.report.moves else 0


if __name__ == "__main__":
    sys.exit(main())
