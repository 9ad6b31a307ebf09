"""A changed reading of the rules for every game: what the next rules version would look like."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from engine.core.ask import Script
from engine.core.game import AnyGame
from engine.registry import EARLIER, GAMES

Rule = Callable[..., Any]


def _one_recruit(rule: Rule, version: int) -> Rule:
    """Leaders: the second player recruits once in the first turn, too."""

    def next_turn(s: Any) -> Script[None]:
        yield from rule(s)
        if s.rules >= version and s.number == 2:
            s.recruits = 1

    return next_turn


def _two_tokens(rule: Rule, version: int) -> Rule:
    """Monolith Arena: the first hand is of two tokens already."""
    return lambda s: max(2, rule(s)) if s.rules >= version else rule(s)


def _one_action_more(rule: Rule, version: int) -> Rule:
    """Tash-Kalar: the very first turn has two actions, too."""

    def begin_turn(s: Any, seat: int) -> Script[None]:
        yield from rule(s, seat)
        if s.rules >= version:
            s.actions = 2

    return begin_turn


def _one_action_less(rule: Rule, version: int) -> Rule:
    """Knockdown: the very first turn has one action."""

    def begin_turn(s: Any, seat: int) -> Script[None]:
        yield from rule(s, seat)
        if s.rules >= version and s.number == 1:
            s.actions = 1

    return begin_turn


CHANGES: dict[str, tuple[str, str, Callable[[Rule, int], Rule]]] = {
    "leaders": ("engine.leaders.turn", "next_turn", _one_recruit),
    "monolith": ("engine.monolith.turn", "hand_limit", _two_tokens),
    "tashkalar": ("engine.tashkalar.turn", "begin_turn", _one_action_more),
    "knockdown": ("engine.knockdown.turn", "begin_turn", _one_action_less),
}


def change_reading(monkeypatch: pytest.MonkeyPatch, key: str) -> tuple[AnyGame, AnyGame]:
    """One reading changes: the rules as they were stay for their matches, the next version is the current one."""
    before = GAMES[key]
    after = replace(before, rules_version=before.rules_version + 1)
    room, name, change = CHANGES[key]
    module = importlib.import_module(room)
    monkeypatch.setattr(module, name, change(getattr(module, name), after.rules_version))
    monkeypatch.setitem(GAMES, key, after)
    monkeypatch.setitem(EARLIER, (key, before.rules_version), before)
    return before, after
