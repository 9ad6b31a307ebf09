"""A computer's decision as shown to people."""

from __future__ import annotations

from cogs.ui.voice import voice
from engine.core.position import Position
from engine.registry import GAMES
from table.computers.shown_decision import describe_decision
from tests.support.engine.monolith.table import put


def test_no_heading_stands_at_the_end_of_a_decision() -> None:
    """The battle stops at its first choice, right after the heading of an initiative."""
    line = "A dragon.banner a1 r0; A assassin c1 r0; B abyss.banner e3 r0; B golem c5 r0; B golem d4 r0"
    position = Position.read(GAMES["monolith"], {}, put(line, "forest.order-battle").position)
    texts = [voice("en")(one) for one in describe_decision(position, 0, ["order-battle"]).lines]
    assert texts[-1] == "A battle begins." and len(texts) > 1, texts
