"""A draft: picks stay marked to the end of the action, even if the rules rest within it."""

from __future__ import annotations

from engine.core.position import Position
from engine.knockdown.game import GAME
from table.matches.draft import drafted

STANDING = {
    "fighters": {"A": "mistling", "B": "adder_daughter"},
    "at": {"A": "F4", "B": "F6"},
    "hands": {"A": ["wolf_shoulder", "fishhook_line", "sling_stone"]},
}


def test_highlights_of_a_combo_stay_until_it_is_over() -> None:
    position = Position.read(GAME, {}, STANDING)
    combo = ["combo", "dash", "wolf-shoulder", "f3", "dash", "fishhook-line", "f2"]
    assert drafted(position, 0, combo).spots == ("dash", "wolf_shoulder", "f3", "dash", "fishhook_line", "f2")
    assert drafted(position, 0, [*combo, "stop"]).spots == ()
