"""Goals: conditions on events, picks and the position."""

from __future__ import annotations

from engine.core.ask import Event
from engine.core.position import Position
from engine.learning.goals import Goal, reached
from engine.registry import GAMES
from tests.support.each import each

PICKS = ("leader", "d2")
CASES = [
    (Goal(), True),
    (Goal(position={"turn": "S", "pieces": ["S leader D2", "N leader D7"]}), True),
    (Goal(position={"pieces": ["S leader D1"]}), False),
    (Goal(position={"turn": "N"}), False),
    (Goal(position={"nothing": 1}), False),
    (Goal(events=({"kind": "moved", "path": ["D1", "D2"]},)), True),
    (Goal(events=({"kind": "moved", "path": ["D1"]},)), False),
    (Goal(events=({"kind": "moved"}, {"kind": "over"})), False),
    (Goal(events=({"kind": "moved"}, {"kind": "moved"})), False),
    (Goal(never=({"kind": "over"},)), True),
    (Goal(never=({"kind": "moved", "who": "leader"},)), False),
    (Goal(picked=("d2",)), True),
    (Goal(picked=("d3",)), False),
    (Goal(wins=True), False),
    (Goal(ends=True), False),
    (Goal(either=(Goal(wins=True), Goal(picked=("leader",)))), True),
    (Goal(either=(Goal(wins=True), Goal(ends=True))), False),
]


@each(("goal", "expected"), CASES)
def test_a_goal_is_reached_when_all_its_conditions_hold(goal: Goal, expected: bool) -> None:
    written = {"pieces": "S leader D1, S rider A1; N leader D7", "turn": "S"}
    position = Position.read(GAMES["leaders"], {}, written)
    events: list[Event] = []
    for code in PICKS:
        events += position.pick(0, code)
    assert reached(goal, 0, position, events, PICKS) is expected
