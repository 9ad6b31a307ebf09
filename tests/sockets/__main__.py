"""Kills the bot at random moments while two people play, and reports what was lost.

python -m tests.sockets --kills 1000 --forget-nonces --seed 7
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path

from tests.sockets import patience
from tests.sockets.kills import Played, play_and_kill
from tests.sockets.process import Launcher


def arguments() -> argparse.Namespace:
    """The command line."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="python -m tests.sockets", description=__doc__, formatter_class=raw)
    parser.add_argument("--kills", type=int, default=100, metavar="N", help="how often the bot is killed")
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


def told(played: Played, seconds: float) -> str:
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


def main() -> int:
    """Play, kill, report; 1 when something was lost."""
    asked = arguments()
    seed = random.randrange(1 << 30) if asked.seed is None else asked.seed
    print(f"seed {seed}", flush=True)
    launcher = Launcher()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as scratch:
        folder = asked.keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=not asked.keep)
        if asked.outage or asked.zombie:
            return asyncio.run(patience.lose_discord(launcher, folder, asked.outage))
        played = asyncio.run(
            play_and_kill(
                launcher,
                folder,
                kills=asked.kills,
                seed=seed,
                nonce_seconds=0.0 if asked.forget_nonces else 180.0,
                longest=asked.longest,
                game=asked.game,
                progress=lambda line: print(line, flush=True),
            )
        )
    launcher.close()
    print(told(played, time.monotonic() - began))
    found = played.report.faults or played.violations or played.errors
    return 1 if found or not played.report.moves else 0


if __name__ == "__main__":
    sys.exit(main())
