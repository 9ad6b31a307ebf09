"""The options that computer players consider: only a few targets of an Assassin."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.ask import Ask, Option
from engine.monolith.computer.battle_forecast import VALUE
from engine.monolith.data.content import IS_BANNER, KINDS
from engine.monolith.state import State, Token

MOST = 4
"""Most targets to consider; three Assassins with ten targets each would have a thousand combinations."""


def considered(s: State, ask: Ask) -> Sequence[Option]:
    """The options worth considering: Assassins aim at Banners and at tiles they kill, the most valuable first."""
    options = ask.options
    if ask.prompt != "monolith.assassin" or len(options) <= MOST:
        return options
    worth = {token.id: _worth(token) for token in s.tokens}
    best = sorted(options, key=lambda option: worth[option.value], reverse=True)[:MOST]
    return [option for option in options if option in best]


def _worth(token: Token) -> tuple[bool, bool, float]:
    """Sort key: whether it is a Banner, whether one wound kills it, its value."""
    kind = token.kind
    return IS_BANNER[kind], token.wounds >= KINDS[kind].toughness, VALUE[kind]
