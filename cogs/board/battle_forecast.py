"""What if a battle started now: its result, and where it depends on choices, each way it could go."""

from __future__ import annotations

from typing import Any

from cogs.ui.voice import Voice
from engine.core.explore import Branch, explore
from engine.core.text import text
from table.matches.live import Live
from table.outbox.outgoing import clip

ROOM = 3000
"""Characters; a message takes 4,000."""
WAYS = 12
"""How many ways are followed; a person reads no more."""


def battle_forecast(live: Live, seat: int | None, speak: Voice) -> tuple[Any, tuple[tuple[str, ...], ...], list[str]]:
    """The view after a battle, its trail and its words; where it depends on choices, the view of the first way."""
    game = live.game
    assert game.forecast is not None
    found = explore(live.position.state, game.forecast, WAYS)
    first = found.branches[0]
    lines = [f"**{speak(text('If a battle started now'))}**"]
    if len(found.branches) == 1:
        lines += [speak(live.in_person(line)) for line in game.narrate(first.events)]
    else:
        lines.append(speak(text("It depends on choices; the picture shows the first possibility.")))
        room = ROOM // len(found.branches)
        lines += [_way(number, branch, live, speak, room) for number, branch in enumerate(found.branches, 1)]
        if not found.complete:
            lines.append(speak(text("There are more possibilities.")))
    return game.view(first.state, seat, ()), game.trail(first.events), lines


def _way(number: int, branch: Branch, live: Live, speak: Voice, room: int) -> str:
    """One way in a line or two, within so many characters: what is chosen, and how it ends."""
    chosen = ", ".join(f"{speak(live.game.prompt(ask))} {speak(option.label)}" for ask, option in branch.chosen)
    words = " · ".join(speak(live.in_person(line)) for line in live.game.narrate(branch.events))
    return f"**{number}.** {clip(chosen, room // 2)}\n-# {clip(words, room - min(len(chosen), room // 2) - 10)}"
