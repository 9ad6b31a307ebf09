"""/rules and /card in the simulator: all the work of an answer, with pictures cached."""

from __future__ import annotations

import logging
import tempfile
import time
from pathlib import Path
from statistics import quantiles
from typing import Any

import simcord

from bench.rows import Row
from cogs.client.arena_bot import ArenaBot
from engine.learning.rulebook import rulebook
from engine.registry import GAMES
from search.rules_search import library
from tests.support.settling import without_idling

ROUNDS, BAR = 3, 50.0


async def looking_up() -> list[Row]:
    """Ask every question once to warm up, then time it, simulated Discord included."""
    logging.getLogger("discord").setLevel(logging.ERROR)
    # SimCord would check for the answer only every 50 ms.
    with tempfile.TemporaryDirectory() as folder, without_idling():
        bot = ArenaBot(Path(folder) / "bench.sqlite3")
        async with simcord.run(bot) as env:
            guild = env.create_guild("Bench")
            channel = guild.create_text_channel("bench")
            person = guild.add_member(env.create_user("ada"))
            library()
            rows = [
                await _timed("/rules, 20 questions", person, channel, "rules", "query", _questions()),
                await _timed("/card, 20 cards", person, channel, "card", "name", _cards()),
            ]
            await bot.close()
    return rows


def _questions() -> list[str]:
    """Section titles as questions, of sections with diagrams where possible."""
    found = []
    for game in GAMES:
        sections = sorted(rulebook(game, "en").values(), key=lambda one: -len(one.diagrams))
        found += [f"{one.title} {game}" for one in sections[:5]]
    return found


def _cards() -> list[str]:
    return [one for game in GAMES.values() for one in list(game.components)[:5]]


async def _timed(what: str, person: Any, channel: Any, command: str, option: str, question: list[str]) -> Row:
    times = []
    for number in range(ROUNDS + 1):
        for words in question:
            begun = time.perf_counter()
            await person.slash(channel, command, **{option: words})
            if number:
                times.append((time.perf_counter() - begun) * 1000)
    worst = quantiles(times, n=20)[-1]
    return Row(f"{what}: 95 in 100 within", f"{worst:.1f} ms", f"{BAR:.0f} ms", worst / BAR, "< 1", worst < BAR)
