"""Of what can be picked, what the computer players look at: few targets of an Assassin."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.ask import Ask, Option
from engine.monolith.computer.battle_forecast import VALUE
from engine.monolith.data.content import IS_BANNER, KINDS
from engine.monolith.state import State, Token

MOST = 4
"""So many targets are looked at: three Assassins, each with ten of them, would have a thousand ways."""


def considered(s: State, ask: Ask) -> Sequence[Option]:
    """The options worth a look: Assassins aim at Banners and at what they kill, the most valuable first."""
    options = ask.options
    if ask.prompt != "monolith.assassin" or len(options) <= MOST:
        return options
    worth = {token.id: _worth(token) for token in s.tokens}
    best = sorted(options, key=lambda option: worth[option.value], reverse=True)[:MOST]
    return [option for option in options if option in best]


def _worth(token: Token) -> tuple[bool, bool, float]:
    """Whether it is a Banner, whether a single wound kills it, and what it is worth."""
    kind = token.kind
    return IS_BANNER[kind], token.wounds >= KINDS[kind].toughness, VALUE[kind]
