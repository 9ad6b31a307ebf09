"""The recruitment phase, the market, and the banishments of the advanced mode."""

from __future__ import annotations

from engine.core.ask import SHOW, Ask, Event, Option, Script, later
from engine.core.masks import spaces_of
from engine.leaders import options
from engine.leaders.board import ADJACENT, CROWN, LABELS, RINGS
from engine.leaders.data.content import CARD_FIGURES, CONTENT, FIGURES
from engine.leaders.ending import check
from engine.leaders.state import State, cards, occupied


def full(s: State, side: int) -> bool:
    """Whether the side has five cards, the Leader included (TRN-06)."""
    return len(cards(s, side)) + 1 >= CONTENT.hand_limit


def recruit_spaces(s: State, side: int) -> int:
    """The empty recruitment spaces of a side (TRN-08, TRN-10, TRN-11)."""
    rings = RINGS[side] | (1 << CROWN[side] if s.crown else 0)
    return rings & ~occupied(s)


def placements(s: State, side: int, figures: int) -> int:
    """Spaces for the first of this many figures: all must find room, and the side's Leader must keep a gap (FAQ-07)."""
    free = recruit_spaces(s, side)
    gaps = ADJACENT[s.at[side]] & ~occupied(s)
    if figures == 1:
        return free & ~gaps if gaps.bit_count() == 1 else free
    found = 0
    for space in spaces_of(free):
        if any(gaps & ~(1 << space | 1 << other) for other in spaces_of(free & ~(1 << space))):
            found |= 1 << space
    return found


def on_offer(s: State) -> list[str]:
    """The cards whose figures can all be placed now (TRN-12)."""
    room = {count: placements(s, s.turn, count) for count in (1, 2)}
    return [card for card in s.market if room[len(CARD_FIGURES[card])]]


def recruit_phase(s: State) -> Script[None]:
    """Recruit once; mandatory when possible (TRN-09); without room the phase is skipped (FAQ-05, FAQ-06)."""
    offer = [] if full(s, s.turn) else on_offer(s)
    if not offer:
        if not full(s, s.turn):
            yield Event("no-room", {"side": s.turn})
        s.recruits = 0
        return
    which = (str(3 - s.recruits),) if s.number == 2 and s.recruits else ()
    card: str = yield Ask(s.turn, "leaders.recruit", [options.CARD[one] for one in offer], which)
    yield from recruit(s, card)
    s.recruits -= 1
    if not (yield from check(s, s.turn)):
        yield from refill(s)


def recruit(s: State, card: str) -> Script[None]:
    """Put the card's figures onto the board, on spaces of the player's choice."""
    side = s.turn
    s.market.remove(card)
    s.seen = {}
    entered = []
    figures = [figure | side for figure in CARD_FIGURES[card]]
    for left, figure in zip(range(len(figures), 0, -1), figures, strict=True):
        space: int = yield Ask(side, "leaders.place", later(_room, (s, side, left)), (FIGURES[figure],))
        s.at[figure] = space
        s.squads[side].append(figure)
        entered.append(LABELS[space])
    yield Event("recruited", {"side": side, "card": card, "at": entered})


def _room(s: State, side: int, left: int) -> list[Option]:
    return options.spaces(placements(s, side, left))


def refill(s: State) -> Script[None]:
    """Refill the market to three from the deck (basic mode)."""
    while len(s.market) < CONTENT.market_size and s.deck:
        yield SHOW
        card = s.deck.pop(0)
        s.market.append(card)
        yield Event("revealed", {"card": card})


def banish_phase(s: State) -> Script[None]:
    """The first player removes a card from the game, then the second player (ADV-02 to ADV-06)."""
    side = s.banishing[0]
    card: str = yield Ask(side, "leaders.banish", [options.CARD[one] for one in s.market])
    s.banishing.pop(0)
    s.market.remove(card)
    s.banished.append(card)
    yield Event("banished", {"side": side, "card": card})
