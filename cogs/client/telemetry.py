"""What the bot tells of its work to whoever measures it. Nobody does unless metrics are asked for (`cogs/metrics`)."""

from __future__ import annotations

from enum import Enum

import discord

from table.table import Table
from workers.telemetry import WorkTelemetry


class Outcome(Enum):
    """How an interaction ended."""

    DONE = "done"
    REFUSED = "refused"
    """The person was told why not."""
    REPEATED = "repeated"
    """It was delivered before."""
    LOST = "lost"
    """It could not be acknowledged: the person reads that the application did not respond."""
    DATABASE = "database"
    DISCORD = "discord"
    """Discord did not take the answer."""
    FAILED = "failed"
    """By a fault of ours."""


class Telemetry(WorkTelemetry):
    """Takes no notice of anything; every method returns at once and raises nothing."""

    def attached(self, table: Table) -> None:
        """A table was made, which is not in use yet."""

    def arrived(self, interaction: discord.Interaction) -> None:
        """A click or a command is here, in the task that answers it."""

    def acknowledged(self, interaction: discord.Interaction) -> None:
        """Discord has taken the acknowledgement."""

    def answered(self, interaction: discord.Interaction) -> None:
        """The person sees an answer, the first one or a later one."""

    def ended(self, interaction: discord.Interaction, outcome: Outcome) -> None:
        """All is done for the interaction; the first outcome counts."""
