"""A next rules version of a game, released while matches of the previous version are played."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.core.ask import Script
from engine.core.game import AnyGame
from engine.leaders import turn
from engine.registry import EARLIER, GAMES


def release_next_version(monkeypatch: pytest.MonkeyPatch, key: str) -> tuple[AnyGame, AnyGame]:
    """Register a next rules version with the same rules; return the game in the previous and in the next version."""
    before = GAMES[key]
    after = replace(before, rules_version=before.rules_version + 1)
    monkeypatch.setitem(GAMES, key, after)
    monkeypatch.setitem(EARLIER, (key, before.rules_version), before)
    return before, after


def change_leaders(monkeypatch: pytest.MonkeyPatch) -> tuple[AnyGame, AnyGame]:
    """Release a version of Leaders in which the second player recruits only once in the first turn."""
    before, after = release_next_version(monkeypatch, "leaders")
    rule = turn.next_turn

    def next_turn(s: Any) -> Script[None]:
        yield from rule(s)
        if s.rules >= after.rules_version and s.number == 2:
            s.recruits = 1

    monkeypatch.setattr(turn, "next_turn", next_turn)
    return before, after
