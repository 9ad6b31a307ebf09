"""Aims of Leaders puzzles: win in this turn."""

from __future__ import annotations

from typing import Any

from engine.core.aims import Aim
from engine.core.text import Text, text
from engine.leaders.computer.winning_turns import decisive
from engine.leaders.data.content import NEMESIS
from engine.leaders.notation.positions import write
from engine.leaders.state import NOWHERE, State

_LOOKED_AT = 8_000
"""Number of actions tried to find a win when positions are selected."""


def _won(_before: State, now: State, seat: int) -> int | None:
    return int(now.outcome is not None and now.outcome.winners == (seat,))


def _suits(s: State, seat: int) -> dict[str, Any] | None:
    """A puzzle's position: a turn that wins with two actions or more, without an enemy Nemesis; None if unsuitable."""
    if s.phase != "action" or s.turn != seat or s.acted or s.at[NEMESIS | 1 - seat] != NOWHERE:
        return None
    found = decisive(s, seat, _LOOKED_AT).answers
    if found is None or sum(prompt == "leaders.who-acts" for prompt, _ in found) < 2:
        return None
    return {key: value for key, value in write(s).items() if key != "seen"}


AIMS = {
    "win": Aim(
        measure=_won,
        task=lambda _: Text("Win in this turn."),
        short=lambda _: text("The other Leader still stands."),
        suits=_suits,
        ceiling=1,
    )
}
