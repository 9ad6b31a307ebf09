"""A toy game that uses everything in the core: 2 to 4 seats, teams, chance, hidden hands, all kinds of asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct, field

from engine.core.ask import SHOW, Ask, Event, Option, Refused, Roll, Script, Shuffle, Together
from engine.core.game import Game, Impossible, MatchOption, MatchOptions, Outcome
from engine.core.text import Text, text

CARDS = tuple(range(1, 13))


class State(Struct):
    seats: int
    teams: bool
    rounds: int
    dealt: bool = False
    turn: int = 0
    number: int = 0
    hands: list[list[int]] = field(default_factory=list)
    deck: list[int] = field(default_factory=list)
    score: list[int] = field(default_factory=list)
    outcome: Outcome | None = None
    rules: int = 1


class View(Struct, frozen=True):
    """The view of a seat: its own hand, and the number of cards of the others."""

    turn: int
    number: int
    hand: tuple[int, ...]
    held: tuple[int, ...]
    deck: int
    score: tuple[int, ...]


def start(options: MatchOptions, seats: int) -> State:
    return State(seats, bool(options["teams"]), int(options["rounds"]), score=[0] * seats)


def teams(s: State) -> tuple[tuple[int, ...], ...]:
    if s.teams and s.seats == 4:
        return (0, 2), (1, 3)
    return tuple((seat,) for seat in range(s.seats))


def words(seat: int, prompt: str, *codes: str | int) -> Ask:
    return Ask(seat, f"toy.{prompt}", [Option(str(code), Text(str(code)), (), code) for code in codes])


def step(s: State) -> Script[None]:
    """Play the deal, then one turn at a time."""
    if not s.dealt:
        yield from deal(s)
        return
    what: str = yield words(s.turn, "what", *WAYS)
    yield from WAYS[what](s, s.turn)
    if s.outcome is None:
        yield from next_turn(s)


def deal(s: State) -> Script[None]:
    """Deal at random, with an event that only one seat may see."""
    deck: list[int] = yield Shuffle(CARDS)
    s.hands = [deck[2 * seat : 2 * seat + 2] for seat in range(s.seats)]
    s.deck, s.dealt = deck[2 * s.seats :], True
    for seat in range(s.seats):
        yield Event("dealt", {"cards": list(s.hands[seat])}, only=(seat,))


def spell(s: State, seat: int) -> Script[None]:
    """Ask many questions in one effect, all to one seat, without chance."""
    for _ in range(3):
        s.score[seat] += yield words(seat, "spell", 0, 1, 2)
        yield Event("cast", {"score": s.score[seat]})
    more: str = yield words(seat, "more", "yes", "no")
    if more == "yes":
        yield from spell(s, seat)


def throw(s: State, seat: int) -> Script[None]:
    """Throw dice within an effect; the next options depend on them."""
    first: int = yield Roll(6)
    yield Event("thrown", {"pips": first})
    s.score[seat] += yield words(seat, "take", *range(first + 1))
    second: int = yield Roll(6)
    s.score[seat] += yield words(seat, "take-again", *range(10, 11 + second))


def draw(s: State, seat: int) -> Script[None]:
    """Show something hidden to one seat."""
    if s.deck:
        yield SHOW
        card = s.deck.pop()
        s.hands[seat].append(card)
        yield Event("drew", {"card": card}, only=(seat,))


def duel(s: State, seat: int) -> Script[None]:
    """Ask a seat that is not on turn, then both together, about hidden hands."""
    target: int = yield words(seat, "whom", *(other for other in range(s.seats) if other != seat))
    answer: str = yield words(target, "answer", "fight", "flee")
    if answer == "flee":
        s.score[seat] += 1
        yield Event("fled", {"seat": target})
        return
    mine, theirs = yield Together((words(seat, "card", *s.hands[seat]), words(target, "card", *s.hands[target])))
    yield Event("fought", {"cards": [mine, theirs]})
    s.score[seat if mine > theirs else target] += 3


def auction(s: State, seat: int) -> Script[None]:
    """Ask everybody at once, except seats that have nothing to bid."""
    bids = yield Together(tuple(words(one, "bid", *range(min(3, s.score[one] + 1))) for one in range(s.seats)))
    best = bids.index(max(bids))
    s.score[best] += 5
    yield Event("sold", {"bids": list(bids)})


def rest(_s: State, _seat: int) -> Script[None]:
    yield Event("rested", {})


def crown(s: State, seat: int) -> Script[None]:
    """End the match by one seat's choice."""
    yield from finish(s, seat)


def silence(_s: State, seat: int) -> Script[None]:
    """A mistake: a question without options."""
    yield words(seat, "nothing")


def echo(_s: State, seat: int) -> Script[None]:
    """A mistake: one seat is asked twice at once."""
    yield Together((words(seat, "one", 1, 2), words(seat, "two", 3, 4)))


WAYS = {"spell": spell, "throw": throw, "draw": draw, "duel": duel, "auction": auction, "rest": rest, "crown": crown}
MISTAKES = {"silence": silence, "echo": echo}


def next_turn(s: State) -> Script[None]:
    s.number += 1
    s.turn = s.number % s.seats
    if s.number == s.rounds * s.seats:
        yield from finish(s, s.score.index(max(s.score)))


def finish(s: State, seat: int) -> Script[None]:
    winners = next(team for team in teams(s) if seat in team)
    s.outcome = Outcome(winners, "crowned", tuple(s.score))
    yield Event("over", {"winners": winners})


def view(s: State, seat: int | None, _asks: Sequence[Ask]) -> View:
    hand = tuple(s.hands[seat]) if seat is not None and s.hands else ()
    return View(s.turn, s.number, hand, tuple(len(one) for one in s.hands), len(s.deck), tuple(s.score))


def read(options: MatchOptions, position: Mapping[str, Any], rules: int) -> State:
    try:
        return msgspec.convert({**position, "rules": rules}, State)
    except msgspec.ValidationError as fault:
        raise Impossible(text("The position cannot be read: {fault}.", fault=str(fault))) from None


def why(_s: State, ask: Ask, code: str) -> Refused:
    return Refused(
        "unknown", text("{code} is not among {codes}.", code=code, codes=", ".join(one.code for one in ask.options))
    )


TOY = Game(
    key="toy",
    name=Text("Toy"),
    seat_counts=(2, 3, 4),
    rules_version=7,
    match_options=(
        MatchOption("teams", Text("Teams"), (False, True), False),
        MatchOption("rounds", Text("Rounds"), (1, 2, 3), 2),
    ),
    state_type=State,
    start=start,
    step=step,
    write=lambda s: dict(msgspec.to_builtins(s)),
    read=read,
    view=view,
    why=why,
    teams=teams,
    prompt=lambda ask: Text(ask.prompt),
    narrate=lambda events: [Text(event.kind) for event in events],
    trail=lambda _: (),
    describe=lambda seen: [Text(str(seen))],
    side_names=tuple(Text(name) for name in ("A", "B", "C", "D")),
    reasons={"crowned": Text("crowned")},
    rules={},
)
