"""Refusals: the rule that forbids a code that is not offered."""

from __future__ import annotations

import re

from engine.core.ask import Ask
from engine.core.text import Text
from engine.knockdown import options
from engine.knockdown.arena import SPACE, in_range
from engine.knockdown.combo import reaches
from engine.knockdown.data.content import ATTACK_NAME, CARDS, ELIXIRS, FIGHTERS, SKILLS, SPECIALS, Attack
from engine.knockdown.payment import can_pay
from engine.knockdown.rules import PROMPT_RULES
from engine.knockdown.state import State, other

CARD_CODES = {card.code: card for card in CARDS}
SPECIAL_CODES = {special.code: special for special in SPECIALS.values()}
CODES = {
    *options.WORDS, *SPACE, *CARD_CODES, *SPECIAL_CODES, *ELIXIRS, *(one.code for one in SKILLS),
    *(one.code for one in FIGHTERS.values()), "pass", "end",
}  # fmt: skip
"""All codes of this game, and two words that people try although actions cannot be passed or turns ended."""
_AMOUNT = re.compile(r"h\d+-l\d+")


def why(s: State, ask: Ask, code: str) -> str:
    """The id of the rule that forbids the code; empty for an unknown code."""
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
    """Why a special attack cannot be used: another fighter's, wrong time, out of range, not affordable, used in this
    Combo."""
    attack = SPECIAL_CODES[code]
    if attack not in FIGHTERS[s.seats[ask.seat].fighter].special or attack.type == "reaction":
        return "knockdown.special"
    if not reaches(s, ask.seat, attack):
        return "knockdown.range"
    if ask.prompt == "knockdown.action":
        return "knockdown.combo"
    return "knockdown.special" if can_pay(s, ask.seat, attack.cost) else "knockdown.paying"


_ANSWERS = frozenset({"knockdown.react", "knockdown.block"})
"""Questions to the target of an attack."""


def missing(s: State, ask: Ask) -> list[tuple[Text, str]]:
    """Reactions in the hand, on the fighter's board and in the row that cannot be used now, each with the rule."""
    mine, offered = s.seats[ask.seat], {option.code for option in ask.options}
    found = []
    if ask.prompt in _ANSWERS or ask.prompt == "knockdown.action":
        found += [(CARDS[card], "knockdown.reaction-cards") for card in sorted(mine.hand) if CARDS[card].trigger]
    if ask.prompt in _ANSWERS:
        own = [(one, _unused(s, ask.seat, one)) for one in FIGHTERS[mine.fighter].special if one.trigger]
        laid = [(CARDS[card], _unused(s, ask.seat, CARDS[card])) for card in sorted(s.row) if CARDS[card].trigger]
        found += [(one, rule) for one, rule in (*own, *laid) if one.code not in offered]
    return [(ATTACK_NAME[one.id], rule) for one, rule in found]


def _unused(s: State, seat: int, attack: Attack) -> str:
    """Why a Reaction is not offered: out of range, not affordable, or not triggered."""
    if not in_range(attack.range, s.seats[seat].at, s.seats[other(seat)].at):
        return "knockdown.range"
    paid = attack.code not in SPECIAL_CODES or can_pay(s, seat, attack.cost)
    return "knockdown.reaction" if paid else "knockdown.paying"
