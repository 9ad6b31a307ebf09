"""One live panel per person and match: opening another one deletes the previous one.

Memory holds the interaction that last changed a panel; its token can delete the message for fifteen minutes. A panel
that outlives its token, or a restart, stays, and its controls work like those of any outdated panel.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable

import discord
from msgspec import Struct

from cogs.ui.interactions import LOST_ERRORS, Way, attempts, bot_of

log = logging.getLogger("arena")

PANEL_SECONDS = 13 * 60
"""Seconds during which a panel can be changed; Discord allows fifteen minutes."""
MAX_PANELS = 2048
"""The number of panels kept in memory, over all people and matches."""


class LivePanel(Struct, frozen=True):
    """A visible panel: its message, and the interaction whose token can change it."""

    interaction: discord.Interaction
    message: int
    at: float
    """The time when the interaction first showed it."""


class LivePanels:
    """The live panel of each person in each match."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._panels: OrderedDict[tuple[int, int], LivePanel] = OrderedDict()

    def show(self, interaction: discord.Interaction, match: int) -> None:
        """Register the panel that the interaction shows, and delete a panel in another message."""
        message = _message_of(interaction)
        if message is None:
            return
        before = self._panels.pop((interaction.user.id, match), None)
        again = before is not None and before.interaction is interaction
        at = before.at if before is not None and again else self._clock()
        self._panels[interaction.user.id, match] = LivePanel(interaction, message, at)
        while len(self._panels) > MAX_PANELS:
            self._panels.popitem(last=False)
        if before is not None and before.message != message and self._clock() - before.at < PANEL_SECONDS:
            bot_of(interaction).in_background(_delete(before.interaction, match))

    def touch(self, interaction: discord.Interaction, match: int) -> None:
        """After a press of the panel's control, use the new interaction for changes."""
        known = self._panels.get((interaction.user.id, match))
        if known is not None and known.message == _message_of(interaction):
            self._panels[interaction.user.id, match] = LivePanel(interaction, known.message, self._clock())

    def release(self, interaction: discord.Interaction, match: int) -> None:
        """Forget the panel because its message shows something else, which must not be deleted."""
        known = self._panels.get((interaction.user.id, match))
        if known is not None and known.message == _message_of(interaction):
            del self._panels[interaction.user.id, match]

    def shows(self, interaction: discord.Interaction, match: int) -> bool:
        """Whether this interaction has shown the live panel and can still change it."""
        known = self._panels.get((interaction.user.id, match))
        return known is not None and known.interaction is interaction and self._clock() - known.at < PANEL_SECONDS


def _message_of(interaction: discord.Interaction) -> int | None:
    """The private message of the interaction's answer; None for a public one, which is never deleted."""
    if interaction.extras.get("way") is Way.IN_PLACE:
        message = interaction.message
        return message.id if message is not None and message.flags.ephemeral else None
    answer: int | None = interaction.extras.get("answer")
    return answer if interaction.extras.get("way") is Way.PRIVATE else None


async def _delete(interaction: discord.Interaction, match: int) -> None:
    try:
        await attempts(interaction.delete_original_response)
    except (discord.HTTPException, *LOST_ERRORS) as error:
        log.info("match %s: an old panel cannot be deleted: %r", match, error)
