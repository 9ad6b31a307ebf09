"""Counters, gauges and histograms of one process. Labels are our own names, never ids, so there are few series."""

from __future__ import annotations

import logging

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

from engine import __version__

CLICK_BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30)
"""Seconds; Discord waits three for an acknowledgment."""
DRAWING_BUCKETS = (0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
FILMING_BUCKETS = (0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120)
LOOP_LAG_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
DUE_LAG_BUCKETS = (1, 2, 5, 10, 30, 60, 300, 1800, 7200, 86400)


class Metrics:
    """All metrics, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        GCCollector(registry=registry)

        def gauge(name: str, what: str, *labels: str) -> Gauge:
            return Gauge(f"arena_{name}", what, labels, registry=registry)

        def counter(name: str, what: str, *labels: str) -> Counter:
            return Counter(f"arena_{name}", what, labels, registry=registry)

        def histogram(name: str, what: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
            return Histogram(f"arena_{name}_seconds", what, labels, buckets=buckets, registry=registry)

        gauge("info", "The version that is running; always 1.", "version").labels(__version__).set(1)

        self.interactions = counter(
            "interactions", "Commands and controls by name, and how they ended.", "command", "outcome"
        )
        self.acknowledge = histogram(
            "acknowledge", "From an interaction's arrival to its acknowledgment.", CLICK_BUCKETS
        )
        self.answer = histogram("answer", "From an interaction's arrival to its first answer.", CLICK_BUCKETS, "kind")
        self.publish = histogram(
            "publish", "From an interaction's arrival to the channel's message about it.", CLICK_BUCKETS
        )

        self.outbox = gauge("outbox_messages", "Unsent messages in the whole database.")
        self.outbox_oldest = gauge("outbox_oldest_seconds", "Seconds for which the oldest of them has been waiting.")
        self.sent = counter("messages_sent", "Messages sent by this process.", "to")
        self.due = gauge("due_rows", "Overdue rows in the whole database.")
        self.due_oldest = gauge("due_oldest_seconds", "Seconds by which the oldest of them is late.")
        self.due_lag = histogram(
            "due_lag", "Lateness of the due rows that this process has handled.", DUE_LAG_BUCKETS, "kind"
        )
        self.matches = gauge("matches", "Unfinished matches, in the whole database.", "status")

        self.picture = histogram(
            "picture", "Drawing a board, including the wait in the queue.", DRAWING_BUCKETS, "game", "form"
        )
        self.film = histogram("film", "From the request for a film to its delivery.", FILMING_BUCKETS, "kind")
        self.background = gauge("background_jobs", "People waiting for a film or an import.")
        self.workers = gauge("render_workers", "Processes that draw pictures.", "state")
        self.drawings = gauge("render_waiting", "Pictures waiting for an idle process.")
        self.workers_lost = counter("render_workers_lost", "Processes that died while drawing, and were replaced.")
        self.thinkers = gauge("think_workers", "Processes that decide for computers.", "state")
        self.thoughts = gauge("think_waiting", "Decisions of computers waiting for an idle process.")
        self.thinkers_lost = counter("think_workers_lost", "Processes that died while deciding.")

        self.loop_lag = histogram("event_loop_lag", "Lateness of timers in the event loop.", LOOP_LAG_BUCKETS)
        self.tasks = gauge("tasks", "Tasks of the event loop.")
        self.database_up = gauge("database_up", "Whether the database has answered the last query (1) or not (0).")
        self.database_asked = counter("database_requests", "Reads and writes.", "kind")
        self.database_waiting = gauge("database_waiting", "Reads and writes waiting for a connection.")
        self.database_waited = counter(
            "database_wait_seconds", "Total seconds that reads and writes have waited for one."
        )
        self.database_repeats = counter(
            "database_repeats", "Transactions repeated after conflicts or lost connections."
        )
        self.log_lines = counter("log_messages", "Log lines.", "level")
        for level in ("WARNING", "ERROR", "CRITICAL"):
            self.log_lines.labels(level)

        self.ready = gauge("shard_ready", "Whether the shard's gateway is connected (1) or not (0).", "shard")
        self.latency = gauge("shard_latency_seconds", "The last heartbeat of the shard's gateway.", "shard")
        self.guilds = gauge("shard_guilds", "Servers of the shard.", "shard")


class LogCounter(logging.Handler):
    """Counts warnings and errors."""

    def __init__(self, metrics: Metrics) -> None:
        super().__init__(logging.WARNING)
        self._metrics = metrics

    def emit(self, record: logging.LogRecord) -> None:
        self._metrics.log_lines.labels(record.levelname).inc()
