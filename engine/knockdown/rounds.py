"""Rounds: setting one up, ending it, deciding its winner and the match's."""

from __future__ import annotations

from engine.core.ask import SHOW, Ask, Event, Script, Shuffle
from engine.core.game import Outcome
from engine.knockdown import options
from engine.knockdown.arena import START
from engine.knockdown.cards import fighter_event, leave_row
from engine.knockdown.data.content import CANDLE, CARDS, CONTENT, FIGHTERS, SKILLS
from engine.knockdown.state import State, other, skill_value


def lay_out(s: State) -> Script[None]:
    """Set up a round: shuffle the attack cards, lay out the row, empty the boards, put fighters on start spaces."""
    s.deck = yield Shuffle(range(len(CARDS)))
    s.row, s.discards, s.candles, s.idle = [], [], 0, 0
    if s.rules >= 3:  # a stored position of an earlier version may still hold the previous round's test
        s.last_roll = None
    for seat, start in ((s.first, START[0]), (other(s.first), START[1])):
        one = s.seats[seat]
        one.at, one.heavy, one.light, one.hand = start, 0, 0, []
        one.curse = one.poison = 0
        passive = FIGHTERS[one.fighter].passive
        one.elixirs = [str(passive["kind"])] if passive["op"] == "start_elixir" else []
    yield Event("round", {"round": s.round, "first": s.first, "fighter": s.seats[s.first].fighter})
    lay_row(s)
    s.phase = "pick" if s.round == 1 or s.later_pick else "begin"


def lay_row(s: State) -> None:
    """Lay out the row of four, before the candles are in the deck."""
    while len(s.row) < CONTENT.row and s.deck:
        s.row.append(s.deck.pop(0))


def opening_pick(s: State) -> Script[None]:
    """The first player takes one card, the other two, the first player the last."""
    for seat, which in ((s.first, ()), (other(s.first), ("1",)), (other(s.first), ("2",)), (s.first, ())):
        card: int = yield Ask(seat, "knockdown.pick", options.cards(s.row), which)
        leave_row(s, card)
        s.seats[seat].hand.append(card)
        yield fighter_event(s, "took", seat, card=CARDS[card].id)
    yield SHOW
    lay_row(s)
    s.phase = "begin"


def shuffle_candles(s: State) -> Script[None]:
    """Let Deep Pockets take the top card; then shuffle the candles into the deck."""
    for seat in (s.first, other(s.first)):
        for _ in range(skill_value(s, seat, "round_start_card")):
            yield SHOW
            card = s.deck.pop(0)
            s.seats[seat].hand.append(card)
            event = fighter_event(s, "took", seat, card=CARDS[card].id)
            yield event if s.open_hands else Event(event.kind, event.args, only=(seat,))
    s.deck = yield Shuffle([*s.deck, *[CANDLE] * CONTENT.candles])


def score(s: State, starting: int) -> int:
    """The winner when the cards have run out: less heavy damage, then less light damage, then `starting`."""
    one, two = s.seats
    if (one.heavy, one.light) == (two.heavy, two.light):
        return starting
    return 0 if (one.heavy, one.light) < (two.heavy, two.light) else 1


def end_round(s: State, winner: int, how: str) -> Script[None]:
    """Give a victory token; the second wins the match. Otherwise the loser begins and turns up the second skill."""
    s.seats[winner].victories += 1
    damage = [(one.heavy, one.light) for one in (s.seats[winner], s.seats[other(winner)])]
    yield fighter_event(
        s, "round-won", winner, how=how, round=s.round, victories=s.seats[winner].victories, damage=damage
    )
    if s.seats[winner].victories >= CONTENT.rounds_to_win:
        s.outcome = Outcome((winner,), how, tuple(one.victories for one in s.seats))
        yield Event("over", {"winners": (winner,), "reason": how, "fighter": s.seats[winner].fighter})
        return
    loser = other(winner)
    for skill in s.seats[loser].down:
        yield SHOW
        s.seats[loser].skills.append(skill)
        yield fighter_event(s, "revealed", loser, skill=SKILLS[skill].id)
    s.seats[loser].down = []
    s.round, s.first = s.round + 1, loser
    s.phase = "round"
