"""Memory of a thousand live matches above an empty bot, each measured in a new process."""

from __future__ import annotations

import asyncio
import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.rows import Row

MATCHES = 1000


def resident() -> float:
    """The memory of this process in MB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 1e6


async def measure(matches: int) -> float:
    """Memory in MB of a bot's store and table with this many live matches, all in use."""
    from bench.sample import GAME
    from cogs.client.arena_bot import ArenaBot
    from db.rows import NewMatch
    from db.store import Store
    from engine.core.position import Position
    from engine.core.record import written
    from table.table import Table

    with tempfile.TemporaryDirectory() as folder:
        bot = ArenaBot(Path(folder) / "memory.sqlite3")
        async with await Store.open(bot.database) as store:
            moves = Table(store, bot.clock, bot.platform).moves
            for number in range(matches):
                position = Position.new(GAME, {}, 2, str(number))
                new = NewMatch(
                    guild=1, channel=number, game=GAME.key, seed=str(number), seed_hash="", rules_version=1,
                    language="en", creator=1,
                )  # fmt: skip
                match = await store.matches.open(new, [1, 2])
                to_move = [ask.seat for ask in position.asks]
                match = await store.matches.start(match.id, position=written(position), to_move=to_move, players=[1, 2])
                await moves.live(match.id)
            found = resident()
        await bot.close()
        return found


def memory() -> list[Row]:
    empty, full = (_in_a_process(count) for count in (0, MATCHES))
    extra = full - empty
    what = f"memory of {MATCHES} live matches"
    return [Row(what, f"{extra:.0f} MB above {empty:.0f} MB", "200 MB", extra / 200, "< 1", extra < 200)]


def _in_a_process(count: int) -> float:
    command = [sys.executable, "-m", "bench.memory", str(count)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(json.loads(answer.stdout))


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(measure(int(sys.argv[1])))))
