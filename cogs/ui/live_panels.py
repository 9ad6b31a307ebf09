"""One live panel per person and match: whoever opens another one finds the one before gone.

Memory holds the interaction that last changed a panel, whose token deletes the message for fifteen minutes. A panel
that outlives its token, or a restart, stays: its controls work as those of any outdated panel.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable

import discord
from msgspec import Struct

from cogs.ui.interactions import LOST, Way, attempts, bot_of

log = logging.getLogger("arena")

PANEL_LIVES = 13 * 60
"""Seconds in which a panel can be changed: Discord gives fifteen minutes."""
REMEMBERED = 2048
"""Panels that are remembered, over all people and matches."""


class LivePanel(Struct, frozen=True):
    """A panel that is shown: its message, and the interaction whose token can change it."""

    interaction: discord.Interaction
    message: int
    at: float
    """When the interaction first showed it."""


class LivePanels:
    """The live panel of each person in each match."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._panels: OrderedDict[tuple[int, int], LivePanel] = OrderedDict()

    def show(self, interaction: discord.Interaction, match: int) -> None:
        """The interaction shows the panel of this match: a panel in another message ends."""
        message = _message_of(interaction)
        if message is None:
            return
        before = self._panels.pop((interaction.user.id, match), None)
        again = before is not None and before.interaction is interaction
        at = before.at if before is not None and again else self._clock()
        self._panels[interaction.user.id, match] = LivePanel(interaction, message, at)
        while len(self._panels) > REMEMBERED:
            self._panels.popitem(last=False)
        if before is not None and before.message != message and self._clock() - before.at < PANEL_LIVES:
            bot_of(interaction).in_background(_delete(before.interaction, match))

    def touch(self, interaction: discord.Interaction, match: int) -> None:
        """A control of this panel was pressed: the new interaction can change it from now on."""
        known = self._panels.get((interaction.user.id, match))
        if known is not None and known.message == _message_of(interaction):
            self._panels[interaction.user.id, match] = LivePanel(interaction, known.message, self._clock())

    def release(self, interaction: discord.Interaction, match: int) -> None:
        """The message shows something else now, which must not disappear when a panel is opened."""
        known = self._panels.get((interaction.user.id, match))
        if known is not None and known.message == _message_of(interaction):
            del self._panels[interaction.user.id, match]

    def shows(self, interaction: discord.Interaction, match: int) -> bool:
        """Whether the live panel is the one that this interaction has shown, and can still be changed by it."""
        known = self._panels.get((interaction.user.id, match))
        return known is not None and known.interaction is interaction and self._clock() - known.at < PANEL_LIVES


def _message_of(interaction: discord.Interaction) -> int | None:
    """The private message that the interaction answers in; None for a public one, which is never deleted."""
    if interaction.extras.get("way") is Way.IN_PLACE:
        message = interaction.message
        return message.id if message is not None and message.flags.ephemeral else None
    answer: int | None = interaction.extras.get("answer")
    return answer if interaction.extras.get("way") is Way.PRIVATE else None


async def _delete(interaction: discord.Interaction, match: int) -> None:
    try:
        await attempts(interaction.delete_original_response)
    except (discord.HTTPException, *LOST) as error:
        log.info("match %s: a panel stays though another one is open: %r", match, error)
