"""Laws of every match: cards and tokens are conserved, cubes never negative, spaces not shared, all can be written."""

from __future__ import annotations

import random
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.position import Position
from engine.core.text import say
from engine.knockdown.content import CANDLE, ELIXIRS
from engine.knockdown.game import GAME
from engine.knockdown.state import State, hand_limit
from tests.engine.knockdown.matches import CAREFUL, KINDS, Match, go, kinds, matches, on_the_wire, reread, seeds

BEFORE_CARDS = ("fighters", "draft", "second-draft", "face-up")


def cards(s: State) -> list[int]:
    """Where all attack cards are."""
    held = [card for one in s.seats for card in one.hand]
    return sorted(card for card in [*s.deck, *s.row, *held, *s.discards] if card != CANDLE)


def check_anywhere(s: State) -> None:
    """What holds in the middle of a step, too: one card may be on its way, and one that answers it."""
    found = cards(s)
    assert len(set(found)) == len(found)
    if s.number:
        assert len(found) >= 34 or s.phase == "round"
    assert len(s.row) <= 4
    assert 0 <= s.candles <= 4
    assert 0 <= s.actions <= 2
    assert s.seats[0].at != s.seats[1].at
    for seat, one in enumerate(s.seats):
        assert one.heavy >= 0
        assert one.light >= 0
        assert one.curse in (0, 1)
        assert one.poison in (0, 1, 2)
        assert len(one.hand) <= hand_limit(s, seat) + 1
        assert len(set(one.elixirs)) == len(one.elixirs)
        assert set(one.elixirs) <= set(ELIXIRS)
        rival = s.seats[1 - seat].fighter
        assert not one.curse or rival == "mistling"
        assert not one.poison or rival == "adder_daughter"
        assert not one.elixirs or one.fighter == "brother_alembic"
        assert one.victories <= 2
    skills = [skill for one in s.seats for skill in (*one.skills, *one.down, *one.draft)]
    assert len(set(skills)) == len(skills)


def check_at_rest(s: State) -> None:
    """What holds between two steps."""
    if s.phase not in BEFORE_CARDS and s.number:
        assert cards(s) == list(range(36))
    if s.phase in ("turn", "refill"):
        assert s.candles + s.deck.count(CANDLE) == 4
    for seat, one in enumerate(s.seats):
        assert len(one.hand) <= hand_limit(s, seat)
        if s.number:
            assert len(one.skills) + len(one.down) == 2
            assert len(one.skills) >= 1


def at_rest(position: Position) -> State:
    state: State = msgspec.msgpack.decode(position.mark()[0], type=State)
    return state


@settings(CAREFUL, max_examples=24)
@given(seeds, kinds)
def test_cards_cubes_and_tokens_all_through_a_match(seed: str, kind: str) -> None:
    """At every question of a whole match, which comes to an end."""
    position, chance, picks = Position.new(GAME, KINDS[kind], 2, seed), random.Random(seed), 0
    while position.asks:
        go(position, chance)
        picks += 1
        check_anywhere(position.state)
        check_at_rest(at_rest(position))
        assert picks < 3000
    outcome = position.outcome
    assert outcome is not None
    assert outcome.reason in ("knock-out", "cards", "stalled")
    assert max(outcome.scores) == 2
    assert outcome.scores[outcome.winners[0]] == 2


@CAREFUL
@given(matches)
def test_what_is_written_is_read_again(match: Match) -> None:
    position = match.position
    there = reread(position)
    assert there.state == position.state
    assert there.asks == position.asks
    assert on_the_wire(there) == on_the_wire(position)


@CAREFUL
@given(matches, st.randoms(use_true_random=False))
def test_a_fork_plays_like_the_match_itself(match: Match, chance: random.Random) -> None:
    position = match.position
    there = position.fork()
    for _ in range(12):
        if not position.asks:
            break
        ask = chance.choice(position.asks)
        code = chance.choice(list(ask.options)).code
        assert position.pick(ask.seat, code) == there.pick(ask.seat, code)
        assert position.state == there.state


@CAREFUL
@given(matches)
def test_everything_can_be_said(match: Match) -> None:
    """Questions, their options, events and views have words, and every code is offered once."""
    position = match.position
    for ask in position.asks:
        assert say(GAME.prompt(ask))
        codes = [option.code for option in ask.options]
        assert len(set(codes)) == len(codes) > 1
        assert all(say(option.label) for option in ask.options)
    for line in GAME.narrate(position.events):
        assert "{" not in say(line)
    for seat in (None, 0, 1):
        view: Any = GAME.view(position.state, seat, position.asks)
        assert all(say(line) for line in GAME.describe(view))


@CAREFUL
@given(matches)
def test_a_ready_attack_is_one_that_can_be_paid(match: Match) -> None:
    position = match.position
    for seat in (0, 1):
        view: Any = GAME.view(position.state, seat, position.asks)
        assert set(view.ready) <= set(view.payable)
