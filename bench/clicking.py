"""The whole path of a click in the simulator, in CPU time, beside an empty handler that answers with a fixed text."""

from __future__ import annotations

import logging
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import discord
import simcord
from simcord.components import walk_components

from bench.rows import Row
from cogs.arena import Arena
from engine.registry import GAMES

PICKS = 60
WARM = 20
"""Picks before those that count: fonts and sprites are made once in a process."""
BAR = 3.0


class Empty(discord.ui.View):
    """A button that does nothing but answer."""

    @discord.ui.button(label="x", custom_id="bench:empty")
    async def press(self, interaction: discord.Interaction, _: discord.ui.Button[Any]) -> None:
        await interaction.response.edit_message(content="answered")


async def clicking() -> list[Row]:
    """Picks and the answer of the empty handler in turns, in every game; and a confirm."""
    logging.getLogger("discord").setLevel(logging.ERROR)
    return [row for key in GAMES for row in await _clicks(key)]


async def _clicks(key: str) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        bot = Arena(Path(folder) / "bench.sqlite3")
        bot.pictures.warm = lambda *_: None  # type: ignore[method-assign]
        async with simcord.run(bot) as env:
            guild = env.create_guild("Bench")
            channel = guild.create_text_channel("bench")
            people = [guild.add_member(env.create_user(name)) for name in ("ada", "bartek")]
            await people[0].slash(channel, "match new", game=key, opponent=people[1])
            await people[1].slash(channel, "match join")
            target = bot.get_channel(channel.id)
            assert isinstance(target, discord.TextChannel)
            sent = await target.send("x", view=Empty(timeout=None))
            await env.settle()
            empty, picks, confirms = await _measure(bot, env, channel, people, sent.id)
            await bot.close()
    yard = f"{empty * 1000:.1f} ms (empty handler)"
    return [
        Row(f"pick, {key}, CPU", f"{picks * 1000:.1f} ms", yard, picks / empty, f"≤ {BAR:g}", picks / empty <= BAR),
        Row(f"confirm, {key}, CPU", f"{confirms * 1000:.1f} ms", yard, confirms / empty, "", True),
    ]


async def _measure(
    bot: Arena, env: simcord.Env, channel: Any, people: list[Any], other: int
) -> tuple[float, float, float]:
    """CPU seconds of the empty handler, of a pick, and of a confirm: medians."""
    empty: list[float] = []
    picks: list[float] = []
    confirms: list[float] = []
    while len(picks) < PICKS:
        match = await bot.store.match_in(channel.id)
        if match is None:
            break
        live = await bot.table.moves.live(match.id)
        seat = live.position.asks[0].seat
        person = next(one for one in people if one.id == live.person_at(seat))
        panel = (await person.slash(channel, "play")).response
        assert panel is not None
        while True:
            parts = list(walk_components(panel._message.components))
            buttons = [part["custom_id"] for part in parts if part.get("type") == 2 and "custom_id" in part]
            selects = [part for part in parts if part.get("type") == 3]
            done = next((one for one in buttons if ":confirm:" in one), None)
            chosen = [one for one in buttons if ":pick:" in one or ":finish:" in one]
            begun = time.process_time()
            if done or not (chosen or selects):
                if done:
                    await person.click(panel, custom_id=done)
                    confirms.append(time.process_time() - begun)
                break
            if chosen:
                await person.click(panel, custom_id=chosen[len(picks) % len(chosen)])
            else:
                first = selects[0]
                values = [option["value"] for option in first["options"]]
                await person.select(panel, [values[len(picks) % len(values)]], custom_id=first["custom_id"])
            picks.append(time.process_time() - begun)
            message = env.backend.get_message(channel.id, other)
            begun = time.process_time()
            await person.click(simcord.ResponseMessage(env, message), custom_id="bench:empty")
            empty.append(time.process_time() - begun)
    return median(empty[WARM:]), median(picks[WARM:]), median(confirms[len(confirms) // 2 :])
