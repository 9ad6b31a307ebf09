"""The scenes of a move: pictures of what happened inside it (the segments of a battle), from its entry played again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from db.rows import Match, Move
from engine.core.ask import Event, seen_by
from engine.core.record import apply, from_row
from engine.core.text import Text
from table.live import game_of, position_after


class Scene(Struct, frozen=True):
    """What stood after something happened, where it happened, and what it was."""

    view: Any
    trail: tuple[tuple[str, ...], ...]
    lines: tuple[Text, ...]


def has_scenes(match: Match, events: Sequence[Event]) -> bool:
    """Whether there is more to see in these events than their end."""
    return any(event.kind in game_of(match).film_events for event in events)


def scenes(match: Match, moves: Sequence[Move], version: int) -> list[Scene]:
    """What the public could see happen in the entry with this number, one scene after the other."""
    game = game_of(match)
    position = position_after(match, moves, version - 1).fork()
    found: list[Scene] = []
    lately: list[Event] = []

    def shoot() -> None:
        public = seen_by(lately, None)
        view = game.view(position.state, None, ())
        found.append(Scene(view, game.trail(public), tuple(game.narrate(public))))
        lately.clear()

    def watch(event: Event) -> None:
        if event.kind in game.film_events:
            shoot()
        lately.append(event)

    position.on_event = watch
    apply(position, from_row(moves[version - 1]))
    shoot()
    return found
