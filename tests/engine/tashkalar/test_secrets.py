"""Hands, the order of piles, buried cards: nobody sees what is not theirs, neither in a view nor by trying a move."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.ask import seen_by
from engine.core.position import Position
from engine.core.text import say
from engine.tashkalar.content import CARDS, FLARES
from engine.tashkalar.game import GAME
from engine.tashkalar.state import State
from tests.engine.tashkalar.matches import (
    CAREFUL,
    KINDS,
    Match,
    begin,
    go,
    kinds,
    matches,
    on_the_wire,
    reread,
    seeds,
)
from tests.support.engine.tashkalar.table import arena

shuffles = st.integers(0, 10**6).map(random.Random)


def dealt_anew(groups: Sequence[list[int]], chance: random.Random) -> None:
    """The cards of these hands and piles, mixed and dealt again in the same numbers."""
    cards = [card for group in groups for card in group]
    chance.shuffle(cards)
    for group in groups:
        group[:] = [cards.pop() for _ in group]


def disguised(state: State, seat: int | None, chance: random.Random) -> State:
    """The same state with everything that the seat cannot know dealt anew."""
    s: State = msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=State)
    others = [other for other in range(len(s.colours)) if other != seat]
    for other in others:
        dealt_anew([s.hands[other], s.piles[other]], chance)
    if seat is not None:
        dealt_anew([s.piles[seat]], chance)
    dealt_anew([s.legend_pile, *(s.legends[other] for other in others)], chance)
    dealt_anew([s.flare_pile, *(s.flares[other] for other in others)], chance)
    rest = s.task_pile[1:]
    chance.shuffle(rest)
    s.task_pile[1:] = rest
    return s


def hidden(s: State, seat: int | None) -> set[str]:
    """The ids of the cards that a seat cannot see anywhere."""
    others = [other for other in range(len(s.colours)) if other != seat]
    cards = {*s.legend_pile, *(card for pile in s.piles for card in pile)}
    cards |= {card for other in others for card in (*s.hands[other], *s.legends[other])}
    flares = {*s.flare_pile, *(flare for other in others for flare in s.flares[other])}
    shown = {card for pile in s.discards for card in pile} | set(s.legend_discards)
    if seat is not None:
        shown |= {*s.hands[seat], *s.legends[seat]}
    return {CARDS[card].id for card in cards - shown} | {FLARES[flare].id for flare in flares}


@settings(CAREFUL, max_examples=80)
@given(matches, shuffles)
def test_a_view_does_not_change_with_what_is_hidden(match: Match, chance: random.Random) -> None:
    position = match.position
    for seat in (None, *range(match.kind.seats)):
        view = GAME.view(position.state, seat, position.asks)
        there = GAME.view(disguised(position.state, seat, chance), seat, position.asks)
        assert there == view
        assert [say(line) for line in GAME.describe(there)] == [say(line) for line in GAME.describe(view)]


@settings(CAREFUL, max_examples=80)
@given(matches)
def test_no_view_names_a_hidden_card(match: Match) -> None:
    s = match.position.state
    for seat in (None, *range(match.kind.seats)):
        seen = msgspec.json.encode(GAME.view(s, seat, match.position.asks)).decode()
        named = set(re.findall(r"\b(?:(?:imperial|highland|sylvan|legends)\.\w+|flare_\d+)", seen))
        assert not named & hidden(s, seat)


def test_a_view_holds_the_own_hand_and_no_other() -> None:
    table = arena(
        "",
        "bomb hypnotist legends.titan",
        flare="flare_03",
        hands={"B": "dryad"},
        flares={"A": "flare_03", "B": "flare_04"},
    )
    views = [GAME.view(table.state, seat, table.position.asks) for seat in (None, 0, 1)]
    assert [view.seats[0].hand for view in views] == [
        (), ("imperial.bomb", "imperial.hypnotist", "legends.titan"), (),
    ]  # fmt: skip
    assert [view.seats[1].hand for view in views] == [(), (), ("sylvan.dryad",)]
    assert [view.seats[0].flare for view in views] == [(), ("flare_03",), ()]
    assert [(view.seats[0].beings, view.seats[0].legends, view.seats[0].flares) for view in views] == [(2, 1, 1)] * 3


def test_partners_do_not_see_each_others_beings() -> None:
    table = arena("", seats=4, hands={"A": "bomb legends.titan", "C": "dryad"})
    view = GAME.view(table.state, 2, table.position.asks)
    assert view.seats[0].hand == ()
    assert view.seats[2].hand == ("sylvan.dryad",)


@settings(CAREFUL, max_examples=15)
@given(seeds, kinds)
def test_nothing_that_is_told_names_a_card_that_stays_hidden(seed: str, kind: str) -> None:
    """A being named to everybody has left its owner's hand and pile, unless the Kiskin Spirit put it back openly."""
    position, chance = begin(seed, KINDS[kind]), random.Random(seed)
    while position.asks:
        turn = position.state.turn
        events = go(position, chance)[2]
        s: State = position.state
        kept = {CARDS[card].id for card in (*s.hands[turn], *s.piles[turn])}
        returned = {event.args["card"] for event in events if event.kind == "returned"}
        for event in seen_by(events, None):
            named = set(re.findall(r"(?:imperial|highland|sylvan)\.\w+", str(event.args)))
            assert not named & kept - returned, event


def told_to(position: Position, seat: int) -> list[object]:
    """All that leaves the engine for this seat."""
    view = GAME.view(position.state, seat, position.asks)
    events = seen_by(position.events, seat)
    return [
        msgspec.to_builtins(view),
        [ask for ask in position.asks if ask.seat == seat],
        [event.kind for event in events],
        [say(line) for line in GAME.narrate(events)],
        (position.held, position.boundary),
    ]


def other(position: Position, seat: int, chance: random.Random) -> Position:
    """The same position for this seat, with everything hidden from it dealt anew and other chance ahead."""
    written: dict[str, Any] = GAME.write(disguised(position._at_rest(), seat, chance))
    return reread(position, **{**written, "picks": on_the_wire(position)["picks"], "seed": "another seed"})


@settings(CAREFUL, max_examples=40)
@given(matches, shuffles)
def test_a_move_that_is_only_tried_shows_nothing_beyond_its_boundary(match: Match, chance: random.Random) -> None:
    """Not to the seat that tries it."""
    position = match.position
    if position.state.phase in ("setup", "decks", "deal", "begin"):
        return
    for ask in position.asks:
        there = other(position, ask.seat, chance)
        for option in chance.sample(list(ask.options), min(6, len(ask.options))):
            one, two = position.fork(), there.fork()
            one.pick(ask.seat, option.code, hold=True)
            two.pick(ask.seat, option.code, hold=True)
            assert told_to(one, ask.seat) == told_to(two, ask.seat)


@settings(CAREFUL, max_examples=40)
@given(matches, shuffles)
def test_a_move_that_is_tried_does_what_it_will_do(match: Match, chance: random.Random) -> None:
    """Up to the boundary; a step without one is simply played."""
    for ask in match.position.asks:
        for option in chance.sample(list(ask.options), min(6, len(ask.options))):
            tried, real = match.position.fork(), match.position.fork()
            tried.pick(ask.seat, option.code, hold=True)
            real.pick(ask.seat, option.code)
            assert tried.boundary == real.boundary
            assert tried.events == real.events[: len(tried.events)]
            if not real.boundary:
                assert (tried.held, tried.asks, tried.state) == (False, real.asks, real.state)
            elif real.outcome is None:
                assert (tried.held, tried.asks) == (True, ())
