"""The summon action: a card, a square, an image; the piece arrives and the card takes effect."""

from __future__ import annotations

from engine.core.ask import Ask, Event, Option, Script, later
from engine.tashkalar import options
from engine.tashkalar.being import Being
from engine.tashkalar.board import LABEL
from engine.tashkalar.data.content import CARDS, IS_LEGEND, RANK, RANKS
from engine.tashkalar.effects import EFFECTS, USES
from engine.tashkalar.patterns import marked
from engine.tashkalar.pieces import piece_event, take
from engine.tashkalar.placing import pick_up
from engine.tashkalar.scoring import score_legend
from engine.tashkalar.state import EMPTY, State, colour_at, hue_of, piece
from engine.tashkalar.summoning import Match, distinct_ways, places, same_type, scarce, spare


def summon(s: State, card: int) -> Script[None]:
    """Summon a being for one action."""
    seat, name = s.turn, CARDS[card].id
    at: int = yield Ask(seat, "tashkalar.summon-on", later(squares, (s, card)), (name,))
    way: Match = yield Ask(seat, "tashkalar.image", later(_images, (s, card, at)), (name, LABEL[at]))
    if not (yield from improvise(s, card, at, way)):
        return
    s.actions -= 1
    (s.legends if IS_LEGEND[card] else s.hands)[seat].remove(card)
    yield from arrive(s, card, at, way)
    s.summoned.append((card, at))
    s.borrow = False
    if IS_LEGEND[card]:
        yield from score_legend(s)
    yield from EFFECTS[name](Being(s, name, at, way.used, marked(way.image, at), way.image.arrows))
    if IS_LEGEND[card]:
        s.legend_discards.append(card)
    else:
        s.discards[seat].append(card)


def squares(s: State, card: int) -> list[Option]:
    """Options for squares where the being can come, with what it destroys; under shortage an own piece there becomes
    the being."""
    colour, rank = s.colours[s.turn], RANK[card]
    found = places(s, colour, card)
    kept = found & same_type(s, colour, rank) if scarce(s, colour, rank) else 0
    by_square = {option.value: option for option in (*options.ends(s, found & ~kept), *options.squares(kept))}
    return [by_square[at] for at in sorted(by_square)]


def _images(s: State, card: int, at: int) -> list[Option]:
    """Options for patterns with which the being can be summoned there, without those that make no difference."""
    ways = distinct_ways(s, s.colours[s.turn], card, at, CARDS[card].id in USES).values()
    return [options.pattern(s, one.used, one.borrowed, one) for one in ways]


def improvise(s: State, card: int, at: int, way: Match) -> Script[bool]:
    """Let a borrowed piece use up improvised summoning, unless the War Summoner covers it.

    Returns whether the being is summoned. The player sees the color and must confirm; in the first rules version the
    player only chose the color.
    """
    if len(way.borrowed) <= s.borrow:
        return True
    colour = s.colours[s.turn]
    lenders = sorted({colour_at(s, square) for square in way.borrowed})
    unused = [other for other in lenders if not s.improvised[colour][other]]
    choices = options.spending(s, unused)
    if s.rules >= 2:
        choices.append(options.NO_SUMMONS)
    other: int = yield Ask(s.turn, "tashkalar.improvise", choices, (CARDS[card].id, LABEL[at]))
    if other == options.DONE_HERE:
        return False
    s.improvised[colour][other] = True
    yield Event("improvised", {"hue": hue_of(s, colour), "of": hue_of(s, other)})
    return True


def arrive(s: State, card: int, at: int, way: Match) -> Script[None]:
    """Destroy the piece on the square and put the new one there, from the supply or, under shortage, from the arena."""
    colour, rank = s.colours[s.turn], RANK[card]
    if scarce(s, colour, rank):
        found = spare(s, colour, rank, at, way.used)
        taken: int = yield Ask(s.turn, "tashkalar.pick-up", options.pieces(s, found), (CARDS[card].id,))
        yield pick_up(s, taken)
    if s.board[at] != EMPTY:
        yield piece_event(s, "destroyed", at)
        take(s, at, colour)
    s.board[at] = piece(colour, rank)
    named = {"hue": hue_of(s, colour), "colour": colour, "rank": RANKS[rank], "at": LABEL[at]}
    yield Event("summoned", named | {"card": CARDS[card].id, "used": [LABEL[one] for one in way.used]})
