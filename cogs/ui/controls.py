"""All controls of a match. A custom id names the match, version and draft it was made for, so that the control works
after a restart and can be recognized as stale.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import discord
from msgspec import Struct

from cogs.ui.access import need_match
from cogs.ui.interactions import Answered, Way, bot_of
from cogs.ui.limits import MAX_LABEL_LENGTH, MAX_OPTION_LABEL_LENGTH
from engine.core.text import text
from table.log_context import add_log_fields
from table.outbox.outgoing import clip
from table.user_error import UserError

MAX_NUMBER_DIGITS = 18
"""The maximum number of digits in a custom id; every database accepts such numbers."""
_NUMBER = rf"\d{{1,{MAX_NUMBER_DIGITS}}}"
_ADDRESS = rf"(?P<match>{_NUMBER}):(?P<version>{_NUMBER}):(?P<revision>{_NUMBER})"
UNKNOWN_CONTROL = text("I don't know this button. It may be from another version of me; please open a new panel.")


class Address(Struct, frozen=True):
    """The match, its version and the draft revision that a control was made for."""

    match: int
    version: int
    revision: int = 0

    def __str__(self) -> str:
        return f"{self.match}:{self.version}:{self.revision}"

    @property
    def seen(self) -> tuple[int, int]:
        """The version and the revision that the person saw."""
        return self.version, self.revision

    @classmethod
    def read(cls, match: re.Match[str]) -> Address:
        return cls(int(match["match"]), int(match["version"]), int(match["revision"]))


def number_of(extra: str) -> int:
    """The number in a control's `extra`. Raises UserError for other content, which we have not written."""
    if not re.fullmatch(r"-?[0-9]{1,19}", extra) or abs(int(extra)) >= 2**63:
        raise UserError(UNKNOWN_CONTROL)
    return int(extra)


NOWHERE = Address(0, 0)
"""The address of a control that belongs to no match."""
Action = Callable[[discord.Interaction, Address, str], Awaitable[None]]
"""The handler of an acknowledged control: (interaction, address, the button's `extra` or the chosen value)."""


class Control(Struct, frozen=True):
    """The handler of a control, and how it is acknowledged."""

    act: Action
    in_place: bool = False
    """Whether it changes its own message; otherwise it answers with a new private message."""
    admin: bool = False
    """Whether it is for the server's admins; the handler checks that itself."""
    seated: bool = False
    """Whether it is for the match's players; the handler refuses everybody else itself."""
    own: bool = False
    """Whether its address is that of an exercise; the handler refuses everybody but its owner."""


class ActionItem(Answered):
    """A button or a select whose custom id names its action."""

    action: str
    address: Address

    def name(self, interaction: discord.Interaction) -> str:
        """The action's name, or “unknown” if no such action exists."""
        return self.action if self.action in bot_of(interaction).actions else "unknown"

    def way(self, interaction: discord.Interaction) -> Way:
        control = bot_of(interaction).actions.get(self.action)
        return Way.IN_PLACE if control is not None and control.in_place else Way.PRIVATE

    async def press(self, interaction: discord.Interaction, extra: str) -> None:
        """Run the action if the person may know of its match."""
        control = bot_of(interaction).actions.get(self.action)
        if control is None:
            raise UserError(UNKNOWN_CONTROL)
        match = 0 if control.own else self.address.match
        if match:
            add_log_fields(match=match)
        if match and not control.admin and not control.seated:
            await need_match(interaction, match)
        if match and control.in_place:
            bot_of(interaction).live_panels.touch(interaction, match)
        try:
            await control.act(interaction, self.address, extra)
        except Exception:
            if match and control.seated:  # a refusal must not reveal the match to a person who may not know of it
                await need_match(interaction, match)
            raise


class ActionButton(
    ActionItem,
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=rf"ap:press:(?P<action>[a-z-]+):{_ADDRESS}(?::(?P<extra>[a-z0-9+.-]+))?",
):
    """A button: Play, Back, Confirm, an option of a question (its code is the `extra`) …"""

    def __init__(
        self,
        action: str,
        address: Address,
        label: str = "…",
        *,
        extra: str = "",
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        emoji: discord.PartialEmoji | None = None,
    ) -> None:
        custom_id = f"ap:press:{action}:{address}" + (f":{extra}" if extra else "")
        super().__init__(
            discord.ui.Button(label=clip(label, MAX_LABEL_LENGTH), custom_id=custom_id, style=style, emoji=emoji)
        )
        self.action, self.address, self.extra = action, address, extra

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction, _item: discord.ui.Item[Any], match: re.Match[str]
    ) -> ActionButton:
        return cls(match["action"], Address.read(match), extra=match["extra"] or "")

    async def act(self, interaction: discord.Interaction) -> None:
        await self.press(interaction, self.extra)


class OptionSelect(
    ActionItem,
    discord.ui.DynamicItem[discord.ui.Select[Any]],
    template=rf"ap:choose:{_ADDRESS}:(?P<part>{_NUMBER})(?::(?P<action>[a-z-]+))?",
):
    """A select with up to 25 options of a question."""

    def __init__(
        self,
        address: Address,
        part: int,
        options: Sequence[tuple[str, str, discord.PartialEmoji | None]] = (("…", "…", None),),
        placeholder: str = "…",
        *,
        action: str = "pick",
    ) -> None:
        items = [
            discord.SelectOption(label=clip(label, MAX_OPTION_LABEL_LENGTH), value=code, emoji=emoji)
            for code, label, emoji in options
        ]
        super().__init__(
            discord.ui.Select(
                custom_id=f"ap:choose:{address}:{part}" + (f":{action}" if action != "pick" else ""),
                options=items,
                placeholder=clip(placeholder, MAX_OPTION_LABEL_LENGTH),
            )
        )
        self.address, self.action = address, action

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction, _item: discord.ui.Item[Any], match: re.Match[str]
    ) -> OptionSelect:
        return cls(Address.read(match), int(match["part"]), action=match["action"] or "pick")

    async def act(self, interaction: discord.Interaction) -> None:
        await self.press(interaction, self.item.values[0])
