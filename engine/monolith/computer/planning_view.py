"""The view for planning moves in Monolith Arena: hands, but not hidden monolith tiles or piles."""

from __future__ import annotations

from engine.core.game import Foresight
from engine.monolith.state import State

_SECRET = frozenset({"monolith.hide", "monolith.segment", "monolith.segment-turn"})
"""Questions about the inside of a monolith."""

FORESIGHT: Foresight[State] = Foresight(
    is_open=lambda _s, ask: ask.prompt not in _SECRET, on_turn=lambda _s, _seat: None
)
"""Every turn begins with drawn tiles that nobody can foresee."""
