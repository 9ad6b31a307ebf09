"""The time from Confirm to the public message, in the simulator: engine and store, beside the picture."""

from __future__ import annotations

import logging
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from typing import Any

import simcord

from bench.rows import Row
from bench.sample import GAME
from cogs.client.arena_bot import ArenaBot
from table.matches.moves import Moves
from workers.picture_cache import PictureCache

TURNS = 30


def watch(owner: Any, name: str, times: list[float]) -> None:
    """Replace a method by one that appends the duration of each call to `times`."""
    inner: Callable[..., Awaitable[Any]] = getattr(owner, name)

    async def timed(*args: Any, **kwargs: Any) -> Any:
        begun = time.perf_counter()
        try:
            return await inner(*args, **kwargs)
        finally:
            times.append(time.perf_counter() - begun)

    setattr(owner, name, timed)


async def confirming() -> list[Row]:
    """Let two simulated people play typed moves; only the confirming call and the public picture are timed."""
    logging.getLogger("discord").setLevel(logging.ERROR)
    with tempfile.TemporaryDirectory() as folder:
        bot = ArenaBot(Path(folder) / "bench.sqlite3")
        entered: list[float] = []
        drawn: list[float] = []
        watch(PictureCache, "_draw", drawn)
        watch(Moves, "commit_entry", entered)
        async with simcord.run(bot) as env:
            guild = env.create_guild("Bench")
            channel = guild.create_text_channel("bench")
            people = [guild.add_member(env.create_user(name)) for name in ("ada", "bartek")]
            await people[0].slash(channel, "match new", game=GAME.key, opponent=people[1])
            await people[1].slash(channel, "match join")
            for _ in range(TURNS):
                await _turn(bot, channel, people)
            await bot.close()
    engine, picture = median(entered[3:]) * 1000, median(drawn[3:]) * 1000
    yard = f"{picture:.1f} ms (drawing the public picture)"
    return [Row("confirm: engine and store", f"{engine:.1f} ms", yard, engine / picture, "< 1", engine < picture)]


async def _turn(bot: ArenaBot, channel: Any, people: list[Any]) -> None:
    match = await bot.store.matches.in_channel(channel.id)
    if match is None:
        return
    live = await bot.table.moves.live(match.id)
    seat = live.position.asks[0].seat
    person = next(one for one in people if one.id == live.person_at(seat))
    codes: list[str] = []
    position = live.position.fork()
    while not position.held and position.outcome is None:
        ask = position.ask_of(seat)
        assert ask is not None
        code = ask.options[-1].code
        position.pick(seat, code, hold=True)
        codes.append(code)
    await person.slash(channel, "play", move=" ".join([*codes, "confirm"]))
