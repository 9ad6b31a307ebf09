"""The result of a battle that would start now, with each possible outcome if it depends on choices."""

from __future__ import annotations

from typing import Any

from cogs.ui.voice import Voice
from engine.core.explore import Branch, explore
from engine.core.text import text
from table.matches.live import Live
from table.outbox.outgoing import clip

MAX_LENGTH = 3000
"""The maximum number of characters; a message may have 4,000."""
MAX_OUTCOMES = 12


def battle_forecast(live: Live, seat: int | None, speak: Voice) -> tuple[Any, tuple[tuple[str, ...], ...], list[str]]:
    """The view after a battle, its trail and its text; if it depends on choices, the view of the first outcome."""
    game = live.game
    assert game.forecast is not None
    found = explore(live.position.state, game.forecast, MAX_OUTCOMES)
    first = found.branches[0]
    lines = [f"**{speak(text('If a battle started now'))}**"]
    if len(found.branches) == 1:
        lines += [speak(live.in_person(line)) for line in game.narrate(first.events)]
    else:
        lines.append(speak(text("It depends on choices; the picture shows the first possibility.")))
        room = MAX_LENGTH // len(found.branches)
        lines += [_way(number, branch, live, speak, room) for number, branch in enumerate(found.branches, 1)]
        if not found.complete:
            lines.append(speak(text("There are more possibilities.")))
    return game.view(first.state, seat, ()), game.trail(first.events), lines


def _way(number: int, branch: Branch, live: Live, speak: Voice, room: int) -> str:
    """One outcome in a line or two of at most `room` characters: the choices and the result."""
    chosen = ", ".join(f"{speak(live.game.prompt(ask))} {speak(option.label)}" for ask, option in branch.chosen)
    words = " · ".join(speak(live.in_person(line)) for line in live.game.narrate(branch.events))
    return f"**{number}.** {clip(chosen, room // 2)}\n-# {clip(words, room - min(len(chosen), room // 2) - 10)}"
