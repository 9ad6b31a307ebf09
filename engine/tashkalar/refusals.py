"""Refusals: the rule that forbids a code, and for a summons which square lacks what."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.core.ask import Ask, Refused
from engine.core.text import Text, joined, text
from engine.tashkalar import options
from engine.tashkalar.board import AT, LABEL, NAMES, SQUARE, SQUARES, XY
from engine.tashkalar.data.content import CARD_NAME, CARD_OF, CARDS, FLARES, HUE_NAME, RANK, RANKS, TASKS
from engine.tashkalar.patterns import IMAGES
from engine.tashkalar.rules import PROMPT_RULES
from engine.tashkalar.state import State, colour_at, hue_of, rank_at
from engine.tashkalar.summoning import fits, lending, own_ranks
from engine.tashkalar.turn import things_to_do

CARD_BY_CODE: dict[str, int] = {card.code: n for n, card in enumerate(CARDS)}
FLARE_CODES = {flare.code for flare in FLARES}
DECK_CODES = {deck.code for deck in options.DECK.values()}
CODES = {*CARD_BY_CODE, *FLARE_CODES, *DECK_CODES, *options.WORDS, *NAMES, *RANKS, *(task.code for task in TASKS)}
"""All codes of this game besides squares and colors."""
_SHAPE = re.compile(r"[a-d]-[a-i][1-9]|[a-i][1-9](\+[a-i][1-9])*|[a-d]")


def why(s: State, ask: Ask, code: str) -> str | Refused:
    """The id of the rule that forbids the code, or what a summons lacks; empty for an unknown code."""
    if ask.prompt == "tashkalar.summon-on" and code in SQUARE:
        return _not_there(s, ask.seat, CARD_OF[ask.about[0]], SQUARE[code])
    if ask.prompt == "tashkalar.action" or _only_placing(s, ask, code):
        return _no_action(s, ask.seat, code)
    return _rule(ask, code)


def _only_placing(s: State, ask: Ask, code: str) -> bool:
    """Whether a piece is being placed and the code is an action that could have been taken instead."""
    placing = ask.prompt in ("tashkalar.place-on", "tashkalar.pick-up") and not ask.about
    if not placing or s.control != s.turn or code not in {"discard", *CARD_BY_CODE, *FLARE_CODES}:
        return False
    return code not in {option.code for option in things_to_do(s)}


def _no_action(s: State, seat: int, code: str) -> str | Refused:
    """The refusal of an action, a flare or control that is not available now."""
    if code in CARD_BY_CODE:
        return _no_summons(s, seat, CARD_BY_CODE[code])
    if code == "pass":
        return "tashkalar.passing-control"
    if code in FLARE_CODES:
        held = any(FLARES[flare].code == code for flare in s.flares[seat])
        return "tashkalar.flare" if held else "tashkalar.flare-timing"
    if code == "discard" and s.actions:
        return "tashkalar.discard"
    return "tashkalar.actions" if code in options.WORDS or code in SQUARE else ""


def _rule(ask: Ask, code: str) -> str:
    if code == "pass":
        return "tashkalar.passing-control"
    if code not in CODES and not _SHAPE.fullmatch(code):
        return ""
    return "tashkalar.optional" if code == "done" else PROMPT_RULES[ask.prompt]


def _no_summons(s: State, seat: int, card: int) -> str | Refused:
    """The refusal of a card that cannot be summoned anywhere now."""
    if card not in s.hands[seat] and card not in s.legends[seat]:
        return "tashkalar.summoning"
    if not s.actions:
        return "tashkalar.actions"
    lent = {at: len(found) for at in SQUARES if (found := _borrowing(s, s.colours[seat], card, at))}
    best = min(lent or SQUARES, key=lambda at: (rank_at(s, at) > RANK[card], lent.get(at, 0)))
    if not lent or rank_at(s, best) > RANK[card]:
        best = min(SQUARES, key=lambda at: (len(_lacking(s, seat, card, at)), rank_at(s, at) > RANK[card]))
    return _not_there(s, seat, card, best)


def _not_there(s: State, seat: int, card: int, at: int) -> str | Refused:
    """The refusal that names the squares that lack a piece, for the closest image."""
    colour = s.colours[seat]
    if rank_at(s, at) > RANK[card]:
        rule = "tashkalar.summoning-square"
        refusal = text(
            "{card} cannot be summoned on {at}: a higher rank stands there.", card=CARD_NAME[card], at=LABEL[at]
        )
        return Refused("illegal", refusal, rule)
    mine, lent = own_ranks(s, colour), lending(s, colour)
    if any(fits(image, 1 << at, mine, lent) for image in IMAGES[card]):
        return "tashkalar.shortage"
    if borrowing := _borrowing(s, colour, card, at):
        return _too_much(s, card, at, borrowing)
    lacking = _lacking(s, seat, card, at)
    refusal = text(
        "{card} on {at} needs your pieces on: {squares}.", card=CARD_NAME[card], at=LABEL[at], squares=joined(lacking)
    )
    return Refused("illegal", refusal, "tashkalar.pattern")


def _borrowing(s: State, colour: int, card: int, at: int) -> list[int]:
    """The fewest enemy pieces that would have to be borrowed; empty if none may or can be."""
    found: list[list[int]] = []
    if not s.borrow and not s.improvised:
        return []
    for needed in _needed(card, at):
        short = [(one, rank) for one, rank in needed if not _serves(s, colour, one, rank)]
        if all(rank_at(s, one) >= rank for one, rank in short):
            found.append([one for one, _ in short])
    return min(found, key=len, default=[])


def _too_much(s: State, card: int, at: int, borrowed: list[int]) -> Refused:
    """The refusal for too many borrowed pieces, or for one of a color against which improvising is used up."""
    most = s.borrow + bool(s.improvised)
    if len(borrowed) > most:
        refusal = text(
            "{card} on {at} would need {n} enemy piece; at most {most} may stand in.",
            "{card} on {at} would need {n} enemy pieces; at most {most} may stand in.",
            card=CARD_NAME[card],
            at=LABEL[at],
            n=len(borrowed),
            most=most,
        )
    else:
        sides = dict.fromkeys(colour_at(s, one) for one in borrowed)
        refusal = text(
            "{card} on {at} would borrow from {sides}: that improvised summoning is used up.",
            card=CARD_NAME[card],
            at=LABEL[at],
            sides=joined([HUE_NAME[hue_of(s, one)] for one in sides]),
        )
    return Refused("illegal", refusal, "tashkalar.improvised" if s.improvised else "tashkalar.war-summoner")


def _needed(card: int, at: int) -> Iterator[list[tuple[int, int]]]:
    """Yield for each image within the arena the squares that must hold pieces, with their least ranks."""
    x, y = XY[at]
    for image in IMAGES[card]:
        needed = [((x + dx, y + dy), rank) for (dx, dy), rank in image.pieces]
        if image.holds >= 0:
            needed.append(((x, y), image.holds))
        if all(pair in AT for pair, _ in needed):
            yield [(AT[pair], rank) for pair, rank in needed]


def _lacking(s: State, seat: int, card: int, at: int) -> list[Text]:
    """The squares of the closest image that do not hold an own piece of the required rank, in words."""
    colour, rows = s.colours[seat], []
    for needed in _needed(card, at):
        short = [(one, rank) for one, rank in needed if not _serves(s, colour, one, rank)]
        rows.append([text("{at} ({rank})", at=LABEL[one], rank=options.RANK_NAME[RANKS[rank]]) for one, rank in short])
    return min(rows, key=len) if rows else [text("squares outside the arena")] * 9


def _serves(s: State, colour: int, square: int, rank: int) -> bool:
    return colour_at(s, square) == colour and rank_at(s, square) >= rank
