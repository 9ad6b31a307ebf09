"""Events of the worker pools that can be measured."""

from __future__ import annotations


class WorkTelemetry:
    """Ignores every event; each method returns at once and raises nothing."""

    def drawn(self, game: str, form: str, seconds: float) -> None:
        """A board was drawn."""

    def filmed(self, kind: str, seconds: float) -> None:
        """A film was made, `seconds` after the request."""

    def thinker_lost(self) -> None:
        """A process that decides for computers ended by itself."""

    def worker_lost(self) -> None:
        """A process that draws ended by itself, or was ended because it took too long."""
