"""A part of one game does not fit into the table of another.

mypy is the test: each line below must be a type error, because mypy reports an unused `type: ignore`.
"""

from __future__ import annotations

from engine.core.game import AnyGame, Game
from engine.leaders.game import GAME as LEADERS
from engine.leaders.state import State
from engine.leaders.view import LeadersView
from engine.monolith.game import GAME as MONOLITH

MIXED: Game[State, LeadersView] = Game(
    key=LEADERS.key,
    name=LEADERS.name,
    seat_counts=LEADERS.seat_counts,
    rules_version=LEADERS.rules_version,
    match_options=LEADERS.match_options,
    state_type=MONOLITH.state_type,  # type: ignore[arg-type]
    start=MONOLITH.start,  # type: ignore[arg-type]
    step=MONOLITH.step,  # type: ignore[arg-type]
    write=MONOLITH.write,  # type: ignore[arg-type]
    read=MONOLITH.read,  # type: ignore[arg-type]
    view=MONOLITH.view,  # type: ignore[arg-type]
    why=MONOLITH.why,  # type: ignore[arg-type]
    teams=MONOLITH.teams,  # type: ignore[arg-type]
    prompt=LEADERS.prompt,
    narrate=LEADERS.narrate,
    trail=LEADERS.trail,
    describe=MONOLITH.describe,  # type: ignore[arg-type]
    side_names=LEADERS.side_names,
    reasons=LEADERS.reasons,
    rules=LEADERS.rules,
    side=MONOLITH.side,  # type: ignore[arg-type]
    end_details=MONOLITH.end_details,  # type: ignore[arg-type]
    concession=MONOLITH.concession,  # type: ignore[arg-type]
    forecast=MONOLITH.forecast,  # type: ignore[arg-type]
    reports=MONOLITH.reports,  # type: ignore[arg-type]
)


def test_code_without_a_game_handles_every_game() -> None:
    games: list[AnyGame] = [LEADERS, MONOLITH, MIXED]
    assert [game.view for game in games] == [LEADERS.view, MONOLITH.view, MONOLITH.view]
