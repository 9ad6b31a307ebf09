"""Turns the bot's events into metrics."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Any

import discord

from cogs.client.telemetry import Outcome, Telemetry
from cogs.metrics.metrics import Metrics
from db.rows import Due, Message
from table.log_context import log_fields
from table.table import Table

MAX_PENDING = 1024
"""The maximum number of tracked interactions, and of channels with an awaited message."""
MAX_MESSAGE_AGE_SECONDS = 60
"""Seconds; a message stored this long after a click does not belong to it: another process has sent its own."""


class TelemetryMetrics(Telemetry):
    """Counts and times the work of one bot."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self._open: OrderedDict[int, float] = OrderedDict()
        """The arrival times of open interactions."""
        self._clicks: OrderedDict[int, tuple[float, float]] = OrderedDict()
        """By channel: the arrival of the interaction whose message is awaited, by both clocks."""
        self._table: Table | None = None

    def attached(self, table: Table) -> None:
        self._table = table
        table.moves.on_posted.append(self._posted)
        table.outbox.on_sent.append(self._sent)
        table.alarm.on_done.append(self._done)

    def arrived(self, interaction: discord.Interaction) -> None:
        interaction.extras["arrived"] = self._open[interaction.id] = time.perf_counter()
        _shorten(self._open)

    def acknowledged(self, interaction: discord.Interaction) -> None:
        self.metrics.acknowledge.observe(_since(interaction))

    def answered(self, interaction: discord.Interaction) -> None:
        if "arrived" in interaction.extras and "timed" not in interaction.extras:
            interaction.extras["timed"] = True
            kind = "command" if interaction.command is not None else "control"
            self.metrics.answer.labels(kind).observe(_since(interaction))

    def ended(self, interaction: discord.Interaction, outcome: Outcome) -> None:
        self._open.pop(interaction.id, None)
        if "counted" not in interaction.extras:
            interaction.extras["counted"] = True
            self.metrics.interactions.labels(name_of(interaction), outcome.value).inc()

    async def completed(self, interaction: discord.Interaction, _: object) -> None:
        """A command was carried out."""
        self.ended(interaction, Outcome.DONE)

    def drawn(self, game: str, form: str, seconds: float) -> None:
        self.metrics.picture.labels(game, form).observe(seconds)

    def filmed(self, kind: str, seconds: float) -> None:
        self.metrics.film.labels(kind).observe(seconds)

    def thinker_lost(self) -> None:
        self.metrics.thinkers_lost.inc()

    def worker_lost(self) -> None:
        self.metrics.workers_lost.inc()

    def _posted(self, channel: int) -> None:
        """A commit has put a message into the channel's outbox, perhaps for an open interaction."""
        arrived = self._open.get(log_fields().get("interaction", 0))
        if arrived is not None and self._table is not None and channel not in self._clicks:
            self._clicks[channel] = arrived, self._table.clock()
            _shorten(self._clicks)

    def _sent(self, message: Message) -> None:
        self.metrics.sent.labels("channel" if message.person is None else "person").inc()
        click = self._clicks.pop(message.channel, None) if message.person is None else None
        if click is not None and message.created_at - click[1] < MAX_MESSAGE_AGE_SECONDS:
            self.metrics.publish.observe(time.perf_counter() - click[0])

    def _done(self, due: Due) -> None:
        assert self._table is not None
        late = max(0.0, self._table.clock() - due.at)
        self.metrics.due_lag.labels(due.kind.partition(":")[0]).observe(late)


def _shorten(rows: OrderedDict[int, Any]) -> None:
    """Remove the oldest entries."""
    while len(rows) > MAX_PENDING:
        rows.popitem(last=False)


def name_of(interaction: discord.Interaction) -> str:
    """The command as typed or listed, or the control."""
    command = interaction.command
    if command is None:
        return str(interaction.extras.get("control", "unknown"))
    return command.name if isinstance(command, discord.app_commands.ContextMenu) else f"/{command.qualified_name}"


def _since(interaction: discord.Interaction) -> float:
    arrived: float = interaction.extras["arrived"]
    return time.perf_counter() - arrived
