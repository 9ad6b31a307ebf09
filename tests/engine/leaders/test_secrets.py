"""Nobody sees the order of the deck: not in a view, not in words, not by trying a move out."""

from __future__ import annotations

import random

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from engine.core.ask import Refused
from engine.core.position import Position
from engine.core.text import say
from tests.engine.leaders.matches import CAREFUL, GAME, Match, matches, on_the_wire, reread

shuffles = st.integers(0, 10**6).map(random.Random)


def other_deck(position: Position, chance: random.Random) -> Position:
    """The same position for everybody, with another deck and other chance ahead."""
    deck = on_the_wire(position)["deck"]
    return reread(position, deck=chance.sample(deck, len(deck)), seed="another seed")


def seen(position: Position) -> list[object]:
    """All that leaves the engine: every view, its words, the questions, what has just happened."""
    views = [GAME.view(position.state, seat, position.asks) for seat in (None, 0, 1)]
    return [
        [msgspec.to_builtins(view) for view in views],
        [say(line) for view in views for line in GAME.describe(view)],
        position.asks,
        position.events,
        [say(line) for line in GAME.narrate(position.events)],
        (position.held, position.boundary),
    ]


@CAREFUL
@given(matches, shuffles)
def test_no_view_knows_the_order_of_the_deck(match: Match, chance: random.Random) -> None:
    assert seen(other_deck(match.position, chance))[:3] == seen(reread(match.position))[:3]


@CAREFUL
@given(matches, shuffles)
def test_a_move_that_is_only_tried_shows_nothing_beyond_its_boundary(match: Match, chance: random.Random) -> None:
    other = other_deck(match.position, chance)
    for ask in match.position.asks:
        for option in ask.options:
            one, two = match.position.fork(), other.fork()
            one.pick(ask.seat, option.code, hold=True)
            two.pick(ask.seat, option.code, hold=True)
            assert seen(one) == seen(two)


@CAREFUL
@given(matches)
def test_a_move_that_is_tried_does_what_it_will_do(match: Match) -> None:
    """Up to the boundary; a step without one is simply played."""
    for ask in match.position.asks:
        for option in ask.options:
            tried, real = match.position.fork(), match.position.fork()
            tried.pick(ask.seat, option.code, hold=True)
            real.pick(ask.seat, option.code)
            assert tried.boundary == real.boundary
            assert tried.events == real.events[: len(tried.events)]
            if not real.boundary:
                assert (tried.held, tried.asks, tried.state) == (False, real.asks, real.state)
            elif real.outcome is None:
                assert (tried.held, tried.asks) == (True, ())


@CAREFUL
@given(matches)
def test_after_a_move_that_is_only_tried_nothing_more_can_be_picked(match: Match) -> None:
    for ask in match.position.asks:
        for option in ask.options:
            tried = match.position.fork()
            tried.pick(ask.seat, option.code, hold=True)
            if tried.held:
                for seat in (0, 1):
                    try:
                        tried.pick(seat, "end")
                    except Refused as refusal:
                        assert refusal.code == "confirm-first"
                    else:
                        raise AssertionError("a held position was played on")
