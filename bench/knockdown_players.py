"""Machine players of Knockdown: a position evaluation, and a search over one action (greedy) or one turn (planner)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import exp
from typing import Any

from msgspec import Struct, msgpack

from engine.core.ask import Ask, Option, Request, Roll
from engine.core.explore import drive
from engine.core.position import Position
from engine.knockdown.arena import DISTANCE, dark
from engine.knockdown.data.content import ATTACKS, CARDS
from engine.knockdown.ko import bonus
from engine.knockdown.state import State, other, total
from engine.knockdown.turn import step

LEAD = 6.0
"""The lead in damage that wins three rounds of four."""
HEAVY, LIGHT, CARD, SYMBOL, TOKEN, GLOOM = 1.2, 0.9, 0.5, 0.15, 0.6, 0.2
FAR = 0.04
"""The greedy player's cost of a step between the fighters, because it does not see what the next action could reach."""
SAVING = 2 * CARD
"""Least value that a card must save to be spent on a block or a Reaction."""
PASSES = {
    needed: sum(a + b + c >= needed for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)) / 216
    for needed in range(60)
}
MOST, BEAM = 40, 5
"""Most ways of an action to evaluate, and most of them to follow to the end of the turn."""
Draw = Callable[[], int]


def card_worth(card: int) -> float:
    return CARD + SYMBOL * (len(CARDS[card].symbols) - 1) + SYMBOL * ("block" in CARDS[card].symbols)


def side_worth(s: State, seat: int) -> float:
    """Value of a seat's board and hand."""
    one = s.seats[seat]
    hand = sum(card_worth(card) for card in one.hand)
    tokens = TOKEN * (len(one.elixirs) - one.curse) - LIGHT * one.poison * (one.poison + 1) / 2
    gloom = GLOOM if dark(one.at, s.candles) else 0.0
    return hand + tokens - gloom - HEAVY * one.heavy - LIGHT * one.light


def worth(s: State, seat: int) -> float:
    """A seat's value minus the other's, in damage."""
    return side_worth(s, seat) - side_worth(s, other(seat))


def apart(s: State) -> int:
    return DISTANCE[s.seats[0].at][s.seats[1].at]


def chance(lead: float) -> float:
    """The chance of winning the round with this lead in damage; always less than certain."""
    return 1 / (1 + exp(-lead / LEAD))


def tested(s: State, seat: int) -> float:
    """The chance of winning the round through a Knockdown Test of the opponent, or after it."""
    rival = s.seats[other(seat)]
    passes = PASSES[max(0, total(rival) - bonus(s, seat, other(seat)))]
    relief = LIGHT * (rival.light // 2)
    return 1 - passes + passes * chance(worth(s, seat) - relief)


def wants_test(s: State, seat: int) -> bool:
    return tested(s, seat) > chance(worth(s, seat))


def routine(s: State, ask: Ask) -> Option | None:
    """The answer to a question that needs no search; None if it needs one."""
    prompt, options, seat = ask.prompt.removeprefix("knockdown."), ask.options, ask.seat
    if prompt == "pay":
        return min(options, key=lambda one: sum(card_worth(card) for card in one.value))
    if prompt in ("dash-card", "block-card", "discard", "hand-limit"):
        return min(options, key=lambda one: card_worth(one.value))
    if prompt in ("take", "pick"):
        return max(options, key=lambda one: card_worth(one.value))
    if prompt in ("cut", "relief"):
        return max(options, key=lambda one: HEAVY * one.value[0] + LIGHT * one.value[1])
    if prompt == "block":
        return _block(s, ask)
    if prompt == "react":
        return _react(s, ask)
    if prompt == "test":
        return options[0] if wants_test(s, seat) else options[1]
    if prompt in ("crow-eye", "least-cut", "reacting"):
        return options[-1] if prompt == "crow-eye" else options[0]
    if prompt in ("transfer", "long-reach"):
        return options[0]
    if seat != s.turn:
        return _place(s, ask) if prompt == "leap-to" else options[0]
    return None


def _block(s: State, ask: Ask) -> Option:
    """The best block that saves more than its card is worth, or none."""
    by_code = {one.code: one for one in ask.options}
    heavy, light, hand = int(ask.about[1]), int(ask.about[2]), len(s.seats[ask.seat].hand)
    left = hand - 1
    saves = min(heavy, left // 2) * HEAVY + min(light, left - 2 * min(heavy, left // 2)) * LIGHT
    if "damage" in by_code and saves >= SAVING:
        return by_code["damage"]
    return by_code["none"]


def _react(s: State, ask: Ask) -> Option:
    """Take Reaction cards of the row, which are a gain; pay for a special attack if it saves more than its card."""
    by_code = {one.code: one for one in ask.options}
    for code in ("iron-vow", "last-word", "thorn-answer", "slip-aside"):
        if code in by_code:
            return by_code[code]
    pool = ATTACKS[ask.about[0]].pool
    if "stone-skin" in by_code and min(1, pool.heavy) * HEAVY + min(1, pool.light) * LIGHT >= SAVING:
        return by_code["stone-skin"]
    if "shed-skin" in by_code and s.seats[ask.seat].light and len(s.seats[ask.seat].hand) > 2:
        return by_code["shed-skin"]
    return by_code["none"]


def _place(s: State, ask: Ask) -> Option:
    """The space outside the dark, and farther away when behind."""
    rival = s.seats[other(ask.seat)].at
    sign = -1 if total(s.seats[ask.seat]) <= total(s.seats[other(ask.seat)]) else 1
    return max(ask.options, key=lambda one: (not dark(one.value, s.candles), sign * DISTANCE[one.value][rival]))


class Way(Struct):
    """One way to play an action: its picks and the resulting position."""

    codes: tuple[str, ...]
    state: State
    value: float | None
    """If it ends in a test, its value."""


def ways(packed: bytes, seat: int) -> Iterator[Way]:
    """Yield every way to play the seat's next action, with the opponent's answers by `routine`."""
    todo: list[tuple[str, ...]] = [()]
    for _ in range(MOST):
        if not todo:
            return
        path = todo.pop(0)
        way, widths = _follow(packed, seat, path)
        yield way
        for depth in range(len(path), len(widths)):
            todo += [(*way.codes[:depth], code) for code in widths[depth][1:]]


class _KnockDownTest(Exception):
    """Raised when the seat calls for a Knockdown Test, whose result is chance."""


def _follow(packed: bytes, seat: int, path: Sequence[str]) -> tuple[Way, list[list[str]]]:
    """Follow these codes, then always the first option; return the way and the codes offered at each choice."""
    s: State = msgpack.decode(packed, type=State)
    codes, widths = list[str](), list[list[str]]()

    def answer(request: Request) -> Any:
        if isinstance(request, Roll):
            return request.sides // 2
        if not isinstance(request, Ask):
            return None
        option = request.options[0] if len(request.options) == 1 else routine(s, request)
        if request.prompt == "knockdown.test" and request.seat == seat and option is request.options[0]:
            raise _KnockDownTest
        if option is None:
            by_code = {one.code: one for one in request.options if one.code != "guard"}
            widths.append(list(by_code))
            codes.append(path[len(codes)] if len(codes) < len(path) else widths[-1][0])
            option = by_code[codes[-1]]
        return option.value

    try:
        drive(step(s), answer)
    except _KnockDownTest:
        return Way(tuple(codes), s, tested(s, seat)), widths
    return Way(tuple(codes), s, None), widths


def plan(s: State, seat: int, *, whole_turn: bool) -> tuple[str, ...]:
    """The picks of the next action that lead to the best position after it, or after the turn."""
    return _best(s, seat, whole_turn=whole_turn)[1]


def _best(s: State, seat: int, *, whole_turn: bool) -> tuple[float, tuple[str, ...]]:
    """The value of the best way and its picks. With `whole_turn`, the most promising ways are followed to its end."""
    far = 0.0 if whole_turn else FAR
    found = [
        (chance(worth(way.state, seat) - far * apart(way.state)) if way.value is None else way.value, way.codes, way)
        for way in ways(msgpack.encode(s), seat)
    ]
    found.sort(key=lambda one: (-one[0], one[1]))
    if not whole_turn:
        return found[0][:2]
    moves = [one for one in found[BEAM:] if one[1][0] == "move"]
    return max(_to_the_end(one, seat) for one in (*found[:BEAM], *moves))


def _to_the_end(one: tuple[float, tuple[str, ...], Way], seat: int) -> tuple[float, tuple[str, ...]]:
    value, codes, way = one
    if way.value is None and way.state.phase == "turn" and way.state.turn == seat:
        value = _best(way.state, seat, whole_turn=True)[0]
    return value, codes


def random(position: Position, draw: Draw) -> None:
    ask = position.asks[0]
    position.answer(ask, ask.options[draw() % len(ask.options)])


def planner(*, whole_turn: bool) -> Callable[[Position, Draw], None]:
    codes: list[str] = []

    def play(position: Position, draw: Draw) -> None:
        ask, s = position.asks[0], position.state
        if ask.prompt == "knockdown.action":
            codes[:] = plan(s, ask.seat, whole_turn=whole_turn)
        option = None if s.phase in ("draft", "second-draft", "face-up") else routine(s, ask)
        if option is None and codes and ask.seat == s.turn and s.phase == "turn":
            option = next((one for one in ask.options if one.code == codes[0]), None)
            del codes[0]
        if option is None:
            option = ask.options[draw() % len(ask.options)]
        position.answer(ask, option)

    return play
