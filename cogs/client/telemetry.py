"""The events of the bot's work that can be measured. Ignored unless metrics are enabled (`cogs/metrics`)."""

from __future__ import annotations

from enum import Enum

import discord

from table.table import Table
from workers.telemetry import WorkTelemetry


class Outcome(Enum):
    """The result of an interaction."""

    DONE = "done"
    REFUSED = "refused"
    """The user got the reason for a refusal."""
    REPEATED = "repeated"
    """It was delivered before."""
    LOST = "lost"
    """It could not be acknowledged: the user reads that the application did not respond."""
    DATABASE = "database"
    DISCORD = "discord"
    """Discord did not accept the answer."""
    FAILED = "failed"
    """A bug of ours."""


class Telemetry(WorkTelemetry):
    """Ignores all events; every method returns at once and raises nothing."""

    def attached(self, table: Table) -> None:
        """A table was created; it is not in use yet."""

    def arrived(self, interaction: discord.Interaction) -> None:
        """An interaction has arrived; called in the task that answers it."""

    def acknowledged(self, interaction: discord.Interaction) -> None:
        """Discord has accepted the acknowledgment."""

    def answered(self, interaction: discord.Interaction) -> None:
        """The user sees an answer, the first one or a later one."""

    def ended(self, interaction: discord.Interaction, outcome: Outcome) -> None:
        """The interaction is finished; only the first outcome counts."""
