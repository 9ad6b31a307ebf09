"""Every control of a match. Its custom id says which match, version and draft it was made for, so that it
works after a restart and knows when it is stale."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import discord
from msgspec import Struct

from cogs.ui.answer import answering
from cogs.ui.limits import LABEL, OPTION_LABEL
from table.sorry import clip

_WHERE = r"(?P<match>\d+):(?P<version>\d+):(?P<step>\d+)"


class Spot(Struct, frozen=True):
    """The place in a match that a control belongs to."""

    match: int
    version: int
    step: int = 0

    def __str__(self) -> str:
        return f"{self.match}:{self.version}:{self.step}"

    @property
    def at(self) -> tuple[int, int]:
        return self.version, self.step

    @classmethod
    def read(cls, match: re.Match[str]) -> Spot:
        return cls(int(match["match"]), int(match["version"]), int(match["step"]))


Does = Callable[[discord.Interaction, Spot, str], Awaitable[None]]
PRESSES: dict[str, Does] = {}
"""What each button does, by its name."""


def press(name: str) -> Callable[[Does], Does]:
    """Register what the button of this name does."""

    def register(does: Does) -> Does:
        PRESSES[name] = does
        return does

    return register


class Press(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=rf"ap:press:(?P<name>[a-z-]+):{_WHERE}(?::(?P<extra>[a-z0-9+-]+))?",
):
    """A button: Play, Back, Confirm, an option of a question (its code is the `extra`) …"""

    def __init__(
        self,
        name: str,
        spot: Spot,
        label: str = "…",
        *,
        extra: str = "",
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    ) -> None:
        custom_id = f"ap:press:{name}:{spot}" + (f":{extra}" if extra else "")
        super().__init__(discord.ui.Button(label=clip(label, LABEL), custom_id=custom_id, style=style))
        self.name, self.spot, self.extra = name, spot, extra

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction, _item: discord.ui.Item[Any], match: re.Match[str]) -> Press:
        return cls(match["name"], Spot.read(match), extra=match["extra"] or "")

    @answering
    async def callback(self, interaction: discord.Interaction) -> None:
        await PRESSES[self.name](interaction, self.spot, self.extra)


class Choose(discord.ui.DynamicItem[discord.ui.Select[Any]], template=rf"ap:choose:{_WHERE}:(?P<part>\d+)"):
    """A select with up to 25 options of a question."""

    def __init__(
        self, spot: Spot, part: int, options: Sequence[tuple[str, str]] = (("…", "…"),), placeholder: str = "…"
    ) -> None:
        items = [discord.SelectOption(label=clip(label, OPTION_LABEL), value=code) for code, label in options]
        super().__init__(
            discord.ui.Select(
                custom_id=f"ap:choose:{spot}:{part}", options=items, placeholder=clip(placeholder, OPTION_LABEL)
            )
        )
        self.spot = spot

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction, _item: discord.ui.Item[Any], match: re.Match[str]) -> Choose:
        return cls(Spot.read(match), int(match["part"]))

    @answering
    async def callback(self, interaction: discord.Interaction) -> None:
        await PRESSES["pick"](interaction, self.spot, self.item.values[0])
