"""The course of a match: refill the row, two actions, the dark; round after round."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.ask import SHOW, Ask, Event, Option, Script, later
from engine.knockdown import options
from engine.knockdown.arena import dark
from engine.knockdown.attack import strike
from engine.knockdown.cards import fighter_event, gain, hurt, leave_row
from engine.knockdown.combo import can_combo, combo, drink, drinks, long_reach, reaches
from engine.knockdown.data.content import CANDLE, CARD_OF, CARDS, CONTENT, Damage
from engine.knockdown.effects import Blow
from engine.knockdown.movement import go, move_goals
from engine.knockdown.rounds import end_round, lay_out, opening_pick, score, shuffle_candles
from engine.knockdown.setup import choose_fighters, draft, turn_up
from engine.knockdown.state import State, other, skill_op, use_once


def step(s: State) -> Script[None]:
    """Play until the next rest: a set-up choice, the start of a turn, one action or one link of a Combo."""
    yield from PHASES[s.phase](s)


def begin_round(s: State) -> Script[None]:
    """Shuffle the candles in and begin the first player's turn."""
    yield from shuffle_candles(s)
    yield from begin_turn(s, s.first)


def begin_turn(s: State, seat: int) -> Script[None]:
    s.turn, s.number = seat, s.number + 1
    s.actions, s.moved, s.left, s.bile, s.used = CONTENT.actions, False, False, 0, []
    s.phase = "refill"
    yield fighter_event(s, "turn", seat, number=s.number, round=s.round)


def open_turn(s: State) -> Script[None]:
    """Refill the row to four cards, drawing candles; then Poison and Crow's Eye. Without cards the round ends."""
    yield from refill(s)
    if len(s.row) < CONTENT.row:
        yield from end_round(s, score(s, s.turn), "cards")
        return
    yield from poison(s)
    yield from crow_eye(s)
    s.phase = "turn"


def refill(s: State) -> Script[None]:
    if len(s.row) < CONTENT.row and s.deck:
        yield SHOW
    drawn = []
    while len(s.row) < CONTENT.row and s.deck:
        card = s.deck.pop(0)
        if card == CANDLE:
            s.candles += 1
            yield Event("candle", {"candles": s.candles})
        else:
            s.row.append(card)
            drawn.append(CARDS[card].id)
    if drawn:
        yield Event("refilled", {"cards": drawn})


def poison(s: State) -> Script[None]:
    """Deal one light damage for each Poison token on the board, then remove one token."""
    one = s.seats[s.turn]
    if one.poison:
        yield from hurt(s, s.turn, Damage(0, one.poison), "poison")
        one.poison -= 1
        yield fighter_event(s, "token", s.turn, token="poison", n=-1)


def crow_eye(s: State) -> Script[None]:
    """The skill Crow's Eye: one card of the row may be replaced while the deck has any."""
    if skill_op(s, s.turn, "cycle_row") is None or not s.deck:
        return
    card: int = yield Ask(s.turn, "knockdown.crow-eye", [*options.cards(s.row), options.KEEP_ROW])
    if card != options.NOTHING:
        leave_row(s, card)
        s.discards.append(card)
        yield fighter_event(s, "cycled", s.turn, card=CARDS[card].id)
        yield from refill(s)


def play(s: State) -> Script[None]:
    """Play one action, or something that costs none; a Combo in progress continues."""
    if s.combo is None:
        what, name = yield Ask(s.turn, "knockdown.action", later(things_to_do, (s,)), (str(s.actions),))
        out = yield from DOES[what](s, name)
    else:
        out = yield from combo(s)
    if s.combo is not None:
        return
    if out:
        yield from end_round(s, s.turn, "knock-out")
    elif not s.actions:
        yield from end_turn(s)


def things_to_do(s: State) -> list[Option]:
    """The options of an action: Move, a card of the row, a Combo; also elixirs and automatic replies."""
    seat = s.turn
    found = [(options.HIT if reaches(s, seat, CARDS[card]) else options.MISS)[card] for card in sorted(s.row)]
    if can_combo(s, seat):
        found.append(options.COMBO)
    if move_goals(s, seat):
        found.append(options.MOVE)
    return [*found, *drinks(s, seat), options.GUARD]


def _goals(s: State) -> list[Option]:
    return options.spaces(move_goals(s, s.turn))


def move(s: State, _: str) -> Script[bool]:
    s.actions -= 1
    to: int = yield Ask(s.turn, "knockdown.move-to", later(_goals, (s,)))
    yield go(s, s.turn, to, "move")
    return False


def attack(s: State, name: str) -> Script[bool]:
    """Take a card of the row; it is resolved first if the opponent is in range."""
    s.actions -= 1
    seat, card = s.turn, CARD_OF[name]
    hits = reaches(s, seat, CARDS[card])
    if long_reach(s, seat, CARDS[card]):
        hits = yield Ask(seat, "knockdown.long-reach", (options.YES, options.NO), (name,))
        if hits:
            use_once(s, seat, "exact1_hits_2")
    leave_row(s, card)
    blow = Blow(s, seat, CARDS[card])
    if hits:
        yield from strike(blow)
    if blow.out:
        s.discards.append(card)
    else:
        yield from gain(s, seat, card)
    return blow.out


def chain(s: State, _: str) -> Script[bool]:
    s.actions -= 1
    return (yield from combo(s))


def drink_up(s: State, name: str) -> Script[bool]:
    yield from drink(s, name)
    return False


def guard(s: State, _: str) -> Script[bool]:
    """Set the automatic replies for the opponent's turns, a secret of the player."""
    mine = s.seats[s.turn].standing
    mine.least_cut = yield Ask(s.turn, "knockdown.least-cut", options.LEAST_CUT, secret=True)
    mine.react = yield Ask(s.turn, "knockdown.reacting", options.REACT, secret=True)
    return False


def end_turn(s: State) -> Script[None]:
    """End a turn with the Dying Menhir; six turns without a card leaving the row end the round like an empty deck."""
    seat = s.turn
    if s.bile:
        yield fighter_event(s, "lost", seat, elixir="bile")
    if dark(s.seats[seat].at, s.candles) and skill_op(s, seat, "ignore_menhir") is None:
        yield from hurt(s, seat, Damage(1, 0) if s.menhir == "heavy" else Damage(0, 1), "menhir")
    s.idle = 0 if s.left else s.idle + 1
    if s.idle >= CONTENT.stall_turns:
        yield from end_round(s, score(s, other(seat)), "stalled")
    else:
        yield from begin_turn(s, other(seat))


DOES: dict[str, Callable[[State, str], Script[bool]]] = {
    "move": move,
    "attack": attack,
    "combo": chain,
    "drink": drink_up,
    "guard": guard,
}

PHASES: dict[str, Callable[[State], Script[None]]] = {
    "fighters": choose_fighters,
    "draft": draft,
    "second-draft": draft,
    "face-up": turn_up,
    "round": lay_out,
    "pick": opening_pick,
    "begin": begin_round,
    "refill": open_turn,
    "turn": play,
}
