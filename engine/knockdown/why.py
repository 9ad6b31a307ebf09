"""Why not: the rule that forbids a code which is not on offer."""

from __future__ import annotations

import re

from engine.core.ask import Ask, Refused
from engine.core.text import text
from engine.knockdown.arena import SPACE
from engine.knockdown.combo import reaches
from engine.knockdown.content import CARDS, ELIXIRS, FIGHTERS, SKILLS, SPECIALS
from engine.knockdown.rules import PROMPT_RULES, RULES
from engine.knockdown.state import State

__all__ = ["RULES", "why_not"]

CARD_CODES = {card.code: card for card in CARDS}
SPECIAL_CODES = {special.code: special for special in SPECIALS.values()}
WORDS = {
    "move", "combo", "guard", "stop", "dash", "none", "damage", "effect", "both", "no", "yes", "test", "heal", "step",
    "keep", "left", "right", "ask", "two", "three", "never", "pass", "end",
}  # fmt: skip
_AMOUNT = re.compile(r"h\d+-l\d+")


def why_not(s: State, ask: Ask, code: str) -> Refused:
    """The rule, or (for a word that means nothing here) what can be said instead."""
    rule = _rule(s, ask, code) if _known(code) else ""
    if rule:
        return Refused("illegal", RULES[rule], rule)
    named = ", ".join(option.code for option in ask.options[:12])
    return Refused("unknown", text("“{code}” means nothing here. Possible: {codes}.", code=code[:40], codes=named))


def _known(code: str) -> bool:
    """Whether the code means something somewhere in this game."""
    if _AMOUNT.fullmatch(code):
        return True
    parts = code.split("+")
    skills = {skill.code for skill in SKILLS}
    fighters = {fighter.code for fighter in FIGHTERS.values()}
    known = (WORDS, SPACE, CARD_CODES, SPECIAL_CODES, ELIXIRS, skills, fighters)
    return all(any(part in names for names in known) for part in parts)


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
    """Why a special attack cannot be used: not mine, not now, not in range, not paid."""
    attack = SPECIAL_CODES[code]
    if attack not in FIGHTERS[s.seats[ask.seat].fighter].special or attack.type == "reaction":
        return "knockdown.special"
    if not reaches(s, ask.seat, attack):
        return "knockdown.range"
    if ask.prompt == "knockdown.action":
        return "knockdown.combo"
    payable = any(option.code == code for option in ask.options)
    return "knockdown.special" if payable else "knockdown.paying"
