"""Why not: the rule that forbids a code which is not on offer."""

from __future__ import annotations

import re

from engine.core.ask import Ask
from engine.knockdown import options
from engine.knockdown.arena import SPACE
from engine.knockdown.combo import reaches
from engine.knockdown.content import CARDS, ELIXIRS, FIGHTERS, SKILLS, SPECIALS
from engine.knockdown.payment import can_pay
from engine.knockdown.rules import PROMPT_RULES
from engine.knockdown.state import State

CARD_CODES = {card.code: card for card in CARDS}
SPECIAL_CODES = {special.code: special for special in SPECIALS.values()}
CODES = {
    *options.WORDS, *SPACE, *CARD_CODES, *SPECIAL_CODES, *ELIXIRS, *(one.code for one in SKILLS),
    *(one.code for one in FIGHTERS.values()), "pass", "end",
}  # fmt: skip
"""What means something somewhere in this game, and two words that people try: no action is passed, no turn ended."""
_AMOUNT = re.compile(r"h\d+-l\d+")


def why(s: State, ask: Ask, code: str) -> str:
    """The id of the rule; nothing for a code that means nothing in this game."""
    known = _AMOUNT.fullmatch(code) or CODES.issuperset(code.split("+"))
    return _rule(s, ask, code) if known else ""


def _rule(s: State, ask: Ask, code: str) -> str:
    if ask.prompt not in ("knockdown.action", "knockdown.combo"):
        return PROMPT_RULES[ask.prompt]
    if code in SPECIAL_CODES:
        return _special(s, ask, code)
    if code in CARD_CODES:
        return "knockdown.attack"
    if code in ELIXIRS:
        return "knockdown.elixirs"
    rules = {"combo": "knockdown.combo", "stop": "knockdown.combo", "dash": "knockdown.dash", "move": "knockdown.move"}
    return rules.get(code, "knockdown.actions")


def _special(s: State, ask: Ask, code: str) -> str:
    """Why a special attack cannot be used: not mine, not now, not in range, not paid, not twice in a Combo."""
    attack = SPECIAL_CODES[code]
    if attack not in FIGHTERS[s.seats[ask.seat].fighter].special or attack.type == "reaction":
        return "knockdown.special"
    if not reaches(s, ask.seat, attack):
        return "knockdown.range"
    if ask.prompt == "knockdown.action":
        return "knockdown.combo"
    return "knockdown.special" if can_pay(s, ask.seat, attack.cost) else "knockdown.paying"
