"""Why not: the rule that forbids a code which is not on offer, and for a summons which square lacks what."""

from __future__ import annotations

import re
from collections.abc import Callable

from engine.core.ask import Ask, Refused
from engine.core.text import Text, joined, text
from engine.tashkalar import options
from engine.tashkalar.board import AT, LABEL, NAMES, SQUARE, SQUARES, XY
from engine.tashkalar.content import CARD_NAME, CARD_OF, CARDS, FLARES, RANK, RANKS, TASKS
from engine.tashkalar.patterns import IMAGES
from engine.tashkalar.rules import PROMPT_RULES, RULES
from engine.tashkalar.state import State, colour_at, rank_at
from engine.tashkalar.summoning import fits, lending, own_ranks

__all__ = ["RULES", "why_not"]

CARD_BY_CODE: dict[str, int] = {card.code: n for n, card in enumerate(CARDS)}
FLARE_CODES = {flare.code for flare in FLARES}
TASK_CODES = {task.code for task in TASKS}
WORDS = (
    "place",
    "discard",
    "pass",
    "end",
    "done",
    "none",
    "action",
    "lower",
    "near",
    "far",
    "raise",
    "move",
    "convert",
)
_SHAPE = re.compile(r"[a-d]-[a-i][1-9]|[a-i][1-9](\+[a-i][1-9])*|[a-d]")


def why_not(s: State, ask: Ask, code: str) -> Refused:
    """The rule, or (for a word that means nothing here) what can be said instead."""
    if ask.prompt == "tashkalar.action" and code in CARD_BY_CODE:
        return _no_summons(s, ask.seat, CARD_BY_CODE[code])
    if ask.prompt == "tashkalar.summon-on" and code in SQUARE:
        return _not_there(s, ask.seat, CARD_OF[ask.about[0]], SQUARE[code])
    rule = _WORDS[code](s) if ask.prompt == "tashkalar.action" and code in _WORDS else _rule(s, ask, code)
    if rule:
        return Refused("illegal", RULES[rule], rule)
    named = ", ".join(option.code for option in ask.options[:12])
    return Refused("unknown", text("“{code}” means nothing here. Possible: {codes}.", code=code[:40], codes=named))


def _rule(s: State, ask: Ask, code: str) -> str:
    if ask.prompt == "tashkalar.action":
        if code in FLARE_CODES:
            held = any(FLARES[flare].code == code for flare in s.flares[ask.seat])
            return "tashkalar.flare" if held else "tashkalar.flare-timing"
        return "tashkalar.actions" if code in WORDS or code in SQUARE else ""
    if not _known(code):
        return ""
    if code == "done":
        return "tashkalar.optional"
    if code == "pass":
        return "tashkalar.passing-control"
    return PROMPT_RULES[ask.prompt]


def _known(code: str) -> bool:
    """Whether the code means something somewhere in this game."""
    names = (CARD_BY_CODE, FLARE_CODES, TASK_CODES, WORDS, NAMES, RANKS, {one.code for one in options.DECK.values()})
    return any(code in known for known in names) or _SHAPE.fullmatch(code) is not None


_WORDS: dict[str, Callable[[State], str]] = {
    "discard": lambda _: "tashkalar.discard",
    "pass": lambda _: "tashkalar.passing-control",
    "end": lambda _: "tashkalar.actions",
    "place": lambda _: "tashkalar.actions",
}


def _no_summons(s: State, seat: int, card: int) -> Refused:
    """A card that cannot be summoned anywhere now."""
    if card not in s.hands[seat] and card not in s.legends[seat]:
        return Refused("illegal", RULES["tashkalar.summoning"], "tashkalar.summoning")
    if not s.actions:
        return Refused("illegal", RULES["tashkalar.actions"], "tashkalar.actions")
    best = min(SQUARES, key=lambda at: (len(_lacking(s, seat, card, at)), rank_at(s, at) > RANK[card]))
    return _not_there(s, seat, card, best)


def _not_there(s: State, seat: int, card: int, at: int) -> Refused:
    """Which squares lack what, for the image that comes nearest."""
    colour = s.colours[seat]
    if rank_at(s, at) > RANK[card]:
        rule = "tashkalar.summoning-square"
        told = text(
            "{card} cannot be summoned on {at}: a higher rank stands there.", card=CARD_NAME[card], at=LABEL[at]
        )
        return Refused("illegal", told, rule)
    mine, lent = own_ranks(s, colour), lending(s, colour)
    if any(fits(image, 1 << at, mine, lent) for image in IMAGES[card]):
        return Refused("illegal", RULES["tashkalar.shortage"], "tashkalar.shortage")
    lacking = _lacking(s, seat, card, at)
    told = text(
        "{card} on {at} lacks your pieces on: {squares}.", card=CARD_NAME[card], at=LABEL[at], squares=joined(lacking)
    )
    return Refused("illegal", told, "tashkalar.pattern")


def _lacking(s: State, seat: int, card: int, at: int) -> list[Text]:
    """The squares of the nearest image that do not hold an own piece of the rank needed."""
    colour, (x, y), rows = s.colours[seat], XY[at], []
    for image in IMAGES[card]:
        needed = [((x + dx, y + dy), rank) for (dx, dy), rank in image.pieces]
        if image.holds >= 0:
            needed.append(((x, y), image.holds))
        if all(pair in AT for pair, _ in needed):
            short = [(AT[pair], rank) for pair, rank in needed if not _serves(s, colour, AT[pair], rank)]
            rows.append(
                [text("{at} ({rank})", at=LABEL[one], rank=options.RANK_NAME[RANKS[rank]]) for one, rank in short]
            )
    return min(rows, key=len) if rows else [text("squares outside the arena")] * 9


def _serves(s: State, colour: int, square: int, rank: int) -> bool:
    return colour_at(s, square) == colour and rank_at(s, square) >= rank
