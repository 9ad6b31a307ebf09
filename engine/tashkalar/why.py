"""Why not: the rule that forbids a code which is not on offer, and for a summons which square lacks what."""

from __future__ import annotations

import re

from engine.core.ask import Ask, Refused
from engine.core.text import Text, joined, text
from engine.tashkalar import options
from engine.tashkalar.board import AT, LABEL, NAMES, SQUARE, SQUARES, XY
from engine.tashkalar.content import CARD_NAME, CARD_OF, CARDS, FLARES, RANK, RANKS, TASKS
from engine.tashkalar.patterns import IMAGES
from engine.tashkalar.rules import PROMPT_RULES
from engine.tashkalar.state import State, colour_at, rank_at
from engine.tashkalar.summoning import fits, lending, own_ranks

CARD_BY_CODE: dict[str, int] = {card.code: n for n, card in enumerate(CARDS)}
FLARE_CODES = {flare.code for flare in FLARES}
DECK_CODES = {deck.code for deck in options.DECK.values()}
CODES = {*CARD_BY_CODE, *FLARE_CODES, *DECK_CODES, *options.WORDS, *NAMES, *RANKS, *(task.code for task in TASKS)}
"""What means something somewhere in this game, besides squares and colours."""
_SHAPE = re.compile(r"[a-d]-[a-i][1-9]|[a-i][1-9](\+[a-i][1-9])*|[a-d]")


def why(s: State, ask: Ask, code: str) -> str | Refused:
    """The id of the rule, or for a summons what it lacks; nothing for a code that means nothing here."""
    if ask.prompt == "tashkalar.action" and code in CARD_BY_CODE:
        return _no_summons(s, ask.seat, CARD_BY_CODE[code])
    if ask.prompt == "tashkalar.summon-on" and code in SQUARE:
        return _not_there(s, ask.seat, CARD_OF[ask.about[0]], SQUARE[code])
    return _rule(s, ask, code)


def _rule(s: State, ask: Ask, code: str) -> str:
    if code == "pass":
        return "tashkalar.passing-control"
    if ask.prompt == "tashkalar.action":
        if code in FLARE_CODES:
            held = any(FLARES[flare].code == code for flare in s.flares[ask.seat])
            return "tashkalar.flare" if held else "tashkalar.flare-timing"
        if code == "discard":
            return "tashkalar.discard"
        return "tashkalar.actions" if code in options.WORDS or code in SQUARE else ""
    if code not in CODES and not _SHAPE.fullmatch(code):
        return ""
    return "tashkalar.optional" if code == "done" else PROMPT_RULES[ask.prompt]


def _no_summons(s: State, seat: int, card: int) -> str | Refused:
    """A card that cannot be summoned anywhere now."""
    if card not in s.hands[seat] and card not in s.legends[seat]:
        return "tashkalar.summoning"
    if not s.actions:
        return "tashkalar.actions"
    best = min(SQUARES, key=lambda at: (len(_lacking(s, seat, card, at)), rank_at(s, at) > RANK[card]))
    return _not_there(s, seat, card, best)


def _not_there(s: State, seat: int, card: int, at: int) -> str | Refused:
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
        return "tashkalar.shortage"
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
