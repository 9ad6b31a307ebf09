"""The scenes of a move: the board at each step within it (the segments of a battle), from replaying its entry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from db.rows import Match, Move
from engine.core.ask import Event, seen_by
from engine.core.record import apply, from_row
from engine.core.text import Text
from table.matches.live import game_of, position_after


class Scene(Struct, frozen=True):
    """The board after some events of a move, with their trail and their text."""

    view: Any
    trail: tuple[tuple[str, ...], ...]
    lines: tuple[Text, ...]


def scenes(match: Match, moves: Sequence[Move], version: int) -> list[Scene]:
    """The public scenes of the entry with this number."""
    game = game_of(match)
    position = position_after(match, moves, version - 1).fork()
    found: list[Scene] = []
    recent: list[Event] = []

    def add_scene() -> None:
        public = seen_by(recent, None)
        view = game.view(position.state, None, ())
        found.append(Scene(view, game.trail(public), tuple(game.narrate(public))))
        recent.clear()

    def watch(event: Event) -> None:
        if event.kind in game.film_events:
            add_scene()
        recent.append(event)

    position.on_event = watch
    apply(position, from_row(moves[version - 1]))
    add_scene()
    return found
