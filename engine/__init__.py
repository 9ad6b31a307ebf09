"""The rules of the games: pure, no I/O, no clock, no Discord, no Pillow, no database.

    from engine import GAMES, Position

    position = Position.new(GAMES["leaders"], {}, 2, "a seed")
    position.pick(position.asks[0].seat, "end")
    print(position)

Names in `__all__` are loaded on first use, so that importing only the texts does not load the games.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.core.ask import Ask, Event, Option, Refused, seen_by
    from engine.core.explore import explore
    from engine.core.game import Game, Impossible, MatchOption, Outcome
    from engine.core.playout import playout
    from engine.core.position import Position
    from engine.core.record import Entry, Record, Result, apply, check, effective, replay, written
    from engine.core.text import Text, say
    from engine.registry import GAMES, UnknownRules, game_for

__version__ = "0.9.0"
"""The version of Arena Post; packaging, `/help`, exports and the log read it from here."""

__all__ = [
    "GAMES", "Ask", "Entry", "Event", "Game", "Impossible", "MatchOption", "Option", "Outcome", "Position", "Record",
    "Refused", "Result", "Text", "UnknownRules", "__version__", "apply", "check", "effective", "explore", "game_for",
    "playout", "replay", "say", "seen_by", "written",
]  # fmt: skip

_MODULES = {
    "engine.core.ask": ("Ask", "Event", "Option", "Refused", "seen_by"),
    "engine.core.explore": ("explore",),
    "engine.core.game": ("Game", "Impossible", "MatchOption", "Outcome"),
    "engine.core.playout": ("playout",),
    "engine.core.position": ("Position",),
    "engine.core.record": ("Entry", "Record", "Result", "apply", "check", "effective", "replay", "written"),
    "engine.core.text": ("Text", "say"),
    "engine.registry": ("GAMES", "UnknownRules", "game_for"),
}


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used."""
    for module, names in _MODULES.items():
        if name in names:
            value = globals()[name] = getattr(import_module(module), name)
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
