"""The whole path of a click in the simulator, in CPU time, compared with sending a finished panel of the same size.

The finished panel shows what discord.py and the simulator need for the controls and pictures of a pick, without any
work of the bot. Its own yardstick is an empty handler that answers with a fixed text.
"""

from __future__ import annotations

import io
import logging
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any
from unittest import mock

import discord
import simcord
from simcord.components import walk_components

from bench.rows import Row
from cogs.client.arena_bot import ArenaBot
from engine.registry import GAMES

PICKS = 160
SEED = 7
"""The seed of the choices, which do not depend on how a panel arranges them."""
WARM = 40
"""Number of picks before those that count: fonts and sprites are made once per process."""
BAR = 3.0


class Empty(discord.ui.View):
    """A button that only answers."""

    @discord.ui.button(label="x", custom_id="bench:empty")
    async def press(self, interaction: discord.Interaction, _: discord.ui.Button[Any]) -> None:
        await interaction.response.edit_message(content="answered")


class Ready(discord.ui.DynamicItem[discord.ui.Button[Any]], template="bench:ready"):
    """A button in the finished panel: it shows the panel again, as a pick shows its own."""

    panel: Panel

    def __init__(self) -> None:
        super().__init__(discord.ui.Button(label="x", custom_id="bench:ready"))

    @classmethod
    async def from_custom_id(cls, *_: Any) -> Ready:
        return cls()

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        await self.panel.show(interaction)


class Open(discord.ui.View):
    """A button that opens the finished panel."""

    @discord.ui.button(label="x", custom_id="bench:open")
    async def press(self, interaction: discord.Interaction, _: discord.ui.Button[Any]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await Ready.panel.show(interaction)


_edit = discord.Interaction.edit_original_response


class Panel:
    """The layout and the pictures of the latest panel, and a button to show them again."""

    def __init__(self, view: discord.ui.LayoutView, attachments: Sequence[discord.File]) -> None:
        self.view = view
        self.files = [(one.fp.read(), one.filename, one.description) for one in attachments]
        for one in attachments:
            one.reset()

    async def show(self, interaction: discord.Interaction) -> None:
        files = [discord.File(io.BytesIO(data), name, description=words) for data, name, words in self.files]
        await _edit(interaction, view=self.view, attachments=files)


async def _show_and_record(interaction: discord.Interaction, **shown: Any) -> Any:
    """Show the bot's panel and record it."""
    if isinstance(shown.get("view"), discord.ui.LayoutView):
        Ready.panel = Panel(shown["view"], shown.get("attachments", ()))
    return await _edit(interaction, **shown)


async def clicking() -> list[Row]:
    """Measure picks and the empty handler's answers alternately, in every game; and a confirm."""
    logging.getLogger("discord").setLevel(logging.ERROR)
    with mock.patch.object(discord.Interaction, "edit_original_response", _show_and_record):
        return [row for key in GAMES for row in await _clicks(key)]


async def _clicks(key: str) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        bot = ArenaBot(Path(folder) / "bench.sqlite3")
        bot.pictures.warm = lambda *_: None  # type: ignore[method-assign]
        bot.add_dynamic_items(Ready)
        async with simcord.run(bot) as env:
            guild = env.create_guild("Bench")
            channel = guild.create_text_channel("bench")
            people = [guild.add_member(env.create_user(name)) for name in ("ada", "bartek")]
            await people[0].slash(channel, "match new", game=key, opponent=people[1])
            await people[1].slash(channel, "match join")
            target = bot.get_channel(channel.id)
            assert isinstance(target, discord.TextChannel)
            sent = [await target.send("x", view=view(timeout=None)) for view in (Empty, Open)]
            await env.settle()
            empty, ready, picks, confirms = await _measure(bot, env, channel, people, [one.id for one in sent])
            await bot.close()
    handler = f"{empty * 1000:.1f} ms (empty handler)"
    panel = f"{ready * 1000:.1f} ms (finished panel)"
    return [
        Row(f"pick, {key}, CPU", f"{picks * 1000:.1f} ms", panel, picks / ready, f"≤ {BAR:g}", picks / ready <= BAR),
        Row(f"confirm, {key}, CPU", f"{confirms * 1000:.1f} ms", panel, confirms / ready, "", True),
        Row(f"finished panel, {key}, CPU", f"{ready * 1000:.1f} ms", handler, ready / empty, "", True),
    ]


def _ways(parts: Sequence[Any]) -> Iterator[tuple[str, str, bool]]:
    """Yield every choice of a panel: its codes, the control that picks it, and whether that is a select."""
    for part in parts:
        control = part.get("custom_id", "")
        if part.get("type") == 3:
            yield from ((option["value"], control, True) for option in part["options"])
        elif ":pick:" in control or ":finish:" in control:
            yield control.rsplit(":", 1)[1], control, False


async def _measure(
    bot: ArenaBot, env: simcord.Env, channel: Any, people: list[Any], sent: Sequence[int]
) -> tuple[float, float, float, float]:
    """Median CPU seconds of the empty handler, of the finished panel, of a pick, and of a confirm."""
    empty: list[float] = []
    ready: list[float] = []
    picks: list[float] = []
    confirms: list[float] = []
    rng = random.Random(SEED)
    while len(picks) < PICKS:
        match = await bot.store.matches.in_channel(channel.id)
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
            done = next((one for one in buttons if ":confirm:" in one), None)
            ways = sorted(_ways(parts))
            begun = time.process_time()
            if done or not ways:
                if done:
                    await person.click(panel, custom_id=done)
                    confirms.append(time.process_time() - begun)
                break
            value, control, in_select = rng.choice(ways)
            if in_select:
                await person.select(panel, [value], custom_id=control)
            else:
                await person.click(panel, custom_id=control)
            picks.append(time.process_time() - begun)
            still, opens = (simcord.ResponseMessage(env, env.backend.get_message(channel.id, one)) for one in sent)
            begun = time.process_time()
            await person.click(still, custom_id="bench:empty")
            empty.append(time.process_time() - begun)
            Ready.panel.view.add_item(discord.ui.ActionRow(Ready()))
            same = (await person.click(opens, custom_id="bench:open")).response
            assert same is not None
            begun = time.process_time()
            await person.click(same, custom_id="bench:ready")
            ready.append(time.process_time() - begun)
    return median(empty[WARM:]), median(ready[WARM:]), median(picks[WARM:]), median(confirms[len(confirms) // 2 :])
