"""The course of a match: turns of actions and flares, their ends, and the end of the match."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.ask import SHOW, Ask, Event, Option, Script, Shuffle, later
from engine.tashkalar import options
from engine.tashkalar.asking import hand_over, may_pass, pass_control
from engine.tashkalar.data.content import CARDS, CONTENT
from engine.tashkalar.flares import invocable, invoke
from engine.tashkalar.placing import place
from engine.tashkalar.scoring import finish, goal_reached, score_turn
from engine.tashkalar.setup import choose_deck, deal, first_pieces, set_up
from engine.tashkalar.state import State, hue_of, partner, seats, teams
from engine.tashkalar.summon import summon
from engine.tashkalar.summoning import summonable

FIRST_ACTIONS, ACTIONS = 1, 2


def step(s: State) -> Script[None]:
    """Play until the next rest: one set-up choice, one action or flare, or the end of a turn."""
    yield from PHASES[s.phase](s)
    if s.phase == "begin":
        yield from begin_turn(s, s.first)
    if s.phase == "turn" and not s.actions and not invocable(s):
        s.phase = "ending"


def begin_turn(s: State, seat: int) -> Script[None]:
    """Begin a turn of two actions; the very first turn has one."""
    s.turn = s.control = seat
    s.number += 1
    s.actions = FIRST_ACTIONS if s.number == 1 else ACTIONS
    s.discarded = s.borrow = s.again = False
    s.more_cards = s.more_legends = 0
    s.summoned = []
    s.destroyed = [[0, 0, 0] for _ in s.destroyed]
    s.phase = "turn"
    yield Event("turn", {"seat": seat, "hue": hue_of(s, s.colours[seat]), "number": s.number, "extra": s.extra})


def play(s: State) -> Script[None]:
    """Play one action, or a flare before or after one, or give control to the partner, who can only place pieces."""
    if s.control != s.turn:
        yield from place(s)
        return
    several = s.actions > 0 and not s.discarded and bool(s.hands[s.turn])  # to place a piece, or to discard
    what, number = yield Ask(s.turn, "tashkalar.action", later(things_to_do, (s,), several), (str(s.actions),))
    yield from DOES[what](s, number)


def hand(s: State, seat: int) -> list[int]:
    """The beings and legends in a seat's hand."""
    return s.hands[seat] + s.legends[seat]


def things_to_do(s: State) -> list[Option]:
    """All options of the player on turn."""
    found = options.cards(invocable(s), options.INVOKE)
    if not s.actions:
        return [*found, options.END]
    seat = s.turn
    found += options.cards(summonable(s, s.colours[seat], hand(s, seat)), options.SUMMON)
    found.append(options.PLACE)
    if s.hands[seat] and not s.discarded:
        found.append(options.DISCARD)
    if may_pass(s):
        found.append(options.PASS)
    return found


def discard(s: State, _: int = 0) -> Script[None]:
    """Discard one being of the player's deck; any other cards in hand may go under their decks. Once a turn."""
    seat, hue = s.turn, hue_of(s, s.colours[s.turn])
    card: int = yield Ask(seat, "tashkalar.discard", options.cards(s.hands[seat]))
    s.hands[seat].remove(card)
    s.discards[seat].append(card)
    s.discarded = True
    s.actions -= 1
    yield Event("discarded", {"seat": seat, "hue": hue, "card": CARDS[card].id})
    buried = [0, 0, 0]
    while s.hands[seat] or s.legends[seat] or s.flares[seat]:
        chosen: int = yield Ask(seat, "tashkalar.bury", later(_buriable, (s, seat)), secret=True)
        if chosen == options.DONE_HERE:
            break
        buried[bury(s, seat, chosen)] += 1
    if any(buried):
        beings, legends, flares = buried
        yield Event("buried", {"seat": seat, "hue": hue, "beings": beings, "legends": legends, "flares": flares})


def _buriable(s: State, seat: int) -> list[Option]:
    return [*options.cards(hand(s, seat)), *options.cards(s.flares[seat], options.FLARE), options.DONE]


def bury(s: State, seat: int, card: int) -> int:
    """Put a card at the bottom of its deck; return whether it was a being, a legend or a flare."""
    if card < options.DONE_HERE:
        flare = options.DONE_HERE - 1 - card
        s.flares[seat].remove(flare)
        s.flare_pile.append(flare)
        return 2
    if card in s.legends[seat]:
        s.legends[seat].remove(card)
        s.legend_pile.append(card)
        return 1
    s.hands[seat].remove(card)
    s.piles[seat].append(card)
    return 0


def give_control(s: State, _: int = 0) -> Script[None]:
    yield from pass_control(s)


def place_piece(s: State, _: int = 0) -> Script[None]:
    yield from place(s)


def end(s: State, _: int = 0) -> Script[None]:
    """End the turn without a flare after the last action."""
    s.phase = "ending"
    return
    yield


def end_turn(s: State) -> Script[None]:
    """Score and draw for the player on turn, even if the partner had control; then comes the next turn or the end."""
    s.control = s.turn
    yield from score_turn(s)
    ran_out = yield from refill(s)
    begun = s.closing < 0 and (ran_out or goal_reached(s))
    if begun:
        s.closing, s.cause = seats(s), "goal" if goal_reached(s) else "deck"
        yield Event("closing", {"cause": s.cause, "turns": s.closing})
    elif s.closing > 0 and not s.extra:
        s.closing -= 1
    if s.again:
        s.extra = True
        yield from begin_turn(s, s.turn)
    elif s.closing == 0:
        yield finish(s)
    else:
        s.extra = False
        yield from begin_turn(s, (s.turn + 1) % seats(s))


def refill(s: State) -> Script[bool]:
    """Draw up to three beings, two legends and a flare, then extra cards; return whether the player's deck has run out.

    The legends of a team go to the partner, who draws them.
    """
    seat, holder = s.turn, s.turn
    if teams(s):
        hand_over(s)
        holder = partner(s, seat)
    yield SHOW
    own = max(0, CONTENT.hand - len(s.hands[seat])) + s.more_cards
    drawn, s.piles[seat] = s.piles[seat][:own], s.piles[seat][own:]
    s.hands[seat] += drawn
    legends = max(0, CONTENT.legends_in_hand - len(s.legends[holder])) + s.more_legends
    yield from draw(s.legend_pile, s.legend_discards, s.legends[holder], legends)
    yield from draw(s.flare_pile, s.flare_discards, s.flares[seat], CONTENT.flares_in_hand - len(s.flares[seat]))
    left = CONTENT.turned_cards if teams(s) else 0
    return bool(drawn) and len(s.piles[seat]) <= left


def draw(pile: list[int], discards: list[int], into: list[int], count: int) -> Script[None]:
    """Draw from a shared deck; when it runs out, its discard pile is shuffled into a new one."""
    for _ in range(count):
        if not pile:
            yield from restock(pile, discards)
        if not pile:
            return
        into.append(pile.pop(0))
    if not pile:
        yield from restock(pile, discards)


def restock(pile: list[int], discards: list[int]) -> Script[None]:
    if discards:
        pile += yield Shuffle(discards)
        discards.clear()


DOES: dict[str, Callable[[State, int], Script[None]]] = {
    "place": place_piece,
    "summon": summon,
    "discard": discard,
    "flare": invoke,
    "pass": give_control,
    "end": end,
}

PHASES: dict[str, Callable[[State], Script[None]]] = {
    "setup": set_up,
    "decks": choose_deck,
    "deal": deal,
    "marks": first_pieces,
    "turn": play,
    "ending": end_turn,
}
